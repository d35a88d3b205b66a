import ArgumentParser
import DeparturesStage
import RealtimeJoin
import StageKit
import TimeZones

extension DeparturesOptions.Clock: ArgumentWord {}

/// `linefeed departures`
struct DeparturesCommand: ReadingCommand {
    typealias Work = Departures
    static let place = StagePlace(.realtime, 50)

    static let manual = Manual(
        brief: "a stop's next trips",
        abstract: "Show the departures of a stop, with realtime predictions if there are any.",
        usage: "--feed PATH --stop ID [OPTION]... [FILE]...",
        usual: "--feed --stop --at --no-realtime --horizon --limit --format",
        groups: [
            "Selection": "--stop --at --clock --horizon --limit --route --include-cancelled",
            "Realtime": "--no-realtime --min-match",
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
            Realtime: departures reads trip_updates, stop_time_updates and vehicle_positions, as decode-rt writes them.
            They come from files, from - or from a pipe. If standard input is a terminal or /dev/null, or with -n,
            departures shows only the timetable. If a trip has several updates, the newest one counts.

            An update's stop_sequence and stop_id may name different places of the timetable. If they are platforms of
            one station, the update changes the platform. Otherwise it applies to the call at stop_id, and match_reports
            counts it in contradicting_stops.

            Schedule: --feed takes a zip, a folder, a store, a URL or a file of records from ingest. A station stands
            for all its platforms.

            --at takes POSIX seconds, RFC 3339, or a time on the agency's clock such as 2026-04-05T01:30 or 14:05. With
            --clock stop the time is on the clock of the first --stop, if the feed gives its stop_timezone.
            """,
        output: """
            The table boards comes first. It has one record for each stop, even if nothing departs.

            {"table":"boards","stop_id":"S02","stop_name":"Quay","at":1772402040,
             "horizon_seconds":7200,"departures":31}

            The table departures follows, sorted by departure_time, trip_id and stop_sequence.

            {"table":"departures","stop_id":"S02-1","stop_name":"Quay","trip_id":"T-17",
             "start_date":"20260302", … ,"departure_time":1772402182,
             "departure_time_local":"2026-03-02T07:56:22+10:00","delay":22,
             "realtime":true, … ,"countdown_seconds":142,"occupancy_status":1, … }

            If nothing is predicted, delay is null. If realtime records were read, the table match_reports comes last.
            It counts the realtime trips that the schedule knows, and gives reasons for the others.
            """,
        cost: """
            - Memory: 40 bytes a stop time of trips that call at the stop, or whose updates have stop_sequence and
              stop_id
            - Memory: 20 bytes a trip, about 200 a stop, route and service of the feed, and the newest update of each
              trip
            - Memory: about 700 bytes a departure of one day of the window
            - Memory for a feed of records: 40 bytes more a stop, route and trip
            - Time: one pass over stop_times, 3 million a second; a store answers at once

            A window of several days is processed twice, because each boards record counts departures that follow it.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(
                empty: .done, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--stop": .dataUnusable, "--route": .dataUnusable])
        ],
        tables: "trip_updates stop_time_updates vehicle_positions")

    static let configuration = CommandConfiguration(Departures.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read realtime records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the schedule from a zip, a folder, a SQLite database or a file of records.", valueName: "path"),
        completion: .file())
    var feed: String

    @Option(help: ArgumentHelp("Show this stop or station; repeat the option for more.", valueName: "id"))
    var stop: [String]

    @Option(help: ArgumentHelp("Show the board at this time; now by default.", valueName: "time"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Use the clock of the agency or of the stop, for --at and for times in a table.",
            discussion: "The clock of a stop is its stop_timezone.", valueName: "clock"))
    var clock = DeparturesOptions().clock

    @Option(help: ArgumentHelp("Look this far ahead, as in 90m.", valueName: "duration"))
    var horizon = TimeSpan(seconds: DeparturesOptions().horizon).text

    @Option(help: ArgumentHelp("Show at most N departures.", valueName: "n"))
    var limit: Int?

    @Option(help: ArgumentHelp("Show only this route; repeat the option for more.", valueName: "id"))
    var route: [String] = []

    @Flag(help: "Show cancelled trips too.")
    var includeCancelled = false

    @Option(
        help: ArgumentHelp(
            "Exit with 65 if the schedule knows a smaller share of the realtime trips, 0 to 1.", valueName: "share"))
    var minMatch: Double?

    @Flag(name: [.customShort("n"), .customLong("no-realtime")], help: "Show only the timetable; read no records.")
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
