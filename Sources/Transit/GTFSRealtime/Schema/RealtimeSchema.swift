/// The messages of GTFS-Realtime with the extensions of one's choice, as tables made once from `Specification` and from
/// .proto files.
///
/// Cost: some 60 kB, which live as long as the schema does.
public final class RealtimeSchema: @unchecked Sendable {
    /// A message's presence is kept in 64 bits.
    static let fieldLimit = 63

    let message: UnsafePointer<MessagePlan>
    let header: UnsafePointer<MessagePlan>
    let entity: UnsafePointer<MessagePlan>
    /// `VehiclePosition.stop_id`, by a field's id.
    private(set) var fieldNames: [String] = []
    /// `stop_id`, what the field is called in records, by its id.
    private var keys: [String] = []
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
        message = builder.build(.feedMessage)
        guard let header = message.pointee.fields[0].message, let entity = message.pointee.fields[1].message else {
            preconditionFailure("FeedMessage holds a header and entities")
        }
        self.header = header
        self.entity = entity
        fieldNames = builder.fieldNames
        keys = builder.keys
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

    /// What the field is called in records.
    func name(of field: FieldPlan) -> String { keys[Int(field.id)] }

    func messageName(_ plan: UnsafePointer<MessagePlan>) -> String { messageNames[Int(plan.pointee.id)] }
}
