import FeedStore
import GTFSSchedule
import Hashing
import NDJSON
import StageKit

/// What becomes of a file's rows: records, or rows of a store.
protocol ScheduleRows: AnyObject {
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
}

/// Rows that become records of NDJSON, or rows of CSV.
final class RecordRows: ScheduleRows {
    private let encoder: RowEncoder
    private let sink: RecordSink
    private let head: RecordHead
    /// The most bytes that the members of a record may take, so that the next stage accepts the line.
    private let limit: Int

    init(_ plan: RecordPlan, hashesKeys: Bool, _ head: RecordHead, limit: Int, _ sink: RecordSink) {
        encoder = RowEncoder(plan, hashesKeys: hashesKeys)
        self.sink = sink
        self.head = head
        self.limit = limit
    }

    var plan: RecordPlan { encoder.plan }
    var noticed: [NoticedCell] { encoder.noticed }
    var hasNoticed: Bool { !encoder.noticed.isEmpty }
    var keyHash: KeyHash? { encoder.keyHash }
    var excess: Int { encoder.bytes.count &- limit }

    func take(_ reader: CSVReader) { encoder.encode(reader) }

    func write(_ figures: TableFigures) throws { try sink.write(head, members: encoder.bytes, figures) }
}

/// Rows that go into a table of a store.
final class StoredRows: ScheduleRows {
    private let values: RowValues
    private let table: StoreTable

    init(_ plan: RecordPlan, _ table: StoreTable) {
        values = RowValues(plan)
        self.table = table
    }

    var plan: RecordPlan { values.plan }
    var noticed: [NoticedCell] { values.noticed }
    var hasNoticed: Bool { !values.noticed.isEmpty }
    /// The store tells keys apart by itself.
    var keyHash: KeyHash? { nil }
    var excess: Int { 0 }

    func take(_ reader: CSVReader) { values.read(reader) }

    func write(_ figures: TableFigures) throws {
        try table.insert(values)
        figures.written &+= 1
    }
}
