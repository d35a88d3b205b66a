import CProtobufC
import NDJSON

/// Lays a schema out in memory.
///
/// A message's place is known before its fields are, since messages may hold themselves; they are laid out one after
/// another, however deep .proto files nest them.
final class SchemaBuilder {
    private enum Source {
        case core(UnsafePointer<ProtobufCMessageDescriptor>)
        case proto(ProtoMessage)

        var identity: UnsafeRawPointer {
            switch self {
            case .core(let descriptor): UnsafeRawPointer(descriptor)
            case .proto(let message): UnsafeRawPointer(Unmanaged.passUnretained(message).toOpaque())
            }
        }
    }

    /// A field as its plan is made from.
    private struct Field {
        let name: String
        let number: Int
        let isRepeated: Bool
        var isExtension = false
        var isPacked = false
        let isRequired: Bool
        let type: ProtoType
    }

    /// `VehiclePosition.stop_id`, by a field's id.
    private(set) var fieldNames: [String] = []
    /// `stop_id`, by a field's id.
    private(set) var keys: [String] = []
    private(set) var messageNames: [String] = []
    let pool = Pool()
    private let purpose: RealtimeSchema.Purpose
    private let added: AddedFields
    private var plans: [UnsafeRawPointer: UnsafeMutablePointer<MessagePlan>] = [:]
    private var waiting: [(source: Source, plan: UnsafeMutablePointer<MessagePlan>)] = []
    private var enumerations: [UnsafeRawPointer: UnsafePointer<EnumerationPlan>] = [:]

    init(_ choice: ExtensionChoice, _ purpose: RealtimeSchema.Purpose) {
        self.purpose = purpose
        added = AddedFields(choice, purpose)
    }

    /// Lays out a message of the specification with all that it holds.
    func build(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> UnsafePointer<MessagePlan> {
        let plan = plan(of: .core(descriptor))
        while let (source, plan) = waiting.popLast() {
            switch source {
            case .core(let descriptor): plan.initialize(to: layOut(descriptor))
            case .proto(let message): plan.initialize(to: layOut(message))
            }
        }
        return plan
    }

    private func plan(of source: Source) -> UnsafePointer<MessagePlan> {
        if let known = plans[source.identity] { return UnsafePointer(known) }
        let plan = pool.room(for: MessagePlan.self)
        plans[source.identity] = plan
        waiting.append((source, plan))
        return UnsafePointer(plan)
    }

    // MARK: Messages

    private func layOut(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> MessagePlan {
        let name = CoreTypes.name(descriptor)
        let additions = added.fields(of: descriptor)
        var fields: [Field] = CoreTypes.fields(descriptor).map { source in
            let key = String(cString: source.name)
            return Field(
                name: key, number: Int(source.id), isRepeated: source.label == PROTOBUF_C_LABEL_REPEATED,
                isRequired: RequiredFields.names.contains(name + "." + key), type: CoreTypes.type(of: source))
        }
        var numbers = fields.enumerated().map { (number: $1.number, index: $0) }
        // A number is the user's before it is a shipped extension's, and there the first one's.
        var free: [[Int]] = Array(repeating: [], count: additions.count)
        for isOwn in [true, false] {
            for (place, addition) in additions.enumerated() where addition.isOwn == isOwn {
                free[place] = addition.numbers.filter { number in
                    !numbers.contains { $0.number == number } && !free.contains { $0.contains(number) }
                }
            }
        }
        for (place, addition) in additions.enumerated() {
            guard let first = purpose == .encoding ? addition.numbers.first : free[place].first else { continue }
            for number in free[place] { numbers.append((number, fields.count)) }
            let field = addition.addition.field
            fields.append(
                Field(
                    name: addition.key, number: first, isRepeated: field.isRepeated, isExtension: true,
                    isPacked: field.isPacked, isRequired: field.isRequired, type: field.type))
        }
        let plans = plans(of: fields, in: name)
        if name == "TripUpdate.StopTimeUpdate", purpose == .reading { SchemaBuilder.setTwin(in: plans, fields.count) }
        return assemble(name, fields, plans, numbers)
    }

    private func layOut(_ message: ProtoMessage) -> MessagePlan {
        let fields = message.fields.map { field in
            Field(
                // What stands for fields that are not known has the name in every object.
                name: field.name == "unknown_fields" ? message.fullName + "." + field.name : field.name,
                number: field.number, isRepeated: field.isRepeated, isPacked: field.isPacked,
                isRequired: field.isRequired, type: field.type)
        }
        return assemble(
            message.name, fields, plans(of: fields, in: message.name),
            fields.enumerated().map { (number: $1.number, index: $0) })
    }

    private func assemble(
        _ name: String, _ fields: [Field], _ plans: UnsafePointer<FieldPlan>, _ numbers: [(number: Int, index: Int)]
    ) -> MessagePlan {
        precondition(fields.count <= RealtimeSchema.fieldLimit, "a message's presence is kept in 64 bits")
        var small = [UInt8](repeating: MessagePlan.none, count: 32)
        var large: [(number: Int32, index: UInt8)] = []
        for (number, index) in numbers {
            if number < 32 { small[number] = UInt8(index) } else { large.append((Int32(number), UInt8(index))) }
        }
        var required: UInt64 = 0
        for (index, field) in fields.enumerated() where field.isRequired { required |= 1 << UInt64(index) }
        messageNames.append(name)
        return MessagePlan(
            fields: plans, count: fields.count, small: UnsafePointer(pool.keep(small)),
            large: UnsafePointer(pool.keep(large)), largeCount: large.count, required: required,
            id: Int32(messageNames.count - 1))
    }

    // MARK: Fields

    private func plans(of fields: [Field], in message: String) -> UnsafeMutablePointer<FieldPlan> {
        pool.keep(fields.map { plan(of: $0, in: message) })
    }

    private func plan(of field: Field, in name: String) -> FieldPlan {
        var kind = FieldKind.message
        var message: UnsafePointer<MessagePlan>?
        var enumeration: UnsafePointer<EnumerationPlan>?
        switch field.type {
        case .scalar(let scalar): kind = scalar
        case .coreMessage(let descriptor): message = plan(of: .core(descriptor))
        case .message(let declared): message = plan(of: .proto(declared))
        case .coreEnumeration(let descriptor):
            kind = .enumeration
            enumeration = self.enumeration(descriptor)
        case .enumeration(let declared):
            kind = .enumeration
            enumeration = self.enumeration(declared)
        }
        fieldNames.append(name + "." + field.name)
        keys.append(field.name)
        return FieldPlan(
            number: Int32(field.number), kind: kind, wireType: kind.wireType, isRepeated: field.isRepeated,
            isExtension: field.isExtension, isPacked: field.isPacked && field.isRepeated && kind.wireType != 2,
            varintTwin: -1, key: pool.text { $0.key(named: field.name) }, message: message, enumeration: enumeration,
            id: Int32(fieldNames.count - 1))
    }

    /// Transport for NSW has sent the occupancy status as field 6, which is a message in today's specification; the
    /// wire type tells them apart.
    private static func setTwin(in fields: UnsafeMutablePointer<FieldPlan>, _ count: Int) {
        guard let six = (0..<count).first(where: { fields[$0].number == 6 }),
            let seven = (0..<count).first(where: { fields[$0].number == 7 })
        else { return }
        fields[six].varintTwin = Int8(seven)
    }

    // MARK: Enumerations

    private func enumeration(
        _ descriptor: UnsafePointer<ProtobufCEnumDescriptor>
    ) -> UnsafePointer<EnumerationPlan> {
        let ours = (0..<Int(descriptor.pointee.n_values)).map { index in
            let value = descriptor.pointee.values[index]
            return (number: value.value, name: String(cString: value.name))
        }
        let others = (added.values[descriptor] ?? []).map { (number: $0.number, name: $0.name) }
        return enumeration(ours + others, UnsafeRawPointer(descriptor))
    }

    private func enumeration(_ declared: ProtoEnumeration) -> UnsafePointer<EnumerationPlan> {
        enumeration(
            declared.values.map { (number: $0.number, name: $0.name) },
            UnsafeRawPointer(Unmanaged.passUnretained(declared).toOpaque()))
    }

    private func enumeration(
        _ values: [(number: Int32, name: String)], _ identity: UnsafeRawPointer
    ) -> UnsafePointer<EnumerationPlan> {
        if let known = enumerations[identity] { return known }
        let names = values.map { value in (number: value.number, name: pool.text { $0.string(value.name) }) }
        let plan = UnsafePointer(
            pool.keep([EnumerationPlan(values: UnsafePointer(pool.keep(names)), count: names.count)]))
        enumerations[identity] = plan
        return plan
    }
}
