/// A column as data: its name, type, presence and description.
public struct ColumnDescription: Sendable, Equatable {
    public let name: String
    public let type: ColumnType
    /// Present in every record of the table.
    public let isRequired: Bool
    /// Whether the column may be null: after an invalid value, or if it is always present.
    public let isNullable: Bool
    public let unit: Unit?
    /// A sentence with unit and meaning; empty if the name in the specification is sufficient.
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

/// A table of the record contract as data, from which `schema`, the documents, databases and `--where` are made.
public struct TableDescription: Sendable {
    public let name: String
    /// The stages that write the table.
    public let stages: [String]
    public let sentence: String
    /// The columns, without `table` and `feed_id`: every record has the first and may have the second.
    public let columns: [ColumnDescription]
    public let key: NaturalKey
    /// Whether other columns may follow the listed ones.
    public let isOpen: Bool
    /// Whether records are GeoJSON Features whose columns are their properties.
    public let isFeature: Bool
    /// Whether the geometry of such a Feature may be null, if its position is unknown.
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
