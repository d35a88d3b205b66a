import Charts
import Contract
import Reports
import StageKit
import TimeZones

/// The trips of a route as lines of time against distance.
public enum Stringline: Stage {
    public static let name = "stringline"

    /// Reads visits and writes a picture.
    /// - Throws: `StageFailure`: 65 for a route that there is not, and for a file that is not a schedule; 66 for one that
    ///   is missing.
    public static func run(_ options: StringlineOptions, _ context: StageContext) throws {
        try context.check(options)
        let feed = try options.feed.map { try FeedRuns($0, context) }
        var records = VisitRecords(options, context)
        try context.feed(options.files, to: &records)
        count(records, context)
        if records.runs.isEmpty { try nothing(records, feed, options, context) }
        var span = Span(options.window, records.runs, records.clock)
        if feed != nil { span = span?.closed(by: records.runs) }
        if span == nil, !records.runs.isEmpty {
            try context.nothingToDo(
                "nothing_in_window",
                "the route has no visit within\(options.window.words)")
        }
        let due = try feed.map { try scheduled($0, span, records, options) } ?? []
        let chart = StringlineChart(
            span, records.runs, scheduled: due, route: options.route, shortName: records.shortName,
            records.clock)
        tell(chart, span, records, context)
        let words = StringlineWords(chart: chart)
        let picture = StringlinePicture(chart, words)
        switch options.format {
        case .svg: try picture.write(as: .svg, to: context.sink)
        case .png: try picture.write(as: .png, to: context.sink)
        case .html: try StringlinePage(chart: chart, words: words, picture: picture).write(to: context.sink)
        }
    }

    /// What became of the records: those of the route live on in the picture.
    private static func count(_ records: VisitRecords, _ context: StageContext) {
        let visits = context.summary.table(Tables.StopVisits.name)
        let trips = context.summary.table(Tables.TripsPerformed.name)
        visits.merged = visits.taken - records.others.visits - records.rejected
        visits.filtered += records.others.visits
        trips.merged = trips.taken - records.others.trips
        trips.filtered += records.others.trips
    }

    /// Ends the run where there is no visit of the route.
    private static func nothing(
        _ records: VisitRecords, _ feed: FeedRuns?, _ options: StringlineOptions, _ context: StageContext
    ) throws {
        let known = feed?.routes ?? []
        if records.hasOtherDirection {
            return try context.nothingToDo(
                "no_visits_of_route",
                "all visits of route \(Finding.quoted(options.route)) have the other direction or none")
        }
        if known.contains(where: { $0.id == options.route }) || records.routes.isEmpty
            || records.routes.contains(where: { $0.id == options.route })
        {
            return try context.nothingToDo(
                "no_visits_of_route", "the input has no visit of route \(Finding.quoted(options.route))")
        }
        var nearest = NearestNames(options.route)
        let visited = Set(records.routes.map(\.id))
        for route in records.routes + known.filter({ !visited.contains($0.id) }) {
            nearest.see(route.id, title: route.name)
        }
        throw StageFailure(
            .dataUnusable,
            "--route: \(Finding.quoted(options.route)) is not a route of the visits; "
                + nearest.words(none: "they have no routes"))
    }

    private static func scheduled(
        _ feed: FeedRuns, _ span: Span?, _ records: VisitRecords, _ options: StringlineOptions
    ) throws -> [Run] {
        guard let span else { return [] }
        let days = Set(records.runs.filter(span.takes).map(\.key.day)).sorted()
        return try feed.runs(of: options.route, direction: options.direction, on: days)
    }

    /// Says what the picture does not show.
    private static func tell(
        _ chart: StringlineChart, _ span: Span?, _ records: VisitRecords, _ context: StageContext
    ) {
        func note(_ code: String, _ message: String) {
            context.diagnostics.report(.note, code, message: message)
        }
        let days = Set(records.runs.map(\.key.day))
        if let day = span?.day, days.count > 1 {
            note(
                "one_day_drawn",
                "the visits cover \(grouped(days.count)) service days; "
                    + "\(CivilDate(daysSinceEpoch: day).text) was drawn; choose another with --from and --to")
        }
        for panel in chart.panels {
            for (code, words) in StringlineWords.findings(panel) { note(code, words) }
        }
    }
}
