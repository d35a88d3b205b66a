/// A column as people and other formats see it: its name, what it holds, whether it is there, and a sentence.
public struct ColumnDescription: Sendable, Equatable {
    public let name: String
    public let type: ColumnType
    /// Present in every record of the table.
    public let isRequired: Bool
    /// May be null: a value that broke its type, or one of the columns that are always present.
    public let isNullable: Bool
    public let unit: Unit?
    /// One sentence with unit and meaning; empty if the specification's own name says all.
    public let sentence: String

    public init(
        _ name: String, _ type: ColumnType, required: Bool = false, nullable: Bool = false, unit: Unit? = nil,
        _ sentence: String = ""
    ) {
        self.name = name
        self.type = type
        isRequired = required
        isNullable = nullable
        self.unit = unit
        self.sentence = sentence
    }
}

/// A table of the record contract as data, whatever declared it: `schema`, the documents, databases and `--where` are
/// made from this.
public struct TableDescription: Sendable {
    public let name: String
    /// The stages that write the table.
    public let stages: [String]
    public let sentence: String
    /// `table` and `feed_id` are not listed: every record has the one and may have the other.
    public let columns: [ColumnDescription]
    public let key: NaturalKey
    /// Whether columns that are not listed may follow the listed ones.
    public let isOpen: Bool
    /// A GeoJSON Feature whose columns are its properties.
    public let isFeature: Bool
    /// Whether the geometry of such a Feature may be null: where it is, nothing knows.
    public let mayLackPlace: Bool

    public init(
        _ name: String, stages: [String], _ sentence: String, columns: [ColumnDescription], key: NaturalKey,
        isOpen: Bool = false, isFeature: Bool = false, mayLackPlace: Bool = false
    ) {
        self.name = name
        self.stages = stages
        self.sentence = sentence
        self.columns = columns
        self.key = key
        self.isOpen = isOpen
        self.isFeature = isFeature
        self.mayLackPlace = mayLackPlace
    }
}
