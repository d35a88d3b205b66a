/// A field as a schema has it, for descriptions of tables.
///
/// Unchecked: the plans live as long as the schema, and are not changed.
public struct FieldDescription: @unchecked Sendable {
    private let field: FieldPlan
    private let schema: RealtimeSchema

    public var name: String { schema.name(of: field) }
    public var kind: FieldKind { field.kind }
    public var isRepeated: Bool { field.isRepeated }
    public var isExtension: Bool { field.isExtension }

    init(_ field: FieldPlan, _ schema: RealtimeSchema) {
        self.field = field
        self.schema = schema
    }

    /// An enumeration's numbers and names.
    public var values: [(number: Int, name: String)] {
        field.enumeration.map { plan in
            (0..<plan.pointee.count).map { index in
                let value = plan.pointee.values[index]
                // Without its quotes.
                let text = UnsafeRawBufferPointer(start: value.name.start + 1, count: value.name.count - 2)
                return (Int(value.number), String(decoding: text, as: UTF8.self))
            }
        } ?? []
    }

    /// A message's fields; a message of a .proto file may hold itself.
    public var fields: [FieldDescription] {
        field.message.map { FieldDescription.fields(of: $0, schema) } ?? []
    }

    static func fields(of plan: UnsafePointer<MessagePlan>, _ schema: RealtimeSchema) -> [FieldDescription] {
        (0..<plan.pointee.count).map { FieldDescription(plan.pointee.fields[$0], schema) }
    }
}

extension RealtimeSchema {
    /// The fields of the message header, and of an entity.
    public var headerFields: [FieldDescription] { FieldDescription.fields(of: header, self) }
    public var entityFields: [FieldDescription] { FieldDescription.fields(of: entity, self) }
}
