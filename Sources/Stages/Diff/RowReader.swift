import Contract
import NDJSON
import Schedule
import StageKit

/// Reads a feed's rows with their prints, whatever their tables are.
struct RowReader: FeedInput, TakesOtherTables, MarksRows, EndsTablesEarly {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.timetable(apart: false)
    /// nil for all.
    let feedTables: [String]?
    let scansAhead = true

    private let known: ComparedTables
    private let printer: RowPrinter
    private var places: [Int] = []
    /// The entry of the row that was found last.
    private var last = -1
    private let search: RowSearch?
    private let needs: (_ table: Int) -> Bool
    private let take: (_ record: Record, _ table: Int, _ row: KnownRow) throws -> Void

    /// - Parameters:
    ///   - tables: those that are wanted; nil for all.
    ///   - search: looks rows up among those that were read before; nil if there are no such rows.
    ///   - needs: whether more rows of a table are needed.
    init(
        _ known: ComparedTables, _ printer: RowPrinter, tables: [String]? = nil, search: RowSearch? = nil,
        needs: @escaping (_ table: Int) -> Bool = { _ in true },
        take: @escaping (_ record: Record, _ table: Int, _ row: KnownRow) throws -> Void
    ) {
        self.known = known
        self.printer = printer
        feedTables = tables
        self.search = search
        self.needs = needs
        self.take = take
    }

    mutating func place(ofTable name: String) -> Int? {
        guard isWanted(name) else { return nil }
        places.append(known.place(of: name))
        return places.count - 1
    }

    private func isWanted(_ name: String) -> Bool {
        // Records that stages make of feeds are no part of one.
        !Tables.isDerived(name) && feedTables.map { $0.contains(name) } ?? true
    }

    mutating func process(_ record: Record) throws {
        let table = places[record.table]
        known.rowCounts[table] += 1
        try take(record, table, row(record, known.all[table]))
    }

    private mutating func row(_ record: Record, _ table: ComparedTable) -> KnownRow {
        if let mark = record.mark { return KnownRow(mark, isFound: search != nil) }
        let print = printer.rowPrint(record.bytes, of: table)
        return search.map { .found($0.find(print, after: &last)) } ?? .content(print)
    }

    func marker(ofTable name: String) -> (any RowMarker)? {
        guard isWanted(name) else { return nil }
        let place = known.place(of: name)
        let table = known.all[place]
        // Whether such a row names a trip stands in another of its members.
        return !printer.trips.isEmpty && table.mayNameTripsByRecord
            ? nil : PrintMarker(table, printer.trips, search)
    }

    func needsRows(ofTable name: String) -> Bool {
        known.all.firstIndex { $0.name == name }.map(needs) ?? true
    }

    mutating func finish() {}
}

/// Looks rows up among the rows of OLD. Several threads may use it at the same time.
final class RowSearch {
    private let rows: RowTable
    private let isSecondReading: Bool

    /// - Parameter isSecondReading: whether the rows come from a second reading of OLD. The search then finds only the rows
    ///   that were not met.
    init(_ rows: RowTable, isSecondReading: Bool) {
        self.rows = rows
        self.isSecondReading = isSecondReading
    }

    /// Finds the row that has a print.
    /// - Parameter last: the entry that was found last; it is replaced.
    func find(_ print: RowPrint, after last: inout Int) -> RowTable.Found {
        isSecondReading ? rows.findUnmet(print, after: &last) : rows.find(print, after: &last)
    }

    /// Whether the record of a row is needed, which depends on what the search found for this row.
    /// - Parameter isUnique: whether the feed has no other row of the same key.
    func needsRecord(_ found: RowTable.Found, of table: ComparedTable, isUnique: Bool) -> Bool {
        switch found {
        case .same where isSecondReading: true
        case _ where isSecondReading: false
        case .otherwise: true
        // The new feed may have such a row more often than the old one.
        case .same where isUnique: false
        case .same, .none: !table.countsAdded.load(ordering: .relaxed)
        }
    }
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

    /// - Parameter needsRecord: whether the record of the row is needed besides the mark.
    func write(needsRecord: Bool, to mark: inout RowMark) {
        (mark.first, mark.second) =
            switch self {
            case .content(let print): (print.key, print.content)
            case .found(.same(let entry)): (1, UInt64(entry))
            case .found(.otherwise(let entry)): (2, UInt64(entry))
            case .found(.none): (0, 0)
            }
        mark.standsForValues = !needsRecord
    }
}

/// Marks rows with what is known of them.
private final class PrintMarker: MemberMarker {
    private let table: ComparedTable
    private let printer = RowPrinter()
    private let search: RowSearch?
    /// Whether each row has a key of its own. Two trips may get one id if trips have other ids in the old feed.
    private let isUnique: Bool
    let maySpareRecords = true
    private var members: [ComparedMember] = []
    /// The entry of the row that was found last.
    private var last = -1

    init(_ table: ComparedTable, _ trips: [UInt64: UInt64], _ search: RowSearch?) {
        self.table = table
        self.search = search
        printer.trips = trips
        isUnique = table.hasUniqueKeys && trips.isEmpty
    }

    func know(members names: [String]) { members = names.map { ComparedMember($0, of: table) } }

    func mark(_ record: Record, _ mark: inout RowMark) {
        write(printer.rowPrint(record.bytes, of: table), to: &mark)
    }

    func mark(members values: UnsafePointer<JSONValue>, _ mark: inout RowMark) {
        write(printer.rowPrint(values, members, of: table), to: &mark)
    }

    private func write(_ print: RowPrint, to mark: inout RowMark) {
        guard let search else { return KnownRow.content(print).write(needsRecord: false, to: &mark) }
        let found = search.find(print, after: &last)
        KnownRow.found(found).write(
            needsRecord: search.needsRecord(found, of: table, isUnique: isUnique), to: &mark)
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
    /// For each table, the number of rows of OLD that NEW lacks or has with other values.
    var unmet: [Int] = []
    /// For each table, how many of these rows NEW has with other values.
    var modified: [Int] = []

    func place(of name: String) -> Int {
        if let place = all.firstIndex(where: { $0.name == name }) { return place }
        all.append(ComparedTable(name))
        rowCounts.append(0)
        unmet.append(0)
        modified.append(0)
        return all.count - 1
    }
}
