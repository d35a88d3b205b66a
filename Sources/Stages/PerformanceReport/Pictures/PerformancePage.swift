import Reports
import StageKit
import TimeZones
import Visits

/// Several kinds of figures on one page: a picture of each, and below them every row.
extension PerformanceReport {
    static func page(_ options: PerformanceReportOptions, _ context: StageContext) throws {
        var sections: [PerformanceRows] = []
        var days: ClosedRange<Int>?
        var written: [(figures: TableFigures, count: Int)] = []
        for kind in [options.kind].compactMap({ $0 }) + options.others {
            var own = options
            own.kind = kind
            own.keys = options.keys ?? kind.count.pageKeys
            let counted = try counted(kind, own, context)
            if let found = counted.input.days {
                days =
                    min(
                        days?.lowerBound ?? found.lowerBound, found.lowerBound)...max(
                        days?.upperBound ?? found.upperBound, found.upperBound)
            }
            guard let rows = counted.rows, rows.count > 0 else {
                context.diagnostics.report(
                    Finding(
                        .warning, "nothing_counted",
                        message: "the input has nothing to count for --of \(kind.rawValue); the page omits it"))
                continue
            }
            sections.append(rows)
            written.append((counted.needed, rows.count))
        }
        if sections.isEmpty {
            try context.nothingToDo("nothing_counted", "the input has nothing to count for any kind of report")
        }
        try PerformanceDrawing.write(sections, title: title(days), feedID: context.options.feedID, context)
        for (figures, count) in written { figures.merged -= count }
        for rows in sections { context.summary.table(rows.kind.table.name).written += rows.count }
    }

    private static func title(_ days: ClosedRange<Int>?) -> String {
        guard let days else { return "Performance" }
        let first = CivilDate(daysSinceEpoch: days.lowerBound).text
        let last = CivilDate(daysSinceEpoch: days.upperBound).text
        return first == last ? "Performance on \(first)" : "Performance from \(first) to \(last)"
    }
}
