import ArgumentParser
import Reports
import ServiceLevelsStage
import StageKit

/// `linefeed service-levels`
struct ServiceLevelsCommand: ReadingCommand {
    typealias Work = ServiceLevels
    static let place = 100

    static let manual = Manual(
        abstract: "How much service a timetable has: trips, kilometres, headways, vehicles.",
        examples: [
            .init(
                "Each route on a Monday",
                "linefeed service-levels --feed samples/feed.zip --date 20260302 \\\n"
                    + "      --by route_id,direction_id --format table"),
            .init(
                "Departures of a stop by the hour, from a pipe",
                "linefeed ingest samples/feed.zip \\\n"
                    + "      | linefeed service-levels --by stop_id,hour --date 20260302"),
            .init(
                "Which stops have no service before six on Sundays",
                "linefeed service-levels --feed samples/feed.zip --days sunday \\\n"
                    + "      --to 06:00 --by stop_id | jq -c 'select(.trips == 0)'"),
            .init(
                "A calendar of the whole feed",
                "linefeed service-levels --feed samples/feed.zip --format html \\\n      -o service.html"),
        ],
        input: """
            Records of ingest, or with --feed a zip, a folder, a store or a file of
            records. Counted are trips that have times and whose service runs on the days
            looked at: all that the calendar covers, or those of --date and --days. A trip
            of frequencies counts as often as it starts.
            --from and --to name a part of each service day. Trips count where they start,
            kilometres and hours where a leg begins, peaks while they last.
            --where never takes a trip apart: conditions on trips, routes and services
            choose whole trips, conditions on stops (stop_id=S1) choose the stops whose
            calls count; any other condition on stop_times is refused.
            """,
        output: """
            service_levels: a record a group, with the keys of --by before its figures.
              {"table":"service_levels","route_id":"B-10","date":"20260302","days":1,
               "trips":94,"trips_per_day":94,"kilometres":612.4,"hours":31.2,"speed_kph":
               19.63,"first_departure":"05:02:00","last_departure":"23:32:00",
               "headway_p50":1200,"peak_trips":6,"peak_vehicles":5,"peak_time":
               "07:12:00"}
            Keys: route_id, direction_id, stop_id, hour, weekday, day_type, date; days and
            hours are service days and theirs, so that 25 is an hour after midnight.
            trips, kilometres and hours add up over days, the days of the group, whether
            or not anything runs on them. headway_p50 is the median of seconds between
            departures that follow each other at one stop, of one route and direction (by
            stop_id without route_id of any). peak_trips is the most trips under way at
            once on a day, peak_time when that lasts longest. peak_vehicles counts blocks,
            layovers included; without block_id it is null. By stop_id there is no peak,
            and stops without service have 0 trips. html, svg and png are a calendar of
            trips a day. png needs libcairo2 and libpng16-16 (without them 69); more than
            64 million pixels are 65.
            """,
        cost: """
            Memory: 30 MB, 100 bytes a trip, 40 a row of each distinct run of times, 20 a
            shape point, 150 a record, up to 450 where its days have many services. Time:
            a million stop_times a second, and what runs on days with other services
            once each. Frequencies may make 50 million departures a day; more end with 65.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed],
        answers: [.records(unknown: ["--by": .usage])])

    static let configuration = CommandConfiguration(ServiceLevels.self, manual)

    @Argument(help: ArgumentHelp("Files of records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("The feed: a zip, a folder, a store or records.", valueName: "path"), completion: .file())
    var feed: String?

    @Option(
        help: ArgumentHelp(
            "Group by these keys; route_id,date unless said, of a calendar date.", valueName: "key,…"))
    var by: String?

    @Option(help: ArgumentHelp("Service days, as in 20260302 or 20260302-20260308.", valueName: "d|d1-d2"))
    var date: String?

    @Option(
        help: ArgumentHelp(
            "Look at these service days alone: weekday, saturday, sunday, weekend, or mon,tue,…", valueName: "day,…"))
    var days: String?

    @Option(help: ArgumentHelp("Look at the service day from this time on: 07:00, 25:10.", valueName: "time"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Look at the service day before this time; earlier than --from: on the next day.", valueName: "time"))
    var to: String?

    @Flag(help: "Leave out stops without service, which --by stop_id has with 0 trips.")
    var servedOnly = false

    @Option(help: .formats(of: ReportFormat.self))
    var format = ServiceLevelsOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout ServiceLevelsOptions) throws {
        options.feed = feed
        if let by { try options.setKeys(by) }
        options.dates = try date.map { try ServiceDates.range($0, "--date") }
        options.weekdays = try days.map(ReportWindow.weekdays)
        options.window.from = try from.map { try ServiceDayWindow.time($0, "--from") }
        options.window.to = try to.map { try ServiceDayWindow.time($0, "--to") }
        options.servedOnly = servedOnly
        options.format = format
        options.files = ArgumentRuns.unfold(files)
    }
}
