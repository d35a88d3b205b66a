import ArgumentParser
import StageKit
import TimeZones
import TrackStage

struct TrackCommand: ReadingCommand {
    typealias Work = Track
    static let place = 160

    static let manual = Manual(
        abstract: "Turn snapshots of vehicles into life cycles: who came, moved, left.",
        examples: [
            .init(
                "what became of the vehicles between snapshots",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed track"),
            .init(
                "the same snapshot by snapshot, as a cron job would",
                "linefeed decode-rt samples/vehicles-1772402100.pb |\n"
                    + "    linefeed track --state vehicles.state >> events.ndjson\n"
                    + "  linefeed decode-rt samples/vehicles-1772402400.pb |\n"
                    + "    linefeed track --state vehicles.state >> events.ndjson"),
        ],
        input: """
            vehicle_positions records with their feed_messages, as decode-rt writes
            them, from files or stdin. A snapshot is what follows a feed_messages
            record, else what shares one feed_timestamp; its clock is the header's
            timestamp, else the newest position's. A vehicle is known by the first of
            vehicle_id, vehicle_label, license_plate, trip_id with start_date,
            entity_id; feeds are told apart by feed_id.
            Of a vehicle's records in a snapshot the latest counts, then the most
            crowded. Positions older than what is known are dropped, as is a snapshot
            older than the one before; both are told and counted.
            """,
        output: """
            vehicle_events, in the order of the snapshots:
            {"table":"vehicle_events","vehicle_id":"y1","event":"update",
             "phase":"updating","generation":7,"at":1683547231,"trip_id":"T",
             "latitude":42.349,"longitude":-71.1,"heading":135, … ,
             "from":{"latitude":42.348,"longitude":-71.099,"heading":130}}
            enter and exit; update when it moved more than --jitter-metres, or its
            trip, route, occupancy_status or staleness changed; pending_removal when a
            whole snapshot lacks it, recover when it is back, exit when it is missed
            for --exit-after or its entity is deleted. generation grows with each.
            from is left out where it did not drive: beyond --jump-metres too.
            A vehicle without a position stays where it was; one never positioned does
            not enter. A position older than --stale-after moves nothing: "stale":true.
            In differential feeds only a deletion or --exit-after removes. A snapshot
            without vehicles, or of the same time as the one before, removes nobody
            and is told. Events of a snapshot are written when the next one begins.
            """,
        cost: """
            Memory: 12 MB and some 600 bytes a vehicle, whatever the time.
            Time: 400,000 to 700,000 positions a second.
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [.records(messages: .done)])

    static let configuration = CommandConfiguration(Track.self, manual)

    @Argument(help: "Files of records; none or - is stdin.")
    var files: [String] = []

    @Option(help: ArgumentHelp("Exit after so long without the vehicle.", valueName: "time"))
    var exitAfter = TimeSpan(seconds: TrackOptions().exitAfter).text

    @Option(help: ArgumentHelp("Positions that are older move nothing.", valueName: "time"))
    var staleAfter = TimeSpan(seconds: TrackOptions().staleAfter).text

    @Option(help: ArgumentHelp("Within so many metres a vehicle stands.", valueName: "metres"))
    var jitterMetres = TrackOptions().jitterMetres

    @Option(help: ArgumentHelp("Beyond so many metres it did not drive there.", valueName: "metres"))
    var jumpMetres = TrackOptions().jumpMetres

    @Option(
        help: ArgumentHelp("Keep the vehicles in FILE between runs.", valueName: "file"), completion: .file())
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
