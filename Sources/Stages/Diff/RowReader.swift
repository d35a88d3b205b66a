import Contract
import Schedule
import StageKit

/// Reads a feed's rows with their prints, whatever their tables are.
struct RowReader: FeedInput, TakesOtherTables {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: false)
    /// nil for all.
    let feedTables: [String]?
    let scansAhead = true

    private let known: ComparedTables
    private let printer: RowPrinter
    private var places: [Int] = []
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
    }

    mutating func place(ofTable name: String) -> Int? {
        // Records that stages make of feeds are no part of one.
        guard !Tables.isDerived(name), feedTables.map({ $0.contains(name) }) ?? true else { return nil }
        places.append(known.place(of: name))
        return places.count - 1
    }

    mutating func process(_ record: Record) throws {
        let table = places[record.table]
        known.rowCounts[table] += 1
        try take(record, table, printer.rowPrint(record.bytes, of: known.all[table]))
    }

    mutating func finish() {}
}

extension RereadableFeed {
    /// Does what reads it for the first time, and sees that it is a feed and was read to its end.
    ///
    /// - Throws: what ends the run where it could not be read whole, or has no row of any table of the reference.
    func readWhole<Result>(_ context: StageContext, _ read: () throws -> Result) throws -> Result {
        let tables = Set(TableDefinition.all.map(\.name))
        var rowCount: Int { context.summary.tables.reduce(0) { $0 + (tables.contains($1.table) ? $1.read : 0) } }
        let before = rowCount
        let result = try context.diagnostics.reading(path ?? name) { try read() }
        let isEmpty = rowCount == before
        guard context.status == .done else {
            let message = "\(name) cannot be read completely, so its changes are unknown"
            // Of what is no feed at all it was said what it is.
            if isEmpty { throw context.unusable("no_records", message) }
            throw StageFailure(context.status, message)
        }
        if isEmpty {
            try context.nothingToDo("no_records", "\(name) has no rows of a feed", outcome: "a feed without rows")
        }
        return result
    }
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
