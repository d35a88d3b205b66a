/// A field as a schema has it, for descriptions of tables.
public struct FieldDescription: Sendable {
    public let name: String
    public let kind: FieldKind
    public let isRepeated: Bool
    public let isExtension: Bool
    /// An enumeration's numbers and names.
    public let values: [(number: Int, name: String)]
    /// A message's fields.
    public let fields: [FieldDescription]

    init(_ field: FieldPlan, _ schema: RealtimeSchema) {
        name = schema.name(of: field)
        kind = field.kind
        isRepeated = field.isRepeated
        isExtension = field.isExtension
        values =
            field.enumeration.map { plan in
                (0..<plan.pointee.count).map { index in
                    let value = plan.pointee.values[index]
                    // Without its quotes.
                    let text = UnsafeRawBufferPointer(start: value.name.start + 1, count: value.name.count - 2)
                    return (Int(value.number), String(decoding: text, as: UTF8.self))
                }
            } ?? []
        fields = field.message.map { FieldDescription.fields(of: $0, schema) } ?? []
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
