/// What a column of a table holds, as the specification types it.
public indirect enum ColumnType: Sendable, Equatable {
    case string
    case integer
    case number
    case boolean
    /// `YYYYMMDD`
    case date
    /// `HH:MM:SS`, which may pass 24:00:00
    case time
    /// A number of the specification with its names, for `--enums names`.
    case enumeration([EnumerationCase])
    /// A string, or `{"base64":…}` for bytes that are no UTF-8.
    case textOrBytes
    case array(ColumnType)
    case object([Column])
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

public struct Column: Sendable, Equatable {
    public let name: String
    public let type: ColumnType
    /// Present in every record of the table.
    public let isRequired: Bool
    /// May be null: a value that broke its type, or one of the columns that are always present.
    public let isNullable: Bool
    /// One sentence with unit and meaning; empty where the specification's own name says all.
    public let summary: String

    public init(
        _ name: String, _ type: ColumnType, required: Bool = false, nullable: Bool = false, _ summary: String = ""
    ) {
        self.name = name
        self.type = type
        isRequired = required
        isNullable = nullable
        self.summary = summary
    }
}

/// A table of the record contract: its name and its columns in the order in which they are written.
public struct TableSchema: Sendable {
    public let name: String
    /// The stages that write the table.
    public let stages: [String]
    public let summary: String
    /// `table` and `feed_id` are not listed: every record has the one and may have the other.
    public let columns: [Column]
    /// Whether columns that are not listed may follow the listed ones.
    public let isOpen: Bool
    /// A GeoJSON Feature whose columns are its properties.
    public let isFeature: Bool

    public init(
        _ name: String, stages: [String], _ summary: String, columns: [Column], isOpen: Bool = false,
        isFeature: Bool = false
    ) {
        self.name = name
        self.stages = stages
        self.summary = summary
        self.columns = columns
        self.isOpen = isOpen
        self.isFeature = isFeature
    }
}
