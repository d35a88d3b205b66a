/// How often a field was met that the schema does not have.
public struct UnknownField: Sendable {
    public enum Reason: Sendable {
        /// The schema does not have the number.
        case number
        /// The number is known, but with another wire type.
        case wireType
        /// The number is an extension's, but the bytes are not the extension's message.
        case notItsMessage
    }

    /// `VehiclePosition.1234`, or the field's name where the number is known.
    public let field: String
    public let wireType: Int
    public let reason: Reason
    public let count: Int

    /// Fields of more numbers than are told apart.
    package static func others(_ count: Int) -> UnknownField {
        UnknownField(field: "others", wireType: 0, reason: .number, count: count)
    }

    /// Numbers are told with their message, `VehiclePosition.1234`.
    package var isOthers: Bool { field == "others" }

    /// The same field, so many times more.
    package func adding(_ more: Int) -> UnknownField {
        UnknownField(field: field, wireType: wireType, reason: reason, count: count + more)
    }
}

extension FeedReader {
    /// Forgets the unknown fields of the files so far.
    package func forgetUnknownFields() { parser.unknown.forget() }

    /// The unknown fields of all files so far, in the order in which they first came.
    public var unknownFields: [UnknownField] {
        var list = parser.unknown.rows.map { row in
            let index = row.plan.pointee.index(of: row.tag >> 3)
            let name =
                row.reason != .number && index != MessagePlan.none
                ? schema.fieldNames[Int(row.plan.pointee.fields[Int(index)].id)]
                : schema.messageName(row.plan) + ".\(row.tag >> 3)"
            return UnknownField(field: name, wireType: Int(row.tag & 7), reason: row.reason, count: row.count)
        }
        if parser.unknown.uncounted > 0 {
            list.append(.others(parser.unknown.uncounted))
        }
        return list
    }
}
