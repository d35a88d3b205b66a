import NDJSON

/// Something about a record that was stored in another way than its members say.
public struct HistoryIssue {
    public enum Kind: String, Sendable {
        /// Two members that SQLite cannot tell apart by their names.
        case nameClash = "name_clash"
        /// Empty, too long, or with a NUL in it.
        case unusableName = "unusable_name"
        case tooManyColumns = "too_many_columns"
        /// A name of the store's own.
        case reserved = "reserved_name"
        /// Beyond what the column's numbers can hold.
        case numberTooLarge = "number_too_large"
        /// Text that the column would turn into a number and so change.
        case numericText = "numeric_text"
        /// A time in milliseconds or less, whose record is kept under the second.
        case timeNotInSeconds = "time_not_in_seconds"
        /// Text in a column of numbers that tells one.
        case textAsNumber = "text_as_number"
    }

    public let kind: Kind
    public let member: String
    public let value: JSONValue
}
