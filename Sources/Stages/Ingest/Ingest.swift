import GTFSSchedule
import SQLite
import StageKit

/// The stage `ingest`: reads a GTFS Schedule feed and writes each row as a record.
///
/// Tables come one after another in the order of `TableDefinition.all`, then unknown files by name. Memory does not
/// grow with the feed unless duplicates are looked for.
public struct Ingest: Stage {
    public static let name = "ingest"
    private let options: IngestOptions
    private let context: StageContext
    private let tally: ReadTally

    private init(_ options: IngestOptions, _ context: StageContext) {
        self.options = options
        self.context = context
        tally = ReadTally(limit: options.maxUncompressed, inflatesAhead: context.options.jobs > 1)
    }

    /// Reads the feed and writes its records.
    /// - Throws: `StageFailure` with status 66 where the feed is missing, 65 where it is not a feed, ambiguous or
    ///   corrupt.
    public static func run(_ options: IngestOptions, _ context: StageContext) throws {
        try context.check(options)
        try Ingest(options, context).run()
    }

    private func run() throws {
        do {
            defer { context.summary.bytesIn += tally.bytesRead }
            let archive = try open()
            let tables = try FeedTables(archive, options, tally)
            FeedNotices.report(archive, tables, isSelection: options.tables != nil, to: context.diagnostics)
            try checkSizes(tables)
            if let path = options.sqlite {
                try load(tables, of: archive, into: path)
            } else {
                if let folder = options.split { try context.split(into: folder, as: options.format) }
                try read(tables, into: nil)
                try checkOutcome()
                try countUnread(tables)
            }
        } catch let fault as FeedFault {
            throw failure(fault)
        } catch let fault as StoreFault {
            throw StageFailure(fault)
        }
    }

    private func read(_ tables: FeedTables, into load: StoreLoad?) throws {
        for table in tables.list {
            if table.isGeoJSON {
                try LocationsTable(table, options, context, tally, load).read()
            } else {
                try IngestedTable(table, options, context, tally, load).read()
            }
        }
    }

    /// Counts the rows of files that another one was read instead of.
    private func countUnread(_ tables: FeedTables) throws {
        for table in tables.unread where !table.isGeoJSON {
            let reader = CSVReader(
                try TextSource(table.file, encoding: options.encoding, tally: tally),
                limit: context.options.maxLineBytes)
            var rows = -1
            while try reader.next() != .end { rows += 1 }
            let figures = context.summary.table(table.name)
            figures.read += max(rows, 0)
            figures.ignored += max(rows, 0)
        }
    }

    /// Loads the feed into the store at `path`, which is put in place only when it is whole.
    private func load(_ tables: FeedTables, of archive: FeedArchive, into path: String) throws {
        let load = try StoreLoad(path, tables, options, context)
        guard !(try load.isUnchanged()) else { return }
        try load.begin()
        try read(tables, into: load)
        try checkOutcome()
        try countUnread(tables)
        guard !(context.options.strict && context.diagnostics.trippedStrict) else { return }
        try load.finish()
    }

    // MARK: The feed

    /// Opens the feed; what is not a regular file or folder, and what is compressed, is copied first.
    private func open() throws -> FeedArchive {
        let (file, parts) = FeedArchive.split(options.feed)
        if context.remote != nil, StageContext.isRemote(file) {
            let input = try context.open(file)
            return try FeedArchive(spooling: input, name: input.displayName, parts: parts, tally: tally)
        }
        guard file == "-" || PathKind(file).mustBeCopied else {
            return try FeedArchive(path: options.feed, tally: tally)
        }
        // Nobody types a zip: standard input must not be a terminal.
        if file == "-" { _ = try context.namedOrStandardInput([]) }
        let input = try InputFile(file)
        return try FeedArchive(spooling: input, name: input.displayName, parts: parts, tally: tally)
    }

    /// A feed that says it is too large need not be read to find out.
    private func checkSizes(_ tables: FeedTables) throws {
        let total = Ingest.sum(tables.list.map(\.file.bytes))
        guard total <= options.maxUncompressed else {
            throw StageFailure(
                .dataUnusable,
                "\(options.feed): its tables hold \(total) bytes, more than the \(options.maxUncompressed) of "
                    + "--max-uncompressed")
        }
        let surveys = options.sqlite == nil && (options.duplicates == .last || options.duplicates == .reject)
        let passes = surveys ? 2 : 1
        context.progress.total = Ingest.sum(
            tables.list.flatMap { [Int](repeating: $0.file.storedBytes, count: passes) })
    }

    /// A sum that stays at the largest number: a directory may claim any size.
    private static func sum(_ sizes: [Int]) -> Int {
        sizes.reduce(0) { total, size in
            let (sum, overflow) = total.addingReportingOverflow(size)
            return overflow ? Int.max : sum
        }
    }

    /// A feed without rows, and one of which all rows were rejected, is nothing to work on; one that stands beside the
    /// pipe is for its stage to judge.
    private func checkOutcome() throws {
        guard !options.mayLackTables else { return }
        let read = context.summary.tables.reduce(0) { $0 + $1.read }
        let written = context.summary.tables.reduce(0) { $0 + $1.written }
        guard written == 0 else { return }
        guard read > 0 else {
            return try context.nothingToDo(
                "no_rows",
                "\(options.feed): \(options.tables == nil ? "the feed's tables have" : "the requested tables have") no rows"
            )
        }
        let what = read == 1 ? "its only row could not be used" : "none of the \(read) rows could be used"
        try context.nothingToDo("nothing_usable", "\(options.feed): \(what)")
    }

    /// What is not a zip may be known all the same.
    private static func words(_ head: [UInt8]) -> String {
        if head.starts(with: "{\"table\"".utf8) { return " but a file of records, which stages read without ingest" }
        guard let content = ForeignContent(head) else { return "" }
        let what = " but \(content.words)"
        switch content {
        case .realtimeMessage, .base64Messages: return what
        case .database: return what + "; if it holds a feed, name it with --feed"
        case .page: return what + "; is it an error page in place of the feed?"
        case .csv: return what + "; name the folder that holds the feed's files"
        default: return what
        }
    }

    private func failure(_ fault: FeedFault) -> StageFailure {
        switch fault.kind {
        case .missing: MissingInput.failure(said: fault.description)
        case .unusable:
            StageFailure(
                .dataUnusable,
                fault.description + Ingest.words(fault.head)
                    + (ForeignContent(fault.head).map {
                        context.world.whatToType(.content($0, input: options.feed), else: "")
                    } ?? ""))
        case .ioFailed: StageFailure(.ioFailed, fault.description)
        }
    }
}
