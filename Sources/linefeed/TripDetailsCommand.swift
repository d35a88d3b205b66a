import ArgumentParser
import RealtimeJoin
import StageKit
import TripDetailsStage

/// `linefeed trip-details`
struct TripDetailsCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = TripDetails
    static let place = StagePlace(.timetables, 80)

    static let manual = Manual(
        brief: "one trip, all stops",
        abstract: "Show a trip, or the trip of each departure on a board, with all its stops.",
        usage: "--feed PATH [OPTION]... [FILE]...",
        usual: "--feed --trip --date --no-realtime --typical --format",
        examples: [
            .init(
                "a trip of the timetable",
                "linefeed trip-details --feed demo/feed.zip --trip B-10-wd-1-6 -n \\\n    --date 20260302"),
            .init(
                "the trip of the first departure of a board, as a line",
                "linefeed departures --feed demo/feed.zip --stop S00 -n --limit 1 \\\n"
                    + "    --at 2026-03-02T08:00 |\n"
                    + "    linefeed trip-details --feed demo/feed.zip | linefeed build-polylines"),
            .init(
                "a trip with its vehicle and its delays",
                "linefeed decode-rt demo/*.pb |\n"
                    + "    linefeed trip-details --feed demo/feed.zip --trip B-10-wd-1-6"),
        ],
        input: """
            Without --trip, each departures record requests one trip by its trip_id, start_date and start_time; all
            other members of the record are ignored. Apart from departures records, all input records are realtime data:
            trip_updates, stop_time_updates, vehicle_positions and alerts.

            Detours are read from trip_modifications records, and additional stops from stops_rt records. On the
            service_dates of a detour, a detoured trip has the stops and times of the detour.

            Records may come from files or from standard input. No records are read if you give -n, or if you name no
            FILE and standard input is a terminal or /dev/null.

            The value of --feed is a zip, a folder, a SQLite database, a URL or a file of records from ingest.
            """,
        output: """
            The table "trip_details" contains one record for each requested trip, in the order of the requests.

            {"table":"trip_details","trip_id":"T-17","start_date":"20260302", … ,
             "stops":[{"stop_id":"S02-1","stop_name":"Quay","stop_sequence":1,
             "lat":-25.28,"lon":150.24,"arrival_time_secs":28800, … ,"delay":22}, … ],
             "vehicle":{ … },"bbox":[150.24,-25.31,150.3,-25.28],"fit":{ … }}

            All times are scheduled times, in seconds since the start of the service day. If a stop has no coordinates,
            its lat and lon are null, and a finding reports the stop. If no stop has coordinates, the members bbox and
            fit are null. An unknown trip is reported, but no record is written for that trip.

            With --typical, a stop also has the usual occupancy and delay that expect computed from earlier days:
            typical_occupancy_status, typical_occupancy_level and typical_delay_p50.

            The member "alerts" lists the alerts about the trip or its stops, with their texts. The member "alert_ids"
            of a stop lists the ids of the alerts about the stop or about the trip at that stop.
            """,
        cost: """
            - Memory: the requested trips, about 200 bytes a stop, route and service of the feed, 20 a trip, and the
              newest update of each trip
            - Memory for a feed of records: 40 bytes more a stop, route and trip
            - Time: one pass over stop_times, 3 million a second
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .unusable(),
            .init(
                flags: "--trip", empty: .done, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--trip": .dataUnusable]),
        ],
        tables: "departures trip_updates stop_time_updates vehicle_positions alerts")

    @Argument(
        help: ArgumentHelp(
            "Read departures and realtime records from these files; if FILE is omitted or is -, read standard input.",
            valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String

    @Option(
        help: ArgumentHelp("Show this trip, and treat all input records as realtime data.", valueName: "id"))
    var trip: String?

    @Option(
        help: ArgumentHelp(
            "Show the trip on this service day, YYYYMMDD; the default is the nearest day.", valueName: "date"))
    var date: String?

    @Flag(name: [.customShort("n"), .customLong("no-realtime")], help: "Show only the timetable; read no records.")
    var noRealtime = false

    @Option(help: .match)
    var match = TripDetailsOptions().match

    @Option(help: .language)
    var language: [String] = []

    @Option(help: .typical, completion: .file())
    var typical: String?

    @Option(help: .formats(of: RecordFormat.self))
    var format = TripDetailsOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout TripDetailsOptions) throws {
        options.feed = feed
        options.trip = trip
        options.day = try date.map(TripDetailsOptions.day)
        options.records = try RealtimeInput(ArgumentRuns.unfold(files), readsNothing: noRealtime)
        options.match = match
        options.languages = try ListOption.names(language, "--language")
        options.typical = typical
        options.format = format
    }
}
