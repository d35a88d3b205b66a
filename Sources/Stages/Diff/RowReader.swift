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
    private let find: ((RowPrint) -> RowTable.Found)?
    private let take: (_ record: Record, _ table: Int, _ row: KnownRow) throws -> Void

    /// - Parameters:
    ///   - tables: those that are wanted; nil for all.
    ///   - find: which of the rows that were read before has a print; several threads call it. nil if there are no such
    ///     rows.
    init(
        _ known: ComparedTables, _ printer: RowPrinter, _ context: StageContext,
        tables: [String]? = nil, find: ((RowPrint) -> RowTable.Found)? = nil,
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
        if let mark = record.mark { return KnownRow(mark, isFound: find != nil) }
        let print = printer.rowPrint(record.bytes, of: table)
        return find.map { .found($0(print)) } ?? .content(print)
    }

    func marker(ofTable name: String) -> (any RowMarker)? {
        let table = ComparedTable(name)
        // Whether such a row names a trip stands in another of its members.
        return !printer.trips.isEmpty && table.mayNameTripsByRecord
            ? nil : PrintMarker(table, printer.trips, find)
    }

    mutating func finish() {}
}

/// What is known of a row: its print, or which of the rows that were read before it is.
enum KnownRow {
    case content(RowPrint)
    case found(RowTable.Found)

    /// - Parameter isFound: whether the row was looked for among others.
    init(_ mark: RowMark, isFound: Bool) {
        guard isFound else {
            self = .content(RowPrint(key: mark.first, content: mark.second))
            return
        }
        switch mark.first {
        case 1: self = .found(.same(entry: Int(mark.second)))
        case 2: self = .found(.otherwise(entry: Int(mark.second)))
        default: self = .found(.none)
        }
    }

    var mark: RowMark {
        switch self {
        case .content(let print): RowMark(print.key, print.content)
        case .found(.same(let entry)): RowMark(1, UInt64(entry))
        case .found(.otherwise(let entry)): RowMark(2, UInt64(entry))
        case .found(.none): RowMark(0, 0)
        }
    }
}

/// Marks rows with what is known of them.
private final class PrintMarker: MemberMarker {
    private let table: ComparedTable
    private let printer = RowPrinter()
    private let find: ((RowPrint) -> RowTable.Found)?
    private var members: [ComparedMember] = []

    init(_ table: ComparedTable, _ trips: [UInt64: UInt64], _ find: ((RowPrint) -> RowTable.Found)?) {
        self.table = table
        self.find = find
        printer.trips = trips
    }

    func know(members names: [String]) { members = names.map { ComparedMember($0, of: table) } }

    func mark(_ record: Record) -> RowMark { mark(printer.rowPrint(record.bytes, of: table)) }

    func mark(members values: UnsafePointer<JSONValue>) -> RowMark {
        mark(printer.rowPrint(values, members, of: table))
    }

    private func mark(_ print: RowPrint) -> RowMark {
        (find.map { KnownRow.found($0(print)) } ?? .content(print)).mark
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
