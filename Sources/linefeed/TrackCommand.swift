import ArgumentParser
import StageKit
import TimeZones
import TrackStage

struct TrackCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
    typealias Work = Track
    static let place = StagePlace(.realtime, 40)

    static let manual = Manual(
        brief: "follow each vehicle",
        abstract: "Follow vehicles from snapshot to snapshot: report which appear, move or leave.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --exit-after --stale-after --jitter-metres --state --format",
        groups: ["Threshold": "--exit-after --stale-after --jitter-metres --jump-kmh --jump-metres --routes"],
        examples: [
            .init(
                "what vehicles did between snapshots", "linefeed decode-rt demo/vehicles-*.pb | linefeed track"),
            .init(
                "one snapshot in each run, as a cron job would",
                "linefeed decode-rt demo/vehicles-1772398800.pb |\n"
                    + "    linefeed track --state vehicles.state >> events.ndjson"),
            .init(
                "the vehicles that left",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed track |\n    jq -c 'select(.event == \"exit\")'"),
        ],
        input: """
            track reads the vehicle_positions and feed_messages records that decode-rt writes. A snapshot consists of
            all records from one feed_messages record to the next. If the input contains no feed_messages records, a
            snapshot consists of all records with the same feed_timestamp. The time of a snapshot is the timestamp in
            its header or, if the header has no timestamp, the time of its newest position.

            A vehicle is identified by the first of these members that its record contains: vehicle_id, vehicle_label,
            license_plate, trip_id with start_date, entity_id. Vehicles of different feeds are distinguished by feed_id.

            If a snapshot contains several records for a vehicle, track uses the latest record. If several records of a
            vehicle have the latest time, track uses the record with the highest occupancy. A position that is older
            than the known position of the vehicle is dropped, and so is a snapshot that is older than the previous
            snapshot. Dropped positions and snapshots are reported and counted.
            """,
        output: """
            The table vehicle_events contains one record for each event, in the order of the snapshots:

            {"table":"vehicle_events","vehicle_id":"y1","event":"update",
             "phase":"updating","generation":7,"at":1683547231,"trip_id":"T",
             "latitude":42.349,"longitude":-71.1,"heading":135, … ,
             "from":{"latitude":42.348,"longitude":-71.099,"heading":130}}

            The events are:

            - enter: the vehicle appears
            - update: the vehicle moved further than the --jitter-metres distance, or its trip, route, detour,
              occupancy_status or staleness changed
            - pending_removal: a snapshot does not contain the vehicle, and the feed is not differential
            - recover: the vehicle is in a snapshot again
            - exit: the vehicle has been missing for the --exit-after time, or its entity was deleted

            The member "generation" counts the events of the vehicle. The member "from" is omitted if the vehicle did
            not drive to its new position: the move was longer than --jump-metres and faster than --jump-kmh. Time since
            the previous position counts up to --stale-after. In "from", the member "timestamp" is the time when the
            vehicle was last measured at its previous position.

            If a vehicle sends no position, it stays at its last position. A vehicle has no "enter" event until it has
            sent a position. If a position is older than --stale-after allows, the vehicle does not move, and its event
            has the member "stale" with the value true.

            In differential feeds, a vehicle is removed only if its entity is deleted, or after the --exit-after time. A
            snapshot that contains no vehicles, or that has the same time as the previous snapshot, is reported and
            removes no vehicle. The events of a snapshot are written when the next snapshot begins.
            """,
        cost: """
            - Memory: 22 MB and about 600 bytes a vehicle, however long the input is
            - Time: 400,000 to 700,000 positions a second
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "vehicle_positions feed_messages deleted_entities")

    @Argument(help: .realtimeRecords)
    var files: [String] = []

    @Option(help: ArgumentHelp("Treat a vehicle as gone after it has been missing for this long.", valueName: "time"))
    var exitAfter = TimeSpan(seconds: TrackOptions().exitAfter).text

    @Option(help: ArgumentHelp("Do not move a vehicle to a position that is older than TIME.", valueName: "time"))
    var staleAfter = TimeSpan(seconds: TrackOptions().staleAfter).text

    @Option(
        help: ArgumentHelp("Treat a vehicle as stationary if it moves no further than METRES.", valueName: "metres"))
    var jitterMetres = TrackOptions().jitterMetres

    @Option(
        help: ArgumentHelp(
            "Treat a move faster than KMH as a jump, not as driving. The default is \(Int(JumpSpeed.road)), and "
                + "\(Int(JumpSpeed.rail)) for the rail routes of --routes.", valueName: "kmh"))
    var jumpKmh: Double?

    @Option(
        help: ArgumentHelp("Never treat a move within METRES as a jump.", valueName: "metres"))
    var jumpMetres = TrackOptions().jumpMetres

    @Option(
        help: ArgumentHelp("Read the types of routes from the routes records in FILE.", valueName: "file"),
        completion: .file())
    var routes: String?

    @Option(
        help: ArgumentHelp("Read known vehicles from FILE, and save them there.", valueName: "file"),
        completion: .file())
    var state: String?

    @Option(help: .formats(of: RecordFormat.self))
    var format = TrackOptions().format

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout TrackOptions) throws {
        options.exitAfter = try TrackOptions.seconds(exitAfter, "--exit-after")
        options.staleAfter = try TrackOptions.seconds(staleAfter, "--stale-after")
        options.jitterMetres = jitterMetres
        options.jumpMetres = jumpMetres
        options.jumpKmh = jumpKmh
        options.routes = routes
        options.state = state
        options.files = ArgumentRuns.unfold(files)
        options.format = format
    }
}
