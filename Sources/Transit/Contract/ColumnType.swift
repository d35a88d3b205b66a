/// The type of a column, as JSON.
public indirect enum ColumnType: Sendable, Equatable {
    case string
    case integer
    case number
    case boolean
    /// `YYYYMMDD`
    case date
    /// `HH:MM:SS`, which may pass 24:00:00
    case time
    /// RFC 3339 with an offset, whole seconds: `2026-03-02T07:00:00+10:00`.
    case dateTime
    /// A number of an enumeration in the specification with its names, for `--enums names`.
    case enumeration([EnumerationCase])
    /// A string, or `{"base64":…}` for bytes that are not UTF-8.
    case textOrBytes
    case array(ColumnType)
    case object([ColumnDescription])
    /// Any JSON value.
    case any
}

public struct EnumerationCase: Sendable, Equatable {
    public let value: Int
    public let name: String
    public init(_ value: Int, _ name: String) {
        self.value = value
        self.name = name
    }
}

/// The unit of a number.
public enum Unit: String, Sendable {
    case posixSeconds = "POSIX seconds"
    case seconds
    case milliseconds
    case metres
    case metresPerSecond = "metres a second"
    case degrees
    case bytes
    case perCent = "per cent"
}
