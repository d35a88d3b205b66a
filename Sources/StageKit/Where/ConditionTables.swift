import Contract

/// The known columns for conditions, in the tables that a stage consumes.
struct ConditionTables {
    /// Whether a table has a column.
    enum Column {
        case known(ColumnDescription)
        /// The table has the column only if a record has it.
        case perhaps
        case none
    }

    struct Table {
        let name: String
        let isFeature: Bool
        /// Whether the table may have columns outside the contract: a feed's own or an extension's.
        let isOpen: Bool
        let isOfRealtime: Bool
        let columns: [ColumnDescription]

        func column(_ name: String) -> Column {
            if let known = columns.first(where: { $0.name == name }) { return .known(known) }
            return isOpen ? .perhaps : .none
        }
    }

    /// The columns that every record may have.
    private static let ofEveryTable = Tables.AnyRecord.descriptions

    /// The tables known to the program, including extensions.
    private let described: [TableDescription]
    /// The consumed tables; empty if the stage takes any table.
    private let consumed: [String]

    init(consumed: [String], described: [TableDescription]) {
        self.consumed = consumed
        self.described = described
    }

    var takesAnyTable: Bool { consumed.isEmpty }

    /// The tables that the stage may receive; for a stage that takes any, those of the contract.
    var all: [Table] { (takesAnyTable ? described.map(\.name) : consumed).map(table) }

    func table(_ name: String) -> Table {
        let plain = Tables.named(name)?.description
        let extended = described.first { $0.name == name }
        var columns = ConditionTables.ofEveryTable
        // The contract's own types come first: a decoder knows a message's texts, and not that they are dates.
        for column in (plain?.columns ?? []).filter({ $0.type != .any }) + (extended?.columns ?? [])
            + (plain?.columns ?? [])
        where !columns.contains(where: { $0.name == column.name }) { columns.append(column) }
        guard let known = plain ?? extended else {
            return Table(name: name, isFeature: false, isOpen: true, isOfRealtime: false, columns: columns)
        }
        let isOfRealtime = known.stages.contains("decode-rt")
        return Table(
            name: name, isFeature: known.isFeature, isOpen: known.isOpen || isOfRealtime, isOfRealtime: isOfRealtime,
            columns: columns)
    }

    /// Whether `met` contains a record that stands for an empty table: a message without entities, a board without
    /// departures.
    func isStoodFor(_ table: Table, met: [String]) -> Bool {
        (table.isOfRealtime && met.contains(Tables.FeedMessages.name))
            || (table.name == Tables.Departures.name && met.contains(Tables.Boards.name))
    }
}
