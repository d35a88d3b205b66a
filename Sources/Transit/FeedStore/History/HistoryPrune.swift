import SQLite

extension HistoryDatabase {
    /// Rows removed at a time, so that other writers get their turn and the log stays small.
    private static let pruneStep = 20_000

    /// Removes old rows, in batches of their own; rows without a time stay.
    ///
    /// - Parameters:
    ///   - cutoff: the time before which rows of a table are old; nil for a table whose rows stay.
    ///   - removed: called for each table that lost rows, in the order of their names.
    public func prune(
        before cutoff: (_ table: String) -> Int?, batch: (_ work: () throws -> Void) throws -> Void,
        removed: (_ table: String, _ rows: Int, _ cutoff: Int) -> Void
    ) throws {
        for table in try timedTables() {
            guard let cutoff = cutoff(table) else { continue }
            let name = Database.quoted(table)
            let time = HistoryFormat.timeColumn
            // A column may hide SQLite's number of a row; of a table that hides all its names all goes at once.
            let row = HistoryDatabase.rowName(try database.columns(of: table))
            let step = row.map {
                "\($0) IN (SELECT \($0) FROM \(name) WHERE \(time) < ?1 LIMIT \(HistoryDatabase.pruneStep))"
            }
            let statement = try database.prepare("DELETE FROM \(name) WHERE \(step ?? "\(time) < ?1")")
            var rows = 0
            while true {
                var step = 0
                try batch {
                    try statement.bind(1, cutoff)
                    try statement.run()
                    step = changedRows
                }
                rows += step
                if step < HistoryDatabase.pruneStep || row == nil { break }
            }
            if rows > 0 { removed(table, rows, cutoff) }
        }
    }

    /// The tables of the history that have a time.
    public func timedTables() throws -> [String] {
        let statement = try database.prepare(
            """
            SELECT name FROM sqlite_schema t WHERE type = 'table'
            AND EXISTS(SELECT 1 FROM pragma_table_info(t.name) WHERE name = '\(HistoryFormat.timeColumn)')
            AND EXISTS(SELECT 1 FROM pragma_table_info(t.name) WHERE name = '\(HistoryFormat.keyColumn)')
            ORDER BY name
            """)
        var names: [String] = []
        while try statement.step() { names.append(statement.text(0)) }
        return names
    }
}
