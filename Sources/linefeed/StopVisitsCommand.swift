import ArgumentParser
import StageKit
import StopVisitsStage
import TimeZones

struct StopVisitsCommand: ReadingCommand {
    typealias Work = StopVisits
    static let place = 130

    static let manual = Manual(
        abstract: "Tell from an archive when each trip called at each stop.",
        examples: [
            .init(
                "what happened at the stops, from positions alone",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip"),
            .init(
                "with what was predicted, and what nobody saw",
                "linefeed decode-rt samples/vehicles-*.pb samples/trip-updates-*.pb |\n"
                    + "    linefeed stop-visits --feed samples/feed.zip --missing"),
            .init(
                "a day as TIDES's files",
                "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip \\\n"
                    + "    --service-date 20260302 --tides tides -o visits.ndjson"),
        ],
        input: """
            vehicle_positions and trip_updates (or stop_time_updates) records of any
            length, as decode-rt writes them, out of order by an hour at most. A trip is
            found by trip_id and start_date, trips of frequencies by start_time too;
            without a date it is the run nearest to the record's time; without a trip_id
            by route_id, direction_id, start_time and start_date together.
            """,
        output: """
            stop_visits, one record a stop that was visited, then the trip's
            trips_performed; times are RFC 3339 on the agency's clock:
            {"table":"stop_visits","service_date":"20260302","trip_id_performed":"T",
             "trip_stop_sequence":3, … ,"schedule_arrival_time": … ,
             "actual_arrival_time": … ,"arrival_delay":95,"arrival_source":"stopped",
             "arrival_uncertainty":15, … }
            Arrival and departure times are inferred independently; the best available
            source wins: stopped (positions say so), halted (positions stay at the
            stop), passed (interpolated between two positions), final_prediction (the
            last one made before the predicted time). uncertainty: the true time lies
            within ± this many seconds in 95 % of cases. No arrival is reported if the
            first position of the trip is already at the stop, and no departure if the
            last one still is.
            A position that contradicts the other positions of its run, by its place or
            by its time, is an outlier; no time is inferred from it. trips_performed
            counts the outliers of each run, --summary those of all; a warning reports
            them.
            --missing adds rows for stops, and runs, that were not seen: no data is no
            proof that they did not run. Two vehicles on one trip are two trips.
            A run is written when it has reached its last stop and was silent for --idle
            of feed time, one that has not after four times that; records that come
            later are counted as late. At the end match_reports: why realtime trips have
            no run, the archive's span and its gaps, and with lists_missing whether every
            run that was due was written, as performance-report needs to know.
            Files of --split in Parquet and CSV have each time's reading of the agency's
            clock beside it: actual_departure_time_local.
            """,
        cost: """
            Memory: the schedule (40 bytes a stop time that no other trip shares, 60 a
            trip, 20 a shape's point), and of runs under way 28 bytes a position and 100
            a stop with predictions. Time: 400,000 positions a second.
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.records(messages: .done)])

    static let configuration = CommandConfiguration(StopVisits.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(
        help: ArgumentHelp("The schedule: a zip, a folder, a store, a file of records.", valueName: "path"),
        completion: .file())
    var feed: String

    @Option(help: ArgumentHelp("Only this service day; repeat for more.", valueName: "date"))
    var serviceDate: [String] = []

    @Option(help: ArgumentHelp("A vehicle that stops so near to a stop is at it.", valueName: "metres"))
    var near = StopVisitsOptions().nearMetres

    @Option(help: ArgumentHelp("Two positions further apart tell nothing of what is between.", valueName: "time"))
    var maxGap = TimeSpan(seconds: StopVisitsOptions().maximumGap).text

    @Option(help: ArgumentHelp("A run is over when it was silent so long.", valueName: "time"))
    var idle = TimeSpan(seconds: StopVisitsOptions().idle).text

    @Flag(help: "Write rows for stops and runs that were not seen too.")
    var missing = false

    @Flag(help: "Write vehicle_locations, each position once.")
    var locations = false

    @Option(help: ArgumentHelp("Write TIDES's files into DIR; implies --missing.", valueName: "dir"))
    var tides: String?

    @Option(
        help: ArgumentHelp("Write a file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

    @Option(help: .formats(tables: "with --split"))
    var format = StopVisitsOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StopVisitsOptions) throws {
        options.feed = feed
        options.serviceDates = try serviceDate.map(StopVisitsOptions.serviceDate)
        options.nearMetres = near
        options.maximumGap = try StopVisitsOptions.seconds(maxGap, "--max-gap")
        options.idle = try StopVisitsOptions.seconds(idle, "--idle")
        options.writesMissing = missing
        options.writesLocations = locations
        options.tides = tides
        options.format = format
        options.split = split
        options.files = ArgumentRuns.unfold(files)
    }
}
