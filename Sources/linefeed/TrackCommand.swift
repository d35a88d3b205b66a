import ArgumentParser
import StageKit
import TimeZones
import TrackStage

struct TrackCommand: ReadingCommand {
    typealias Work = Track
    static let place = StagePlace(.realtime, 40)

    static let manual = Manual(
        brief: "follow each vehicle",
        abstract: "Follow vehicles from snapshot to snapshot: who appears, moves and leaves.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --exit-after --stale-after --jitter-metres --state --format",
        groups: ["Threshold": "--exit-after --stale-after --jitter-metres --jump-metres"],
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
            track reads vehicle_positions records with their feed_messages, as decode-rt writes them. A snapshot is all
            records after a feed_messages record. Without such records, it is all records with the same feed_timestamp.
            The clock of a snapshot is its header's timestamp, or else that of its newest position.

            A vehicle is identified by the first of these that it has: vehicle_id, vehicle_label, license_plate, trip_id
            with start_date, entity_id. Feeds are distinguished by feed_id.

            If a snapshot has several records for a vehicle, track uses the latest of them, and of equally late ones the
            most crowded. It drops a position that is older than the known one, and a snapshot that is older than the
            previous one. It reports and counts both.
            """,
        output: """
            vehicle_events, in the order of the snapshots:

            {"table":"vehicle_events","vehicle_id":"y1","event":"update",
             "phase":"updating","generation":7,"at":1683547231,"trip_id":"T",
             "latitude":42.349,"longitude":-71.1,"heading":135, … ,
             "from":{"latitude":42.348,"longitude":-71.099,"heading":130}}

            The events are:

            - enter: the vehicle appears
            - update: it moved more than --jitter-metres, or its trip, route, occupancy_status or staleness changed
            - pending_removal: a complete snapshot does not contain it
            - recover: it is back
            - exit: it has been missing for --exit-after, or its entity was deleted

            The number generation grows with each event. The member from is omitted if the vehicle did not drive to
            its new place, for example if the distance exceeds --jump-metres.

            A vehicle that sends no position stays at its last place. A vehicle that never had a position does not
            enter. A position older than --stale-after moves nothing; its event has "stale":true.

            In differential feeds, only a deletion or --exit-after removes a vehicle. A snapshot without vehicles, or
            with the time of the previous one, removes no vehicle and is reported. The events of a snapshot are
            written when the next snapshot begins.
            """,
        cost: """
            - Memory: 12 MB and about 600 bytes a vehicle, for any length of time
            - Time: 400,000 to 700,000 positions a second
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .done, otherKinds: .dataUnusable)
        ],
        tables: "vehicle_positions feed_messages deleted_entities")

    static let configuration = CommandConfiguration(Track.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"))
    var files: [String] = []

    @Option(help: ArgumentHelp("Let a vehicle exit after it has been missing for this long.", valueName: "time"))
    var exitAfter = TimeSpan(seconds: TrackOptions().exitAfter).text

    @Option(help: ArgumentHelp("Ignore the movement of positions older than this.", valueName: "time"))
    var staleAfter = TimeSpan(seconds: TrackOptions().staleAfter).text

    @Option(help: ArgumentHelp("Treat a vehicle as standing if it moves no further than this.", valueName: "metres"))
    var jitterMetres = TrackOptions().jitterMetres

    @Option(help: ArgumentHelp("Treat a longer move as a jump instead of a drive.", valueName: "metres"))
    var jumpMetres = TrackOptions().jumpMetres

    @Option(
        help: ArgumentHelp("Keep the known vehicles in FILE between runs.", valueName: "file"), completion: .file())
    var state: String?

    @Option(help: .formats(of: RecordFormat.self))
    var format = TrackOptions().format

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout TrackOptions) throws {
        options.exitAfter = try TrackOptions.seconds(exitAfter, "--exit-after")
        options.staleAfter = try TrackOptions.seconds(staleAfter, "--stale-after")
        options.jitterMetres = jitterMetres
        options.jumpMetres = jumpMetres
        options.state = state
        options.files = ArgumentRuns.unfold(files)
        options.format = format
    }
}
