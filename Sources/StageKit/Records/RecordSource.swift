import Contract
import NDJSON
import Platform

/// One record on its way through a stage: the line, where it stood, and its scanned fields.
public final class Record {
    /// The name of the file, `-` for standard input.
    public internal(set) var file = "-"
    /// The same for messages.
    public var displayName: String { InputFile.displayName(file) }
    /// Counted from 1.
    public internal(set) var line = 0
    /// Whether it is a line of the file; a row of an archive or a database is none, and its number tells nobody
    /// anything.
    public internal(set) var isLine = true
    /// The line of a row in the file of the feed that it was read from, counted from 1; 0 for a row that has none.
    var rowLine = 0
    /// Where people find the record: its line in a file of records, or its row's in the feed's own file; nil for a row
    /// of a database.
    public var lineInSource: Int? { isLine ? line : rowLine > 0 ? rowLine : nil }
    /// The whole line without its end.
    public internal(set) var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Whether `--where` passes over the row, and the stage has it only because others refer to it: a stop of trips that
    /// it keeps whole.
    public internal(set) var isPassedOver = false
    /// The position of the record's table in the stage's list.
    public internal(set) var table = 0
    @usableFromInline let scanner: ColumnScanner

    /// - Parameter columns: those that a stage looks at.
    init(_ columns: [any AnyColumn]) { scanner = ColumnScanner(columns + [Tables.AnyRecord.columns.table]) }

    /// The record's columns, for what reads objects of the same members too.
    public var values: ColumnScanner { scanner }

    /// The value of a column, which must be among those that the stage asked for.
    @inlinable public subscript<M, V, P>(column: Column<M, V, P>) -> JSONValue { scanner[column] }

    /// The text of a column, escapes resolved; nil if it is absent or not a string.
    /// Valid until the next `text` with escapes is asked for.
    @inlinable public func text<M, V, P>(_ column: Column<M, V, P>) -> UnsafeRawBufferPointer? { scanner.text(column) }
}

/// A stage that reads records: it names what it looks at, takes record after record, and finishes.
public protocol RecordStage {
    /// The tables the stage consumes.
    var tables: [String] { get }
    /// What it must find to have anything to do; unless said otherwise a record of any of `tables`.
    var needs: RecordNeeds { get }
    /// Whether the stage has an option --feed, for a hint at it.
    var takesFeed: Bool { get }
    /// The columns the stage looks at, in any of its tables; columns of one name are one.
    var columns: [any AnyColumn] { get }
    mutating func process(_ record: Record) throws
    /// Called for a line that was not a record and has been rejected, for stages whose records belong together.
    mutating func lineRejected() throws
    /// Called for a record of a consumed table that `--where` passes over, for stages whose records belong together.
    mutating func recordPassedOver(_ record: Record) throws
    /// Called once after the last record.
    mutating func finish() throws
    /// The place of a table met for the first time, by which its records will name it; nil for one that the stage does
    /// not consume. Unless said otherwise the consumed tables are those of `tables`.
    mutating func place(ofTable name: String) -> Int?
    /// What of its records must be of one feed.
    var feedReading: FeedReading { get }
    /// After how many milliseconds without input `inputPaused` is called; nil for never.
    var pause: Int? { get }
    /// Called when the input gives nothing for a while, for stages that hold something back; more may come.
    mutating func inputPaused() throws
    /// The table that objects without a member `table` count as, for stages that take what others make: GeoJSON.
    var tableOfUnnamed: StaticString? { get }
    /// Whether the feed that `--feed` names is what the stage works on, and not something beside the pipe: then all its
    /// tables are read with all columns, `--where` passes over its rows, and of rows with one key the first counts.
    var takesFeedAsInput: Bool { get }
    /// The tables that are read of the feed that `--feed` names; nil for all.
    var feedTables: [String]? { get }
    /// What takes the findings about the rows of the feed that `--feed` names in place of the run: for stages whose
    /// output they are.
    var rowFindings: (any FindingListener)? { get }
    /// Called before the rows of a file of the feed that `--feed` names, where it has files.
    mutating func begin(_ table: SourceTable) throws
    /// Whether lines are read and scanned by another thread, ahead of the stage: for those that get many.
    var scansAhead: Bool { get }
    /// Whether the stage counts or draws trips. Then `--where` chooses whole trips and stops: conditions on columns of
    /// rows that trips are made of are refused, and stops that it passes over are given to the stage, told apart by
    /// `Record.isPassedOver`, since trips that call there need their places.
    var keepsTripsWhole: Bool { get }
}

extension RecordStage {
    public var needs: RecordNeeds { RecordNeeds(anyOf: tables) }
    public var takesFeed: Bool { false }
    public var columns: [any AnyColumn] { [] }
    public mutating func lineRejected() throws {}
    public mutating func recordPassedOver(_ record: Record) throws {}
    public mutating func place(ofTable name: String) -> Int? { tables.firstIndex(of: name) }
    public var feedReading: FeedReading { .of(tables) }
    public var pause: Int? { nil }
    public mutating func inputPaused() throws {}
    public var tableOfUnnamed: StaticString? { nil }
    public var takesFeedAsInput: Bool { false }
    public var feedTables: [String]? { takesFeedAsInput ? nil : tables }
    public var rowFindings: (any FindingListener)? { nil }
    public mutating func begin(_ table: SourceTable) throws {}
    public var scansAhead: Bool { false }
    public var keepsTripsWhole: Bool { false }
}

extension StageContext {
    /// Feeds the records of `files` to a stage and lets it finish, if there was anything to work on.
    ///
    /// Lines that are not records are rejected and end the run with status 65, as does a line that is too long;
    /// missing files end it with 66; the others are read all the same. Tables the stage does not consume are counted,
    /// and forwarded with `--pass-through`; rows of those it consumes are passed over where `--where` says so.
    public func feed<Stage: RecordStage>(_ files: [String], to stage: inout Stage) throws {
        try read(namedOrStandardInput(files), to: &stage)
        try require(stage.needs)
        try stage.finish()
    }

    /// The files named, or standard input when none is.
    /// - Throws: `StageFailure` with status 64 and a hint when that is a terminal, where nobody meant to type records.
    public func namedOrStandardInput(_ files: [String]) throws -> [String] {
        guard files.isEmpty else { return files }
        guard isatty(0) == 0 else {
            throw StageFailure(
                .usage, "no input: name files, or pipe something in (see 'linefeed \(stage) --help')")
        }
        return ["-"]
    }

    /// Feeds the records of `files` to a stage that will get more, so without finishing it.
    ///
    /// - Parameters:
    ///   - forwarding: false counts tables the stage does not consume as ignored even with `--pass-through`, and takes
    ///     rows whatever `--where` says, for inputs beside the pipe.
    ///   - given: what to call a file that is a copy.
    public func read<Stage: RecordStage>(
        _ files: [String], to stage: inout Stage, forwarding: Bool = true, named given: String? = nil
    ) throws {
        let filter =
            forwarding ? try RowFilter(self, consumed: stage.tables, keepsTripsWhole: stage.keepsTripsWhole) : nil
        let record = Record(stage.columns + FeedWatch.columns + (filter?.wanted ?? []))
        let watch = FeedWatch(stage.feedReading, record)
        let router = TableRouter(summary, forwards: forwarding && options.passThrough, watch, filter)
        defer { watch?.report(self) }
        for file in files {
            let input: InputFile
            do {
                input = try InputFile(file, named: given)
            } catch let failure as StageFailure where failure.status == .inputMissing {
                diagnostics.report(Finding(.fault, "input_missing", message: failure.description))
                degrade(to: .inputMissing)
                continue
            }
            if files.count == 1 { progress.total = input.size }
            record.file = input.name
            var bytesRead = 0
            defer { summary.bytesIn += bytesRead }
            do {
                try readLines(of: input, record, router, &stage, &bytesRead)
            } catch let fault as InputFault {
                self.fault(Finding(.fault, "input_corrupt", file: input.displayName, message: fault.message))
            }
        }
        if let filter { try conclude(filter) }
    }

    private func readLines<Stage: RecordStage>(
        of input: InputFile, _ record: Record, _ router: TableRouter, _ stage: inout Stage, _ bytesRead: inout Int
    ) throws {
        let reader = LineReader(input, limit: options.maxLineBytes)
        let pause = stage.pause
        // Where another thread reads, nobody else may ask how much.
        var isReadHere = true
        defer { if isReadHere { bytesRead = input.bytesRead } }
        guard try takeOpening(of: input, reader, record, router, &stage) else { return }
        if stage.scansAhead, pause == nil, let ahead = LinesAhead(reader, of: input, like: record) {
            isReadHere = false
            return try takeLines(ahead, record, router, &stage, &bytesRead)
        }
        while let line = try reader.next(beforeReading: {
            if let pause, !input.isReady(within: pause) { try stage.inputPaused() }
        }) {
            record.line = reader.number
            switch line {
            case .tooLong(let length): try rejectLongLine(length, record, &stage)
            case .line(let bytes): try take(bytes, record, router, &stage)
            }
            progress.update(input.bytesRead)
        }
    }

    /// Takes lines that another thread reads and scans.
    private func takeLines<Stage: RecordStage>(
        _ ahead: LinesAhead, _ record: Record, _ router: TableRouter, _ stage: inout Stage, _ bytesRead: inout Int
    ) throws {
        let scanner = record.scanner.scanner
        defer {
            scanner.use(nil)
            ahead.stop()
        }
        while let block = ahead.next() {
            for place in 0..<block.count {
                record.line = block.number(place)
                switch block.line(place) {
                case .scanned(let bytes, let values):
                    scanner.use(values)
                    record.bytes = bytes
                    try takeScanned(bytes, record, router, &stage)
                case .line(let bytes):
                    scanner.use(nil)
                    try take(bytes, record, router, &stage)
                case .tooLong(let length): try rejectLongLine(length, record, &stage)
                }
            }
            bytesRead = block.bytesRead
            progress.update(bytesRead)
            if let error = block.error { throw error }
        }
    }

    private func rejectLongLine<Stage: RecordStage>(_ length: Int, _ record: Record, _ stage: inout Stage) throws {
        try rejectLine(
            record, &stage, code: "line_too_long", raw: UnsafeRawBufferPointer(start: nil, count: 0),
            "the line has \(length) bytes, more than the \(options.maxLineBytes) that are accepted (left out)")
    }

    /// Takes an input's first line that is not blank, after a look at whether the input holds records at all: of what
    /// is something else it is said once what that is, and what to do with it.
    ///
    /// - Returns: whether the rest is to be read.
    private func takeOpening<Stage: RecordStage>(
        of input: InputFile, _ reader: LineReader, _ record: Record, _ router: TableRouter, _ stage: inout Stage
    ) throws -> Bool {
        let head = try reader.head(ForeignContent.headLength, until: ForeignContent.beginsAsRecord)
        let content = ForeignContent(head)
        // A header may be longer than what was looked at: then the line after it is still to be seen.
        let isTable = content == .csv
        if let content, !isTable {
            refuse(content, input, stage.takesFeed)
            return false
        }
        // The first line, kept until the next one tells whether it is a part of what spreads over lines.
        var pending: (line: Int, bytes: [UInt8])?
        while let line = try reader.next() {
            record.line = reader.number
            guard case .line(let bytes) = line else {
                if let first = pending { try take(first, record, router, &stage) }
                if case .tooLong(let length) = line {
                    record.line = reader.number
                    try rejectLongLine(length, record, &stage)
                }
                return true
            }
            guard let start = bytes.first(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
            if let first = pending {
                let isRow = isTable && ForeignContent.mayBeRow(nextBegins: start)
                if let content = isRow ? .csv : ForeignContent(firstLine: first.bytes, nextBegins: start) {
                    refuse(content, input, stage.takesFeed)
                    return false
                }
                try take(first, record, router, &stage)
                record.line = reader.number
                try take(bytes, record, router, &stage)
                return true
            }
            guard isTable || ForeignContent.mayGoOn(firstLine: bytes), (try? record.scanner.scan(bytes)) == nil else {
                try take(bytes, record, router, &stage)
                return true
            }
            pending = (reader.number, Array(bytes))
        }
        if isTable {
            refuse(.csv, input, stage.takesFeed)
            return false
        }
        if let first = pending { try take(first, record, router, &stage) }
        return true
    }

    private func take<Stage: RecordStage>(
        _ kept: (line: Int, bytes: [UInt8]), _ record: Record, _ router: TableRouter, _ stage: inout Stage
    ) throws {
        record.line = kept.line
        try kept.bytes.withUnsafeBytes { try take($0, record, router, &stage) }
    }

    private func refuse(_ content: ForeignContent, _ input: InputFile, _ takesFeed: Bool) {
        fault(
            Finding(
                .fault, "not_records", file: input.displayName,
                message: "this is \(content.words), not records, a line each (nothing of it is read); "
                    + content.advice(takesFeed: takesFeed)))
    }

    /// Feeds records that another stage makes in this process to `stage`, without finishing it.
    ///
    /// `produce` calls what it is given with blocks of whole lines, as they would stand in a file of that name.
    /// Tables the stage does not consume are counted as ignored.
    public func read<Stage: RecordStage>(
        from name: String, to stage: inout Stage,
        _ produce: (_ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Void
    ) throws {
        try read(rowsFrom: name, to: &stage) { taker in try produce { try taker.write($0) } }
    }

    /// The same of rows whose values their maker knows.
    public func read<Stage: RecordStage>(
        rowsFrom name: String, to stage: inout Stage, _ produce: (RecordTaker) throws -> Void
    ) throws {
        let isInput = stage.takesFeedAsInput
        let filter =
            isInput ? try RowFilter(self, consumed: stage.tables, keepsTripsWhole: stage.keepsTripsWhole) : nil
        let record = Record(stage.columns + (isInput ? FeedWatch.columns : []) + (filter?.wanted ?? []))
        let watch = isInput ? FeedWatch(stage.feedReading, record) : nil
        let router = TableRouter(summary, forwards: false, watch, filter)
        defer { watch?.report(self) }
        record.file = name
        record.isLine = false
        let scanner = record.scanner.scanner
        // What is kept while `produce` runs knows the stage by its place: withoutActuallyEscaping would put the length of
        // this file's path into the program, and programs of two folders would differ.
        try withUnsafeMutablePointer(to: &stage) { stage in
            func lines(_ block: UnsafeRawBufferPointer) throws {
                var rest = block
                while let start = rest.baseAddress, rest.count > 0 {
                    let length = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
                    record.line += 1
                    try take(UnsafeRawBufferPointer(start: start, count: length), record, router, &stage.pointee)
                    rest = UnsafeRawBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
                }
            }
            func row(_ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>, _ number: Int) throws {
                record.line += 1
                record.rowLine = number
                record.bytes = line
                scanner.use(values)
                defer { scanner.use(nil) }
                try takeScanned(line, record, router, &stage.pointee)
            }
            try produce(RecordTaker(scanner, lines: lines, row: row) { try stage.pointee.begin($0) })
        }
        if let filter { try conclude(filter) }
    }

    /// Takes one line that is not too long.
    @inline(__always)
    private func take<Stage: RecordStage>(
        _ bytes: UnsafeRawBufferPointer, _ record: Record, _ router: TableRouter, _ stage: inout Stage
    ) throws {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
        record.bytes = bytes
        do {
            try record.scanner.scan(bytes)
        } catch {
            return try rejectLine(
                record, &stage, code: "not_json", raw: bytes,
                "byte \(error.offset): \(error.reason) (line left out)")
        }
        try takeScanned(bytes, record, router, &stage)
    }

    /// Takes a line whose values the record's scanner has.
    @inline(__always)
    private func takeScanned<Stage: RecordStage>(
        _ bytes: UnsafeRawBufferPointer, _ record: Record, _ router: TableRouter, _ stage: inout Stage
    ) throws {
        guard let table = record.text(Tables.AnyRecord.columns.table) ?? stage.tableOfUnnamed?.bytes else {
            return try rejectLine(
                record, &stage, code: "no_table", raw: bytes, "the record has no member 'table' (left out)")
        }
        let (figures, index, role) = router.route(table, &stage)
        figures.read += 1
        record.isPassedOver = false
        if let index, let filter = router.filter, try !filter.takes(record, place: router.last) {
            figures.filtered += 1
            record.table = index
            guard filter.keeps(place: router.last) else { return try stage.recordPassedOver(record) }
            record.isPassedOver = true
        }
        if role != .other, router.leavesOut(role, figures, isConsumed: index != nil) {
            return diagnostics.keepReject(
                file: record.displayName, line: record.line, code: FeedWatch.code,
                message: "its key came before in this input", raw: bytes)
        }
        if let index {
            record.table = index
            try stage.process(record)
        } else if router.forwards {
            try sink.forward(bytes, figures)
        } else {
            figures.ignored += 1
        }
    }

    private func rejectLine<Stage: RecordStage>(
        _ record: Record, _ stage: inout Stage, code: String, raw: UnsafeRawBufferPointer, _ message: String
    ) throws {
        let file = record.displayName
        summary.table(RunSummary.lines).read += 1
        fault(Finding(.refusal, code, file: file, line: record.line, message: message))
        diagnostics.keepReject(file: file, line: record.line, code: code, message: message, raw: raw)
        try stage.lineRejected()
    }
}

/// Finds a table's figures and its place among the tables a stage consumes; records come in runs of one table.
private final class TableRouter {
    /// Whether tables that are not consumed go on unchanged.
    let forwards: Bool
    /// What passes over rows of consumed tables; it knows tables by their place here.
    let filter: RowFilter?
    private let summary: RunSummary
    private let watch: FeedWatch?
    private var known: [(name: [UInt8], figures: TableFigures, index: Int?, role: FeedWatch.Role)] = []
    private(set) var last = 0
    /// Where a name stands, once there are more than can be gone through: an input may name a table a line.
    private var places: [String: Int] = [:]
    private static let few = 32

    init(_ summary: RunSummary, forwards: Bool, _ watch: FeedWatch?, _ filter: RowFilter?) {
        self.filter = filter
        self.forwards = forwards
        self.watch = watch
        self.summary = summary
    }

    @inline(__always)
    func route<Stage: RecordStage>(
        _ table: UnsafeRawBufferPointer, _ stage: inout Stage
    ) -> (TableFigures, Int?, FeedWatch.Role) {
        if last >= known.count || !TableRouter.isSame(table, known[last].name) { last = place(of: table, &stage) }
        return (known[last].figures, known[last].index, known[last].role)
    }

    /// Whether the record of the table routed last must not reach the stage; what only passes by is not left out.
    func leavesOut(_ role: FeedWatch.Role, _ figures: TableFigures, isConsumed: Bool) -> Bool {
        guard isConsumed || !forwards, watch?.leavesOut(role, table: figures.table) == true else { return false }
        figures.leftOut += 1
        return true
    }

    /// The same bytes, as they are asked about for every line.
    @inline(__always)
    private static func isSame(_ table: UnsafeRawBufferPointer, _ name: [UInt8]) -> Bool {
        guard let start = table.baseAddress, table.count == name.count else { return table.isEmpty && name.isEmpty }
        return memcmp(start, name, name.count) == 0
    }

    private func place<Stage: RecordStage>(of table: UnsafeRawBufferPointer, _ stage: inout Stage) -> Int {
        if let place = known.prefix(TableRouter.few).firstIndex(where: { TableRouter.isSame(table, $0.name) }) {
            return place
        }
        let name = String(decoding: table, as: UTF8.self)
        if let place = places[name] { return place }
        let index = stage.place(ofTable: name)
        known.append((Array(table), summary.table(name), index, watch?.role(ofTable: name) ?? .other))
        filter?.meet(name, isConsumed: index != nil)
        places[name] = known.count - 1
        return known.count - 1
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(utf8Start), count: utf8CodeUnitCount)
    }
}
