import ArgumentParser
import Occupancy
import PerformanceReportStage
import Reports
import StageKit

extension PerformanceReportOptions.Kind: ExpressibleByArgument {}
extension VisitEnd: ExpressibleByArgument {}
extension OccupancyLevel: ExpressibleByArgument {}
extension LoadPointScope: ExpressibleByArgument {}

struct PerformanceReportCommand: ReadingCommand {
    typealias Work = PerformanceReport
    static let place = 140

    static let manual = Manual(
        abstract: "Tell how punctual, even, fast, full and reliable the service was.",
        examples: [
            .init(
                "how punctual departures were, by route and hour",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip \\\n"
                    + "    --missing |\n"
                    + "    linefeed performance-report --of punctuality --format table"),
            .init(
                "how even a made-up city's departures were, by quarters of an hour",
                "linefeed simulate --out city --truth --minutes 60 --interval 60 -q && \\\n"
                    + "    linefeed performance-report city/truth.ndjson --of headways \\\n"
                    + "    --by route_id,direction_id,time_bin --bin 15m"),
            .init(
                "whether predictions held: the visits first, so that little is kept",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip \\\n"
                    + "    -o visits.ndjson && \\\n"
                    + "    linefeed decode-rt samples/trip-updates-*.pb --explode |\n"
                    + "    linefeed performance-report visits.ndjson - --of predictions"),
            .init(
                "a heat map of punctuality for the browser",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip |\n"
                    + "    linefeed performance-report --of punctuality --format html \\\n"
                    + "    -o punctuality.html"),
            .init(
                "parts of a report, which may come from several days, added up",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip |\n"
                    + "    linefeed performance-report --of segments --partial |\n"
                    + "    linefeed performance-report --merge --feed samples/feed.zip"),
        ],
        input: """
            stop_visits and trips_performed records, as stop-visits writes them; for
            predictions stop_time_updates or trip_updates too; with --merge
            performance_partials. A visit belongs to the bin of its scheduled time, of
            its actual time where it has no other, on its own clock or --timezone's; a
            trip to that of its start. Days are service days. Of two records of one
            performed trip and stop the first counts. For segments and load a trip's
            visits stand together. What --where passes over is in no figure, and no
            figure spans it.
            delivery and headways need every run that was due: make the visits with
            'stop-visits --missing' and pass its match_reports too, which say so.
            """,
        output: """
            One record a group, sorted by its keys, null last; each has its events:
            {"table":"punctuality","route_id":"10","hour":7,"events":412,"early":9,
             "on_time":371,"late":32,"share_on_time":0.9005,"delay_p50":48, … }
            punctuality: delays of Scheduled visits, last stops of trips left out, with
              --at arrival the first ones. On time from --early to --late, both included.
            headways: of one service day, route and direction at a stop. Observed headways
              lie between departures in the order in which vehicles left, scheduled ones
              between runs in the timetable's order. If a run was due within a headway
              and nobody saw it, the headway is broken and in no other figure. A run
              departs once, with its first vehicle. A headway is bunched or gapped
              against the scheduled one of the run that ends it. Without all runs that
              were due, the scheduled figures are of the runs that were seen.
            segments: GeoJSON, from a departure to the arrival at the next stop; without
              --feed the geometry is null. stop_visits' distance makes the speeds.
              time_lost_p50 and time_lost_total: actual less scheduled run time.
            load: by pattern and stop. Shares are of status_observations, percentages of
              percentage_observations. is_max_load_point goes by percentage_p90 if at
              every stop half of the samples have a percentage, else by the share at
              --crowded; never a pattern's last stop. With --load-point route one stop
              is marked for the --by keys, over patterns weighted by trips.
            delivery: a run of the timetable counts once, whatever vehicles are on it: as
              observed, else canceled, else not covered (share_covered below a half) or
              no data. trips_added are Added, Unscheduled and Duplicated. share_observed
              is null where the input does not say that it has every run that was due.
            predictions: the latest of each minute, trip and stop; arrivals where both are
              known, else departures. Visits whose time is itself a prediction or unknown
              grade nothing: actuals_excluded, by the predicted time.
            Percentiles are nearest rank. A table shows figures of fewer than 5 values in
            parentheses. Two routes of one name are told apart by mode, long name or id.
            html, svg and png: punctuality and headways as a heat map of the first key by
            the second, a third in pictures of its own, where a key is of time; else bars.
            load as a bar a stop with the maximum load point marked, segments as a map
            coloured by speed, of several rows for a segment the slowest (--feed brings
            the places), delivery and predictions as bars. The fewer the events the
            thinner; html has every row as a table too. png needs libcairo2 and
            libpng16-16 (without them 69); more than 64 million pixels are 65.
            """,
        cost: """
            Memory: 50 to 60 bytes a performed trip, and punctuality 48 to 96 a distinct
            delay of a group; segments as much a distinct time, scheduled time and dwell;
            load a percentage; delivery a trip of a group. headways 64 bytes a departure.
            predictions 150 bytes a visit and 90 a prediction, of those that come after
            the visits only where less than 15 minutes are ahead. --feed: 60 to 120 bytes
            a route and stop. A part has 50 bytes a departure of headways.
            Time, on two cores: a million visits or more a second, 0.8 to 1.4 GB.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .records(unknown: ["--by": .usage, "--sort": .usage]),
            .records("--merge", unknown: ["--sort": .dataUnusable]),
        ])

    static let configuration = CommandConfiguration(PerformanceReport.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp(
            "Which figures: punctuality, headways, segments, load, delivery or predictions; several, with commas, for "
                + "one page.", valueName: "kind,…"))
    var kind: String?

    @Option(
        help: ArgumentHelp(
            "Group by route_id, direction_id, pattern_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, "
                + "weekday, day_type, service_date, feed_id; route_id,hour unless given.", valueName: "key,…"))
    var by: String?

    @Option(
        help: ArgumentHelp(
            "How long a time_bin is; minutes that part a day evenly. \(TimeBin.hour.length) unless given.",
            valueName: "duration"))
    var bin: String?

    @Option(
        help: ArgumentHelp("Take names, and the places of stops for segments, from a schedule.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Hours in this IANA zone; else on the clock of the records.", valueName: "zone"))
    var timezone: String?

    @Option(
        help: ArgumentHelp(
            "Look at these service days alone: weekday, saturday, sunday, weekend, or mon,tue,…", valueName: "day,…"))
    var days: String?

    @Option(help: ArgumentHelp("Look at visits from this time on: 07:00, or with a date.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Look at visits before this time.", valueName: "time"))
    var to: String?

    @Option(help: ArgumentHelp("punctuality: earlier than that is early; 60s unless given.", valueName: "duration"))
    var early: String?

    @Option(help: ArgumentHelp("punctuality: later than that is late; 300s unless given.", valueName: "duration"))
    var late: String?

    @Option(help: ArgumentHelp("punctuality: departure or arrival; departure unless given.", valueName: "end"))
    var at: VisitEnd?

    @Flag(help: "punctuality: timepoints alone.")
    var timepoints = false

    @Option(
        help: ArgumentHelp(
            "headways: bunched below this part of the scheduled one; 0.5 unless given.", valueName: "share"))
    var bunched: Double?

    @Option(
        help: ArgumentHelp(
            "headways: gapped above this part of the scheduled one; 1.5 unless given.", valueName: "share"))
    var gapped: Double?

    @Option(
        help: ArgumentHelp(
            "headways: runs due later than this after the one before count only as events; 15m unless given.",
            valueName: "duration"))
    var maxHeadway: String?

    @Option(
        help: ArgumentHelp(
            "load: crowded is low, moderate, high or very_crowded, or worse; high unless given.", valueName: "level"))
    var crowded: OccupancyLevel?

    @Option(
        help: ArgumentHelp(
            "load: what has one maximum load point, pattern or route (the --by keys); pattern unless given.",
            valueName: "of"))
    var loadPoint: LoadPointScope?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by a column; -column for the largest first.", valueName: "column"))
    var sort: String?

    @Option(help: .formats(of: ReportFormat.self))
    var format = PerformanceReportOptions().format

    @Flag(help: "Write a part of a report, for --merge; a performed trip's records must be in one part.")
    var partial = false

    @Flag(help: "Add up parts of a report.")
    var merge = false

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout PerformanceReportOptions) throws {
        let kinds = try kind.map(PerformanceReportOptions.kinds) ?? []
        options.kind = kinds.first
        options.others = Array(kinds.dropFirst())
        options.keys = try by.map { try ReportKey.list($0, among: PerformanceReportOptions.knownKeys) }
        options.bin = try bin.map { try TimeBin($0) }
        options.feed = feed
        options.timezone = timezone
        options.window.weekdays = try days.map(ReportWindow.weekdays)
        options.window.from = try from.map { try ReportWindow.time($0, "--from") }
        options.window.to = try to.map { try ReportWindow.time($0, "--to") }
        if let early { options.parameters.early = try PerformanceReportOptions.seconds(early, "--early") }
        if let late { options.parameters.late = try PerformanceReportOptions.seconds(late, "--late") }
        if let at { options.parameters.end = at }
        if timepoints { options.parameters.timepointsOnly = true }
        if let bunched { options.parameters.bunched = bunched }
        if let gapped { options.parameters.gapped = gapped }
        if let maxHeadway {
            options.parameters.longestHeadway = try PerformanceReportOptions.seconds(maxHeadway, "--max-headway")
        }
        if let crowded { options.parameters.crowded = crowded }
        if let loadPoint { options.parameters.loadPoint = loadPoint }
        options.sort = sort.map(RowSort.init)
        options.format = format
        options.writesPartials = partial
        options.mergesPartials = merge
        options.files = ArgumentRuns.unfold(files)
    }
}
