import ArgumentParser
import PredictStage
import StageKit
import TimeZones

struct PredictCommand: ReadingCommand, ThreadedCommand {
    typealias Work = Predict
    static let place = StagePlace(.realtime, 45)

    static let manual = Manual(
        brief: "arrivals to expect",
        abstract: "Predict the arrivals and departures of vehicles from their positions.",
        usage: "--feed PATH [OPTION]... [FILE]...",
        usual: "FILE --feed --typical --state --stale-after --output",
        groups: ["Prediction": "--typical --layover --stale-after --state"],
        examples: [
            .init(
                "predictions as a message of trip updates",
                "linefeed decode-rt demo/vehicles-1772398800.pb |\n"
                    + "    linefeed predict --feed demo/feed.zip |\n"
                    + "    linefeed encode-rt -o predictions.pb"),
            .init(
                "one message in each run, as a cron job would",
                "linefeed predict --feed demo/feed.zip --state predict.state \\\n"
                    + "    demo/vehicles-1772398800.pb -o predictions.ndjson"),
            .init(
                "a board of predicted departures",
                "linefeed predict --feed demo/feed.zip demo/vehicles-1772398800.pb |\n"
                    + "    linefeed departures --feed demo/feed.zip --stop S00 \\\n"
                    + "    --at 2026-03-02T07:00"),
        ],
        input: """
            predict reads the vehicle_positions and feed_messages records that decode-rt writes. A position counts for
            the run that its trip_id and start_date name; runs of frequencies.txt also need a start_time. If a position
            has no start_date, predict uses the run that is nearest in time. The predictions are made from the last
            positions of each vehicle, so more than one message, or --state, makes them better.

            With --typical, predict reads typical_segments records, which expect --segments writes: the usual driving
            time between two stops, by type of day and hour. If a segment has no such record, the timetable counts.
            """,
        output: """
            For each message of positions, predict writes one feed_messages record, and one trip_updates record for each
            run that has a vehicle. encode-rt turns these records into a message. A trip_updates record lists all stops
            that the vehicle has not yet left:

            {"table":"trip_updates", … ,"trip_id":"T","start_date":"20260302",
             "timestamp":1772445600,"stop_time_updates":[{"stop_sequence":4,
              "stop_id":"S04","arrival_time":1772445660,"arrival_uncertainty":35,
              … }]}

            The place of a vehicle on its path is found as in stop-visits. From there, predict adds the usual or planned
            driving times, multiplied by the pace of the run, and the dwell at each stop. The pace is the time that the
            run, and other runs of its route and direction, needed lately, divided by the expected time. At its first
            stop, and at a stop with timepoint 1 in stop_times.txt, a vehicle does not leave before its scheduled time.

            If the trip has a block_id, the next trip of the block is predicted too. It starts at its scheduled time or,
            if that is later, --layover after the vehicle arrives. If the timetable plans a shorter layover, the planned
            layover counts.

            arrival_uncertainty and departure_uncertainty are in seconds: nine of ten times lie within this distance
            from the predicted time. predict compares its own predictions with what then happens, and works out the
            uncertainty from the errors, by how far ahead the predictions were made. With --state, the errors of earlier
            runs count too. Before predict knows errors, the uncertainty is about 35 seconds and 0.15 seconds for each
            second ahead.

            If nothing can be said of a run, its record has one stop with the schedule_relationship NO_DATA: the vehicle
            is more than 200 m from its path, waits for a start without a scheduled time, or its trip has no times.
            Canceled, added and modified trips are not predicted. If a vehicle has sent no position for --stale-after,
            its run has no record. What is left out is reported and counted.
            """,
        cost: """
            - Memory: about 2 KB a vehicle, however long the input is, and the memory of stop-visits for the
              schedule
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "vehicle_positions feed_messages")

    @Argument(help: .realtimeRecords)
    var files: [String] = []

    @Option(help: .schedule, completion: .file())
    var feed: String

    @Option(
        help: ArgumentHelp(
            "Use the usual driving times from this file of typical_segments records.", valueName: "file"),
        completion: .file())
    var typical: String?

    @Option(
        help: ArgumentHelp(
            "Allow a vehicle at least this much time before the next trip of its block.", valueName: "time"))
    var layover = TimeSpan(seconds: PredictOptions().layover).text

    @Option(help: ArgumentHelp("Stop predicting for a vehicle after this long without a position.", valueName: "time"))
    var staleAfter = TimeSpan(seconds: PredictOptions().staleAfter).text

    @Option(
        help: ArgumentHelp("Read known vehicles and errors from FILE, and save them there.", valueName: "file"),
        completion: .file())
    var state: String?

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout PredictOptions) throws {
        options.feed = feed
        options.typical = typical
        options.layover = try PredictOptions.seconds(layover, "--layover")
        options.staleAfter = try PredictOptions.seconds(staleAfter, "--stale-after")
        options.state = state
        options.files = ArgumentRuns.unfold(files)
    }
}
