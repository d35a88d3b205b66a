import FeedStore
import GTFSSchedule
import NDJSON
import StageKit

/// Reads one CSV file of a feed and writes its rows.
final class ScheduleTable {
    private let table: FeedTable
    private let options: IngestOptions
    private let context: StageContext
    private let tally: ReadTally
    /// Where rows go instead of becoming records.
    private let load: StoreLoad?
    private let head: RecordHead
    private let figures: TableFigures
    private let findings: ScheduleFindings
    /// The most bytes that the members of a record may take, so that the next stage accepts the line.
    private let recordLimit: Int
    private var file: String { table.file.name }

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
        // A row of CSV is written no longer than it was read.
        recordLimit = options.writesCSV ? .max : context.options.maxLineBytes - context.sink.current.count - 1
        context.sink.cancel()
    }

    func read() throws {
        // A store finds repeated keys when their index is made, without remembering them meanwhile.
        var duplicates = DuplicateRows(load == nil ? options.duplicatePolicy : .keep, table.definition)
        if duplicates.needsSurvey {
            let surveyTally = ReadTally(limit: tally.limit)
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
            if options.writesCSV {
                let feedID = context.options.feedID == nil ? [] : ["feed_id"]
                try context.sink.writeCSV(table: table.name, columns: feedID + plan.members.map(\.name))
            }
            let rows = RecordRows(
                plan, hashesKeys: duplicates.isActive, head, limit: recordLimit, context.sink)
            try write(reader, rows, &duplicates)
        }
        if plan != nil { report(text) }
    }

    private func open(_ tally: ReadTally) throws -> (TextSource, CSVReader) {
        let text = try TextSource(table.file, encoding: options.encoding, tally: tally)
        return (text, CSVReader(text, limit: context.options.maxLineBytes))
    }

    // MARK: The header

    /// Reads the header; nil where the file has none.
    private func header(_ reader: CSVReader, isSurvey: Bool) throws -> RecordPlan? {
        switch try reader.next() {
        case .row: break
        case .end:
            if !isSurvey {
                context.diagnostics.report(
                    Finding(.incomplete, "empty_file", file: file, message: "the file is empty, without even a header"))
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
                            + "\(CSVReader.columnLimit) that are accepted (none of the table is read)"))
            }
            return nil
        }
        let reserved = ["table"] + (context.options.feedID == nil ? [] : ["feed_id"])
        let plan = RecordPlan(
            header: UnsafeBufferPointer(start: reader.cells, count: reader.cellCount),
            definition: table.definition, reserved: reserved)
        if !isSurvey {
            noticeTrimmed(reader, field: nil)
            for notice in plan.notices { report(notice, line: reader.line) }
        }
        reader.cellLimit = plan.width
        return plan
    }

    private func report(_ notice: RecordPlan.Notice, line: Int) {
        func say(_ kind: Finding.Kind, _ code: String, _ field: String?, _ message: String) {
            context.diagnostics.report(Finding(kind, code, file: file, line: line, field: field, message: message))
        }
        switch notice {
        case .duplicateColumn(let name, let cell):
            say(
                .warning, "duplicate_column", name,
                "the header has this column again as number \(cell + 1) (the first is read)")
        case .renamed(let from, let to):
            say(.warning, "renamed_column", from, "every record has a member of this name (written as \(to))")
        case .missingKey(let name):
            say(
                .fault, "missing_key_column", name,
                "the header lacks this column, which no row can do without (every row is rejected)")
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

    private func write<Rows: ScheduleRows>(
        _ reader: CSVReader, _ rows: Rows, _ duplicates: inout DuplicateRows
    ) throws {
        let plan = rows.plan
        var row = 0
        while true {
            let outcome = try reader.next()
            if outcome == .end { return }
            row &+= 1
            figures.read += 1
            if row & 1023 == 0 { context.progress.update(tally.bytesRead) }
            guard outcome == .row else {
                reject(outcome, reader, "row")
                continue
            }
            if reader.extraHasContent {
                reject(.extraCells, reader, field: nil) {
                    "the row has \(reader.cellCount + reader.extraCells) cells, the header \(plan.width) (row rejected)"
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
            if duplicates.isActive, let hash = rows.keyHash, !duplicates.keeps(hash, row: row) {
                reject(.duplicateKey, reader, field: nil) { "\(self.duplicateMessage(plan, reader)) (row rejected)" }
                continue
            }
            if reader.isIrregular(for: plan) { noticeShape(reader, plan) }
            for noticed in rows.noticed {
                let member = plan.members[noticed.member]
                findings.add(
                    noticed.issue, line: reader.line, field: member.name, value: reader.cells[member.cell].bytes)
            }
            try rows.write(figures)
        }
    }

    // MARK: A store

    /// Loads the rows into a table of the store, and rejects those whose keys it found repeated.
    private func store(
        _ reader: CSVReader, _ plan: RecordPlan?, _ load: StoreLoad, _ duplicates: inout DuplicateRows
    ) throws {
        let name = load.name(for: table)
        guard let plan, let stored = try load.writer.table(plan, name: name, feedID: context.options.feedID) else {
            if let plan { reportWidth(plan, load, line: reader.line) }
            return load.note(table, as: nil, figures)
        }
        for column in stored.renamed {
            context.diagnostics.report(
                Finding(
                    .warning, "renamed_column", file: file, line: reader.line, field: column.from,
                    message: "SQLite does not tell this name from another column's (stored as \(column.to))"))
        }
        try write(reader, StoredRows(plan, stored), &duplicates)
        if let removed = try stored.finish(keeping: options.duplicatePolicy.kept) { try reject(removed) }
        load.note(table, as: name, figures)
    }

    private func reportWidth(_ plan: RecordPlan, _ load: StoreLoad, line: Int) {
        guard !plan.members.isEmpty else { return }
        context.fault(
            Finding(
                .fault, "too_many_columns", file: file, line: line,
                message: "the header has \(plan.members.count) columns, more than the \(load.writer.columnLimit) "
                    + "of a SQLite table (none of the table is stored)"))
    }

    /// Rejects rows that the store has taken out again: the file is read once more to say which they were.
    private func reject(_ removed: RemovedRows) throws {
        let again = ReadTally(limit: tally.limit)
        defer { tally.addReading(of: again) }
        let (_, reader) = try open(again)
        guard let plan = try header(reader, isSurvey: true) else { return }
        var row = 0
        var next = try removed.next()
        while let sought = next {
            let outcome = try reader.next()
            if outcome == .end { break }
            guard outcome == .row, !reader.extraHasContent, plan.missingKey(reader) == nil else { continue }
            row += 1
            guard row == sought else { continue }
            figures.written -= 1
            reject(.duplicateKey, reader, field: nil) { "\(self.duplicateMessage(plan, reader)) (row rejected)" }
            next = try removed.next()
        }
        // A file that says something else the second time would leave rows that nobody counted.
        guard next == nil else { throw StageFailure(.ioFailed, "\(file) changed while it was read") }
    }

    // MARK: Findings about rows

    /// Reports what was repaired or is odd about a row that is written.
    private func noticeShape(_ reader: CSVReader, _ plan: RecordPlan) {
        noticeTrimmed(reader, field: plan)
        if reader.extraCells > 0 {
            findings.add(.extraCellsDropped, line: reader.line) { _ in
                "the row has \(reader.cellCount + reader.extraCells) cells, the header \(plan.width) (the extra ones, empty, are dropped)"
            }
        }
        if reader.cellCount < plan.expectedCells {
            findings.add(.paddedRow, line: reader.line) { _ in
                "the row has \(reader.cellCount) of \(plan.expectedCells) cells (the missing ones read as empty)"
            }
        }
        for cell in plan.unnamedCells where cell < reader.cellCount && reader.cells[cell].count > 0 {
            findings.add(.unnamedColumn, line: reader.line, value: reader.cells[cell].bytes) { quoted in
                "\(quoted) stands in column \(cell + 1), which has no name (left out)"
            }
        }
        if reader.hasNUL {
            findings.add(.nul, line: reader.line) { _ in "the row holds a NUL byte (kept as \\u0000)" }
        }
    }

    private func noticeTrimmed(_ reader: CSVReader, field plan: RecordPlan?) {
        guard reader.trimmedCells > 0 else { return }
        let cell = reader.firstTrimmed
        let name = plan?.members.first { $0.cell == cell }?.name
        findings.add(
            .trimmedCell, line: reader.line, field: name, value: reader.cells[cell].bytes, times: reader.trimmedCells
        ) { quoted in "blanks around \(quoted) taken away" }
    }

    private func duplicateMessage(_ plan: RecordPlan, _ reader: CSVReader) -> String {
        let keys = plan.members.filter(\.isKey).prefix(6).map { member in
            let value =
                member.cell < reader.cellCount
                ? reader.cells[member.cell].bytes : UnsafeRawBufferPointer(start: nil, count: 0)
            return "\(Finding.printable(member.name)) \(Finding.quoted(value))"
        }
        return "the key \(keys.joined(separator: ", ")) occurs more than once"
    }

    private func rejectForKey(_ field: String, _ plan: RecordPlan, _ reader: CSVReader) {
        let message = "the row has no \(Finding.printable(field)), and none can do without it (row rejected)"
        guard plan.missingKeys.isEmpty else {
            // Said once, of the header.
            findings.count(.missingKey)
            keep(reader, .missingKey, message)
            return
        }
        reject(.missingKey, reader, field: field) { message }
    }

    /// Control characters grow sixfold as JSON, so a row that is accepted can make a record that is not.
    private func rejectLongRecord(_ excess: Int, _ reader: CSVReader) {
        let limit = context.options.maxLineBytes
        reject(.lineTooLong, reader, field: nil) {
            "the row's record has \(limit + excess) bytes, more than the \(limit) of "
                + "--max-line-bytes (row rejected)"
        }
        context.degrade(to: .dataUnusable)
    }

    private func reject(
        _ code: ScheduleFindings.Code, _ reader: CSVReader, field: String?, _ message: () -> String
    ) {
        findings.add(code, line: reader.line, field: field) { _ in message() }
        keep(reader, code, message())
    }

    private func keep(_ reader: CSVReader, _ code: ScheduleFindings.Code, _ message: @autoclosure () -> String) {
        guard context.diagnostics.keepsRejects else { return }
        context.diagnostics.keepReject(
            file: file, line: reader.line, code: code.name, message: message(), raw: reader.raw)
    }

    /// Rejects what is no whole row: quotes that are not closed, a row that is too long.
    private func reject(_ outcome: CSVReader.Outcome, _ reader: CSVReader, _ what: String) {
        let code: String
        let message: String
        var line = reader.line
        var raw = UnsafeRawBufferPointer(start: nil, count: 0)
        switch outcome {
        case .unterminated(let openedAt, let lines):
            code = "unterminated_quote"
            line = openedAt
            message =
                "a quote opened here is not closed before the file's end, \(lines) line\(lines == 1 ? "" : "s") on "
                + "(\(what) rejected)"
            raw = reader.raw
        case .tooLong(let bytes, let openedAt):
            code = "line_too_long"
            message =
                "the \(what) has \(bytes) bytes, more than the \(context.options.maxLineBytes) of --max-line-bytes"
                + (openedAt.map { ", as a quote opened on line \($0) is not closed" } ?? "") + " (\(what) rejected)"
        case .row, .end: return
        }
        if what == "header" {
            context.fault(Finding(.fault, code, file: file, line: line, message: message))
        } else {
            context.diagnostics.report(Finding(.reject, code, file: file, line: line, message: message))
            if code == "line_too_long" { context.degrade(to: .dataUnusable) }
            context.diagnostics.keepReject(file: file, line: line, code: code, message: message, raw: raw)
        }
    }

    /// Reports what became of the file's encoding.
    private func report(_ text: TextSource) {
        EncodingNotices.report(text, file: file, to: context.diagnostics)
    }
}

extension CSVReader {
    /// Whether anything about the row's shape is worth a look.
    @inline(__always)
    func isIrregular(for plan: RecordPlan) -> Bool {
        trimmedCells > 0 || extraCells > 0 || cellCount < plan.expectedCells || !plan.unnamedCells.isEmpty || hasNUL
    }
}

/// What is noticed about a file's encoding once it is read.
enum EncodingNotices {
    static func report(_ text: TextSource, file: String, to diagnostics: Diagnostics) {
        if let line = text.guessedFromLine {
            diagnostics.report(
                Finding(
                    .warning, "not_utf8", file: file, line: line,
                    message: "the file is not UTF-8 (read as Windows-1252, a guess; --encoding settles it)"))
        }
        if text.replaced > 0 {
            diagnostics.report(
                Finding(
                    .warning, "invalid_text", file: file, line: text.firstReplacedLine,
                    message: "bytes that are no text, here first (replaced by U+FFFD)"))
            diagnostics.count(.warning, "invalid_text", file: file, times: text.replaced - 1)
        }
    }
}
