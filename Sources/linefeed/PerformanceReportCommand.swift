import ArgumentParser
import Occupancy
import PerformanceReportStage
import Reports
import StageKit

extension PerformanceReportOptions.Kind: ArgumentWord {}
extension VisitEnd: ArgumentWord {}
extension OccupancyLevel: ArgumentWord {}
extension LoadPointScope: ArgumentWord {}

struct PerformanceReportCommand: ReadingCommand, ThreadedCommand {
    typealias Work = PerformanceReport
    static let place = StagePlace(.analysis, 10)

    static let manual = Manual(
        brief: "delays and headways",
        abstract: "Report delays, headways, speeds, loads, delivered trips and prediction errors.",
        usage: "--of KIND [OPTION]... [FILE]...",
        usual: "--of --by --days --from --feed --format --output",
        groups: [
            "Grouping": "--by --bin --timezone --feed --sort",
            "Selection": "--days --from --to",
            "Punctuality": "--early --late --event --timepoints",
            "Headway": "--bunched --gapped --max-headway",
            "Load": "--crowded --load-point",
            "Partial report": "--partial --merge",
        ],
        examples: [
            .init(
                "punctuality by route and hour, from stop visits",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip --missing -o visits.ndjson &&\n"
                    + "    linefeed performance-report visits.ndjson --of punctuality --format table"),
            .init(
                "headways by quarter of an hour, from the truth of a simulated city",
                "linefeed simulate --out city --truth --interval 60 -q &&\n"
                    + "    linefeed performance-report city/truth.ndjson --of headways \\\n"
                    + "    --by route_id,direction_id,time_bin --bin 15m"),
            .init(
                "speeds between stops, merged from partial reports",
                "linefeed simulate --out city --truth --interval 60 -q &&\n"
                    + "    linefeed performance-report city/truth.ndjson --of segments --partial |\n"
                    + "    linefeed performance-report --merge --feed city/feed.zip"),
            .init(
                "prediction errors; visits come first to save memory",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip -o visits.ndjson &&\n"
                    + "    linefeed decode-rt demo/trip-updates-*.pb --explode |\n"
                    + "    linefeed performance-report visits.ndjson - --of predictions"),
            .init(
                "a heat map of punctuality for the browser",
                "linefeed simulate --out city --truth --interval 60 -q &&\n"
                    + "    linefeed performance-report city/truth.ndjson --of punctuality \\\n"
                    + "    --format html -o punctuality.html"),
        ],
        input: """
            performance-report reads the stop_visits and trips_performed records that stop-visits writes. With --of
            predictions, performance-report also reads stop_time_updates or trip_updates records. With --merge,
            performance-report reads only performance_partials records.

            For --by, --from and --to, the time of a visit is the scheduled time or, if the visit has no scheduled time,
            the actual time. For --by, --from and --to, the time of a trip is its start time. Times are in the time zone
            of the records, or in the time zone that --timezone names. Days are service days. If two records describe
            the same performed trip and stop, only the first record is used.

            With --of segments or --of load, the visits of each trip must be consecutive in the input. Records excluded
            by --where are not used in any figure, and no headway or segment extends across an excluded record.

            With --of delivery or --of headways, the input must contain every scheduled run. To include every scheduled
            run, create the visits with stop-visits --missing. The input should also contain the match_reports records
            of stop-visits, which confirm that no scheduled run is missing.
            """,
        output: """
            The output has one record for each group. The records are sorted by the keys of the group, with null last.
            Every record contains the number of events in its group.

            {"table":"punctuality","route_id":"10","hour":7,"events":412,"early":9,
             "on_time":371,"late":32,"share_on_time":0.9005,"delay_p50":48, … }

            Punctuality: the report covers the delays of visits with the status Scheduled. The last stop of each trip is
            omitted; with --event arrival, the first stop is omitted instead. A visit is on time unless it is ahead of
            schedule by more than --early or behind schedule by more than --late.

            Headways: observed and scheduled headways are compared for each service day, route, direction and stop. An
            observed headway is the time between two consecutive departures, in the order in which the vehicles left. A
            scheduled headway is the time between two consecutive runs, in the order of the timetable. If several
            vehicles serve a run, only the departure of the first vehicle is used.

            If a run was due within a headway but was not observed, the headway is counted as broken and is used in no
            other figure. To decide whether an observed headway is bunched or gapped, performance-report compares the
            observed headway with the scheduled headway that ends with the same run. If the input lacks scheduled runs,
            the figures for scheduled headways cover only the observed runs.

            Segments: each leg, from the departure at one stop to the arrival at the next stop, is a GeoJSON Feature.
            Without --feed, the geometry of each segment is null. Speeds are computed from the distances in the
            stop_visits records. The columns time_lost_p50 and time_lost_total are differences between actual and
            scheduled running times.

            Load: the report contains one record for each pattern and stop. Shares are fractions of status_observations,
            the number of visits with a status from 0 to 6. Percentiles are computed from the visits whose occupancy
            percentage is known; the column percentage_observations counts these visits. If at least half of the samples
            at every stop have a percentage, the column is_max_load_point marks the stop with the highest
            percentage_p90. If there is any stop at which fewer than half of the samples have a percentage, the column
            is_max_load_point marks the stop with the largest share of crowded visits instead (see --crowded). The last
            stop of a pattern is never marked as a maximum load point. With --load-point route, all patterns with the
            same values of the --by keys share one maximum load point, and each pattern is weighted by its number of
            trips.

            Delivery: each scheduled run is counted once, however many vehicles served it. A run is counted under the
            first of these categories that applies: observed, canceled, not covered (share_covered below 0.5), without
            data. The column trips_added counts Added, Unscheduled and Duplicated trips. The column share_observed is
            null unless the input confirms that every scheduled run is present.

            Predictions: for each minute, trip and stop, the report uses the latest prediction. The predicted arrival is
            compared with the actual arrival if both are known; otherwise, the predicted departure is compared with the
            actual departure. The predictions for a visit are excluded if the actual time of the visit is unknown or is
            itself a prediction; the column actuals_excluded counts the excluded predictions. The column "horizon" gives
            the minutes (0-3, 3-6, 6-10 or 10-15) from a prediction to the actual time or, if the prediction is excluded
            (see actuals_excluded), to the predicted time.

            Percentiles are computed by the nearest-rank method. With --format table, figures that are based on fewer
            than 5 values are in parentheses. Routes with the same name are distinguished by mode, long name or id.

            With --format html, svg or png, punctuality and headways are drawn as bars or, if one of the first two keys
            is a time, as a heat map of these two keys. If --by has a third key, one picture is drawn for each value of
            the third key. Load is drawn as a bar for each stop, with the maximum load point marked. Segments are drawn
            on a map and coloured by speed. The map takes the positions of the stops from the schedule that --feed
            names. If a segment has several rows, the map shows the row with the lowest speed. Delivery and predictions
            are drawn as bars. A bar is drawn thinner if it represents fewer than 30 events, and thinnest if it
            represents fewer than 5. In a heat map, the colour fills the whole cell if the cell represents 30 or more
            events, a strip of the cell if it represents 5 to 29 events, and a line if it represents fewer than 5.

            An HTML page contains both the pictures and a table of all rows. The format png needs libcairo2 and
            libpng16-16; if one of these libraries is missing, the run exits with 69. If the picture has more than 64
            million pixels, the run exits with 65.
            """,
        cost: """
            - Memory: 50 to 60 bytes a performed trip
            - punctuality: 48 to 96 bytes for each distinct delay of a group
            - segments: 48 to 96 bytes for each distinct running time, scheduled running time and dwell of a group
            - load: 48 to 96 bytes for each distinct percentage of a group
            - delivery: 48 to 96 bytes for each trip of a group
            - headways: 64 bytes a departure; 50 in a partial report
            - predictions: 150 bytes a visit and 90 a prediction; after the visits, only predictions less than 15
              minutes ahead are kept
            - --feed: 60 to 120 bytes a route and stop
            - Time on two cores: a million visits or more a second, 0.8 to 1.4 GB
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .unusable(unknown: ["--by": .usage, "--sort": .usage]),
            .unusable("--merge", unknown: ["--sort": .dataUnusable]),
        ],
        tables: "stop_visits trips_performed stop_time_updates trip_updates",
        values: [
            "--of": .several { PerformanceReportOptions.Kind.allCases.map(\.rawValue) },
            "--by": .several { PerformanceReportOptions.knownKeys.map(\.name) },
            "--days": .several { ReportWindow.dayWords },
        ])

    @Argument(help: .records)
    var files: [String] = []

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp(
            "Report punctuality, headways, segments, load, delivery or predictions.",
            discussion: "If you give several kinds, separated by commas, the output is one HTML page with all of them.",
            valueName: "kind,…"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Group by these keys; the default is route_id,hour.",
            discussion: """
                The keys are route_id, direction_id, pattern_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, \
                time_bin, weekday, day_type, service_date and feed_id.
                """, valueName: "key,…"))
    var by: [String] = []

    @Option(help: .timeBin)
    var bin: String?

    @Option(
        help: ArgumentHelp(
            "Take names and, for segments, stop positions from this schedule.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(
        help: ArgumentHelp(
            "Use this IANA time zone for hours; the default is the time zone of the records.", valueName: "zone"))
    var timezone: String?

    @Option(help: .days)
    var days: [String] = []

    @Option(
        help: ArgumentHelp(
            "Use only visits from this time on (for example, 07:00 or 2026-03-02T07:00).", valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Use only visits before this time (for example, 09:00 or 2026-03-02T09:00).", valueName: "time"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Count a visit as early if it is ahead of schedule by more than this; the default is 60s.",
            valueName: "duration"))
    var early: String?

    @Option(
        help: ArgumentHelp(
            "Count a visit as late if it is behind schedule by more than this; the default is 300s.",
            valueName: "duration"))
    var late: String?

    @Option(
        help: ArgumentHelp(
            "Use the delay of the departure or of the arrival; the default is departure.", valueName: "end"))
    var event: VisitEnd?

    @Flag(help: "Count only visits to timepoints.")
    var timepoints = false

    @Option(
        help: ArgumentHelp(
            "Count a headway as bunched if it is below this share of the scheduled headway; the default is 0.5.",
            valueName: "share"))
    var bunched: Double?

    @Option(
        help: ArgumentHelp(
            "Count a headway as gapped if it is more than FACTOR times the scheduled headway; the default is 1.5.",
            valueName: "factor"))
    var gapped: Double?

    @Option(
        help: ArgumentHelp(
            """
            Assess the headway before a run only if the run is due at most this long after the previous run; the default \
            is 15m.
            """,
            discussion: """
                A run that is due more than --max-headway after the previous run is counted as an event but is used in \
                no other figure.
                """,
            valueName: "duration"))
    var maxHeadway: String?

    @Option(
        help: ArgumentHelp(
            "Count a vehicle as crowded at this level or worse; the default is high.",
            discussion: "The levels of crowding are low, moderate, high and very_crowded.", valueName: "level"))
    var crowded: OccupancyLevel?

    @Option(
        help: ArgumentHelp(
            """
            Mark the maximum load point of each pattern (pattern) or of each group that --by forms (route); the default \
            is pattern.
            """, valueName: "of"))
    var loadPoint: LoadPointScope?

    @Option(parsing: .unconditional, help: .sort)
    var sort: String?

    @Option(help: .formats(of: ReportFormat.self))
    var format = PerformanceReportOptions().format

    @Flag(
        help: ArgumentHelp(
            "Write a partial report, which --merge can read.",
            discussion: "All records of a performed trip must be in the same partial report."))
    var partial = false

    @Flag(help: "Merge partial reports into one report.")
    var merge = false

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout PerformanceReportOptions) throws {
        let kinds = try ListOption.text(kind, "--of").map(PerformanceReportOptions.kinds) ?? []
        options.kind = kinds.first
        options.others = Array(kinds.dropFirst())
        options.keys = try ListOption.text(by, "--by").map {
            try ReportKey.list($0, among: PerformanceReportOptions.knownKeys)
        }
        options.bin = try bin.map { try TimeBin($0) }
        options.feed = feed
        options.timezone = timezone
        options.window.weekdays = try ListOption.text(days, "--days").map(ReportWindow.weekdays)
        options.window.from = try from.map { try ReportWindow.time($0, "--from") }
        options.window.to = try to.map { try ReportWindow.time($0, "--to") }
        if let early { options.parameters.early = try PerformanceReportOptions.seconds(early, "--early") }
        if let late { options.parameters.late = try PerformanceReportOptions.seconds(late, "--late") }
        if let event { options.parameters.end = event }
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
