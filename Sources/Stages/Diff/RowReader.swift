import Contract
import NDJSON
import Schedule
import StageKit

/// Reads a feed's rows with their prints, whatever their tables are.
struct RowReader: FeedInput, TakesOtherTables, MarksRows {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: false)
    /// nil for all.
    let feedTables: [String]?
    let scansAhead = true

    private let known: ComparedTables
    private let printer: RowPrinter
    private var places: [Int] = []
    private let find: ((RowPrint) -> Int?)?
    private let take: (_ record: Record, _ table: Int, _ row: KnownRow) throws -> Void

    /// - Parameters:
    ///   - tables: those that are wanted; nil for all.
    ///   - find: the entry of the rows that were read before that has a print; several threads call it. nil if there are
    ///     no such rows.
    init(
        _ known: ComparedTables, _ printer: RowPrinter, _ context: StageContext,
        tables: [String]? = nil, find: ((RowPrint) -> Int?)? = nil,
        take: @escaping (_ record: Record, _ table: Int, _ row: KnownRow) throws -> Void
    ) {
        self.known = known
        self.printer = printer
        feedTables = tables
        self.find = find
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
        try take(record, table, row(record, known.all[table]))
    }

    private func row(_ record: Record, _ table: ComparedTable) -> KnownRow {
        if let mark = record.mark, let row = PrintMarker.row(mark, isEntry: find != nil) { return row }
        let print = printer.rowPrint(record.bytes, of: table)
        return record.mark == nil ? find?(print).map(KnownRow.entry) ?? .content(print) : .content(print)
    }

    func marker(ofTable name: String) -> (any RowMarker)? {
        PrintMarker(ComparedTable(name), printer.trips, find)
    }

    mutating func finish() {}
}

/// What is known of a row: its print, or the entry of the rows that were read before that has this print.
enum KnownRow {
    case content(RowPrint)
    case entry(Int)
}

/// Marks rows with their prints, or with the entries of the rows that were read before.
private final class PrintMarker: RowMarker {
    private let table: ComparedTable
    private let printer = RowPrinter()
    private let find: ((RowPrint) -> Int?)?

    init(_ table: ComparedTable, _ trips: [UInt64: UInt64], _ find: ((RowPrint) -> Int?)?) {
        self.table = table
        self.find = find
        printer.trips = trips
    }

    func mark(_ record: Record) -> RowMark {
        let print = printer.rowPrint(record.bytes, of: table)
        guard let find else { return RowMark(print.key, print.content) }
        return RowMark(find(print).map { UInt64($0) + 1 } ?? 0, 0)
    }

    /// What a mark says.
    /// - Parameter isEntry: whether the marker finds entries.
    /// - Returns: nil for a row that no entry has.
    static func row(_ mark: RowMark, isEntry: Bool) -> KnownRow? {
        guard isEntry else { return .content(RowPrint(key: mark.first, content: mark.second)) }
        return mark.first == 0 ? nil : .entry(Int(mark.first) - 1)
    }
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
