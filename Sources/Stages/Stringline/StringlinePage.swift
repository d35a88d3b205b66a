import Charts
import StageKit

/// A picture of lines as a page, with every visit that it shows as a table.
struct StringlinePage {
    let chart: StringlineChart
    let words: StringlineWords
    let picture: StringlinePicture

    func write(to sink: RecordSink) throws {
        try ChartPage(title: words.title, style: StringlineStyle.sheet).write(picture, to: sink) {
            for (place, panel) in chart.panels.enumerated() { try write(panel, place, to: sink) }
        }
    }

    private func write(_ panel: StringlinePanel, _ place: Int, to sink: RecordSink) throws {
        let table = try ChartTable(
            words.heading(panel), id: "visits-\(place)",
            introduction:
                "Every visit in the window, then scheduled runs that were not observed. Delays are in seconds; "
                + "empty cells are unknown.",
            columns: [
                "trip_id_performed", "vehicle_id", "stop_name", "scheduled", "arrived", "left", "delay", "source",
                "occupancy",
            ], to: sink)
        for run in panel.runs + panel.unseen {
            for point in run.points where chart.span?.takes(point.call, of: run.run) ?? true {
                try table.write(cells(run.run, point, panel.axis))
            }
        }
        try table.end()
    }

    private func cells(_ run: Run, _ point: DrawnRun.Point, _ axis: PatternAxis) -> [ChartTable.Cell] {
        let call = point.call
        func time(_ time: Int?) -> ChartTable.Cell { time.map { .number(chart.clock.fullText($0)) } ?? .empty }
        func text(_ text: String?) -> ChartTable.Cell { text.map { .text($0) } ?? .empty }
        var sources = [call.arrivalSource, call.departureSource].compactMap { $0 }
        if sources.count == 2, sources[0] == sources[1] { sources.removeLast() }
        let source = call.isObserved ? sources.joined(separator: ", ") : call.isSkipped ? "skipped" : "not observed"
        return [
            .text(run.name), text(run.vehicle), .text(axis.stops[point.place].name), time(call.scheduled),
            time(call.arrival), time(call.departure), call.delay.map { .number(String($0)) } ?? .empty,
            .text(run.isCanceled ? "canceled" : source), text(call.level.map(ChartWords.word)),
        ]
    }
}
