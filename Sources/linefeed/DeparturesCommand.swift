import ArgumentParser
import DeparturesStage
import RealtimeJoin
import StageKit
import TimeZones

extension DeparturesOptions.Clock: ArgumentWord {}
extension MatchMode: ArgumentWord {}

/// `linefeed departures`
struct DeparturesCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = Departures
    static let place = StagePlace(.realtime, 50)

    static let manual = Manual(
        brief: "a stop's next trips",
        abstract: "Show the departures of a stop, with realtime predictions if available.",
        usage: "--feed PATH --stop ID [OPTION]... [FILE]...",
        usual: "--feed --stop --at --no-realtime --horizon --limit --typical --format",
        groups: [
            "Selection": "--stop --at --clock --horizon --limit --route --include-cancelled",
            "Realtime": "--no-realtime --match --min-match --alerts --language --typical",
        ],
        examples: [
            .init(
                "the next five departures of the timetable, as a table",
                "linefeed departures --feed demo/feed.zip --stop S00 -n \\\n"
                    + "    --at 2026-03-02T07:30 --limit 5 --format table"),
            .init(
                "the board with realtime predictions",
                "linefeed decode-rt demo/*.pb | linefeed departures \\\n"
                    + "    --feed demo/feed.zip --stop S00 --at 2026-03-02T07:30"),
            .init(
                "the next three departures of a route, for a spreadsheet",
                "linefeed departures --feed demo/feed.zip --stop S00 -n --route R-T1 \\\n"
                    + "    --at 2026-03-02T07:30 --limit 3 --format csv"),
        ],
        input: """
            Realtime: departures reads the trip_updates, stop_time_updates, vehicle_positions and alerts records that
            decode-rt writes. Realtime records may come from files or from standard input. If you give -n, or if you
            name no FILE and standard input is a terminal or /dev/null, departures shows only the timetable. If a trip
            has several updates, the newest update is used.

            Detours are read from trip_modifications records, and additional stops from stops_rt records. If a detour
            changes a trip, then on the service_dates of the detour, the trip has the stops and times of the detour, and
            its stop_sequence values count from 1. The option --stop also accepts a stop that is only in the realtime
            records.

            With --match loose, an update without a valid trip_id is matched by route_id, direction_id, start_time and
            start_date or, if these do not identify exactly one run, by its sequence of stop_ids. The update is used
            only if exactly one run fits.

            In some realtime feeds, the stop_sequence and the stop_id of an update refer to different stops. If the
            stop_sequence and the stop_id of an update refer to two platforms of the same station, the update changes
            the platform of the call. If the stop_sequence and the stop_id of an update refer to stops that do not
            belong to the same station, the update applies to the call at the stop that stop_id names, and match_reports
            counts the update in contradicting_stops.

            Schedule: the value of --feed is a zip, a folder, a SQLite database, a URL or a file of records from ingest.
            If --stop names a station, the departures from all its platforms are shown.

            The value of --at is a time in POSIX seconds, a time in RFC 3339 form, or a local time in the time zone of
            the agency, such as 2026-04-05T01:30 or 14:05. With --clock stop, a local time is in the time zone of the
            first --stop, if that stop has a stop_timezone.
            """,
        output: """
            The table "boards" is written first, with one record for each stop, even if no trip departs from the stop.

            {"table":"boards","stop_id":"S02","stop_name":"Quay","at":1772402040,
             "horizon_seconds":7200,"departures":31}

            The table "departures" follows, sorted by departure_time, trip_id and stop_sequence.

            {"table":"departures","stop_id":"S02-1","stop_name":"Quay","trip_id":"T-17",
             "start_date":"20260302", … ,"departure_time":1772402182,
             "departure_time_local":"2026-03-02T07:56:22+10:00","delay":22,
             "realtime":true, … ,"countdown_seconds":142,"occupancy_status":1, … }

            The member "alerts" of a departure lists the ids of the alerts that concern the departure and are in force
            at its departure_time. The member "alerts" of a board contains the alerts of the stop and of its departures,
            with their texts. An alert that names only a stop has the scope "stop"; --format table and the stage "map"
            show such an alert once, above the departures.

            With --alerts, departures writes only the table "alerts_matched": one record for each informed entity of
            each alert.

            {"table":"alerts_matched","alert_id":"a1","entity":0,"route_id":"B-10",
             "matched_routes":1,"matched_trips":120,"matched_stops":14,
             "route_ids":["B-10"],"stop_ids":[ … ],"active":true,"effect":4,
             "header_text":"Detour on line 10", … }

            With --typical, a departure also has the usual occupancy and delay that expect computed from earlier days:
            typical_occupancy_status, typical_occupancy_level and typical_delay_p50. These come from the record of the
            trip or, if that record is missing or does not know the value, from the record of the route and direction at
            that time of day. They never replace a measured value. In --format table, a departure whose occupancy is
            unknown shows the usual occupancy after a hollow circle, for example "○ Usually high occupancy".

            If a departure has no prediction, its delay is null. If realtime records were read, the table match_reports
            is written last. The table match_reports counts the realtime trips that match the schedule, and explains why
            other realtime trips do not match.
            """,
        cost: """
            - Memory: 40 bytes a stop time of trips that call at the stop, or whose updates have stop_sequence and
              stop_id
            - Memory: 20 bytes a trip, about 200 a stop, route and service of the feed, and the newest update of each
              trip
            - Memory: about 700 bytes a departure of one day of the window
            - Memory for a feed of records: 40 bytes more a stop, route and trip
            - Time: one pass over stop_times, 3 million a second; with a SQLite database, the answer is immediate

            Each "boards" record contains the number of departures at its stop and comes before them, so departures are
            counted before they are written. If a window contains more than 20,000 departures, the stage goes through
            the window twice (except with --format table).
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(
                empty: .done, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--stop": .dataUnusable, "--route": .dataUnusable])
        ],
        tables: "trip_updates stop_time_updates vehicle_positions alerts")

    @Argument(help: .realtimeRecords, completion: .file())
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String

    @Option(
        help: ArgumentHelp(
            "Show departures from this stop or station; repeat the option for more stops.", valueName: "id"))
    var stop: [String] = []

    @Option(help: ArgumentHelp("Show the board at this time; the default is the current time.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Use the time zone of the agency or of the stop for --at and for the times in tables.",
            discussion: "The time zone of a stop is its stop_timezone.", valueName: "clock"))
    var clock = DeparturesOptions().clock

    @Option(
        help: ArgumentHelp("Show departures within this period (for example, 90m) after --at.", valueName: "duration"))
    var horizon = TimeSpan(seconds: DeparturesOptions().horizon).text

    @Option(help: ArgumentHelp("Show at most N departures.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Show only this route; repeat the option for more routes.", valueName: "id"))
    var route: [String] = []

    @Flag(help: "Show cancelled trips as well.")
    var includeCancelled = false

    @Option(help: .match)
    var match = DeparturesOptions().match

    @Option(
        help: ArgumentHelp(
            "Exit with 65 if less than this share (0 to 1) of the realtime trips is in the schedule.",
            valueName: "share"))
    var minMatch: Double?

    @Flag(
        name: [.customShort("n"), .customLong("no-realtime")],
        help: "Show only the timetable; read no realtime records.")
    var noRealtime = false

    @Flag(
        help: ArgumentHelp(
            "Instead of boards, report the routes, trips and stops in the schedule that each alert matches.",
            discussion: "The table is alerts_matched."))
    var alerts = false

    @Option(help: .language)
    var language: [String] = []

    @Option(help: .typical, completion: .file())
    var typical: String?

    @Option(help: .formats(of: DeparturesOptions.Format.self))
    var format = DeparturesOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
        options.match = match
        options.minimumMatch = minMatch
        options.matchesAlerts = alerts
        options.languages = try ListOption.names(language, "--language")
        options.typical = typical
        options.format = format
        options.realtime = try RealtimeInput(ArgumentRuns.unfold(files), readsNothing: noRealtime)
    }
}
