import Charts
import Reports
import StageKit

/// A report drawn.
protocol PerformancePicture: Chart {
    /// What has no room, as sentences without their ends.
    var omissions: [String] { get }
}

extension HeatMap: PerformancePicture {
    var omissions: [String] { omission.map { [$0] } ?? [] }
}

/// Draws a report as a picture, or as a page with every row as a table.
enum PerformanceDrawing {
    /// What a page adds for the dark.
    private static let style = """

        @media (prefers-color-scheme:dark){
        .cs0{stroke:#33261a}.cs1{stroke:#6b3410}.cs2{stroke:#a34b12}.cs3{stroke:#dd7a2a}.cs4{stroke:#f7b75f}
        .cs5{stroke:#ffedb8}
        }
        """

    static func write(
        _ rows: PerformanceRows, _ format: ReportFormat, feedID: String?, _ context: StageContext
    ) throws {
        let figures = PerformanceFigures(rows)
        let picture = picture(figures, context)
        guard format == .html else { return try picture.write(as: format == .png ? .png : .svg, to: context.sink) }
        try ChartPage(title: picture.title, style: style).write(picture, to: context.sink) {
            try writeTable(figures, feedID, to: context.sink)
        }
    }

    /// Makes the picture of a report, and says what it has no room for.
    private static func picture(_ figures: PerformanceFigures, _ context: StageContext) -> any PerformancePicture {
        let picture = figures.rows.kind.count.picture(figures)
        for omission in picture.omissions {
            context.diagnostics.report(Finding(.note, "rows_not_drawn", message: omission))
        }
        return picture
    }

    /// Writes a page of several reports.
    static func write(_ sections: [PerformanceRows], title: String, feedID: String?, _ context: StageContext) throws {
        let figures = sections.map { PerformanceFigures($0) }
        try ChartPage(title: title, style: style).write(sections: title, to: context.sink) {
            for figures in figures {
                try ChartPage.frame(
                    picture(figures, context), id: figures.rows.kind.rawValue, to: context.sink)
            }
            for figures in figures { try writeTable(figures, feedID, isAlone: false, to: context.sink) }
        }
    }

    /// Whether two keys make rows and columns: where one of them is of time. Others are bars.
    static func areOfHeatMap(_ keys: [ReportKey]) -> Bool {
        keys.count > 1 && keys.contains { $0.isOfClock || $0.isOfDay }
    }

    private static func writeTable(
        _ figures: PerformanceFigures, _ feedID: String?, isAlone: Bool = true, to sink: RecordSink
    ) throws {
        let kind = figures.rows.kind.rawValue
        try ChartTable.write(
            figures.rows, isAlone ? "Every row" : "Every row of " + kind, id: isAlone ? "rows" : "rows-" + kind,
            introduction:
                "The columns are those of linefeed's \(figures.rows.kind.table.name) records. Shares are 0 to 1; "
                + "empty cells are null.", feedID: feedID, to: sink)
    }
}
