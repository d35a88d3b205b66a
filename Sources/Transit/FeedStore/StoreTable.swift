import GTFSSchedule
import SQLite

/// One table of a store that is being filled.
///
/// Rows are numbered from 1 in the order in which they come in.
public final class StoreTable {
    /// Which of several rows with the same key stays.
    public enum Kept: Sendable { case first, last, none }

    private let database: Database
    private let columns: StoreColumns
    private let rows: StoreRowBatch
    private let stopTime: StopTimeColumns?
    private let tripRows: StoreTripRows?
    public private(set) var rowCount = 0
    /// Columns whose names SQLite does not tell apart from another's, and what they are called instead.
    public var renamed: [(from: String, to: String)] { columns.renamed }

    /// - Returns: nil where the table has more columns than SQLite can take, or none.
    init?(_ plan: RecordPlan, name: String, feedID: String?, in database: Database) throws {
        self.database = database
        columns = StoreColumns(plan, table: name, hasFeedID: feedID != nil)
        guard (1...database.columnLimit).contains(columns.count) else { return nil }
        try database.execute(columns.createTable)
        rows = try StoreRowBatch(columns, feedID: feedID, in: database)
        stopTime = columns.table == "stop_times" ? StopTimeColumns(columns) : nil
        tripRows = stopTime == nil ? nil : try StoreTripRows(in: database)
    }

    /// Adds rows, whose values are copied or stored at once.
    /// - Parameter new: a column for each member of the plan.
    public func insert(_ new: CellRows) throws {
        var row = 0
        while row < new.count {
            let part = rows.part(of: new.rows(from: row, count: new.count &- row))
            // Trips before their rows, so that a database's pages do not depend on how many rows come at once.
            if let tripRows, let stopTime {
                for next in 0..<part {
                    try stopTime.add(new, row &+ next, to: tripRows, number: rowCount &+ next &+ 1)
                }
            }
            try rows.add(new.rows(from: row, count: part))
            row &+= part
            rowCount &+= part
        }
    }

    /// Builds the table's indexes and its view; rows that repeat a key are taken away.
    ///
    /// - Parameter kept: which of them stays; nil keeps all, and the key's index is not unique then.
    /// - Returns: the rows that were taken away, to be gone through at once; nil where there are none.
    public func finish(keeping kept: Kept?) throws -> RemovedRows? {
        try rows.flush()
        var removed: RemovedRows?
        if let key = columns.createKey(isUnique: kept != nil) {
            if let kept {
                if try !database.executeUnlessConstrained(key) {
                    try database.execute(columns.findRepeated(keeping: kept))
                    try database.execute(key)
                    removed = try RemovedRows(in: database)
                    rowCount -= removed?.count ?? 0
                }
            } else {
                try database.execute(key)
            }
        }
        try tripRows?.finish()
        for index in columns.createIndexes { try database.execute(index) }
        if let view = columns.createView { try database.execute(view) }
        return removed
    }
}

/// The columns of stop_times that tell trips apart, and plain ones from others.
private struct StopTimeColumns {
    private let trip: Int
    private let sequence: Int?
    private let arrival: Int?
    private let departure: Int?

    /// - Returns: nil without trip_id.
    init?(_ columns: StoreColumns) {
        func place(_ name: String) -> Int? { columns.list.firstIndex { $0.name == name } }
        guard let trip = place("trip_id") else { return nil }
        self.trip = trip
        sequence = place("stop_sequence")
        arrival = place("arrival_time")
        departure = place("departure_time")
    }

    @inline(__always)
    func add(_ new: CellRows, _ row: Int, to rows: StoreTripRows, number: Int) throws {
        func integer(_ place: Int?) -> Int? {
            if let place, case .integer(let value) = new[row, place] { return value }
            return nil
        }
        var id = UnsafeRawBufferPointer(start: nil, count: 0)
        if case .text(let bytes) = new[row, trip] { id = bytes }
        try rows.add(
            id, number: number, sequence: integer(sequence), arrival: integer(arrival), departure: integer(departure))
    }
}

/// The numbers of rows that were taken out of a table, ascending; to be gone through before another table is finished.
public final class RemovedRows {
    public let count: Int
    private let statement: Statement

    fileprivate init(in database: Database) throws {
        count = try database.integer("SELECT count(*) FROM temp.removed") ?? 0
        statement = try database.prepare("SELECT row FROM temp.removed ORDER BY row")
    }

    /// The next row's number, or nil when there is none left.
    public func next() throws -> Int? { try statement.step() ? statement.integer(0) : nil }
}
