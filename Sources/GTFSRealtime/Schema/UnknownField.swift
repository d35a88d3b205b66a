/// How often a field was met that the schema does not have.
public struct UnknownField: Sendable {
    /// `VehiclePosition.1234`, or the field's name where it came with another wire type than its own.
    public let field: String
    public let wireType: Int
    /// The number is known, but with another wire type.
    public let isKnown: Bool
    public let count: Int
}

extension FeedReader {
    /// The unknown fields of all files so far, in the order in which they first came.
    public var unknownFields: [UnknownField] {
        var list = parser.unknown.rows.map { row in
            let index = row.plan.pointee.index(of: row.tag >> 3)
            let name =
                row.isKnown && index != MessagePlan.none
                ? schema.fieldNames[Int(row.plan.pointee.fields[Int(index)].id)]
                : schema.messageName(row.plan) + ".\(row.tag >> 3)"
            return UnknownField(field: name, wireType: Int(row.tag & 7), isKnown: row.isKnown, count: row.count)
        }
        if parser.unknown.uncounted > 0 {
            list.append(
                UnknownField(field: "others", wireType: 0, isKnown: false, count: parser.unknown.uncounted))
        }
        return list
    }
}
