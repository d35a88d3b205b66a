import FeedStore
import GTFSSchedule
import NDJSON
import StageKit

/// The stage `ingest`: reads a GTFS Schedule feed and writes each row as a record.
///
/// Tables come one after another in the order of `TableDefinition.all`, then unknown files by name. Memory does not
/// grow with the feed unless duplicates are looked for.
public struct Ingest {
    private let options: IngestOptions
    private let context: StageContext
    private let tally: ReadTally

    public init(_ options: IngestOptions, in context: StageContext) {
        self.options = options
        self.context = context
        tally = ReadTally(limit: options.maxUncompressed)
    }

    /// Reads the feed and writes its records.
    /// - Throws: `StageFailure` with status 66 where the feed is missing, 65 where it is no feed, ambiguous or corrupt.
    public func run() throws {
        do {
            defer { context.summary.bytesIn += tally.bytesRead }
            let archive = try open()
            let tables = try FeedTables(archive, options, tally)
            FeedNotices.report(archive, tables, isSelection: options.tables != nil, to: context.diagnostics)
            try checkSizes(tables)
            if let path = options.sqlite {
                try load(tables, of: archive, into: path)
            } else {
                try read(tables, into: nil)
                _ = checkOutcome()
                try countUnread(tables)
            }
        } catch let fault as FeedFault {
            throw Ingest.failure(fault)
        } catch let fault as StoreFault {
            throw StageFailure(fault)
        }
    }

    private func read(_ tables: FeedTables, into load: StoreLoad?) throws {
        for table in tables.list {
            if table.isGeoJSON {
                try LocationsTable(table, options, context, tally, load).read()
            } else {
                try ScheduleTable(table, options, context, tally, load).read()
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
        let isUsable = checkOutcome()
        try countUnread(tables)
        guard isUsable, !(context.options.strict && context.diagnostics.trippedStrict) else { return }
        try load.finish()
    }

    // MARK: The feed

    /// Opens the feed; what is no regular file or folder, and what is gzipped, is copied first.
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

    /// Rows that were read and all rejected must not look like a feed without rows.
    /// - Returns: whether there is anything to look at.
    private func checkOutcome() -> Bool {
        let read = context.summary.tables.reduce(0) { $0 + $1.read }
        let written = context.summary.tables.reduce(0) { $0 + $1.written }
        guard read > 0, written == 0 else { return true }
        let what = read == 1 ? "its only row could not be used" : "none of the \(read) rows could be used"
        context.fault(Finding(.fault, "nothing_usable", message: "\(options.feed): \(what)"))
        return false
    }

    static func failure(_ fault: FeedFault) -> StageFailure {
        switch fault.kind {
        case .missing: StageFailure(.inputMissing, fault.description)
        case .unusable: StageFailure(.dataUnusable, fault.description)
        case .ioFailed: StageFailure(.ioFailed, fault.description)
        }
    }
}
