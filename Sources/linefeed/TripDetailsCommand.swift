import ArgumentParser
import RealtimeJoin
import StageKit
import TripDetailsStage

/// `linefeed trip-details`
struct TripDetailsCommand: ReadingCommand {
    typealias Work = TripDetails
    static let place = 120

    static let manual = Manual(
        abstract: "Show a trip with its stops, asked for by id or by a departure.",
        examples: [
            .init(
                "a trip of the timetable",
                "linefeed trip-details --feed samples/feed.zip --trip R-T1-wd-1-26 -n \\\n    --date 20260302"),
            .init(
                "the trip behind the first departure of a board, as a line on a map",
                "linefeed departures --feed samples/feed.zip --stop S00 -n --limit 1 \\\n"
                    + "    --at 2026-03-02T08:00 |\n"
                    + "    linefeed trip-details --feed samples/feed.zip |\n    linefeed build-polylines"),
        ],
        input: """
            Without --trip each departures record is a request: its trip_id, start_date
            and start_time count, whatever else was edited. All other records are
            realtime: trip_updates, stop_time_updates and vehicle_positions. From files,
            - or a pipe; a terminal, /dev/null or -n: nothing is read.
            Schedule (--feed): a zip, folder, store, URL or file of ingest records.
            """,
        output: """
            trip_details, one record a request, in their order:
            {"table":"trip_details","trip_id":"T-17","start_date":"20260302", … ,
             "stops":[{"stop_id":"S02-1","stop_name":"Quay","stop_sequence":1,
             "lat":-25.28,"lon":150.24,"arrival_time_secs":28800, … ,"delay":22}, … ],
             "vehicle":{ … },"bbox":[150.24,-25.31,150.3,-25.28],"fit":{ … }}
            Times are seconds of the service day, as scheduled. A stop without
            coordinates has null for lat and lon and is reported; where no stop has any,
            bbox and fit are null. A trip that nobody knows is reported, and no record.
            """,
        cost: """
            Memory: the trips that are asked for, some 200 bytes a stop, route and
            service of the feed, 20 a trip, and the newest update of each trip; of records
            40 more a stop, route and trip. Time: the feed's stop_times are gone through once (3 million a second).
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .records(),
            .init(
                "--trip", empty: .done, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--trip": .dataUnusable]),
        ])

    static let configuration = CommandConfiguration(TripDetails.self, manual)

    @Argument(
        help: ArgumentHelp("Departures and realtime; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp("The schedule: a zip, folder, store or records.", valueName: "path"), completion: .file())
    var feed: String

    @Option(help: ArgumentHelp("Show this trip; all records are realtime then.", valueName: "id"))
    var trip: String?

    @Option(help: ArgumentHelp("The service day, YYYYMMDD; else the nearest.", valueName: "date"))
    var date: String?

    @Flag(name: [.customShort("n"), .customLong("no-realtime")], help: "Read no records: the timetable alone.")
    var noRealtime = false

    @Option(help: .formats(of: RecordFormat.self))
    var format = TripDetailsOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout TripDetailsOptions) throws {
        options.feed = feed
        options.trip = trip
        options.day = try date.map(TripDetailsOptions.day)
        options.records = try RealtimeInput(ArgumentRuns.unfold(files), readsNothing: noRealtime)
        options.format = format
    }
}
