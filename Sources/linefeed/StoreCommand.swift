import ArgumentParser
import StageKit
import StoreStage
import TimeZones

struct StoreCommand: ReadingCommand {
    typealias Work = Store

    static let manual = Manual(
        abstract: "Keep records in a SQLite database, each once.",
        examples: [
            .init(
                "keep snapshots, as a cron job would; the same ones again add nothing",
                "linefeed decode-rt samples/vehicles-*.pb | linefeed store history.db"),
            .init(
                "look at them while they grow",
                """
                linefeed store history.db samples/positions.ndjson; sqlite3 history.db \\
                      'SELECT route_id, count(*) FROM vehicle_positions GROUP BY route_id'
                """),
        ],
        input: """
            Records of any table, from files or stdin, appended to the table of that
            name. Columns are made with the contract's types; those it does not have
            are added as they come, typed by their first value. Arrays and objects
            are JSON text, booleans 0 and 1, GTFS times text; a GeoJSON Feature's
            properties are columns beside geometry and bbox. Members that cannot be
            columns (names that differ in case only, say) are kept in other_members.
            Keys: vehicle_positions by feed_id, vehicle (as occupancy-report has it)
            and time, the largest feed_timestamp, then occupancy_status, staying; what
            trip_updates, alerts and the like say, once, with its first feed_timestamp;
            timetables by their primary keys, the later record staying; unknown
            tables, and rows without their key, by the whole record. See
            docs/store.md for all.
            """,
        output: """
            The database: one writer at a time, others wait up to 30 s and end with 75;
            readers never wait. Batches of at most 1 s are committed as they come, so a
            stream is visible at once. record_time (POSIX seconds, indexed) is each
            row's own time, record_key a hash of its key.
              {"table":"vehicle_positions","vehicle_id":"7","timestamp":1772402100}
            becomes a row of vehicle_positions. Nothing goes to stdout but what
            --pass-through forwards. --prune removes rows by record_time, at the end
            and hourly; their space is used again (VACUUM shrinks the file). Databases
            that linefeed did not make are refused with 65. A timetable made by
            ingest --sqlite takes all tables but those of timetables. --feed of other
            stages takes the database where it has the timetable of one feed in one
            version: a next version leaves rows that it lacks, and is best stored in a
            file of its own (docs/store.md, Versions).
            """,
        cost: """
            Memory: 50 MB, the longest line three times, and of a timetable 40 bytes a
            stop, route and trip. Time: 200,000 to 300,000
            vehicle_positions a second; 150 to 250 bytes of disk each, and some 64 MB
            of a log beside the file while it is open.
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--table": .dataUnusable])
        ])

    static let configuration = CommandConfiguration(Store.self, manual)

    @Argument(help: ArgumentHelp("The database; made where it is not there.", valueName: "db"), completion: .file())
    var database: String

    @Argument(help: "Files of records; none or - is stdin.", completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("Remove rows older than this: 36h, 30d, 8w.", valueName: "age"))
    var prune: String?

    @Option(help: ArgumentHelp("Take (and prune) these tables only; may be repeated.", valueName: "a,b,…"))
    var table: [String] = []

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StoreOptions) throws {
        options.path = ArgumentRuns.unfold([database])[0]
        options.files = ArgumentRuns.unfold(files)
        options.tables = table.flatMap(StoreOptions.tables)
        options.pruneAge = try prune.map(StoreOptions.age)
    }
}
