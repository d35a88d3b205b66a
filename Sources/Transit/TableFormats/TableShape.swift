import Contract

/// The columns of a table that becomes a file of its own.
public struct TableShape {
    package let table: String
    package let columns: [ColumnDescription]
    package let isFeature: Bool
    /// Of features that may have properties beside the columns: those are kept as they stand.
    package let isOpen: Bool
    /// Whether records have names where the specification has numbers.
    package let namesEnumerations: Bool

    public init(
        _ table: String, _ columns: [ColumnDescription], isFeature: Bool = false, isOpen: Bool = false,
        namesEnumerations: Bool = false
    ) {
        self.table = table
        self.columns = columns
        self.isFeature = isFeature
        self.isOpen = isOpen
        self.namesEnumerations = namesEnumerations
    }

    /// As the contract has it.
    package init(_ table: TableDescription) {
        self.init(table.name, table.columns, isFeature: table.isFeature, isOpen: table.isOpen)
    }

    /// With other columns.
    package func with(_ columns: [ColumnDescription]) -> TableShape {
        TableShape(table, columns, isFeature: isFeature, isOpen: isOpen, namesEnumerations: namesEnumerations)
    }
}
