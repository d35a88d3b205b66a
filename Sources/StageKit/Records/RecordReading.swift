import Containers
import Contract
import NDJSON
import Platform

/// One pass over records for a stage: it finds lines in inputs and rows in other sources, and passes each to the stage,
/// to the output, or to neither.
final class RecordReading<Stage: RecordStage> {
    let context: StageContext
    let record: Record
    /// That of `record`: to reach it through the record would count references for each line.
    private let scanner: RecordScanner
    /// Those of `record`.
    private let columns: [any AnyColumn]
    private let watch: FeedWatch?
    private let filter: RowFilter?
    private let router: TableRouter
    /// Whether records of other tables are forwarded.
    let forwards: Bool
    /// Whether a feed or messages may stand in place of their records.
    let readsOriginals: Bool
    private let types: LineTypes?
    /// Whether the next row that `readRows` takes is of the same table as the row before. If its mark also stands for its values,
    /// neither its table's name, nor the filter, nor the watch has to be looked at again (see `marking`), unless the watch reads
    /// keys from marks.
    private var isOfLastTable = false

    /// - Parameters:
    ///   - filters: whether `--where` applies.
    ///   - watches: whether all records must belong to one feed.
    ///   - forwards: whether records of other tables are forwarded unchanged.
    /// - Throws: like `RowFilter`.
    init(_ stage: Stage, _ context: StageContext, filters: Bool, watches: Bool, forwards: Bool) throws {
        self.context = context
        filter =
            filters && !context.options.conditions.isEmpty
            ? try RowFilter(context, consumed: stage.tables, keepsTripsWhole: Stage.keepsTripsWhole) : nil
        columns = stage.columns + (watches ? FeedWatch.columns : []) + (filter?.wanted ?? [])
        record = Record(columns)
        scanner = record.scanner.scanner
        self.forwards = forwards
        readsOriginals = filters
        watch = watches ? FeedWatch(stage.feedReading, record) : nil
        router = TableRouter(context.summary, forwards: forwards, watch, filter)
        types = LineTypes(context, record, columns: stage.columns, stage.asFeedInput?.rowFindings)
        context.world.passes?(stage.tables, stage.columns.map(\.name))
    }

    /// Reports records that belong to another feed.
    func report() { watch?.report(context) }

    /// Reports conditions of `--where` that nothing matched.
    func conclude() throws {
        if let filter { try context.conclude(filter) }
    }

    /// Reads the lines of one input.
    func readLines(of input: InputFile, _ stage: inout Stage) throws {
        record.file = input.name
        record.isLine = true
        types?.begin()
        var bytesRead = 0
        defer { context.summary.bytesIn += bytesRead }
        let reader = LineReader(input, limit: context.options.maxLineBytes)
        let pause = Stage.pausing?.milliseconds
        // Where another thread reads, nobody else may ask how much.
        var isReadHere = true
        defer { if isReadHere { bytesRead = input.bytesRead } }
        switch try takeOpening(of: input, reader, &stage) {
        case .records: break
        case .nothing: return
        case .original(let original):
            // Who reads a file again counts its bytes.
            isReadHere = false
            guard input.size == nil || input.name == "-" else {
                return try readOriginal(original, [input.name], &stage)
            }
            return try readCopy(of: input, reader, as: original, &stage)
        }
        if stage.scansAhead, pause == nil,
            let ahead = LinesAhead(reader, of: input, like: record, jobs: context.options.jobs)
        {
            isReadHere = false
            return try takeLines(ahead, &stage, &bytesRead)
        }
        while let line = try reader.next(beforeReading: {
            if let pause, !input.isReady(within: pause) { try Stage.pausing?.call(&stage) }
        }) {
            record.line = reader.number
            switch line {
            case .tooLong(let length): try rejectLongLine(length, &stage)
            case .line(let bytes): try take(bytes, readable: reader.readable(bytes), &stage)
            }
            context.progress.update(input.bytesRead)
        }
    }

    /// Processes lines that another thread reads and scans.
    private func takeLines(_ ahead: LinesAhead, _ stage: inout Stage, _ bytesRead: inout Int) throws {
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
                    try takeScanned(bytes, &stage)
                case .line(let bytes):
                    scanner.use(nil)
                    try take(bytes, &stage)
                case .tooLong(let length): try rejectLongLine(length, &stage)
                }
            }
            bytesRead = block.bytesRead
            context.progress.update(bytesRead)
            if let error = block.error { throw error }
        }
    }

    /// Processes the records that `produce` makes.
    /// - Parameter repeatsKeys: whether several rows may have the same trip and `stop_sequence`, or the same shape and
    ///   `shape_pt_sequence`.
    func readRows(
        from name: String, repeatsKeys: Bool = false, _ stage: inout Stage, _ produce: (RecordTaker) throws -> Void
    ) throws {
        record.file = name
        record.line = 0
        record.isLine = false
        defer { record.mark = nil }
        isOfLastTable = false
        // Rejects are kept as records, but a row whose mark stands for its values has no record.
        watch?.keyOfMark = repeatsKeys && !context.diagnostics.keepsRejects ? Stage.keyOfMark : nil
        // What is kept while `produce` runs knows the stage by its place: withoutActuallyEscaping would put the length of
        // this file's path into the program, and programs of two folders would differ.
        try withUnsafeMutablePointer(to: &stage) { stage in
            func lines(_ block: UnsafeRawBufferPointer) throws {
                record.mark = nil
                var rest = block
                while let start = rest.baseAddress, rest.count > 0 {
                    let length = memchr(start, 0x0A, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
                    record.line += 1
                    try take(UnsafeRawBufferPointer(start: start, count: length), &stage.pointee)
                    rest = UnsafeRawBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
                }
            }
            func row(
                _ line: UnsafeRawBufferPointer, _ values: UnsafeMutablePointer<JSONValue>, _ number: Int,
                _ mark: RowMark?
            ) throws {
                record.line += 1
                record.mark = mark
                record.rowLine = number
                record.bytes = line
                if isOfLastTable, mark?.standsForValues == true, watch?.keyOfMark == nil, let index = router.again() {
                    record.table = index
                    return try stage.pointee.process(record)
                }
                scanner.use(values)
                defer { scanner.use(nil) }
                try takeScanned(line, &stage.pointee)
                isOfLastTable = true
            }
            func runs(_ runs: RowRuns, _ most: Int) throws -> Int {
                guard let role = router.lastRole, let take = Stage.takingRuns else {
                    preconditionFailure("the reader takes no runs")
                }
                let count = watch?.keyOfMark == nil ? most : watch?.countFirst(runs, most: most, role) ?? most
                let rows = runs.runs[..<count].reduce(0) { $0 + $1.count }
                _ = router.again(rows)
                record.line += rows
                try take(&stage.pointee, runs, count)
                return rows
            }
            func marking(_ table: String) -> RowMarking? {
                let sparesValues =
                    router.filter == nil && watch?.needsValues(ofTable: table, repeatsKeys: repeatsKeys) != true
                guard let marker = Stage.marking?(stage.pointee, table), sparesValues || !marker.onlySparesValues else {
                    return nil
                }
                return RowMarking(Record(columns), marker, sparesValues: sparesValues)
            }
            let isOfValues = Stage.readsOnlyColumns && !forwards && !context.diagnostics.keepsRejects
            try produce(
                RecordTaker(
                    scanner, tablesOfValues: isOfValues ? stage.pointee.tables : nil, lines: lines, row: row,
                    takesRuns: { self.isOfLastTable && Stage.takingRuns != nil && self.router.lastRole != nil },
                    runs: runs, prepare: { Stage.preparing?(&stage.pointee, $0) }, marking: marking,
                    needs: { Stage.needing?(stage.pointee, $0) ?? true },
                    begin: {
                        self.isOfLastTable = false
                        try Stage.beginning?(&stage.pointee, $0)
                    },
                    input: { [record] in
                        record.file = $0
                        record.line = 0
                    }))
        }
    }

    /// Processes one line that is not too long.
    /// - Parameter readable: see `RecordScanner.scan`.
    @inline(__always)
    func take(_ bytes: UnsafeRawBufferPointer, readable: Int = 0, _ stage: inout Stage) throws {
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return }
        record.bytes = bytes
        do {
            try scanner.scan(bytes, readable: readable)
        } catch {
            return try rejectLine(
                &stage, code: "not_json", raw: bytes,
                "byte \(error.offset): \(error.reason); line skipped")
        }
        try takeScanned(bytes, &stage)
    }

    /// Returns the index of a table on its first occurrence.
    private func place(of table: String, _ stage: inout Stage) -> Int? {
        guard let place = Stage.placeOfTable else { return stage.tables.firstIndex(of: table) }
        return place(&stage, table)
    }

    /// Processes a line whose values are in the record's scanner.
    @inline(__always)
    private func takeScanned(_ bytes: UnsafeRawBufferPointer, _ stage: inout Stage) throws {
        guard let table = record.text(Tables.AnyRecord.columns.table) ?? Stage.tableOfUnnamedObjects?.bytes else {
            return try rejectLine(
                &stage, code: "no_table", raw: bytes, "the record has no member 'table'; skipped")
        }
        let (lent, index, role) = router.route(table) { place(of: $0, &stage) }
        record.isPassedOver = false
        if let index, let filter = router.filter, try !filter.takes(record, place: router.last) {
            lent._withUnsafeGuaranteedRef { $0.filtered += 1 }
            record.table = index
            guard filter.keeps(place: router.last) else {
                try Stage.passing?(&stage, record)
                return
            }
            record.isPassedOver = true
        }
        if role != .other, router.leavesOut(role, lent, isConsumed: index != nil) {
            return context.diagnostics.keepReject(
                file: record.displayName, line: record.line, code: FeedWatch.code,
                message: "an earlier record of this input has the same key", raw: bytes)
        }
        if let index {
            record.table = index
            if record.isLine { types?.check(record, place: router.last, lent) }
            try stage.process(record)
        } else if router.forwards {
            try context.sink.forward(bytes, lent.takeUnretainedValue())
        } else {
            lent._withUnsafeGuaranteedRef { $0.ignored += 1 }
        }
    }

    func rejectLongLine(_ length: Int, _ stage: inout Stage) throws {
        try rejectLine(
            &stage, code: "line_too_long", raw: UnsafeRawBufferPointer(start: nil, count: 0),
            "the line has \(length) bytes, more than the \(context.options.maxLineBytes) of --max-line-bytes; skipped; raise "
                + "--max-line-bytes")
    }

    private func rejectLine(
        _ stage: inout Stage, code: String, raw: UnsafeRawBufferPointer, _ message: String
    ) throws {
        let file = record.displayName
        let lines = context.summary.table(RunSummary.lines)
        lines.read += 1
        // A listener makes something else of the finding, and the line does not count as rejected.
        if context.diagnostics.isDiverted { lines.merged += 1 }
        context.fault(Finding(.refusal, code, file: file, line: record.line, message: message))
        context.diagnostics.keepReject(file: file, line: record.line, code: code, message: message, raw: raw)
        try Stage.rejection?(&stage)
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(utf8Start), count: utf8CodeUnitCount)
    }
}
