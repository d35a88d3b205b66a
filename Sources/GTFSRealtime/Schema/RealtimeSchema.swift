import CGTFSRealtime
import CProtobufC
import NDJSON

/// The messages of GTFS-Realtime with the extensions of one's choice, as tables made once from libprotobuf-c's
/// descriptors.
///
/// Cost: some 60 kB, which live as long as the schema does.
public final class RealtimeSchema: @unchecked Sendable {
    let message: UnsafePointer<MessagePlan>
    let header: UnsafePointer<MessagePlan>
    let entity: UnsafePointer<MessagePlan>
    /// `VehiclePosition.stop_id`, by a field's id.
    private(set) var fieldNames: [String] = []
    /// `VehiclePosition`, by a message's id.
    private(set) var messageNames: [String] = []
    private let pool: Pool

    public enum Purpose: Sendable {
        /// Reading as much as can be understood.
        case reading
        /// Reading so that every value keeps the number it came under: an extension's other numbers stay unknown,
        /// and no varint is taken for another field.
        case readingLosslessly
        /// Writing by name: where two extensions meet on one number, both names are there.
        case encoding
    }

    public init(_ choice: ExtensionChoice = ExtensionChoice(), for purpose: Purpose = .reading) {
        let builder = SchemaBuilder(choice, purpose)
        message = builder.plan(of: linefeed_transit_realtime__feed_message_descriptor())
        guard let header = message.pointee.fields[0].message, let entity = message.pointee.fields[1].message else {
            preconditionFailure("FeedMessage holds a header and entities")
        }
        self.header = header
        self.entity = entity
        fieldNames = builder.fieldNames
        messageNames = builder.messageNames
        pool = builder.pool
    }

    /// The plan at the end of a path of field names that starts in FeedEntity.
    func plan(_ path: String...) -> UnsafePointer<MessagePlan> {
        var plan = entity
        for name in path {
            guard let index = index(of: name, in: plan), let next = plan.pointee.fields[index].message else {
                preconditionFailure("\(messageName(plan)) has no message \(name)")
            }
            plan = next
        }
        return plan
    }

    func index(of name: String, in plan: UnsafePointer<MessagePlan>) -> Int? {
        (0..<plan.pointee.count).first { self.name(of: plan.pointee.fields[$0]) == name }
    }

    /// The field's own name, without its message.
    func name(of field: FieldPlan) -> String {
        let full = fieldNames[Int(field.id)]
        return full.lastIndex(of: ".").map { String(full[full.index(after: $0)...]) } ?? full
    }

    func messageName(_ plan: UnsafePointer<MessagePlan>) -> String { messageNames[Int(plan.pointee.id)] }
}

/// Lays a schema out in memory.
private final class SchemaBuilder {
    var fieldNames: [String] = []
    var messageNames: [String] = []
    let pool = Pool()
    private var plans: [UnsafeRawPointer: UnsafePointer<MessagePlan>] = [:]
    private var enumerations: [UnsafeRawPointer: UnsafePointer<EnumerationPlan>] = [:]
    private let purpose: RealtimeSchema.Purpose
    private var added: [String: [(fields: UnsafePointer<ProtobufCMessageDescriptor>, numbers: [Int])]] = [:]

    init(_ choice: ExtensionChoice, _ purpose: RealtimeSchema.Purpose) {
        self.purpose = purpose
        for row in Extension.all where choice.names.contains(row.name) {
            let numbers = choice.numbers(of: row, withAlternates: purpose == .reading)
            for (message, fields) in row.extends() { added[message, default: []].append((fields, numbers)) }
        }
    }

    /// A message's name without its package: `TripUpdate.StopTimeUpdate`.
    private func name(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> String {
        let full = String(cString: descriptor.pointee.name)
        return String(full.dropFirst(String(cString: descriptor.pointee.package_name).utf8.count + 1))
    }

    func plan(of descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> UnsafePointer<MessagePlan> {
        if let known = plans[UnsafeRawPointer(descriptor)] { return known }
        let name = name(descriptor)
        var fields: [FieldPlan] = []
        var numbers: [(number: Int, index: Int)] = []
        var required: UInt64 = 0
        func append(_ source: ProtobufCFieldDescriptor, numbers given: [Int], isExtension: Bool) {
            let free = given.filter { number in !numbers.contains { $0.number == number } }
            guard let first = purpose == .encoding ? given.first : free.first else { return }
            let fullName = name + "." + String(cString: source.name)
            if RequiredFields.names.contains(fullName) { required |= 1 << UInt64(fields.count) }
            for number in free { numbers.append((number, fields.count)) }
            fields.append(field(source, name: fullName, number: first, isExtension: isExtension))
        }
        for source in declared(descriptor) { append(source, numbers: [Int(source.id)], isExtension: false) }
        // By number, so that the order does not depend on the order of the choice.
        let extensions = (added[name] ?? []).flatMap { row in
            declared(row.fields).map { (field: $0, numbers: row.numbers) }
        }
        for row in extensions.sorted(by: { $0.field.id < $1.field.id }) {
            append(row.field, numbers: row.numbers, isExtension: true)
        }
        precondition(fields.count < 64, "a message's presence is kept in 64 bits")
        if name == "TripUpdate.StopTimeUpdate", purpose == .reading { setTwin(in: &fields) }
        let plan = pool.keep([assemble(name, fields, numbers, required)])
        plans[UnsafeRawPointer(descriptor)] = UnsafePointer(plan)
        return UnsafePointer(plan)
    }

    private func assemble(
        _ name: String, _ fields: [FieldPlan], _ numbers: [(number: Int, index: Int)], _ required: UInt64
    ) -> MessagePlan {
        var small = [UInt8](repeating: MessagePlan.none, count: 32)
        var large: [(number: Int32, index: UInt8)] = []
        for (number, index) in numbers {
            if number < 32 { small[number] = UInt8(index) } else { large.append((Int32(number), UInt8(index))) }
        }
        messageNames.append(name)
        return MessagePlan(
            fields: UnsafePointer(pool.keep(fields)), count: fields.count, small: UnsafePointer(pool.keep(small)),
            large: UnsafePointer(pool.keep(large)), largeCount: large.count, required: required,
            id: Int32(messageNames.count - 1))
    }

    /// The fields in the order of declaration: descriptors sort them by number, but the structure's members lie in
    /// the order of the .proto file.
    private func declared(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) -> [ProtobufCFieldDescriptor] {
        (0..<Int(descriptor.pointee.n_fields)).map { descriptor.pointee.fields[$0] }.sorted { $0.offset < $1.offset }
    }

    /// Transport for NSW has sent the occupancy status as field 6, which is a message in today's specification; the
    /// wire type tells them apart.
    private func setTwin(in fields: inout [FieldPlan]) {
        guard let six = fields.firstIndex(where: { $0.number == 6 }),
            let seven = fields.firstIndex(where: { $0.number == 7 })
        else { return }
        fields[six].varintTwin = Int8(seven)
    }

    private func field(
        _ source: ProtobufCFieldDescriptor, name: String, number: Int, isExtension: Bool
    ) -> FieldPlan {
        let kind = SchemaBuilder.kind(source.type)
        var message: UnsafePointer<MessagePlan>?
        var enumeration: UnsafePointer<EnumerationPlan>?
        if let descriptor = source.descriptor {
            if kind == .message {
                message = plan(of: descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
            } else {
                enumeration = self.enumeration(descriptor.assumingMemoryBound(to: ProtobufCEnumDescriptor.self))
            }
        }
        fieldNames.append(name)
        return FieldPlan(
            number: Int32(number), kind: kind, wireType: kind.wireType,
            isRepeated: source.label == PROTOBUF_C_LABEL_REPEATED, isExtension: isExtension, varintTwin: -1,
            key: pool.text { $0.key(JSONKey(String(cString: source.name))) }, message: message,
            enumeration: enumeration,
            id: Int32(fieldNames.count - 1))
    }

    private func enumeration(
        _ descriptor: UnsafePointer<ProtobufCEnumDescriptor>
    ) -> UnsafePointer<EnumerationPlan> {
        if let known = enumerations[UnsafeRawPointer(descriptor)] { return known }
        let values = (0..<Int(descriptor.pointee.n_values)).map { index in
            let value = descriptor.pointee.values[index]
            return (number: value.value, name: pool.text { $0.string(String(cString: value.name)) })
        }
        let plan = UnsafePointer(
            pool.keep([EnumerationPlan(values: UnsafePointer(pool.keep(values)), count: values.count)]))
        enumerations[UnsafeRawPointer(descriptor)] = plan
        return plan
    }

    private static func kind(_ type: ProtobufCType) -> FieldKind {
        switch type {
        case PROTOBUF_C_TYPE_INT32: .int32
        case PROTOBUF_C_TYPE_INT64: .int64
        case PROTOBUF_C_TYPE_UINT32: .uint32
        case PROTOBUF_C_TYPE_UINT64: .uint64
        case PROTOBUF_C_TYPE_FLOAT: .float
        case PROTOBUF_C_TYPE_DOUBLE: .double
        case PROTOBUF_C_TYPE_BOOL: .bool
        case PROTOBUF_C_TYPE_ENUM: .enumeration
        case PROTOBUF_C_TYPE_STRING: .string
        case PROTOBUF_C_TYPE_MESSAGE: .message
        default: preconditionFailure("GTFS-Realtime and its extensions have no field of this type")
        }
    }
}
