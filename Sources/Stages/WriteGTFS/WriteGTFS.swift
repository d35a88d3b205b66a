import Contract
import GTFSSchedule
import NDJSON
import Schedule
import StageKit
import Zip

/// The stage `write-gtfs`: writes records of a timetable into a zip, the inverse of `ingest`.
///
/// Memory: some kilobytes a table; rows wait in temporary files until all columns of their table are known.
public struct WriteGTFS: TakesOtherTables, Stage {
    public static let name = "write-gtfs"

    /// Writes the records of the files named, or of standard input where none is.
    /// - Throws: `StageFailure` with status 65 where there is no record of a timetable, or there are two feeds whose ids
    ///   nothing keeps apart.
    public static func run(_ options: WriteGTFSOptions, _ context: StageContext) throws {
        try context.check(options)
        var stage = WriteGTFS(options, context)
        try context.read(context.namedOrStandardInput(options.files), to: &stage)
        try stage.finish()
    }

    public let tables = TableDefinition.all.map(\.name)
    /// Rows of one key are written as often as they came.
    public let feedReading = FeedReading.none
    public let columns: [any AnyColumn] = [WriteGTFS.feedID, WriteGTFS.agencyID, WriteGTFS.zone]
    public let scansAhead = true
    private static let feedID = Tables.AnyRecord.columns.feedID
    private static let agencyID = Tables.Agency.columns.agencyID
    private static let zone = Tables.Agency.columns.agencyTimezone

    private let options: WriteGTFSOptions
    private let context: StageContext
    private var files: [FeedFileRows] = []
    /// By feed its agencies, and the id of the last one.
    private var agencies: [String: (count: Int, id: String?)] = [:]
    /// Whether the table before the record at hand was agency.
    private var isInAgencies = false
    private var isSecond = false
    /// The time zones of the agencies, in input order. A message shows the first few.
    private var zones: [String] = []
    private var knownZones: Set<String> = []
    /// How many tables the reference does not know.
    private var unknownCount = 0
    /// Files that the reference does not know, by their names in lower case; one of several is enough.
    private var unknownFiles: [String: FeedFileRows] = [:]
    /// Why tables cannot be files: the first of their records ends the run.
    private var refusals: [String] = []
    /// Files that the reference does not know take some kilobytes each until all records are read.
    static let unknownLimit = 1000

    private init(_ options: WriteGTFSOptions, _ context: StageContext) {
        self.options = options
        self.context = context
    }

    public mutating func place(ofTable name: String) -> Int? {
        guard !Tables.isDerived(name) else { return nil }
        guard TableFileName.isUsable(name) else {
            context.diagnostics.report(TableFileName.finding(name))
            return nil
        }
        if let refusal = refusal(of: name) {
            refusals.append(refusal)
            return -refusals.count
        }
        let file = FeedFileRows(name, context, prefixesIDs: options.prefixesIDs)
        if file.definition == nil { unknownFiles[file.file.lowercased()] = file }
        files.append(file)
        return files.count - 1
    }

    /// Why a table cannot be a file beside the others; nil if it can.
    private mutating func refusal(of name: String) -> String? {
        guard TableDefinition.named(name) == nil else { return nil }
        let file = Tables.file(of: name)
        let table = Finding.quoted(name)
        unknownCount += 1
        if let known = Tables.name(ofFile: file), TableDefinition.named(known) != nil {
            return
                "the table \(table) cannot have a file of its own, because \(file) would be read as the table \(known)"
        }
        let other = unknownFiles[file.lowercased()]
        if let other, other.file == file {
            return "the tables \(Finding.quoted(other.name)) and \(table) would both be the file \(file)"
        }
        guard unknownCount <= WriteGTFS.unknownLimit else {
            return
                "the input has more than \(WriteGTFS.unknownLimit) tables that are not in the GTFS reference, the limit "
                + "for a feed"
        }
        if let other {
            context.diagnostics.report(
                .surprise, "names_differ_by_case", file: file,
                message: "differs from \(other.file) only by case; both are written; on systems that ignore "
                    + "case, unpacking keeps only one")
        }
        return nil
    }

    public mutating func process(_ record: Record) throws {
        guard record.table >= 0 else {
            let refusal = refusals[-record.table - 1]
            throw StageFailure(.dataUnusable, "\(record.displayName):\(record.line): \(refusal); nothing was written")
        }
        let file = files[record.table]
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        let feed = record.text(WriteGTFS.feedID) ?? none
        if file.isAgency { note(record, feed) } else { isInAgencies = false }
        try file.take(record, of: feed)
    }

    private mutating func note(_ record: Record, _ feed: UnsafeRawBufferPointer) {
        let feed = String(decoding: feed, as: UTF8.self)
        let id = record[WriteGTFS.agencyID].string
        if !isInAgencies, agencies[feed] != nil, !isSecond {
            isSecond = true
            context.diagnostics.report(
                .incomplete, "several_feeds", file: record.displayName, line: record.line,
                message:
                    "a second agency table begins here; written as one feed; if the input holds two feeds, name each with "
                    + "'linefeed ingest --feed-id' and separate their ids with 'write-gtfs --prefix-ids'")
        }
        isInAgencies = true
        if let zone = record[WriteGTFS.zone].string, knownZones.insert(zone).inserted { zones.append(zone) }
        agencies[feed] = ((agencies[feed]?.count ?? 0) + 1, id)
    }

    public mutating func finish() throws {
        try context.require(.anyRecord)
        // Files that the reference does not know make no feed.
        if !files.contains(where: { $0.definition != nil && $0.rowCount > 0 }) {
            try context.require(RecordNeeds(anyOf: WriteGTFS.usual))
        }
        try judgeFeeds()
        context.reportDerivedRecords()
        for file in files { report(file) }
        MissingFiles.report(
            among: Set(files.filter { $0.rowCount > 0 }.map(\.name)), to: context.diagnostics)
        let archive = ZipWriter(level: 5, jobs: context.options.jobs) { [sink = context.sink] bytes in
            try sink.text(bytes)
        }
        let agencies = agencyIDs()
        do {
            for file in ordered() { try file.write(into: archive, agencies: agencies) }
            try archive.finish()
        } catch let fault as ZipWriterFault {
            throw StageFailure(.internalFault, "\(fault)")
        }
    }

    /// Tables that hardly a feed lacks, for a message about one that has none.
    private static let usual = [Tables.Stops.name, Tables.Routes.name, Tables.Trips.name, Tables.StopTimes.name]

    /// Files of the reference in its order, then the others by the bytes of their names.
    private func ordered() -> [FeedFileRows] {
        let places = Dictionary(uniqueKeysWithValues: TableDefinition.all.map(\.name).enumerated().map { ($1, $0) })
        let filled = files.filter { $0.rowCount > 0 }
        return filled.filter { $0.definition != nil }.sorted {
            places[$0.name, default: 0] < places[$1.name, default: 0]
        }
            + filled.filter { $0.definition == nil }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    // MARK: Several feeds

    private var feeds: [String] {
        var feeds: [String] = []
        var known: Set<String> = []
        for file in files where !file.mayHaveFeedID {
            for (feed, _) in file.spools where known.insert(feed).inserted { feeds.append(feed) }
        }
        return feeds
    }

    private func judgeFeeds() throws {
        let feeds = feeds
        for file in files { file.settleFeedID(feeds) }
        guard options.prefixesIDs else {
            guard feeds.count > 1 else { return }
            let names = feeds.prefix(5).map { $0.isEmpty ? "no feed_id" : Finding.quoted($0) }.joined(separator: ", ")
            throw StageFailure(
                .dataUnusable,
                "the input holds \(feeds.count) feeds (\(names)\(feeds.count > 5 ? ", …" : "")), whose ids may "
                    + "collide; separate them with --prefix-ids, or choose one with --where feed_id=…")
        }
        if feeds.contains("") {
            context.diagnostics.report(
                .warning, "no_feed_id",
                message:
                    "some records have no feed_id; their ids stay unchanged, except for a colon in front of "
                    + "ids that contain one; add feed_id with 'linefeed ingest --feed-id'")
        }
        if agencies.count > 1, zones.count > 1 {
            context.diagnostics.report(
                .incomplete, "several_timezones", file: "agency.txt", field: WriteGTFS.zone.name,
                message:
                    "the feeds have the time zones \(zones.prefix(5).map(Finding.quoted).joined(separator: ", ")), but a feed "
                    + "can have only one; times are written unchanged, so programs will read them all in one zone")
        }
        guard let info = files.first(where: { $0.name == Tables.FeedInfo.name }), info.rowCount > 1 else { return }
        context.diagnostics.report(
            .warning, "several_feed_infos", file: info.file,
            message: "has \(info.rowCount) rows, of which programs read one; all are written")
    }

    /// By feed the agency that rows get which name none: one agency need not have an id, and of two each must.
    private func agencyIDs() -> [String: String] {
        guard options.prefixesIDs, agencies.values.reduce(0, { $0 + $1.count }) > 1 else { return [:] }
        // An id that is a feed's name alone may be one of a record without feed_id.
        let ending = feeds.contains("") ? ":" : ""
        var ids: [String: String] = [:]
        for (feed, known) in agencies where known.count == 1 && !feed.isEmpty {
            ids[feed] = FeedPrefix.name(feed) + (known.id.map { ":" + $0 } ?? ending)
        }
        return ids
    }

    // MARK: Findings

    private func report(_ file: FeedFileRows) {
        let findings: [(count: Int, kind: Finding.Kind, code: String, message: String)] = [
            (
                file.nulls, .note, "null_written_empty",
                "values are null, perhaps because of a wrong type; written as empty cells"
            ),
            (
                file.nullKeys, .incomplete, "null_key",
                "values of the key are null; written as 'null', because readers reject rows without a key"
            ),
            (file.nested, .warning, "not_a_cell", "values are neither text nor numbers; written as JSON"),
            (
                file.beyond, .incomplete, "too_many_columns",
                "records have more than \(CSVReader.columnLimit) different members, the maximum number of columns;"
                    + " the others were skipped"
            ),
        ]
        for (count, kind, code, message) in findings where count > 0 {
            context.diagnostics.report(kind, code, file: file.file, message: message, count: count)
        }
    }
}
