import ArgumentParser
import Occupancy
import PerformanceReportStage
import Reports
import StageKit

extension PerformanceReportOptions.Kind: ArgumentWord {}
extension VisitEnd: ArgumentWord {}
extension OccupancyLevel: ArgumentWord {}
extension LoadPointScope: ArgumentWord {}

struct PerformanceReportCommand: ReadingCommand {
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
                "speeds between stops, merged from parts",
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
            performance-report reads stop_visits and trips_performed records, as stop-visits writes them. For
            predictions it also reads stop_time_updates or trip_updates. With --merge it reads performance_partials.

            A visit counts at its scheduled time, or at its actual time if it has no scheduled one. A trip counts at its
            start. Times are on the clock of the records, or on that of --timezone. Days are service days. If two
            records describe the same performed trip and stop, the first one counts.

            For segments and load, the visits of a trip must follow each other. Records that --where excludes are in no
            figure, and no figure spans them.

            delivery and headways need every scheduled run. Make the visits with stop-visits --missing and pass its
            match_reports too, because they confirm that the runs are complete.
            """,
        output: """
            One record for each group, sorted by the group's keys with null last. Every record counts its events.

            {"table":"punctuality","route_id":"10","hour":7,"events":412,"early":9,
             "on_time":371,"late":32,"share_on_time":0.9005,"delay_p50":48, … }

            Punctuality: the report covers the delays of Scheduled visits. It omits last stops, or first stops with
            --event arrival. A visit is on time if its delay lies from --early to --late, both included.

            Headways: observed and scheduled headways are compared for each service day, route, direction and stop. An
            observed headway lies between two departures in the order in which vehicles left. A scheduled headway lies
            between two runs in the order of the timetable. A run departs once, with its first vehicle.

            If a run was due within a headway but nobody observed it, the headway is counted as broken and used in no
            other figure. A headway is bunched or gapped compared with the scheduled headway of the run that ends it. If
            the input lacks scheduled runs, the scheduled figures are those of the observed runs.

            Segments: a GeoJSON Feature describes each leg from a departure to the arrival at the next stop. Without
            --feed its geometry is null. Speeds use the distance in stop_visits. The columns time_lost_p50 and
            time_lost_total are actual minus scheduled running times.

            Load: the report has one record for each pattern and stop. Shares refer to status_observations, and
            percentiles to percentage_observations. The column is_max_load_point marks the stop with the highest
            percentage_p90 if at least half of the samples at every stop have a percentage. Otherwise it marks the
            stop with the highest share at --crowded. A pattern's last stop is never marked. With --load-point route,
            one stop is marked for each group of --by; patterns are weighted by trips.

            Delivery: each scheduled run counts once, however many vehicles served it. It counts as observed, else as
            canceled, else as not covered (share_covered below a half) or without data. The column trips_added counts
            Added, Unscheduled and Duplicated trips. The column share_observed is null unless the input confirms that
            it holds every scheduled run.

            Predictions: the report uses the latest prediction of each minute, trip and stop. It compares arrivals if
            both times are known, otherwise departures. Visits whose time is unknown, or is itself a prediction, are
            not compared; actuals_excluded counts them by the predicted time.

            Percentiles are nearest rank. A table puts figures of fewer than 5 values in parentheses. Routes with the
            same name are distinguished by mode, long name or id.

            The formats html, svg and png draw punctuality and headways as a heat map of the first two keys, if one
            key is a time. A third key gives several pictures. Without a time key they draw bars. Load has a bar for
            each stop and marks the maximum load point. Segments are a map coloured by speed. --feed supplies the
            places; if a segment has several rows, the slowest is shown. Delivery and predictions are bars. Bars and
            cells with fewer events are thinner.

            An html page also lists every row in a table. The format png needs libcairo2 and libpng16-16; if a library
            is missing, the run exits with 69. If the picture has more than 64 million pixels, the run exits with 65.
            """,
        cost: """
            - Memory: 50 to 60 bytes a performed trip
            - punctuality: 48 to 96 bytes a distinct delay of a group
            - segments: as much for each distinct time, scheduled time and dwell
            - load: as much for each percentage
            - delivery: as much for each trip of a group
            - headways: 64 bytes a departure; 50 in a partial report
            - predictions: 150 bytes a visit and 90 a prediction; after the visits, only predictions less than 15
              minutes ahead are kept
            - --feed: 60 to 120 bytes a route and stop
            - Time on two cores: a million visits or more a second, 0.8 to 1.4 GB
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable, otherKinds: .dataUnusable,
                unknown: ["--by": .usage, "--sort": .usage]),
            .init(
                "--merge", empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable,
                otherKinds: .dataUnusable, unknown: ["--sort": .dataUnusable]),
        ],
        tables: "stop_visits trips_performed stop_time_updates trip_updates",
        values: [
            "--of": .several { PerformanceReportOptions.Kind.allCases.map(\.rawValue) },
            "--by": .several { PerformanceReportOptions.knownKeys.map(\.name) },
            "--days": .several { ReportWindow.dayWords },
        ])

    static let configuration = CommandConfiguration(PerformanceReport.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(
        name: .customLong("of"),
        help: ArgumentHelp(
            "Report punctuality, headways, segments, load, delivery or predictions.",
            discussion: "Several kinds with commas between them give one HTML page.", valueName: "kind,…"))
    var kind: [String] = []

    @Option(
        help: ArgumentHelp(
            "Group by these keys; route_id,hour by default.",
            discussion: """
                Keys: route_id, direction_id, pattern_id, trip_id, stop_id, stop_sequence, vehicle_id, hour, time_bin, \
                weekday, day_type, service_date, feed_id.
                """, valueName: "key,…"))
    var by: [String] = []

    @Option(
        help: ArgumentHelp(
            "Make each time_bin this long; \(TimeBin.hour.length) by default.",
            discussion: "A day must be a multiple of it, in minutes.", valueName: "duration"))
    var bin: String?

    @Option(
        help: ArgumentHelp(
            "Take names, and the places of stops for segments, from this schedule.", valueName: "path"),
        completion: .file())
    var feed: String?

    @Option(
        help: ArgumentHelp("Use hours of this IANA time zone; by default those of the records.", valueName: "zone"))
    var timezone: String?

    @Option(
        help: ArgumentHelp(
            "Use only weekday, saturday, sunday, weekend, or days such as mon,tue.", valueName: "day,…"))
    var days: [String] = []

    @Option(help: ArgumentHelp("Use only visits from this time on: 07:00, or with a date.", valueName: "time"))
    var from: String?

    @Option(help: ArgumentHelp("Use only visits before this time.", valueName: "time"))
    var to: String?

    @Option(
        help: ArgumentHelp("Count a visit as early if it is earlier than this; 60s by default.", valueName: "duration"))
    var early: String?

    @Option(
        help: ArgumentHelp("Count a visit as late if it is later than this; 300s by default.", valueName: "duration"))
    var late: String?

    @Option(help: ArgumentHelp("Judge the departure or the arrival; departure by default.", valueName: "end"))
    var event: VisitEnd?

    @Flag(help: "Count only timepoints.")
    var timepoints = false

    @Option(
        help: ArgumentHelp(
            "Count a headway as bunched below this share of the scheduled one; 0.5 by default.", valueName: "share"))
    var bunched: Double?

    @Option(
        help: ArgumentHelp(
            "Count a headway as gapped above this share of the scheduled one; 1.5 by default.", valueName: "share"))
    var gapped: Double?

    @Option(
        help: ArgumentHelp(
            "Judge only runs due within this time of the run before; 15m by default.",
            discussion: "Other runs count only as events.", valueName: "duration"))
    var maxHeadway: String?

    @Option(
        help: ArgumentHelp(
            "Count a vehicle as crowded at this level or worse; high by default.",
            discussion: "Levels: low, moderate, high, very_crowded.", valueName: "level"))
    var crowded: OccupancyLevel?

    @Option(
        help: ArgumentHelp(
            "Mark one maximum load point for each pattern, or for each group of --by (route); pattern by default.",
            valueName: "of"))
    var loadPoint: LoadPointScope?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Sort by this column; -COLUMN puts the largest first.", valueName: "column"))
    var sort: String?

    @Option(help: .formats(of: ReportFormat.self))
    var format = PerformanceReportOptions().format

    @Flag(
        help: ArgumentHelp(
            "Write part of a report, for --merge.",
            discussion: "All records of a performed trip must be in one part."))
    var partial = false

    @Flag(help: "Merge partial reports into one.")
    var merge = false

    @OptionGroup var rows: RowFlags
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
