import Contract
import Feeds
import StageKit

/// Reads a feed's rows with their prints, whatever their tables are.
struct RowReader: RecordStage {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: false)
    let takesFeedAsInput = true
    /// nil for all.
    let feedTables: [String]?
    let scansAhead = true

    private let known: ComparedTables
    private let printer: RowPrinter
    private let derived: Set<String>
    private var places: [Int] = []
    /// Rows taken.
    private(set) var count = 0
    private let take: (_ record: Record, _ table: Int, _ print: RowPrint) throws -> Void

    /// - Parameter tables: those that are wanted; nil for all.
    init(
        _ known: ComparedTables, _ printer: RowPrinter, _ context: StageContext,
        tables: [String]? = nil,
        take: @escaping (_ record: Record, _ table: Int, _ print: RowPrint) throws -> Void
    ) {
        self.known = known
        self.printer = printer
        feedTables = tables
        self.take = take
        // Records that stages make of feeds are no part of one.
        derived = Set(context.world.tables().map(\.name)).subtracting(self.tables)
    }

    mutating func place(ofTable name: String) -> Int? {
        guard !derived.contains(name), feedTables.map({ $0.contains(name) }) ?? true else { return nil }
        places.append(known.place(of: name))
        return places.count - 1
    }

    mutating func process(_ record: Record) throws {
        let table = places[record.table]
        count += 1
        known.rowCounts[table] += 1
        try take(record, table, printer.rowPrint(record.bytes, of: known.all[table]))
    }

    mutating func finish() {}
}

/// The tables that were met in either feed.
final class ComparedTables {
    private(set) var all: [ComparedTable] = []
    /// Rows read of each, over both feeds.
    var rowCounts: [Int] = []
    /// Rows of OLD of each that NEW does not have as they are.
    var unmet: [Int] = []

    func place(of name: String) -> Int {
        if let place = all.firstIndex(where: { $0.name == name }) { return place }
        all.append(ComparedTable(name))
        rowCounts.append(0)
        unmet.append(0)
        return all.count - 1
    }
}
