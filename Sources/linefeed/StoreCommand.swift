import ArgumentParser
import StageKit
import StoreStage

struct StoreCommand: ReadingCommand {
    typealias Work = Store
    static let place = StagePlace(.upkeep, 10)

    static let manual = Manual(
        brief: "collect in SQLite",
        abstract: "Append records to a SQLite database without duplicates.",
        usage: "[OPTION]... DB [FILE]...",
        usual: "DB FILE --table --prune --where --pass-through",
        examples: [
            .init(
                "snapshots; storing them again adds nothing",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed store history.db"),
            .init(
                "a query of the stored positions",
                "linefeed decode-rt demo/vehicles-*.pb | linefeed store history.db &&\n"
                    + "    sqlite3 history.db \\\n"
                    + "    'SELECT route_id, count(*) FROM vehicle_positions GROUP BY route_id'"),
            .init(
                "the last 30 days only",
                "linefeed decode-rt demo/trip-updates-*.pb |\n    linefeed store history.db --prune 30d"),
        ],
        input: """
            store reads records of any table and appends each one to the table of that name. Columns get the types of
            the record contract. Unknown columns are added as they come; each takes the type of its first value.

            Arrays and objects become JSON text, booleans become 0 and 1, and GTFS times become text. The properties of
            a GeoJSON Feature become columns beside geometry and bbox. Members that cannot be columns, for example
            because their names differ only in case, are kept in other_members.

            These keys decide whether two records are the same:

            - vehicle_positions: feed_id, the vehicle (as in occupancy-report) and its time; the record with the largest
              feed_timestamp stays, then the one with the largest occupancy_status
            - trip_updates, alerts and similar tables: the content, kept once with its first feed_timestamp
            - timetables: their primary keys; the later record stays
            - unknown tables, and rows without their key: the whole record

            store.md describes all keys.
            """,
        output: """
            The output is the database. One program writes at a time; others wait up to 30 s and then exit with 75.
            Readers never wait. store commits at least once a second, so the records of a stream are visible at once.

            The column record_time is the time of each row in POSIX seconds, and it is indexed. The column record_key
            is a hash of the row's key.

              {"table":"vehicle_positions","vehicle_id":"7","timestamp":1772402100}

            becomes a row of vehicle_positions. Only records that --pass-through forwards go to standard output.

            --prune removes old rows by record_time, at the end of the run and hourly. SQLite uses their space again;
            the statement VACUUM shrinks the file.

            If linefeed did not make the database, the run exits with 65. A timetable from ingest --sqlite accepts all
            tables except those of timetables.

            The --feed option of other stages takes the database if it holds the timetable of one feed in one version. A
            new version does not remove rows that it lacks; therefore store it in a file of its own. See store.md.
            """,
        cost: """
            - Memory: 50 MB, three times the longest line, and for a timetable 40 bytes a stop, route and trip
            - Time: 200,000 to 300,000 vehicle_positions a second
            - Disk: 150 to 250 bytes a position, and about 64 MB for a log beside the open database
            """,
        statuses: [.dataUnusable, .inputMissing, .tryLater],
        answers: [
            .init(
                empty: .dataUnusable, otherTables: .done, messages: .done, otherKinds: .dataUnusable,
                unknown: ["--table": .dataUnusable])
        ],
        tables: "vehicle_positions trip_updates alerts",
        values: ["--table": .several { Completions.tables(of: nil) }])

    static let configuration = CommandConfiguration(Store.self, manual)

    @Argument(
        help: ArgumentHelp("Append to this database; store creates it if it is missing.", valueName: "db"),
        completion: .file())
    var database: String

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("Remove rows older than this: 36h, 30d, 8w.", valueName: "age"))
    var prune: String?

    @Option(
        name: [.customLong("tables"), .customLong("table")],
        help: ArgumentHelp("Store and prune only these tables; may be repeated.", valueName: "a,b,…"))
    var table: [String] = []

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StoreOptions) throws {
        options.path = ArgumentRuns.unfold([database])[0]
        options.files = ArgumentRuns.unfold(files)
        options.tables = try ListOption.names(table, "--table")
        options.pruneAge = try prune.map(StoreOptions.age)
    }
}
