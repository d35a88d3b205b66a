import Containers
import Contract
import FeedStore
import GTFSSchedule
import Hashing
import NDJSON
import Parquet
import StageKit
import TableFormats
import TimeZones

/// What becomes of a file's rows: records, or rows of a store.
protocol IngestedRows: AnyObject {
    /// What makes rows on other threads.
    associatedtype Maker: RowMaker
    var plan: RecordPlan { get }
    /// What was noticed about the cells of the row that was taken last.
    var noticed: [NoticedCell] { get }
    /// Whether there is any; asked of every row, so that the list need not be had.
    var hasNoticed: Bool { get }
    /// The hash of that row's key, where keys are hashed; nil where it has none.
    var keyHash: KeyHash? { get }
    /// How many bytes that row's line has more than are accepted; 0 or less for one that is written.
    var excess: Int { get }
    /// Checks the row that the reader stands on and makes it ready to be written.
    func take(_ reader: CSVReader)
    /// Writes the row that was taken.
    func write(_ figures: TableFigures) throws
    /// Creates a maker for another thread.
    func maker() -> Maker
    /// Writes the rows of a block that were made, and counts them.
    /// - Parameter line: the line of the file on which the block begins.
    func write(_ block: RowBlock<Maker>, from line: Int, _ figures: TableFigures) throws
}

/// Rows that become records of NDJSON, or rows of CSV.
final class RecordRows: IngestedRows {
    private let encoder: RowEncoder
    private let sink: RecordSink
    private let head: RecordHead
    /// The most bytes that the members of a record may take, so that the next stage accepts the line.
    private let limit: Int
    private let table: String
    private let hashesKeys: Bool
    private let numberedKey: NumberedMembers?
    private let comparesRows: Bool
    private let known: KnownValues?
    /// The same, kept alive by it: counting references to it was a hundredth of reading a schedule.
    private let lent: Unmanaged<KnownValues>?
    /// What marks rows on this thread; nil if nothing does.
    private let marks: KnownMarks?
    /// Of the row that was taken last.
    private var line = 0

    /// - Parameter duplicates: decides which of the rows are written.
    init(
        _ plan: RecordPlan, _ duplicates: borrowing DuplicateRows, _ head: RecordHead, table: String, limit: Int,
        _ sink: RecordSink
    ) {
        let hashesKeys = duplicates.hashesKeys
        known = sink.rows.map { KnownValues(plan, head, $0) }
        lent = known.map { .passUnretained($0) }
        let marks = sink.rows.flatMap {
            KnownMarks(plan, head, $0, table: table, hashesKeys: hashesKeys, limit: limit)
        }
        self.marks = marks.flatMap { $0.saveScanning ? $0 : nil }
        encoder = RowEncoder(plan, hashesKeys: hashesKeys)
        self.sink = sink
        self.head = head
        self.limit = limit
        self.table = table
        self.hashesKeys = hashesKeys
        numberedKey = duplicates.members
        comparesRows = duplicates.isActive
    }

    func maker() -> RecordMaker {
        let marks = sink.rows.flatMap {
            KnownMarks(plan, head, $0, table: table, hashesKeys: hashesKeys, limit: limit)
        }
        return RecordMaker(
            plan, hashesKeys: hashesKeys, numberedKey: numberedKey, start: Array(head.asRecord.dropLast()),
            limit: limit, keepsRows: comparesRows || sink.rows != nil, marker: marks)
    }

    var plan: RecordPlan { encoder.plan }
    var noticed: [NoticedCell] { encoder.noticed }
    var hasNoticed: Bool { !encoder.noticed.isEmpty }
    var keyHash: KeyHash? { encoder.keyHash }
    var excess: Int { encoder.bytes.count &- limit }

    func take(_ reader: CSVReader) {
        line = reader.line
        encoder.encode(reader)
    }

    func write(_ figures: TableFigures) throws {
        guard let lent else { return try sink.write(head, members: encoder.bytes, figures) }
        let start = try sink.lay(head, members: encoder.bytes)
        defer { sink.cancel() }
        figures.written &+= 1
        try lent._withUnsafeGuaranteedRef { known in
            known.set(encoder, start)
            let mark = marks?.mark(encoder, start, sink.current)
            try known.lent._withUnsafeGuaranteedRef {
                try $0.take(sink.current, known.values, number: line, mark: mark)
            }
        }
    }

    func write(_ block: RowBlock<RecordMaker>, from line: Int, _ figures: TableFigures) throws {
        guard lent != nil else {
            figures.read += block.rows.count
            return try sink.write(block.rows.records.bytes, count: block.rows.count, figures)
        }
        try block.rows.forEachRow(prepare: { prepare(for: $0, of: block.rows) }) {
            figures.read += 1
            try write($0, from: line, figures)
        }
    }

    /// Announces to the reader the marks of some rows of a block that it will receive one by one.
    func prepare(for rows: Range<Int>, of block: RecordMaker) {
        guard block.runs == nil, !block.marks.isEmpty, let lent else { return }
        let marks = UnsafeBufferPointer(rebasing: block.marks[rows])
        lent._withUnsafeGuaranteedRef { $0.lent._withUnsafeGuaranteedRef { $0.prepare(for: marks) } }
    }

    /// Whether the reader takes rows at the start of a block in runs.
    func takesRuns(of block: RowBlock<RecordMaker>) -> Bool {
        guard let lent, block.rows.runs?.runs.isEmpty == false else { return false }
        return lent._withUnsafeGuaranteedRef { $0.lent._withUnsafeGuaranteedRef { $0.takesRuns } }
    }

    /// Passes rows at the start of a block in runs, and counts them.
    /// - Returns: the number of rows that were passed.
    func takeRuns(
        of block: RowBlock<RecordMaker>, _ duplicates: inout DuplicateRows, _ figures: TableFigures
    ) throws -> Int {
        guard let lent, let runs = block.rows.runs, takesRuns(of: block) else { return 0 }
        let kept = duplicates.keeps(runs)
        let count = try lent._withUnsafeGuaranteedRef { known in
            try known.lent._withUnsafeGuaranteedRef { try $0.take(runs, first: kept) }
        }
        // A row that was not taken would now repeat its own key.
        precondition(!duplicates.isActive || count == runs.runs[..<kept].reduce(0) { $0 + $1.count })
        figures.read += count
        figures.written += count
        return count
    }

    /// Writes one of them.
    /// - Parameter line: the line of the file on which the block begins.
    func write(_ made: MadeRow, from line: Int, _ figures: TableFigures) throws {
        guard let lent else { return try sink.write(made.line, count: 1, figures) }
        figures.written &+= 1
        try lent._withUnsafeGuaranteedRef { known in
            let mark = made.mark
            // The table, which is of the head, has its value all the same.
            if mark?.standsForValues != true { known.set(made) }
            try known.lent._withUnsafeGuaranteedRef {
                try $0.take(made.record, known.values, number: made.row(from: line), mark: mark)
            }
        }
    }
}

/// Rows whose values are read as their types, and never written as records. Keys are not looked at: a store tells them
/// apart by itself, and where columns are to, rows are written as records.
protocol TypedRows: IngestedRows where Maker == ValueMaker {
    var values: RowValues { get }
    /// Writes rows.
    /// - Parameter textBytes: the bytes of all texts among their values.
    func write(_ rows: CellRows, textBytes: Int) throws
}

extension TypedRows {
    var plan: RecordPlan { values.plan }
    var noticed: [NoticedCell] { values.noticed }
    var hasNoticed: Bool { !values.noticed.isEmpty }
    var keyHash: KeyHash? { nil }
    var excess: Int { 0 }

    func take(_ reader: CSVReader) { values.read(reader) }
    func maker() -> ValueMaker { ValueMaker(plan) }

    func write(_ figures: TableFigures) throws {
        try write(values.row, textBytes: values.textBytes)
        figures.written &+= 1
    }

    func write(_ block: RowBlock<ValueMaker>, from line: Int, _ figures: TableFigures) throws {
        let count = block.rows.count
        figures.read &+= count
        try write(block.rows.rows, textBytes: block.rows.textBytes)
        figures.written &+= count
    }
}

/// Rows that go into a table of a store.
final class StoredRows: TypedRows {
    let values: RowValues
    private let table: StoreTable

    init(_ plan: RecordPlan, _ table: StoreTable) {
        values = RowValues(plan)
        self.table = table
    }

    func write(_ rows: CellRows, textBytes: Int) throws { try table.insert(rows) }
}

/// Rows that become Parquet: values go into columns without being written as text in between.
final class ColumnRows: TypedRows {
    let values: RowValues
    private let table: ParquetTable
    private let feedID: [UInt8]?
    private let dates: [Bool]
    /// The columns of the group at hand, which the table keeps alive: counting references was a quarter of the work.
    private var leaves: [Unmanaged<ParquetLeaf>] = []
    private var feedLeaf: Unmanaged<ParquetLeaf>?
    private var group = -1
    /// Dates of a column that wait to be appended.
    private let days = GrowingColumn<Int64>()

    init(_ plan: RecordPlan, _ table: ParquetTable, feedID: String?) {
        values = RowValues(plan)
        self.table = table
        self.feedID = feedID.map { Array($0.utf8) }
        dates = plan.members.map { $0.type == .date }
    }

    /// What the file has for the members of a plan.
    static func columns(of plan: RecordPlan, _ table: String) -> TableShape {
        TableShape(table, plan.members.map { ColumnDescription($0.name, $0.type.columnType) })
    }

    func write(_ rows: CellRows, textBytes: Int) throws {
        let fixed = 8 &* rows.width
        var first = 0
        var left = textBytes &+ fixed &* rows.count
        while first < rows.count {
            if group != table.group { findLeaves() }
            let room = table.room(for: rows.count - first, together: left) {
                // About what a row takes.
                fixed &+ rows.textBytes(ofRow: first &+ $0)
            }
            if let feedID, let feedLeaf {
                feedID.withUnsafeBytes { id in
                    feedLeaf._withUnsafeGuaranteedRef { leaf in for _ in 0..<room.rows { leaf.append(id) } }
                }
            }
            // Column by column: a column's dictionary stays in the processor's caches.
            let part = rows.rows(from: first, count: room.rows)
            for member in leaves.indices {
                let isDate = dates[member]
                leaves[member]._withUnsafeGuaranteedRef { leaf in
                    if isDate { appendDates(part, member, to: leaf) } else { append(part, member, to: leaf) }
                }
            }
            try table.end(rows: room.rows, bytes: room.bytes)
            first += room.rows
            left -= room.bytes
        }
        // Otherwise groups would depend on how rows come in blocks.
        assert(left == 0)
    }

    /// Appends the values of one column; numbers that follow each other together.
    private func append(_ rows: CellRows, _ column: Int, to leaf: ParquetLeaf) {
        var row = 0
        while row < rows.count {
            let numbers = rows.numbers(from: row, column: column)
            if !numbers.isEmpty {
                leaf.append(numbers: numbers)
                row &+= numbers.count
            }
            others: while row < rows.count {
                switch rows[row, column] {
                case .integer, .real: break others
                case .text(let text): leaf.append(text)
                case .absent, .null: leaf.appendNull()
                }
                row &+= 1
            }
        }
    }

    /// Appends dates; those that follow each other together.
    private func appendDates(_ rows: CellRows, _ column: Int, to leaf: ParquetLeaf) {
        func appendDays() {
            guard days.count > 0 else { return }
            leaf.append(numbers: days.values)
            days.removeAll()
        }
        for row in 0..<rows.count {
            if case .text(let text) = rows[row, column], let date = CivilDate(compact: text) {
                days.append(Int64(date.daysSinceEpoch))
            } else {
                appendDays()
                leaf.appendNull()
            }
        }
        appendDays()
    }

    private func findLeaves() {
        group = table.group
        var found: [Unmanaged<ParquetLeaf>] = []
        for column in table.columns {
            if case .leaf(let leaf) = column.content { found.append(Unmanaged.passUnretained(leaf)) }
        }
        feedLeaf = feedID == nil ? nil : found.removeFirst()
        leaves = found
    }
}
