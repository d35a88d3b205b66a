import ArgumentParser
import StageKit
import StopVisitsStage
import TimeZones

struct StopVisitsCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = StopVisits
    static let place = StagePlace(.analysis, 20)

    static let manual = Manual(
        brief: "actual arrival times",
        abstract: "Infer when each trip arrived at and left each stop, from realtime records.",
        usage: "--feed PATH [OPTION]... [FILE]...",
        usual: "FILE --feed --missing --service-date --tides --output",
        groups: [
            "Inference": "--service-date --match --near --max-gap --idle",
            "Output": "--missing --locations --tides --split --format",
        ],
        examples: [
            .init(
                "arrivals and departures from positions alone",
                "linefeed decode-rt demo/vehicles-*.pb |\n    linefeed stop-visits --feed demo/feed.zip"),
            .init(
                "with predictions, and with stops that nobody observed",
                "linefeed decode-rt demo/*.pb |\n    linefeed stop-visits --feed demo/feed.zip --missing"),
            .init(
                "a day as TIDES files",
                "linefeed decode-rt demo/vehicles-*.pb |\n"
                    + "    linefeed stop-visits --feed demo/feed.zip \\\n"
                    + "    --service-date 20260302 --tides tides -o visits.ndjson"),
        ],
        input: """
            stop-visits reads the vehicle_positions and trip_updates (or stop_time_updates) records that decode-rt
            writes. The input may cover any length of time, and its records may be out of order by at most an hour.

            A trip is identified by trip_id and start_date, and a trip with frequencies also by start_time. If a record
            has no start_date, stop-visits uses the run of the trip that is nearest in time to the record. If a record
            has no trip_id, the trip is identified by route_id, direction_id, start_time and start_date together. With
            --match loose, a trip_update without a valid trip_id is also matched by its sequence of stop_ids, if exactly
            one run fits.

            Detours are read from trip_modifications, stops_rt and shapes_rt records. If a detour changes a run, the run
            has the stops, times and shape of the detour.
            """,
        output: """
            The table stop_visits contains one record for each visited stop. After the visits of a trip, the
            trips_performed record of that trip is written. Times are in RFC 3339 form, in the time zone of the agency.

            {"table":"stop_visits","service_date":"20260302","trip_id_performed":"T",
             "trip_stop_sequence":3, … ,"schedule_arrival_time": … ,
             "actual_arrival_time": … ,"arrival_delay":95,"arrival_source":"stopped",
             "arrival_uncertainty":15, … }

            Arrival and departure times are inferred independently. For each time, the best available of these sources
            is used:

            - stopped: the positions report that the vehicle is stopped at the stop
            - halted: successive positions lie near the stop
            - passed: the time is interpolated between two positions
            - final_prediction: the last prediction that was made before the predicted time

            The uncertainty is a number of seconds: in 95 % of cases, the true time differs from the reported time by at
            most this number. No arrival is reported if the first position of the trip is already at the stop. No
            departure is reported if the last position of the trip is still at the stop.

            A position is an outlier if its coordinates or its time contradict the other positions of the run. No time
            is inferred from outliers. A warning reports the number of outliers. Each trips_performed record contains
            the number of outliers of its run, and --summary contains the total number.

            With --missing, rows are added for stops and runs that were not observed. If data for a trip is missing, the
            trip may still have run. If two vehicles report the same trip, two performed trips are written.

            A run is written once its vehicle has reached the last stop and has then sent nothing for the --idle time,
            measured by the times in the feed. If the vehicle never reached the last stop, the run is written after four
            times the --idle time. Records that arrive after their run has been written are counted as late.

            The match_reports records, which are written last, report why some realtime trips match no scheduled run,
            and list the time span of the realtime records and the gaps in this time span. The member lists_missing of a
            match_reports record tells performance-report whether every scheduled run was written.

            The Parquet and CSV files that --split writes also contain each time in the time zone of the agency, for
            example in the column actual_departure_time_local.
            """,
        cost: """
            - Memory for the schedule: 40 bytes a stop time (trips with the same times share their stop times), 60 a
              trip and 20 a shape point
            - Memory for runs under way: 28 bytes a position and 100 a stop with predictions
            - Time: 400,000 positions a second
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "vehicle_positions trip_updates stop_time_updates")

    @Argument(help: .realtimeRecords)
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String

    @Option(help: ArgumentHelp("Write only this service day; repeat the option for more days.", valueName: "date"))
    var serviceDate: [String] = []

    @Option(
        help: ArgumentHelp(
            "Match trips by trip_id or by route and start (exact), or also by stops if exactly one run fits (loose).",
            valueName: "match"))
    var match = StopVisitsOptions().match

    @Option(
        help: ArgumentHelp(
            "Treat a vehicle as being at a stop if the vehicle halts within this distance of the stop.",
            valueName: "metres"))
    var near = StopVisitsOptions().nearMetres

    @Option(
        help: ArgumentHelp(
            "Infer no times between two positions that are more than TIME apart.", valueName: "time"))
    var maxGap = TimeSpan(seconds: StopVisitsOptions().maximumGap).text

    @Option(
        help: ArgumentHelp("Treat a run as finished if its vehicle has sent nothing for this long.", valueName: "time"))
    var idle = TimeSpan(seconds: StopVisitsOptions().idle).text

    @Flag(help: "Also write rows for stops and runs that were not observed.")
    var missing = false

    @Flag(help: "Also write vehicle_locations, which contains each position once.")
    var locations = false

    @Option(
        help: ArgumentHelp(
            "Write the files of the TIDES standard into DIR; this option implies --missing.", valueName: "dir"))
    var tides: String?

    @Option(help: .split, completion: .directory)
    var split: String?

    @Option(help: .formats(tables: "need --split"))
    var format = StopVisitsOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StopVisitsOptions) throws {
        options.feed = feed
        options.serviceDates = try ListOption.names(serviceDate, "--service-date").map(StopVisitsOptions.serviceDate)
        options.match = match
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
