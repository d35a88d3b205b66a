import ArgumentParser
import IngestStage
import StageKit

extension IngestOptions.Encoding: ArgumentWord {}
extension DuplicatePolicy: ArgumentWord {}
extension TableChoice: ArgumentWord {}

/// `linefeed ingest`
struct IngestCommand: StageCommand, ThreadedCommand {
    typealias Work = Ingest
    static let place = StagePlace(.timetables, 10)

    static let manual = Manual(
        brief: "read a GTFS feed",
        abstract: "Read a GTFS Schedule feed and write its rows as records.",
        usage: "[OPTION]... FEED",
        usual: "FEED --tables --format --split --sqlite --output",
        groups: [
            "Input": "--encoding --duplicates --duplicate-tables --max-uncompressed",
            "Output": "--tables --format --split --sqlite --force --no-upgrade",
        ],
        examples: [
            .init("all tables, one record on each line", "linefeed ingest demo/feed.zip"),
            .init("one table as CSV", "linefeed ingest demo/feed.zip --tables stops --format csv"),
            .init("a SQLite database", "linefeed ingest demo/feed.zip --sqlite feed.db"),
            .init("a zip from a pipe", "cat demo/feed.zip | linefeed ingest --tables agency,routes -"),
            .init("one Parquet file for each table", "linefeed ingest demo/feed.zip --split tables --format parquet"),
        ],
        input: """
            FEED is a zip, a folder of .txt files, an http: or https: URL, or - for a zip on standard input. A zip from
            a URL or from standard input is first copied to an unlinked temporary file.

            Write outer.zip#inner.zip for a zip inside a zip, and feed.zip#folder for a folder inside a zip. If a zip
            contains only one folder or only one inner zip, ingest reads the feed from that folder or zip automatically.

            ingest accepts files with a BOM, UTF-16 or Windows-1252 text, CRLF or CR line endings, quoted line breaks,
            padded cells and blank lines.

            If the feed contains two files for the same table and their contents differ, the run exits with 65, unless
            --duplicate-tables chooses one of the files. For example, Stops.txt and inner/stops.txt are both files for
            the table "stops". For --duplicate-tables, a file in the top folder of the feed counts as the first file,
            and files in inner folders count as later files.
            """,
        output: """
            The tables are written one after another. Columns follow the order of the GTFS reference; unknown columns
            come last. The rows of files that are not in the GTFS reference are written last, with all values as text.
            The table of a file that is not in the GTFS reference is named after the file, without .txt. If the name
            without .txt is the name of a table that a stage writes, the table keeps .txt: the file notices.txt becomes
            the table "notices.txt", because check writes a table "notices". Each location in locations.geojson becomes
            a GeoJSON Feature.

            {"table":"stops","stop_id":"B1","stop_name":"Quay","stop_lat":-33.8610}

            Empty cells are omitted from the records. A value of the wrong type becomes null, and a finding reports the
            value. References between tables are not checked, so an id that refers to a missing row is kept. If several
            rows have the same key, all of them are written as records, unless you give --duplicates.

            With --split DIR, each table is written to its own file, such as DIR/stops.ndjson. Use --split if you want
            to use tools that cannot read several tables from one file. In Parquet, dates have the date type, times are
            stored in seconds, and locations are stored as GeoParquet. In XLSX, ids are stored as text, dates as dates,
            and times as times. See records.md.

            With --sqlite DB, ingest writes a database instead of records. The database has one table for each file,
            with typed columns, unique keys and indexes. The database also has the view service_days and the table
            linefeed_meta. The database stores times as seconds; views such as stop_times_hms show the times as text.

            ingest builds the new database in a file beside DB and moves the file into place when the database is
            complete. Programs that are reading DB are not interrupted. If ingest is killed, the old database remains
            unchanged. If DB already contains the same feed, nothing is loaded unless you give --force.

            If DB is not a SQLite database or contains tables of another program, ingest does not change DB and exits
            with 73. If an older version of linefeed created DB, ingest upgrades DB and reports it; with --no-upgrade, the
            run exits with 73. If another program is writing to DB, the run exits with 75. Other stages accept the database as the
            value of --feed. See store.md.
            """,
        cost: """
            - Memory: below 30 MB for any feed, and 4 MB more for each thread (--jobs), plus four times the longest row (at
              most --max-line-bytes)
            - Memory with --duplicates other than keep: up to 110 bytes more for each row of the largest table
            - Memory with --format parquet: below 80 MB, and 8 MB more for each thread
            - Memory with --sqlite: below 60 MB, and 8 MB more for each thread
            - Time: about as long as unzip -p takes, 3 to 5 million stop_times a second; twice as long with --format
              parquet
            - Time with --sqlite: 600,000 stop_times a second; temporary files take 30 bytes a stop_time

            With --duplicates last or reject, each file is read twice.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [.init(empty: .dataUnusable, otherKinds: .dataUnusable, unknown: ["--tables": .dataUnusable])],
        values: ["--tables": .several { Completions.tables(of: "ingest") }])

    @Argument(
        help: ArgumentHelp(
            "Read this zip, folder or URL; if FEED is -, read a zip from standard input.", valueName: "feed"),
        completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Write only these tables.", valueName: "a,b,…"))
    var tables: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read text in this encoding: auto, utf-8 or windows-1252.", valueName: "encoding"))
    var encoding = IngestOptions().encoding

    @Option(
        help: ArgumentHelp(
            """
            If several rows have the same key, write all of them (keep), the first (first), the last (last) or none \
            (reject).
            """,
            discussion: "The default of --duplicates is \"first\" with --sqlite, and otherwise \"keep\".",
            valueName: "policy"))
    var duplicates: DuplicatePolicy?

    @Option(
        help: ArgumentHelp(
            "If two files of the feed contain the same table with different contents, read the first or the last file.",
            valueName: "choice"))
    var duplicateTables: TableChoice?

    @Option(
        help: ArgumentHelp("Stop if the unpacked feed is larger than N bytes.", valueName: "n"))
    var maxUncompressed = IngestOptions().maxUncompressed

    @Option(
        help: ArgumentHelp("Load the feed into this SQLite database instead of writing records.", valueName: "db"),
        completion: .file())
    var sqlite: String?

    @Flag(
        help: ArgumentHelp(
            "Load the feed even if the database already contains the same feed.",
            discussion: "With --force, ingest also replaces a database that contains a feed with a different feed_id."))
    var force = false

    @Flag(
        name: .customLong("no-upgrade"),
        help: "If the database was made by an older version of linefeed, leave it unchanged and exit with 73.")
    var keepsFormat = false

    @Option(help: .formats(tables: "need a single table or --split"))
    var format = IngestOptions().format

    @Option(help: .split, completion: .directory)
    var split: String?

    @OptionGroup var threads: JobFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout IngestOptions) throws {
        if let feed { options.feed = feed }
        if !tables.isEmpty { options.tables = try ListOption.names(tables, "--tables") }
        options.encoding = encoding
        options.duplicates = duplicates
        options.duplicateTables = duplicateTables
        options.maxUncompressed = maxUncompressed
        options.format = format
        options.split = split
        options.sqlite = sqlite
        options.force = force
        options.mayUpgrade = !keepsFormat
    }
}
