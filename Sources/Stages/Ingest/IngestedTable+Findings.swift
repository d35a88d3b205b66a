import GTFSSchedule
import StageKit

/// Findings about rows.
extension IngestedTable {
    /// Reports what was repaired or is odd about a row that is written.
    func noticeShape(_ reader: CSVReader, _ plan: RecordPlan) {
        noticeTrimmed(reader, field: plan)
        if reader.extraCells > 0 {
            findings.add(.extraCellsDropped, line: reader.line) { _ in
                "the row has \(reader.cellCount + reader.extraCells) cells, the header \(plan.width); the extra cells are empty and were dropped"
            }
        }
        if reader.cellCount < plan.expectedCells {
            findings.add(.paddedRow, line: reader.line) { _ in
                "the row has \(reader.cellCount) of \(plan.expectedCells) cells; missing cells are read as empty"
            }
        }
        for cell in plan.unnamedCells.prefix(while: { $0 < reader.cellCount }) where reader.cells[cell].count > 0 {
            findings.add(.unnamedColumn, line: reader.line, value: reader.cells[cell].bytes) { quoted in
                "\(quoted) is in column \(cell + 1), which has no name; skipped"
            }
        }
        if reader.hasNUL {
            findings.add(.nul, line: reader.line) { _ in "the row contains a NUL byte; kept as \\u0000" }
        }
    }

    func noticeTrimmed(_ reader: CSVReader, field plan: RecordPlan?) {
        guard reader.trimmedCells > 0 else { return }
        let cell = reader.firstTrimmed
        let name = plan?.members.first { $0.cell == cell }?.name
        findings.add(
            .trimmedCell, line: reader.line, field: name, value: reader.cells[cell].bytes, times: reader.trimmedCells
        ) { quoted in "removed spaces around \(quoted)" }
    }

    func noticeBlankLines() {
        guard blankLines > 0 else { return }
        context.diagnostics.report(
            .note, "empty_row", file: file, line: firstBlankLine, message: "the line has only spaces; skipped")
        context.diagnostics.count(.note, "empty_row", file: file, times: blankLines - 1)
    }

    func duplicateMessage(_ plan: RecordPlan, _ reader: CSVReader) -> String {
        let keys = plan.keyMembers.prefix(6).map { member in
            let value =
                member.cell < reader.cellCount
                ? reader.cells[member.cell].bytes : UnsafeRawBufferPointer(start: nil, count: 0)
            return "\(Finding.printable(member.name)) \(Finding.quoted(value))"
        }
        return "the key \(keys.joined(separator: ", ")) occurs more than once"
    }

    func rejectRepeated(_ reader: CSVReader, _ plan: RecordPlan) {
        reject(.duplicateKey, reader, field: nil) { "\(self.duplicateMessage(plan, reader)); row rejected" }
    }

    func rejectForKey(_ field: String, _ plan: RecordPlan, _ reader: CSVReader) {
        let message = "the row has no \(Finding.printable(field)), which is required; row rejected"
        guard plan.missingKeys.isEmpty else {
            // Said once, of the header.
            findings.count(.missingKey)
            keep(reader, .missingKey, message)
            return
        }
        reject(.missingKey, reader, field: field) { message }
    }

    /// Control characters grow sixfold as JSON, so a row that is accepted can make a record that is not.
    func rejectLongRecord(_ excess: Int, _ reader: CSVReader) {
        let limit = context.options.maxLineBytes
        reject(.lineTooLong, reader, field: nil) {
            "the row's record has \(limit + excess) bytes, more than the \(limit) of "
                + "--max-line-bytes; row rejected"
        }
        context.degrade(to: .dataUnusable)
    }

    func reject(
        _ code: ScheduleFindings.Code, _ reader: CSVReader, field: String?, _ message: () -> String
    ) {
        findings.add(code, line: reader.line, field: field) { _ in message() }
        keep(reader, code, message())
    }

    func keep(_ reader: CSVReader, _ code: ScheduleFindings.Code, _ message: @autoclosure () -> String) {
        guard context.diagnostics.keepsRejects else { return }
        context.diagnostics.keepReject(
            file: file, line: reader.line, code: code.name, message: message(), raw: reader.raw)
    }

    /// Rejects what is not a whole row: quotes that are not closed, a row that is too long.
    func reject(_ outcome: CSVReader.Outcome, _ reader: CSVReader, _ what: String) {
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
                + (openedAt.map { ", as a quote opened on line \($0) is not closed" } ?? "") + "; \(what) rejected"
        case .row, .end: return
        }
        if what == "header" {
            context.fault(Finding(.fault, code, file: file, line: line, message: message))
        } else {
            let kind: Finding.Kind = code == "line_too_long" ? .refusal : .reject
            context.diagnostics.report(kind, code, file: file, line: line, message: message)
            if code == "line_too_long" { context.degrade(to: .dataUnusable) }
            context.diagnostics.keepReject(file: file, line: line, code: code, message: message, raw: raw)
        }
    }

    /// Reports what became of the file's encoding.
    func report(_ text: TextSource) {
        EncodingNotices.report(text, file: file, to: context.diagnostics)
    }
}
