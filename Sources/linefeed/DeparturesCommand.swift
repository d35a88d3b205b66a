import ArgumentParser
import DeparturesStage
import RealtimeJoin
import StageKit
import TimeZones

extension DeparturesOptions.Clock: ExpressibleByArgument {}

/// `linefeed departures`
struct DeparturesCommand: ReadingCommand {
    typealias Work = Departures
    static let place = 110

    static let manual = Manual(
        abstract: "Show the departures of a stop, with realtime where there is some.",
        examples: [
            .init(
                "the timetable alone",
                "linefeed departures --feed samples/feed.zip --stop S00 -n \\\n    --at 2026-03-02T08:00"),
            .init(
                "for people",
                "linefeed departures --feed samples/feed.zip --stop S00 -n --limit 5 \\\n"
                    + "    --at 2026-03-02T08:00 --format table"),
            .init(
                "with what realtime predicts",
                "linefeed decode-rt samples/trip-updates-*.pb samples/vehicles-*.pb |\n"
                    + "    linefeed departures --feed samples/feed.zip --stop S00 \\\n"
                    + "        --at 2026-03-02T08:00"),
            .init(
                "the next three of a route, for a spreadsheet",
                "linefeed departures --feed samples/feed.zip --stop S00 -n --route R-T1 \\\n"
                    + "    --at 2026-03-02T08:00 --limit 3 --format csv"),
        ],
        input: """
            Realtime: trip_updates, stop_time_updates and vehicle_positions of decode-rt,
            from files, - or a pipe; a terminal or /dev/null means the timetable alone,
            and -n that nothing is read. Of several updates of a trip the newest counts.
            Where an update's stop_sequence and stop_id are at different places in the
            timetable, another platform of the station is a change of platform, and
            anything else means the call at the stop_id (contradicting_stops).
            Schedule (--feed): a zip, folder, store, URL or file of ingest records. A
            station stands for all its platforms.
            --at takes POSIX seconds, RFC 3339, or a time on the agency's clock:
            2026-04-05T01:30, 14:05. With --clock stop it is the clock at the first
            --stop, if the feed says which that is (stop_timezone).
            """,
        output: """
            boards, one for each stop, also where nothing departs:
            {"table":"boards","stop_id":"S02","stop_name":"Quay","at":1772402040,
             "horizon_seconds":7200,"departures":31}
            then departures, by departure_time, trip_id and stop_sequence:
            {"table":"departures","stop_id":"S02-1","stop_name":"Quay","trip_id":"T-17",
             "start_date":"20260302", … ,"departure_time":1772402182,
             "departure_time_local":"2026-03-02T07:56:22+10:00","delay":22,
             "realtime":true, … ,"countdown_seconds":142,"occupancy_status":1, … }
            delay is null where nothing is predicted. match_reports follows where
            realtime was read: what of it the schedule knows, and why not the rest.
            """,
        cost: """
            Memory: 40 bytes a stop time of the trips that call at the stop and of those
            that realtime names by stop_sequence and stop_id, 20 a trip,
            some 200 a stop, route and service of the feed, the newest update of each
            trip, and some 700 a departure of one day of the window; a window of more
            days is gone through twice, as their number comes first. Of records 40 more
            a stop, route and trip. Time: the feed's
            stop_times are gone through once (3 million a second); a store answers at
            once.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(
                empty: .done, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--stop": .dataUnusable, "--route": .dataUnusable])
        ])

    static let configuration = CommandConfiguration(
        Departures.self, manual, usage: "linefeed departures [<file> ...] --feed <path> --stop <id> [<options>]")

    @Argument(help: ArgumentHelp("Realtime records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("The schedule: a zip, folder, store or records.", valueName: "path"), completion: .file())
    var feed: String

    @Option(help: ArgumentHelp("A stop or station; repeat for more.", valueName: "id"))
    var stop: [String]

    @Option(help: ArgumentHelp("The board's time; now unless given.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Whose clock a table shows and --at is read on: agency or stop (stop_timezone).", valueName: "clock"))
    var clock = DeparturesOptions().clock

    @Option(help: ArgumentHelp("How far to look ahead, such as 90m.", valueName: "duration"))
    var horizon = TimeSpan(seconds: DeparturesOptions().horizon).text

    @Option(help: ArgumentHelp("Show at most N departures.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Show this route only; repeat for more.", valueName: "id"))
    var route: [String] = []

    @Flag(help: "Show cancelled trips too.")
    var includeCancelled = false

    @Option(help: ArgumentHelp("End with 65 where less of realtime's trips match.", valueName: "share"))
    var minMatch: Double?

    @Flag(name: [.customShort("n"), .customLong("no-realtime")], help: "Read no realtime: the timetable alone.")
    var noRealtime = false

    @Option(help: .formats(of: DeparturesOptions.Format.self))
    var format = DeparturesOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout DeparturesOptions) throws {
        options.feed = feed
        options.stops = stop
        options.at = try at.flatMap(DeparturesOptions.at)
        options.clock = clock
        options.horizon = try DeparturesOptions.horizon(horizon)
        options.limit = limit
        options.routes = route
        options.includesCanceled = includeCancelled
        options.minimumMatch = minMatch
        options.format = format
        options.realtime = try RealtimeInput(ArgumentRuns.unfold(files), readsNothing: noRealtime)
    }
}
