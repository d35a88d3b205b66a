import NDJSON

/// Lays a schema out in memory.
///
/// A message's place is known before its fields are, since messages may hold themselves; they are laid out one after
/// another, however deep .proto files nest them.
final class SchemaBuilder {
    /// A field with what the schema decides about it.
    private struct Field {
        let source: ProtoField
        /// What the field is called in records.
        let name: String
        let number: Int
        /// Whether the field is added to the message.
        let isExtension: Bool

        init(_ source: ProtoField, name: String, number: Int? = nil) {
            self.source = source
            self.name = name
            self.number = number ?? source.number
            isExtension = number != nil
        }
    }

    /// `VehiclePosition.stop_id`, by a field's id.
    private(set) var fieldNames: [String] = []
    /// `stop_id`, by a field's id.
    private(set) var keys: [String] = []
    private(set) var messageNames: [String] = []
    let pool = Pool()
    private let purpose: RealtimeSchema.Purpose
    private let added: AddedFields
    private var plans: [ProtoMessage: UnsafeMutablePointer<MessagePlan>] = [:]
    private var waiting: [(message: ProtoMessage, plan: UnsafeMutablePointer<MessagePlan>)] = []
    private var enumerations: [ProtoEnumeration: UnsafePointer<EnumerationPlan>] = [:]

    init(_ choice: ExtensionChoice, _ purpose: RealtimeSchema.Purpose) {
        self.purpose = purpose
        added = AddedFields(choice, purpose)
    }

    /// Lays out a message with all that it holds.
    func build(_ message: ProtoMessage) -> UnsafePointer<MessagePlan> {
        let plan = plan(of: message)
        while let (message, plan) = waiting.popLast() { plan.initialize(to: layOut(message)) }
        return plan
    }

    private func plan(of message: ProtoMessage) -> UnsafePointer<MessagePlan> {
        if let known = plans[message] { return UnsafePointer(known) }
        let plan = pool.room(for: MessagePlan.self)
        plans[message] = plan
        waiting.append((message, plan))
        return UnsafePointer(plan)
    }

    // MARK: Messages

    private func layOut(_ message: ProtoMessage) -> MessagePlan {
        let additions = added.fields(of: message)
        var fields = message.fields.map { field in
            // In every object, `unknown_fields` is the list of fields that the schema lacks.
            Field(field, name: field.name == "unknown_fields" ? message.fullName + "." + field.name : field.name)
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
            fields.append(Field(addition.addition.field, name: addition.key, number: first))
        }
        let plans = pool.keep(fields.map { plan(of: $0, in: message.name) })
        if message == .stopTimeUpdate, purpose == .reading { SchemaBuilder.setTwin(in: plans, fields.count) }
        return assemble(message.name, fields, plans, numbers)
    }

    private func assemble(
        _ name: String, _ fields: [Field], _ plans: UnsafePointer<FieldPlan>, _ numbers: [(number: Int, index: Int)]
    ) -> MessagePlan {
        precondition(fields.count <= RealtimeSchema.fieldLimit, "a message's presence is kept in 64 bits")
        var small = [UInt8](repeating: MessagePlan.none, count: 32)
        var large: [(number: Int32, index: UInt8)] = []
        var tags = [TagPlan](repeating: .none, count: 128)
        for (number, index) in numbers {
            if number < 32 { small[number] = UInt8(index) } else { large.append((Int32(number), UInt8(index))) }
            if number < 16 {
                tags[number << 3 | Int(plans[index].wireType)] = TagPlan(plans[index], index: UInt8(index))
            }
        }
        var required: UInt64 = 0
        for (index, field) in fields.enumerated() where field.source.isRequired { required |= 1 << UInt64(index) }
        messageNames.append(name)
        return MessagePlan(
            fields: plans, count: fields.count, small: UnsafePointer(pool.keep(small)),
            tags: UnsafePointer(pool.keep(tags)), large: UnsafePointer(pool.keep(large)), largeCount: large.count,
            required: required,
            id: Int32(messageNames.count - 1))
    }

    // MARK: Fields

    private func plan(of field: Field, in name: String) -> FieldPlan {
        var kind = FieldKind.message
        var message: UnsafePointer<MessagePlan>?
        var enumeration: UnsafePointer<EnumerationPlan>?
        switch field.source.type {
        case .scalar(let scalar): kind = scalar
        case .message(let declared): message = plan(of: declared)
        case .enumeration(let declared):
            kind = .enumeration
            enumeration = self.enumeration(declared)
        }
        fieldNames.append(name + "." + field.name)
        keys.append(field.name)
        return FieldPlan(
            number: Int32(field.number), kind: kind, wireType: kind.wireType, isRepeated: field.source.isRepeated,
            isExtension: field.isExtension,
            isPacked: field.source.isPacked && field.source.isRepeated && kind.wireType != 2,
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

    private func enumeration(_ declared: ProtoEnumeration) -> UnsafePointer<EnumerationPlan> {
        if let known = enumerations[declared] { return known }
        let values = declared.values + (added.values[declared] ?? [])
        let names = values.map { value in (number: value.number, name: pool.text { $0.string(value.name) }) }
        let plan = UnsafePointer(
            pool.keep([EnumerationPlan(values: UnsafePointer(pool.keep(names)), count: names.count)]))
        enumerations[declared] = plan
        return plan
    }
}
