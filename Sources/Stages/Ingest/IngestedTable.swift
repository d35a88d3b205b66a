import Contract
import GTFSSchedule
import StageKit
import TableFormats

/// Reads one CSV file of a feed and writes its rows.
///
/// What is found about rows, and what is special about a store, are extensions in files of their own.
final class IngestedTable {
    let table: FeedTable
    let options: IngestOptions
    let context: StageContext
    let tally: ReadTally
    /// Where rows go instead of becoming records.
    let load: StoreLoad?
    let head: RecordHead
    let figures: TableFigures
    let findings: ScheduleFindings
    /// The most bytes that the members of a record may take, so that the next stage accepts the line.
    let recordLimit: Int
    /// How many rows were read, and how many lines had only spaces, the first of them on `firstBlankLine`.
    private var row = 0
    /// The bytes read when the block at hand was; other threads may change the tally meanwhile.
    private var blockBytes: Int?
    var blankLines = 0
    var firstBlankLine = 0
    var file: String { table.file.name }

    init(_ table: FeedTable, _ options: IngestOptions, _ context: StageContext, _ tally: ReadTally, _ load: StoreLoad?)
    {
        self.table = table
        self.options = options
        self.context = context
        self.tally = tally
        self.load = load
        head = context.head(table.name)
        figures = context.summary.table(table.name)
        findings = ScheduleFindings(context.diagnostics, file: table.file.name)
        context.sink.begin(head)
        // A row of CSV or Parquet is no line that another stage reads.
        recordLimit = options.writesFiles ? .max : context.options.maxLineBytes - context.sink.current.count - 1
        context.sink.cancel()
    }

    func read() throws {
        // A store finds repeated keys when their index is made, without remembering them meanwhile.
        var duplicates = DuplicateRows(load == nil ? options.duplicatePolicy(of: table.name) : .keep, table.definition)
        if duplicates.needsSurvey {
            let surveyTally = tally.another()
            defer { tally.addReading(of: surveyTally) }
            let (_, reader) = try open(surveyTally)
            if let plan = try header(reader, isSurvey: true) {
                let encoder = RowEncoder(plan, hashesKeys: true)
                try survey(reader, encoder, &duplicates, surveyTally)
            }
        }
        let (text, reader) = try open(tally)
        defer { findings.finish() }
        let plan = try header(reader, isSurvey: false)
        if let load {
            try store(reader, plan, load, &duplicates)
        } else if let plan {
            duplicates.begin(plan)
            if let file = try begin(plan), !duplicates.isActive {
                try write(reader, ColumnRows(plan, file, feedID: context.options.feedID), &duplicates)
            } else {
                let rows = RecordRows(
                    plan, duplicates, head, table: table.name, limit: recordLimit, context.sink)
                try write(reader, rows, &duplicates)
            }
        }
        if plan != nil { report(text) }
        try context.end(table.name)
    }

    /// Begins what is not written as lines.
    /// - Returns: what takes values instead of records.
    private func begin(_ plan: RecordPlan) throws -> ParquetTable? {
        let file = ColumnRows.columns(of: plan, table.name)
        if options.split == nil, let format = options.format.table { try context.writeTable(file, as: format) }
        return try context.begin(file) as? ParquetTable
    }

    func open(_ tally: ReadTally) throws -> (TextSource, CSVReader) {
        let text = try TextSource(table.file, encoding: options.encoding, tally: tally)
        return (text, CSVReader(text, limit: context.options.maxLineBytes))
    }

    // MARK: The header

    /// Reads the header; nil where the file has none.
    func header(_ reader: CSVReader, isSurvey: Bool) throws -> RecordPlan? {
        switch try reader.next() {
        case .row: break
        case .end:
            if !isSurvey {
                context.diagnostics.report(
                    .incomplete, "empty_file", file: file, message: "the file is empty, without even a header")
            }
            return nil
        case let outcome:
            if !isSurvey { reject(outcome, reader, "header") }
            return nil
        }
        guard reader.extraCells == 0 else {
            if !isSurvey {
                context.fault(
                    Finding(
                        .fault, "too_many_columns", file: file, line: reader.line,
                        message: "the header has \(reader.cellCount + reader.extraCells) columns, more than the "
                            + "\(CSVReader.columnLimit) allowed; the table was not read"))
            }
            return nil
        }
        let every = Tables.AnyRecord.columns
        let reserved = [every.table.name] + (context.options.feedID == nil ? [] : [every.feedID.name])
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount),
            definition: table.definition, reserved: reserved, wanted: options.columns)
        if !isSurvey {
            try context.sink.rows?.begin(
                SourceTable(
                    table: table.name, file: file,
                    header: (0..<reader.cellCount).map { String(decoding: reader.cells[$0].bytes, as: UTF8.self) }))
            noticeTrimmed(reader, field: nil)
            for notice in plan.notices { report(notice, line: reader.line) }
        }
        reader.cellLimit = plan.width
        return plan
    }

    private func report(_ notice: RecordPlan.Notice, line: Int) {
        func say(_ kind: Finding.Kind, _ code: String, _ field: String?, _ message: String) {
            context.diagnostics.report(kind, code, file: file, line: line, field: field, message: message)
        }
        switch notice {
        case .duplicateColumn(let name, let cell):
            say(
                .warning, "duplicate_column", name,
                "the header repeats this column as column \(cell + 1); the first is read")
        case .renamed(let from, let to):
            say(.warning, "renamed_column", from, "linefeed uses this name in every record; written as \(to)")
        case .missingKey(let name):
            say(
                .fault, "missing_key_column", name,
                "the header lacks this required column; every row was rejected")
        case .missingColumn(let name):
            say(.incomplete, "missing_column", name, "the header lacks this required column")
        }
    }

    // MARK: Rows

    /// Goes through the rows to learn which keys occur how often and where last.
    private func survey(
        _ reader: CSVReader, _ encoder: RowEncoder, _ duplicates: inout DuplicateRows, _ surveyTally: ReadTally
    ) throws {
        let plan = encoder.plan
        var row = 0
        while true {
            let outcome = try reader.next()
            if outcome == .end { return }
            row += 1
            guard outcome == .row, !reader.extraHasContent, plan.missingKey(reader) == nil else { continue }
            encoder.encode(reader)
            guard encoder.bytes.count <= recordLimit else { continue }
            if let hash = encoder.keyHash { duplicates.survey(hash, row: row) }
            if row & 1023 == 0 { context.progress.update(tally.bytesRead + surveyTally.bytesRead) }
        }
    }

    /// Writes the rows that `reader` has yet to read: several threads make the rows of a large file.
    func write<Rows: IngestedRows>(
        _ reader: CSVReader, _ rows: Rows, _ duplicates: inout DuplicateRows
    ) throws {
        if let blocks = blocks(reader, rows) {
            // The threads end before anybody closes the file.
            defer { blocks.stop() }
            try write(blocks, from: reader.nextLine, rows, &duplicates)
        } else {
            try writeRows(of: reader, rows, &duplicates)
        }
        noticeBlankLines()
    }

    /// Threads that make the file's rows; nil where that is better done by this one.
    private func blocks<Rows: IngestedRows>(_ reader: CSVReader, _ rows: Rows) -> RowBlocks<Rows.Maker>? {
        guard context.options.jobs > 1, table.file.bytes >= RowBlocks<Rows.Maker>.leastBytes else { return nil }
        return RowBlocks(
            reader, jobs: context.options.jobs, findings.tolerance, note: { [tally] in tally.bytesRead }, rows.maker)
    }

    private func write<Rows: IngestedRows>(
        _ blocks: RowBlocks<Rows.Maker>, from first: Int, _ rows: Rows, _ duplicates: inout DuplicateRows
    ) throws {
        // What is in the output already comes before these rows.
        try context.sink.flush()
        defer { blockBytes = nil }
        var line = first
        while needsRows, let block = blocks.next() {
            blockBytes = block.bytesRead
            if let records = rows as? RecordRows, let block = block as? RowBlock<RecordMaker>,
                duplicates.isActive || records.takesRuns(of: block)
            {
                let first = try records.takeRuns(of: block, &duplicates, figures)
                row &+= first
                try block.rows.forEachRow(
                    from: first,
                    prepare: {
                        duplicates.prepare(for: $0, of: block.rows)
                        records.prepare(for: $0, of: block.rows)
                    }
                ) { made in
                    row &+= 1
                    figures.read += 1
                    if try keeps(made, of: block, records, from: line, &duplicates) {
                        try records.write(made, from: line, figures)
                    }
                }
            } else {
                try rows.write(block, from: line, figures)
                row &+= block.rows.count
            }
            findings.count(block.rows.tolerated)
            block.stand(atRestFrom: line)
            if !block.isWhole { try writeRows(of: block.reader, rows, &duplicates) }
            line = block.reader.nextLine
            context.progress.update(block.bytesRead)
            blocks.tolerate(findings.tolerance)
        }
    }

    /// Whether the reader of the rows needs more of them.
    private var needsRows: Bool { context.sink.rows?.needsRows(ofTable: table.name) ?? true }

    /// Whether a row of a block is the one of its key that is written; one that is not is rejected.
    private func keeps(
        _ made: MadeRow, of block: RowBlock<RecordMaker>, _ rows: RecordRows, from line: Int,
        _ duplicates: inout DuplicateRows
    ) throws -> Bool {
        guard duplicates.isActive else { return true }
        let known = duplicates.keeps(made, row: row)
        if known == true { return true }
        let reader = try block.stand(on: made, from: line)
        if known ?? duplicates.keeps(reader, hash: nil, row: row) { return true }
        // The block counts the findings of all its rows, but a rejected row has only one.
        rows.take(reader)
        findings.discount(rows.noticed, reader, rows.plan)
        rejectRepeated(reader, rows.plan)
        return false
    }

    private func writeRows<Rows: IngestedRows>(
        of reader: CSVReader, _ rows: Rows, _ duplicates: inout DuplicateRows
    ) throws {
        let plan = rows.plan
        while row & 1023 > 0 || needsRows {
            let outcome = try reader.next()
            if outcome == .end { break }
            row &+= 1
            figures.read += 1
            if row & 1023 == 0 { context.progress.update(blockBytes ?? tally.bytesRead) }
            guard outcome == .row else {
                reject(outcome, reader, "row")
                continue
            }
            if reader.extraHasContent {
                reject(.extraCells, reader, field: nil) {
                    "the row has \(reader.cellCount + reader.extraCells) cells, the header \(plan.width); row rejected"
                }
                continue
            }
            if let missing = plan.missingKey(reader) {
                rejectForKey(missing, plan, reader)
                continue
            }
            rows.take(reader)
            guard rows.excess <= 0 else {
                rejectLongRecord(rows.excess, reader)
                continue
            }
            if duplicates.isActive, !duplicates.keeps(reader, hash: rows.keyHash, row: row) {
                rejectRepeated(reader, plan)
                continue
            }
            if reader.isIrregular(for: plan) { noticeShape(reader, plan) }
            if rows.hasNoticed { reportCells(rows.noticed, plan, reader) }
            try rows.write(figures)
        }
        if blankLines == 0 { firstBlankLine = reader.firstBlankLine }
        blankLines += reader.blankLines
    }

    private func reportCells(_ cells: [NoticedCell], _ plan: RecordPlan, _ reader: CSVReader) {
        for noticed in cells {
            let member = plan.members[noticed.member]
            findings.add(noticed.issue, line: reader.line, field: member.name, value: reader.cells[member.cell].bytes)
        }
    }
}

/// What is noticed about a file's encoding once it is read.
enum EncodingNotices {
    static func report(_ text: TextSource, file: String, to diagnostics: Diagnostics) {
        if let line = text.guessedFromLine {
            diagnostics.report(
                .warning, "not_utf8", file: file, line: line,
                message: "the file is not UTF-8; read as Windows-1252, a guess; give the right one with --encoding")
        }
        if text.isUTF16 {
            diagnostics.report(
                .note, "utf16", file: file,
                message: "the file is UTF-16, but the reference requires UTF-8; read as UTF-16")
        }
        if text.replaced > 0 {
            diagnostics.report(
                .warning, "invalid_text", file: file, line: text.firstReplacedLine,
                message: "the file contains invalid bytes, first in this line; replaced by U+FFFD")
            diagnostics.count(.warning, "invalid_text", file: file, times: text.replaced - 1)
        }
    }
}
