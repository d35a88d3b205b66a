import Containers
import GTFSSchedule
import NDJSON
import SQLite

/// Gathers the rows of a table and inserts several with one statement, which takes half the time of one for each row.
///
/// No row of a table that is being filled breaks a constraint: keys are compared when their index is made. So the rows of
/// a statement stay or fail together. Memory: the values of the rows that wait, at most about 1 MB and one row.
final class StoreRowBatch {
    /// More rows in a statement gain nothing.
    private static let mostRows = 32
    private static let mostBytes = 1 << 20

    private enum Value: BitwiseCopyable {
        case null
        /// Where the text lies among `texts`.
        case text(start: Int, count: Int)
        case integer(Int)
        case real(Double)
    }

    private let width: Int
    /// The parameters of a statement that all rows share: the feed's id.
    private let shared: Int
    private let rows: Int
    private let columns: StoreColumns
    private let feedID: String?
    private let database: Database
    /// Inserts one row.
    private let single: Statement
    /// Inserts `rows` rows; nil until so many are there, which many tables never have.
    private var several: Statement?
    private let values = GrowingColumn<Value>()
    private let texts = RecordWriter(capacity: 1 << 12)
    private var waiting = 0

    init(_ columns: StoreColumns, feedID: String?, in database: Database) throws {
        width = columns.list.count
        shared = feedID == nil ? 0 : 1
        // A limit of a build of SQLite may be lower than the usual 32,766.
        rows = max(1, min(StoreRowBatch.mostRows, (database.parameterLimit - shared) / max(1, width)))
        self.columns = columns
        self.feedID = feedID
        self.database = database
        single = try StoreRowBatch.statement(columns, rows: 1, feedID, database)
    }

    private static func statement(
        _ columns: StoreColumns, rows: Int, _ feedID: String?, _ database: Database
    ) throws -> Statement {
        let statement = try database.prepare(columns.insert(rows: rows))
        // It stays bound for all rows.
        if let feedID { try statement.bind(1, copying: feedID) }
        return statement
    }

    /// How many of the rows can be added at once: the rows of a statement, or one.
    func part(of new: CellRows) -> Int {
        guard waiting == 0, new.count >= rows else { return 1 }
        // Rows that are copied one by one are inserted early if their texts are long.
        var bytes = 0
        for row in 0..<(rows &- 1) { bytes &+= new.textBytes(ofRow: row) }
        return bytes > StoreRowBatch.mostBytes ? 1 : rows
    }

    /// Adds rows: the rows of a statement are inserted without copying them, a single row is copied and waits.
    /// - Parameter new: as many rows as `part` returned.
    func add(_ new: CellRows) throws {
        if waiting == 0, new.count == rows { return try insert(statementOfSeveral(), rows) { new[$0, $1] } }
        for row in 0..<new.count { try add(new, row) }
    }

    private func statementOfSeveral() throws -> Statement {
        if let several { return several }
        let statement = try StoreRowBatch.statement(columns, rows: rows, feedID, database)
        several = statement
        return statement
    }

    private func add(_ new: CellRows, _ row: Int) throws {
        for column in 0..<width {
            switch new[row, column] {
            case .absent, .null: values.append(.null)
            case .text(let bytes):
                values.append(.text(start: texts.count, count: bytes.count))
                texts.append(bytes)
            case .integer(let number): values.append(.integer(number))
            case .real(let number): values.append(.real(number))
            }
        }
        waiting &+= 1
        if waiting == rows {
            let statement = try statementOfSeveral()
            try insert(statement, rows, waitingValue)
            clear()
        } else if texts.count > StoreRowBatch.mostBytes {
            try flush()
        }
    }

    @inline(__always)
    private func waitingValue(_ row: Int, _ column: Int) -> CellValue {
        switch values[row &* width &+ column] {
        case .null: .null
        case .text(let start, let count):
            .text(UnsafeRawBufferPointer(rebasing: texts.bytes[start..<(start &+ count)]))
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        }
    }

    /// Inserts the rows that wait.
    func flush() throws {
        for row in 0..<waiting { try insert(single, 1) { waitingValue(row &+ $0, $1) } }
        clear()
    }

    private func clear() {
        waiting = 0
        values.removeAll()
        texts.removeAll()
    }

    /// - Parameter value: the value of a row in a column.
    @inline(__always)
    private func insert(_ statement: Statement, _ rows: Int, _ value: (Int, Int) -> CellValue) throws {
        var parameter = shared
        for row in 0..<rows {
            for column in 0..<width {
                parameter &+= 1
                switch value(row, column) {
                case .absent, .null: try statement.bindNull(parameter)
                case .text(let bytes): try statement.bind(parameter, inPlace: bytes)
                case .integer(let number): try statement.bind(parameter, number)
                case .real(let number): try statement.bind(parameter, number)
                }
            }
        }
        try statement.run()
    }
}
