import ArgumentParser
import Reports
import ServiceLevelsStage
import StageKit

/// `linefeed service-levels`
struct ServiceLevelsCommand: ReadingCommand, ThreadedCommand {
    typealias Work = ServiceLevels
    static let place = StagePlace(.timetables, 60)

    static let manual = Manual(
        brief: "trips, km, headways",
        abstract: "Count the service of a timetable: trips, kilometres, headways and vehicles.",
        usage: "[OPTION]... [FILE]...",
        usual: "--feed --by --date --days --from --to --observed --format",
        groups: ["Selection": "--date --days --from --to --served-only"],
        examples: [
            .init(
                "each route on a Monday",
                "linefeed service-levels --feed demo/feed.zip --date 20260302 \\\n"
                    + "    --by route_id,direction_id --format table"),
            .init(
                "stops without service before six on Sundays",
                "linefeed service-levels --feed demo/feed.zip --days sunday \\\n"
                    + "    --to 06:00 --by stop_id | jq -c 'select(.trips == 0)'"),
            .init(
                "a calendar of the whole feed",
                "linefeed service-levels --feed demo/feed.zip --format html -o days.html"),
            .init(
                "departures of each stop by hour, from a pipe",
                "linefeed ingest demo/feed.zip |\n"
                    + "    linefeed service-levels --by stop_id,hour --date 20260302"),
            .init(
                "headways as driven beside headways as planned",
                "linefeed stop-visits --feed demo/feed.zip demo/vehicles-*.pb |\n"
                    + "    linefeed service-levels --feed demo/feed.zip --observed - \\\n"
                    + "    --by route_id,hour --date 20260302"),
        ],
        input: """
            service-levels reads the records that ingest writes. With --feed, service-levels reads the feed from a zip,
            a folder, a SQLite database or a file of records. A trip is counted if it has times and runs on at least one
            of the included days. By default, all days of the calendar are included; --date and --days restrict the
            report to some of these days. A trip with frequencies is counted once for each departure from its first
            stop.

            The options --from and --to restrict the count to a part of each service day. A trip is counted if it starts
            between --from and --to. Kilometres and hours are counted for each leg (from one stop to the next) that
            starts between --from and --to. The peak columns cover only the time between --from and --to.

            With --where, each trip is counted either in full or not at all. Conditions on trips, routes and services
            select whole trips. Conditions on stops, such as stop_id=S1, select the stops whose calls are counted.
            Conditions on columns of stop_times other than trip_id and stop_id are refused.

            The option --observed names a file of stop_visits and trips_performed records, as stop-visits writes them.
            --observed - reads the records from standard input. The visits are counted in the groups of the timetable: a
            run counts in the hour in which it was due to start, and an added run in the hour in which it started. A run
            that is neither observed nor canceled breaks the headway in which it was due, as in performance-report;
            service-levels finds such runs, and the stops at which an observed run was not seen, in the timetable, so the
            visits need not list them. The option --observed cannot be combined with --where.
            """,
        output: """
            The table service_levels contains one record for each group. In each record, the keys of --by come before
            the figures.

              {"table":"service_levels","route_id":"B-10","date":"20260302","days":1,
               "trips":94,"trips_per_day":94,"kilometres":612.4,"hours":31.2,"speed_kph":
               19.63,"first_departure":"05:02:00","last_departure":"23:32:00",
               "headway_p50":1200,"peak_trips":6,"peak_vehicles":5,"peak_time":
               "07:12:00"}

            The keys are route_id, direction_id, stop_id, hour, weekday, day_type and date. Days are service days, so
            hour 25 is the hour that starts at 01:00 on the following morning.

            The columns "trips", "kilometres" and "hours" are sums over the days of the group. The column "days" counts
            the days of the group, whether or not any trip runs on these days.

            The column headway_p50 is the median number of seconds between consecutive departures of one route and
            direction at one stop. If the keys include stop_id but not route_id, headway_p50 covers the departures of
            all routes.

            The column peak_trips is the largest number of trips that are under way at the same time on any one day. If
            peak_trips is reached in several periods, peak_time is the start of the longest period. The column
            peak_vehicles is the largest number of vehicles that are in service at the same time; a block counts as one
            vehicle, even during layovers. If the feed has no block_id, peak_vehicles is null. If the keys include
            stop_id, the peak columns are null, and stops without service are listed with 0 trips.

            With --observed, columns of what was driven follow the planned columns: observed_days, observed_trips,
            unobserved_trips, canceled_trips, added_trips, observed_first_departure, observed_last_departure,
            observed_headway_p50, comparable_headway_p50 and broken_headways. These columns cover only days on which a
            run of the record's route and direction was observed. Without such a day, observed_days is 0 and the others
            are null. To compare headways, use comparable_headway_p50: the planned median between runs that were both
            observed. If an unobserved run was due before the first or after the last observed departure of a day, this
            end of the day's span is not known and does not count.

            The formats html, svg and png draw a calendar that shows the number of trips on each day. The format png
            needs libcairo2 and libpng16-16; if one of these libraries is missing, the run exits with 69. If the picture
            has more than 64 million pixels, the run exits with 65.
            """,
        cost: """
            - Memory: 30 MB, 100 bytes for each trip, 40 for each stop time of each distinct sequence of times, and 20
              for each shape point; also 150 bytes for each record, or up to 450 if its days have many services
            - Memory with --observed: also 32 bytes for each visit, 130 for each performed trip, 200 for each call of
              one day, and 150 for each record
            - Time: a million stop_times a second, plus one pass for each set of days with the same services
            - Limit: frequencies may produce 50 million departures a day; with more departures, the run exits with 65
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.unusable(unknown: ["--by": .usage])],
        tables: Manual.scheduleTables,
        values: [
            "--by": .several { ServiceLevelsOptions.keyNames }, "--days": .several { ReportWindow.dayWords },
        ])

    @Argument(help: .scheduleRecords, completion: .file())
    var files: [String] = []

    @Option(help: .feed, completion: .file())
    var feed: String?

    @Option(
        help: ArgumentHelp(
            "Group by these keys; the default is route_id,date, or date with --format html, svg or png.",
            discussion: "The keys are route_id, direction_id, stop_id, hour, weekday, day_type and date.",
            valueName: "key,…"))
    var by: [String] = []

    @Option(
        help: ArgumentHelp(
            "Count only these service days, such as 20260302 or 20260302-20260308.", valueName: "d|d1-d2"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "Count only these days: weekday, saturday, sunday, weekend, or names such as mon,tue.", valueName: "day,…"))
    var days: [String] = []

    @Option(
        help: ArgumentHelp(
            "Count service from this time of the service day (for example, 07:00 or 25:10).", valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Count service before this time of the service day.",
            discussion: "If --to is earlier than --from, the window ends on the next day.", valueName: "time"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "Add headways and spans as driven, from this file of stop_visits records.",
            discussion: "The file name - reads standard input.", valueName: "file"), completion: .file())
    var observed: String?

    @Flag(help: "Omit stops without service, which --by stop_id otherwise lists with 0 trips.")
    var servedOnly = false

    @Option(help: .formats(of: ReportFormat.self))
    var format = ServiceLevelsOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout ServiceLevelsOptions) throws {
        options.feed = feed
        if let keys = try ListOption.text(by, "--by") { try options.setKeys(keys) }
        options.dates = try date.map { try ServiceDates.range($0, "--date") }
        options.weekdays = try ListOption.text(days, "--days").map(ReportWindow.weekdays)
        options.window.from = try from.map { try ServiceDayWindow.time($0, "--from") }
        options.window.to = try to.map { try ServiceDayWindow.time($0, "--to") }
        options.servedOnly = servedOnly
        options.observed = observed
        options.format = format
        options.files = ArgumentRuns.unfold(files)
    }
}
