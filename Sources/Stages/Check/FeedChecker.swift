import Contract
import Schedule
import StageKit

/// Reads a feed's rows: checks each by itself, and keeps what is compared once all are there.
struct FeedChecker: FeedInput, HasFeedOption, TakesOtherTables, MarksRows {
    let tables = TableDefinition.all.map(\.name)
    let feedReading = FeedReading.none
    let scansAhead = true
    let columns: [any AnyColumn]
    var rowFindings: (any FindingListener)? { findings }

    let book: NoticeBook
    let findings: RowNotices
    let feed = CheckedFeed()
    let side = SideTables()
    let checks: [TableChecks]
    let references: [Reference]
    let tripOfStopTimes: Reference
    let stopOfStopTimes: Reference
    /// Files that are not of the reference, and are told as they come.
    private var unknown: Set<String> = []
    private(set) var seen: Set<String> = []
    private var feedID: [UInt8]?
    /// Rows as other stages read them; what is wrong with their values is for the rules to tell.
    let rows: ScheduleRows
    private let takers: [(FeedChecker, Record) throws -> Void]

    var adviceOnMessages: String { "name the timetable first, and the messages with --realtime" }

    init(_ book: NoticeBook, _ context: StageContext) throws {
        self.book = book
        rows = ScheduleRows(try RereadableFeed.quietContext(like: context).diagnostics)
        findings = RowNotices(book)
        let feed = feed
        var references: [Reference] = []
        for definition in TableDefinition.all {
            for field in definition.fields where !field.targets.isEmpty {
                // A service may be in calendar_dates.txt alone.
                if definition.name == "calendar_dates" { continue }
                guard let space = feed.spaces[field.targets[0].column] else { continue }
                references.append(
                    Reference(
                        definition.name, field.name, number: NamedColumn(field.name).number, space,
                        targets: field.targets.map(\.table)))
            }
        }
        self.references = references
        func reference(_ field: String) -> Reference {
            guard let found = references.first(where: { $0.table == "stop_times" && $0.field == field }) else {
                preconditionFailure("stop_times.\(field) refers to nothing")
            }
            return found
        }
        tripOfStopTimes = reference("trip_id")
        stopOfStopTimes = reference("stop_id")
        var defined: [String: [String: IDSpace]] = ["calendar_dates": ["service_id": feed.serviceIDs]]
        for target in TableDefinition.all.flatMap({ $0.fields.flatMap(\.targets) }) {
            defined[target.table, default: [:]][target.column] = feed.spaces[target.column]
        }
        for definition in TableDefinition.all {
            if let key = definition.onlyKey { defined[definition.name, default: [:]][key] = feed.spaces[key] }
        }
        // These ids are of another table than the one they are the key of.
        for (table, column) in [("route_networks", "route_id")] { defined[table]?[column] = nil }
        checks = TableDefinition.all.map { definition in
            TableChecks(
                definition, book, references: references.filter { $0.table == definition.name },
                defined: defined[definition.name] ?? [:])
        }
        for check in checks where check.name == "stop_times" {
            check.leave([
                "trip_id", "stop_id", "stop_sequence", "arrival_time", "departure_time", "shape_dist_traveled",
            ])
        }
        for check in checks where check.name == "shapes" {
            check.leave(["shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"])
        }
        takers = TableDefinition.all.map { FeedChecker.taker(of: $0.name) }
        var columns: [any AnyColumn] = [Tables.AnyRecord.columns.feedID]
        columns.append(SideTables.geometry)
        var names: Set<String> = []
        for field in TableDefinition.all.flatMap(\.fields) where names.insert(field.name).inserted {
            columns.append(NamedColumn(field.name))
        }
        self.columns = columns
    }

    mutating func place(ofTable name: String) -> Int? {
        if let place = checks.firstIndex(where: { $0.name == name }) { return place }
        // A feed's own reader tells of its files, and what stages write is no file of a feed.
        if !hasFiles, !Tables.isDerived(name), unknown.insert(name).inserted {
            book.add(.unknownFile, file: Tables.file(of: name), line: nil)
        }
        return nil
    }

    /// Whether the feed is read from files, whose reader tells more of them than rows do.
    private var hasFiles = false

    mutating func begin(_ table: SourceTable) {
        hasFiles = true
        seen.insert(table.table)
        checks.first { $0.name == table.table }?.begin(table)
    }

    mutating func process(_ record: Record) throws {
        let check = checks[record.table]
        if check.rowCount == 0 { seen.insert(check.name) }
        let quiet = QuietRow(record.mark)
        if let plain = quiet?.plain {
            check.countPlainRow()
            return try takePlain(plain, record, isPoint: record.table == FeedChecker.shapes)
        }
        if let id = record.text(Tables.AnyRecord.columns.feedID) { try take(feedID: id, record) }
        if quiet != nil { check.takeSilent(record) } else { check.check(record) }
        try takers[record.table](self, record)
    }

    private static let shapes = TableDefinition.all.firstIndex { $0.name == Tables.Shapes.name }

    func marker(ofTable name: String) -> (any RowMarker)? {
        checks.first { $0.name == name }?.makeSilence().map {
            SilenceMarker($0, FeedChecker.markingPlainRows(of: name))
        }
    }

    /// Ids of several feeds are not one feed's.
    private mutating func take(feedID id: UnsafeRawBufferPointer, _ record: Record) throws {
        guard let feedID else { return feedID = Array(id) }
        guard !id.elementsEqual(feedID) else { return }
        let names = [feedID, Array(id)].map { String(decoding: $0, as: UTF8.self) }
        throw StageFailure(
            .dataUnusable,
            "\(record.displayName): the input holds the feeds \(Finding.quoted(names[0])) and \(Finding.quoted(names[1])), and "
                + "check takes one feed at a time; choose one with --where feed_id=\(Finding.printable(names[0]))")
    }

    mutating func finish() {}

    func check(of table: String) -> TableChecks {
        guard let check = checks.first(where: { $0.name == table }) else { preconditionFailure("no table \(table)") }
        return check
    }

    func file(_ table: String) -> String { check(of: table).file }
}
