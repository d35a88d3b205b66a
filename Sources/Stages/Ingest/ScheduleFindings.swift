import GTFSSchedule
import StageKit

/// Findings of one file's rows: those that nobody will see are counted without being made.
///
/// Once a code has had its turns its findings cost an addition each, and are handed over when the file is done.
final class ScheduleFindings {
    /// Codes of findings about a row as a whole.
    enum Code: Int, CaseIterable {
        case trimmedCell, paddedRow, extraCellsDropped, unnamedColumn, nul
        case extraCells, missingKey, duplicateKey, lineTooLong

        var name: String {
            switch self {
            case .trimmedCell: "trimmed_cell"
            case .paddedRow: "padded_row"
            case .extraCellsDropped: "extra_cells_dropped"
            case .unnamedColumn: "unnamed_column"
            case .nul: "nul"
            case .extraCells: "extra_cells"
            case .missingKey: "missing_key"
            case .duplicateKey: "duplicate_key"
            case .lineTooLong: "line_too_long"
            }
        }

        var kind: Finding.Kind {
            switch self {
            case .trimmedCell, .paddedRow, .extraCellsDropped: .repair
            case .unnamedColumn, .nul: .warning
            case .extraCells, .missingKey, .duplicateKey: .reject
            case .lineTooLong: .refusal
            }
        }
    }

    private struct Slot {
        let kind: Finding.Kind
        let code: String
        var isShown = true
        var uncounted = 0
    }

    private let diagnostics: Diagnostics
    private let file: String
    private var slots: [Slot]

    init(_ diagnostics: Diagnostics, file: String) {
        self.diagnostics = diagnostics
        self.file = file
        slots = Code.allCases.map { Slot(kind: $0.kind, code: $0.name) }
        slots += CellIssue.allCases.map { issue in
            switch issue.effect {
            case .null: Slot(kind: .null, code: issue.code)
            case .repaired: Slot(kind: .repair, code: issue.code)
            case .kept: Slot(kind: .warning, code: issue.code)
            }
        }
    }

    func add(
        _ code: Code, line: Int, field: String? = nil, value: UnsafeRawBufferPointer? = nil, times: Int = 1,
        _ message: (_ quoted: String) -> String
    ) {
        add(code.rawValue, line: line, field: field, value: value, message)
        slots[code.rawValue].uncounted += times - 1
    }

    func add(_ issue: CellIssue, line: Int, field: String, value: UnsafeRawBufferPointer) {
        add(slot(of: issue), line: line, field: field, value: value) { quoted in
            "\(quoted) \(issue.message)"
        }
    }

    /// Counts without showing, for what has been said already.
    func count(_ code: Code) { slots[code.rawValue].uncounted += 1 }

    private func add(
        _ slot: Int, line: Int, field: String?, value: UnsafeRawBufferPointer?, _ message: (_ quoted: String) -> String
    ) {
        guard slots[slot].isShown, diagnostics.wants(slots[slot].kind, slots[slot].code, file: file) else {
            // What is not wanted once is never wanted again: turns only pass.
            slots[slot].isShown = false
            slots[slot].uncounted += 1
            return
        }
        diagnostics.report(
            slots[slot].kind, slots[slot].code, file: file, line: line, field: field, value: value, message)
    }

    /// What need not be told any more of rows, so that it is only counted.
    var tolerance: RowTolerance {
        var tolerance = RowTolerance()
        tolerance.trimmedCells = !slots[Code.trimmedCell.rawValue].isShown
        tolerance.paddedRows = !slots[Code.paddedRow.rawValue].isShown
        for issue in CellIssue.allCases where !slots[slot(of: issue)].isShown { tolerance.tolerate(issue) }
        return tolerance
    }

    /// Counts what was tolerated.
    func count(_ tolerated: RowTolerance.Counts) {
        slots[Code.trimmedCell.rawValue].uncounted += tolerated.trimmedCells
        slots[Code.paddedRow.rawValue].uncounted += tolerated.paddedRows
        for (issue, count) in zip(CellIssue.allCases, tolerated.issues) { slots[slot(of: issue)].uncounted += count }
    }

    /// Takes back what was counted of a row that is rejected.
    func discount(_ noticed: [NoticedCell], _ reader: CSVReader, _ plan: RecordPlan) {
        for cell in noticed { slots[slot(of: cell.issue)].uncounted -= 1 }
        slots[Code.trimmedCell.rawValue].uncounted -= reader.trimmedCells
        if reader.cellCount < plan.expectedCells { slots[Code.paddedRow.rawValue].uncounted -= 1 }
    }

    private func slot(of issue: CellIssue) -> Int { Code.allCases.count + Int(issue.rawValue) }

    /// Hands over what was only counted.
    func finish() {
        for index in slots.indices where slots[index].uncounted > 0 {
            diagnostics.count(slots[index].kind, slots[index].code, file: file, times: slots[index].uncounted)
            slots[index].uncounted = 0
        }
    }
}
