import Charts
import StageKit

/// A report drawn: what a picture has to tell about itself, and how it is drawn.
protocol PerformancePicture {
    var title: String { get }
    /// What it tells somebody who does not see it.
    var description: String { get }
    var width: Double { get }
    var height: Double { get }
    /// What has no room, as sentences without their ends.
    var omissions: [String] { get }
    func draw(to sink: RecordSink) throws
}

/// Draws a report as a picture, or as a page with every row as a table.
enum PerformanceDrawing {
    /// What a page adds for the dark.
    private static let style = """

        @media (prefers-color-scheme:dark){
        .mark{stroke:#ececec}
        .cs0{stroke:#33261a}.cs1{stroke:#6b3410}.cs2{stroke:#a34b12}.cs3{stroke:#dd7a2a}.cs4{stroke:#f7b75f}
        .cs5{stroke:#ffedb8}
        }
        """

    /// Keys of a heat map: rows, columns, pictures.
    static let mostKeys = 3

    static func write(
        _ rows: PerformanceRows, _ format: PerformanceReportOptions.Format, feedID: String?, _ context: StageContext
    ) throws {
        let figures = PerformanceFigures(rows)
        let picture = picture(figures)
        tell(picture, context)
        let document = ChartDocument(
            title: picture.title, description: picture.description, width: picture.width, height: picture.height)
        if format == .own(.svg) {
            try document.write(to: context.sink, isDocument: true) { try picture.draw(to: context.sink) }
            return
        }
        try ChartPage(title: picture.title, style: style).write(to: context.sink) {
            try document.write(to: context.sink, isDocument: false) { try picture.draw(to: context.sink) }
        } rest: {
            try writeTable(figures, feedID, to: context.sink)
        }
    }

    private static func picture(_ figures: PerformanceFigures) -> any PerformancePicture {
        let rows = figures.rows
        return switch rows.kind {
        case .punctuality, .headways:
            isHeatMap(rows.kind, rows.columns.keys) ? HeatPicture(figures) : BarPicture(figures)
        case .delivery, .predictions: BarPicture(figures)
        case .load: LoadPicture(figures)
        case .segments: SegmentPicture(figures)
        }
    }

    private static func tell(_ picture: any PerformancePicture, _ context: StageContext) {
        for omission in picture.omissions {
            context.diagnostics.report(Finding(.note, "rows_not_drawn", message: omission))
        }
    }

    /// Writes a page of several reports.
    static func write(_ sections: [PerformanceRows], title: String, feedID: String?, _ context: StageContext) throws {
        let figures = sections.map { PerformanceFigures($0) }
        try ChartPage(title: title, style: style).write(sections: title, to: context.sink) {
            for figures in figures {
                let picture = picture(figures)
                tell(picture, context)
                var document = ChartDocument(
                    title: picture.title, description: picture.description, width: picture.width,
                    height: picture.height)
                document.name = figures.rows.kind.rawValue
                try ChartPage.frame(picture.title, to: context.sink) {
                    try document.write(to: context.sink, isDocument: false) { try picture.draw(to: context.sink) }
                }
            }
            for figures in figures { try writeTable(figures, feedID, isAlone: false, to: context.sink) }
        }
    }

    /// Whether two keys make rows and columns: where one of them is of time. Others are bars.
    static func isHeatMap(_ kind: PerformanceReportOptions.Kind, _ keys: [PerformanceKey]) -> Bool {
        (kind == .punctuality || kind == .headways) && keys.count > 1 && keys.contains { $0.isAlongTime }
    }

    private static func writeTable(
        _ figures: PerformanceFigures, _ feedID: String?, isAlone: Bool = true, to sink: RecordSink
    ) throws {
        let columns = figures.rows.columns.all
        let table = try ChartTable(
            isAlone ? "Every row" : "Every row of \(figures.rows.kind.rawValue)",
            id: isAlone ? "rows" : "rows-" + figures.rows.kind.rawValue,
            introduction:
                "The columns are those of linefeed's \(figures.rows.kind.table.name) records: shares are 0 to 1, "
                + "an empty cell is null.",
            columns: (feedID == nil ? [] : ["feed_id"]) + columns.map(\.name), to: sink)
        let feedCell = feedID.map { [ChartTable.Cell.text($0)] } ?? []
        for row in figures.all {
            try table.write(feedCell + row.cells.map(PerformanceFigures.tableCell), head: feedCell.count)
        }
        try table.end()
    }
}

extension PerformanceKey {
    var isAlongTime: Bool {
        switch self {
        case .hour, .timeBin, .weekday, .dayType, .serviceDate: true
        default: false
        }
    }

    /// As people call it.
    var word: String {
        switch self {
        case .routeID: "route"
        case .directionID: "direction"
        case .patternID: "pattern"
        case .tripID: "trip"
        case .stopID: "stop"
        case .stopSequence: "place"
        case .vehicleID: "vehicle"
        case .hour: "hour"
        case .timeBin: "from"
        case .weekday: "weekday"
        case .dayType: "day type"
        case .serviceDate: "service date"
        case .feedID: "feed"
        }
    }
}
