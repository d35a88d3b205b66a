import ArgumentParser
import StageKit
import StoreStage

struct StoreCommand: ReadingCommand, MessageReadingCommand, ThreadedCommand {
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
                "keep the last 30 days of all tables, but keep punctuality forever",
                "linefeed decode-rt demo/trip-updates-*.pb |\n"
                    + "    linefeed store history.db --prune 30d,punctuality=never"),
        ],
        input: """
            store reads records of any table and appends each record to the database table of the same name. Columns
            have the types that records.md lists. An unknown column is added when it first occurs, and takes the type of
            its first value.

            Arrays and objects are stored as JSON text, booleans as 0 and 1, and GTFS times as text. The properties of a
            GeoJSON Feature are stored as columns, together with the columns geometry and bbox. Members that cannot be
            columns, for example because their names differ only in case, are stored in the column other_members.

            For store, two records with the same key are the same record. The key depends on the table:

            - vehicle_positions: feed_id, the vehicle (identified as in occupancy-report) and the time; store keeps
              the record with the largest feed_timestamp, and among these the record with the largest occupancy_status
            - trip_updates, alerts and similar tables: the content of the record; store keeps one copy of the record,
              with the first feed_timestamp
            - timetables: the primary keys of GTFS; store keeps the later record
            - unknown tables, and rows without their key: the whole record

            For a description of all keys, see store.md.
            """,
        output: """
            The output is the database. Only one program can write to the database at a time; other writers wait up to
            30 s and then exit with 75. Readers never wait. New records are committed at least once a second, so readers
            see each record of a stream within a second.

            The column record_time, which has an index, contains the time of the row in POSIX seconds. The column
            record_key contains a hash of the key of the row. For example, this record becomes a row of the table
            vehicle_positions:

              {"table":"vehicle_positions","vehicle_id":"7","timestamp":1772402100}

            Nothing is written to standard output except the records copied by --pass-through.

            With --prune, rows whose record_time is too old are removed every hour and at the end of the run. SQLite
            reuses the space of removed rows, but only --vacuum makes the file smaller. If there is no FILE and standard
            input is a terminal or /dev/null, store only removes rows and only vacuums.

            If an older version of linefeed created the database, store first upgrades it to the format of this version,
            in a single transaction, and reports the finding database_upgraded. With --no-upgrade, the run exits with 73
            instead. A database of a newer version is refused with 65.

            If another program created the database, the run exits with 65. If ingest --sqlite created the database,
            store appends records of all tables except those of a timetable (such as stops).

            If the database contains a single version of one feed's timetable, other stages accept the database as the
            value of --feed. If you append a new version of a timetable to the same database, rows that are missing from
            the new version remain in the database. Use a separate database for each version. See store.md.
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

    @Argument(
        help: ArgumentHelp("Append the records to this database; if DB does not exist, create it.", valueName: "db"),
        completion: .file())
    var database: String

    @Argument(
        help: ArgumentHelp(
            """
            Read records, feeds or realtime messages from these files; if FILE is omitted or is -, read standard input.
            """, valueName: "file"), completion: .file())
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Remove rows that are older than AGE, for example 36h, 30d or 8w; the option may be repeated.",
            discussion: """
                TABLE=AGE is the age for one table, and TABLE=never keeps all its rows: --prune 30d,punctuality=never. If
                TABLE looks like a misspelt name of another table, the run exits with 64.
                """, valueName: "age"))
    var prune: [String] = []

    @Flag(help: "At the end of the run, return the space of removed rows to the file system.")
    var vacuum = false

    @Flag(
        name: .customLong("no-upgrade"),
        help: "If the database was made by an older version of linefeed, leave it unchanged and exit with 73.")
    var keepsFormat = false

    @Option(
        name: [.customLong("tables"), .customLong("table")],
        help: ArgumentHelp("Store and prune only these tables; the option may be repeated.", valueName: "a,b,…"))
    var table: [String] = []

    @OptionGroup var messages: MessageFlags
    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout StoreOptions) throws {
        options.path = ArgumentRuns.unfold([database])[0]
        options.files = ArgumentRuns.unfold(files)
        options.tables = try ListOption.names(table, "--table")
        try options.prune(prune)
        options.vacuums = vacuum
        options.mayUpgrade = !keepsFormat
    }
}
