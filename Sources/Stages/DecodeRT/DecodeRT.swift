import GTFSRealtime
import NDJSON
import RealtimeExtensions
import StageKit
import TableFormats

/// Turns GTFS-Realtime messages into records.
public final class DecodeRT: Stage {
    public static let name = "decode-rt"

    private let options: DecodeRTOptions
    private let context: StageContext
    /// The sink of `context`, stored here because every record needs it.
    private let sink: RecordSink
    private let schema: RealtimeSchema
    private let reader: FeedReader
    private let rows: RowWriter
    private let findings: DecodeFindings
    private let heads: [RecordHead]
    /// A stage in this process that gets the records; `wanted` where it uses nothing but values.
    private let taker: RecordTaker?
    private let isAside: Bool
    private let wanted: WantedRows?
    private var figures: [TableFigures] = []
    /// Unretained references to `figures`, which keeps them alive: counting references took a tenth of the decoding time.
    private var lentFigures: [Unmanaged<TableFigures>] = []
    private let isSelected: [Bool]
    /// Messages begun, and broken ones that did not get so far.
    private var messages = 0
    /// Whether a message of the file at hand was begun.
    private var hasMessage = false
    /// Damaged entities and what broke off, and the messages that have some of it.
    private var faults = 0
    private var faultyMessages = 0
    /// Whether the message at hand is one of those.
    private var isFaulty = false

    /// Knows what the message before had, if only what has changed is written.
    private var changed: ChangedRecords?

    /// Unknown fields that other threads met, and this one before.
    private var unknown = UnknownFields()

    /// - Throws: `StageFailure` when a .proto file is missing or wrong.
    public convenience init(_ options: DecodeRTOptions, _ context: StageContext) throws {
        try self.init(options, context, hasOwn: false)
    }

    /// - Parameters:
    ///   - hasOwn: whether the options have what the .proto files say already.
    ///   - schema: the schema of these options, if it was made before.
    ///   - taker: the receiver of rows in this process, if there is one.
    ///   - isAside: another decoder passes on what this one makes.
    init(
        _ options: DecodeRTOptions, _ context: StageContext, hasOwn: Bool, schema: RealtimeSchema? = nil,
        taker: RecordTaker? = nil, isAside: Bool = false
    ) throws {
        var options = options
        if !hasOwn {
            options.extensions.own = try OwnExtensions.read(
                options.protoFiles, searchFolders: options.protoFolders, context)
        }
        self.options = options
        self.context = context
        sink = context.sink
        let keepsUnknown = options.keepsUnknown || options.isNested
        let schema =
            schema ?? RealtimeSchema(options.extensions, for: options.isNested ? .readingLosslessly : .reading)
        self.schema = schema
        reader = FeedReader(schema, keepsUnknown: keepsUnknown)
        findings = DecodeFindings(context.diagnostics)
        var rowOptions = RowWriter.Options()
        rowOptions.namesEnumerations = options.namesEnumerations
        rowOptions.writesUnknown = keepsUnknown
        rowOptions.isLossless = options.isNested
        rowOptions.explodes = options.hasStopTimeUpdates
        heads = RealtimeTable.allCases.map { context.head($0.name) }
        self.taker = taker
        self.isAside = isAside
        wanted = options.isNested ? nil : taker.flatMap { [heads] in WantedRows($0, heads, isAside: isAside) }
        if let wanted {
            rows = RowWriter(reader, into: wanted.rows, rowOptions, findings: findings)
        } else {
            rows = RowWriter(reader, into: sink.writer, rowOptions, findings: findings)
        }
        changed = options.writesChanges ? ChangedRecords() : nil
        isSelected = RealtimeTable.allCases.map { table in
            guard let tables = options.tables, table != .feedMessages, table != .unknownFields else { return true }
            if table == .stopTimeUpdates, tables.contains(.tripUpdates) { return true }
            return tables.contains(table)
        }
    }

    public static func run(_ options: DecodeRTOptions, _ context: StageContext) throws {
        try context.check(options)
        try DecodeRT(options, context).run()
    }

    /// Decodes all inputs.
    /// - Throws: `StageFailure` when there is nothing to read from or writing fails.
    public func run() throws {
        try begin()
        if let list = options.pathsFrom {
            try decode(options.files)
            try decodeListed(in: list, isAll: options.files.isEmpty)
        } else {
            let files = try context.namedOrStandardInput(options.files)
            if files.count == 1 { try decode(files[0], isOnly: true) } else { try decode(files) }
        }
        try wanted?.flush()
        unknown.add(reader.unknownFields)
        findings.reportUnknown(unknown.rows, kept: options.keepsUnknown || options.isNested)
        if faults > 0 { try judge() }
        guard !figures.contains(where: { $0.read > 0 }) else { return }
        try context.nothingToDo("no_message", "the input has no message")
    }

    /// Makes ready for the first file.
    /// - Parameter isAside: records go to another decoder, which makes files of tables of them, unless rows are text.
    func begin(isAside: Bool = false) throws {
        if let folder = options.split {
            if !isAside { try context.split(into: folder, as: options.format, shapes: shape) }
        } else if let table = options.fileTable, let shape = shape(of: table.name), let format = options.format.table,
            !isAside || format.isText
        {
            try context.writeTable(shape, as: format)
        }
        // All tables' figures in their order, whatever comes first.
        figures = RealtimeTable.allCases.map { context.summary.table($0.name) }
        lentFigures = figures.map { .passUnretained($0) }
    }

    private func shape(of table: String) -> TableShape? {
        RealtimeTable.allCases.first { $0.name == table }.map { known in
            TableShape(
                table, DecodeRT.fileColumns(of: known, options.extensions.own),
                namesEnumerations: options.namesEnumerations)
        }
    }

    // MARK: Several files at once

    /// Decodes files, as many at once as `--jobs` says; what is written and told is the same.
    private func decode(_ files: [String]) throws {
        // What has changed since the message before is known to the one that has read it.
        let threads = options.writesChanges ? 1 : min(context.options.jobs, files.count)
        guard threads > 1 else {
            for file in files { try decode(file) }
            return
        }
        let (stage, common, options, taker) = (context.stage, context.options, self.options, self.taker)
        // That of a stage in this process is kept.
        let schema = taker.map { _ in self.schema }
        let ahead = FilesAhead(files, threads: threads) {
            FileDecoder(stage: stage, common) {
                try DecodeRT(options, $0, hasOwn: true, schema: schema, taker: taker, isAside: true)
            }
        }
        for file in files {
            guard let decoded = ahead.take() else {
                try decode(file)
                continue
            }
            unknown.add(reader.unknownFields)
            reader.forgetUnknownFields()
            unknown.add(decoded.unknown.rows)
            for (finding, count) in decoded.findings { context.diagnostics.report(finding, count: count) }
            messages += decoded.messages
            for (number, table) in decoded.figures.enumerated() {
                figures[number].read += table.read
                figures[number].written += table.written
                figures[number].ignored += table.ignored
            }
            context.summary.bytesIn += decoded.bytesRead
            try begin(file: file)
            if let rows = decoded.rows {
                try wanted?.take(rows)
            } else {
                try decoded.records.withUnsafeBytes { try sink.passOn($0) }
            }
            ahead.reuse(decoded)
            context.progress.update(context.summary.bytesIn)
        }
    }

    /// Decodes a file for another thread's run; nil where something of it is to be told.
    /// - Parameter spare: rows to fill for a stage in this process; nil once they are used.
    func decodeAside(_ path: String, _ spare: inout ScannedRows?) throws -> DecodedFile? {
        let (messagesBefore, bytesBefore) = (messages, context.summary.bytesIn)
        try decode(path)
        guard faults == 0 else { return nil }
        var result = DecodedFile(
            records: [], rows: takeRows(&spare), figures: [], messages: messages - messagesBefore,
            bytesRead: context.summary.bytesIn - bytesBefore, unknown: UnknownFields())
        for table in figures {
            result.figures.append((table.read, table.written, table.ignored))
            (table.read, table.written, table.ignored) = (0, 0, 0)
        }
        result.unknown.add(reader.unknownFields)
        reader.forgetUnknownFields()
        return result
    }

    /// The rows made for a stage in this process.
    private func takeRows(_ spare: inout ScannedRows?) -> ScannedRows? {
        guard let wanted, let taker else { return nil }
        let rows = spare.take() ?? taker.makeRows()
        wanted.rows.moveRows(to: rows)
        return rows
    }

    /// Ends the run with 65 where there were more faults than `--max-faults` accepts.
    private func judge() throws {
        guard !options.tolerance.accepts(faults: faults, in: faultyMessages, of: messages) else { return }
        if options.tolerance.acceptsAny {
            var text = "\(faultyMessages) of \(messages) messages were truncated or corrupt"
            if faults != faultyMessages { text += ", with \(faults) faults" }
            context.diagnostics.report(.fault, "too_many_faults", message: text + ", more than --max-faults allows")
        }
        context.degrade(to: .dataUnusable)
    }

    private static let pathsAtOnce = 512

    /// Of faults that the command line accepts in some number it is not known yet whether they are too many.
    private var faultKind: Finding.Kind { options.tolerance.acceptsAny ? .setback : .fault }

    private func decodeListed(in list: String, isAll: Bool) throws {
        guard let input = try open(list) else { return }
        var isEmpty = true
        let lines = LineReader(input, limit: 1 << 16)
        // Some at a time, and those that are there where more is yet to come.
        var paths: [String] = []
        func decodePaths() throws {
            try decode(paths)
            paths.removeAll()
        }
        while let line = try lines.next(beforeReading: {
            if !paths.isEmpty, !input.isReady(within: 0) { try decodePaths() }
        }) {
            switch line {
            case .tooLong(let length):
                isEmpty = false
                try decodePaths()
                context.fault(
                    Finding(
                        .fault, "path_too_long", file: input.displayName, line: lines.number,
                        message: "the path has \(length) bytes, which is too long; skipped"))
            case .line(let bytes):
                if bytes.isEmpty { continue }
                isEmpty = false
                let path = String(decoding: bytes, as: UTF8.self)
                do { try context.check(input: path) } catch {
                    try decodePaths()
                    throw error
                }
                paths.append(path)
                if paths.count == DecodeRT.pathsAtOnce { try decodePaths() }
            }
        }
        try decodePaths()
        guard isEmpty, isAll else { return }
        if context.options.allowsEmpty { return }
        context.diagnostics.report(
            .fault, "no_paths", file: input.displayName, message: "the list contains no file name")
        context.degrade(to: .inputMissing)
    }

    /// Opens an input; nil and a finding when it is missing.
    private func open(_ file: String) throws -> InputFile? {
        do {
            return try context.open(file)
        } catch let failure as StageFailure where failure.status == .inputMissing || failure.status == .serviceFailed {
            let code = failure.status == .inputMissing ? "input_missing" : "fetch_failed"
            context.diagnostics.report(.fault, code, message: failure.description)
            context.degrade(to: failure.status)
            return nil
        }
    }

    /// Tells a stage in this process which file the following records are of.
    private func begin(file: String) throws {
        // Another thread's decoder has files of its own.
        guard let taker, !isAside else { return }
        if let wanted { return try wanted.begin(file: file) }
        try sink.flush()
        taker.begin(input: file)
    }

    private func decode(_ file: String, isOnly: Bool = false) throws {
        guard let input = try open(file) else { return }
        try begin(file: file)
        if isOnly { context.progress.total = input.size }
        findings.file = input.displayName
        let bytesBefore = context.summary.bytesIn
        defer { context.summary.bytesIn = bytesBefore + input.bytesRead }
        hasMessage = false
        reader.open(input, framing: options.framing)
        do {
            try decodeMessages(of: input, bytesBefore)
        } catch let fault as InputFault {
            count(faultInMessage: hasMessage)
            context.diagnostics.report(faultKind, "input_corrupt", file: input.displayName, message: fault.message)
        }
    }

    /// Counts a fault, and once its message: the one at hand, or one that did not get so far as to be one.
    private func count(faultInMessage isInMessage: Bool) {
        faults += 1
        if !isInMessage { messages += 1 }
        if !isInMessage || !isFaulty { faultyMessages += 1 }
        if isInMessage { isFaulty = true }
    }

    private func decodeMessages(of input: InputFile, _ bytesBefore: Int) throws {
        while true {
            switch try reader.next() {
            case .message:
                messages += 1
                hasMessage = true
                isFaulty = false
                if let place = reader.strandedHeader { findings.isStranded(header: place) }
                try writeMessage(input.name)
                context.progress.update(bytesBefore + input.bytesRead)
            case .entity:
                if options.isNested { try writeWholeEntity() } else { try writeEntity() }
                context.progress.update(bytesBefore + input.bytesRead)
            case .strayField(let tag, let value):
                guard options.keepsUnknown || options.isNested else { continue }
                try write(.unknownFields) { rows.strayField(tag: tag, value) }
            case .fault(let fault):
                if fault.isEmptyFile, context.options.allowsEmpty { continue }
                count(faultInMessage: fault.hasMessage)
                context.diagnostics.report(
                    fault.finding(
                        faultKind, file: input.displayName,
                        hint: hasMessage ? nil : Hint.of(reader.firstBytes, input.name, context.world)))
                if fault.goesOn {
                    context.summary.table("entities").read += 1
                    keepEntity(code: fault.code, "damaged, \(fault.reason)")
                }
            case .end: return
            }
        }
    }

    // MARK: Rows

    /// - Parameters:
    ///   - isFlat: whether the row can be made of its wanted values alone.
    ///   - values: writes them, for a stage in this process that uses nothing else.
    @inline(__always)
    private func write(
        _ table: RealtimeTable, isFlat: Bool = false, values: () -> Void = {}, _ members: () -> Void
    ) throws {
        try lentFigures[table.rawValue]._withUnsafeGuaranteedRef {
            try write(table, $0, isFlat: isFlat, values: values, members)
        }
    }

    private func write(
        _ table: RealtimeTable, _ figures: TableFigures, isFlat: Bool, values: () -> Void, _ members: () -> Void
    ) throws {
        figures.read += 1
        guard isSelected[table.rawValue] else {
            figures.ignored += 1
            return
        }
        if let wanted {
            figures.written += 1
            return try wanted.add(table, isFlat: isFlat, values: values, members: members)
        }
        sink.begin(heads[table.rawValue])
        let start = sink.current.count
        members()
        if changed != nil, table != .feedMessages,
            changed?.isNew(table, UnsafeRawBufferPointer(rebasing: sink.current[start...])) == false
        {
            sink.cancel()
            figures.merged += 1
            return
        }
        try sink.end(figures)
    }

    private func writeMessage(_ source: String) throws {
        rows.beginMessage()
        changed?.beginMessage()
        try write(.feedMessages) { rows.feedMessage(source: source) }
    }

    private func writeEntity() throws {
        if let table = rows.onlyPayload { return try writePayload(table) }
        var hasPayload = false
        for table in RealtimeTable.rowsOfEntities where rows.has(table) {
            hasPayload = true
            try writePayload(table)
        }
        if hasPayload { return }
        if rows.isDeleted { return try write(.deletedEntities) { rows.deletedEntity() } }
        // What a .proto file adds to entities has no table of its own.
        if rows.hasEntityExtension { return try write(.feedEntities) { rows.wholeEntity() } }
        var hasUnknown = false
        try rows.forEachUnknownField { tag, value in
            hasUnknown = true
            try write(.unknownFields) { rows.unknownFieldOfEntity(tag: tag, value) }
        }
        if !hasUnknown { rejectEmpty() }
    }

    private func writePayload(_ table: RealtimeTable) throws {
        try write(table, isFlat: rows.isFlat(table), values: { rows.wantedPayload(table) }, { rows.payload(table) })
        guard table == .tripUpdates, options.hasStopTimeUpdates else { return }
        try rows.forEachStopTimeUpdate { block in
            try write(
                .stopTimeUpdates, isFlat: true, values: { rows.wantedStopTimeUpdate(block) },
                { rows.stopTimeUpdate(block) })
        }
    }

    private func rejectEmpty() {
        context.summary.table("entities").read += 1
        let name = rows.entityName
        let done = options.keepsUnknown ? "skipped" : "skipped; keep unknown payloads with --unknown keep"
        context.diagnostics.report(.reject, "empty_entity", file: findings.file) { _ in
            "the entity \(Finding.quoted(name)) has no payload and is not deleted; \(done)"
        }
        keepEntity(code: "empty_entity", "no payload and not deleted")
    }

    /// Keeps the entity at hand for `--rejects`.
    private func keepEntity(code: String, _ reason: String) {
        guard context.diagnostics.keepsRejects else { return }
        var bytes = Base64.text(of: reader.entityBytes)
        bytes.withUTF8 {
            context.diagnostics.keepReject(
                file: findings.file, line: nil, code: code,
                message: "\(reason); raw holds the entity's bytes as base64", raw: UnsafeRawBufferPointer($0))
        }
    }

    private func writeWholeEntity() throws {
        let figures = figures[RealtimeTable.feedEntities.rawValue]
        if options.tables != nil,
            !RealtimeTable.rowsOfEntities.contains(where: { rows.has($0) && isSelected[$0.rawValue] }),
            !(rows.isDeleted && isSelected[RealtimeTable.deletedEntities.rawValue])
        {
            figures.read += 1
            figures.ignored += 1
            return
        }
        figures.read += 1
        sink.begin(heads[RealtimeTable.feedEntities.rawValue])
        rows.wholeEntity()
        try sink.end(figures)
    }
}
