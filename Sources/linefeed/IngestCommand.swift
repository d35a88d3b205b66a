import ArgumentParser
import IngestStage
import StageKit

extension IngestOptions.Encoding: ArgumentWord {}
extension DuplicatePolicy: ArgumentWord {}
extension TableChoice: ArgumentWord {}

/// `linefeed ingest`
struct IngestCommand: StageCommand {
    typealias Work = Ingest
    static let place = StagePlace(.timetables, 10)

    static let manual = Manual(
        brief: "read a GTFS feed",
        abstract: "Read a GTFS Schedule feed and write its rows as records.",
        usage: "[OPTION]... FEED",
        usual: "FEED --tables --format --split --sqlite --output",
        groups: [
            "Input": "--encoding --duplicates --duplicate-tables --max-uncompressed",
            "Output": "--tables --format --split --sqlite --force",
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

            outer.zip#inner.zip and feed.zip#folder name a part of a zip. If a zip holds a single folder or a single
            inner zip, ingest finds it without a name.

            ingest accepts a BOM, UTF-16, Windows-1252, CRLF and CR line ends, quoted line breaks, padded cells and
            blank lines.

            If the feed contains a table twice with different contents, the run exits with 65, unless --duplicate-tables
            chooses one of the files. A name in another spelling and a file in an inner folder count as the same
            table. Files in the feed's own folder come first.
            """,
        output: """
            ingest writes one table after another. Columns follow the order of the GTFS reference, then come unknown
            columns. Unknown files come last, and all their values are text. If an unknown file has the name of a table
            that a stage writes, its rows have the whole file name as their table: "notices.txt". Each location of
            locations.geojson becomes a GeoJSON Feature.

            {"table":"stops","stop_id":"B1","stop_name":"Quay","stop_lat":-33.8610}

            Empty cells are omitted. A value of the wrong type becomes null, and a finding reports it. ingest does not
            check references, so it keeps ids that match nothing. It also keeps rows with the same key unless
            --duplicates says otherwise.

            --split DIR writes one file for each table, such as DIR/stops.ndjson. Use it for tools that cannot read
            several tables from one file. In Parquet, dates are dates, times are seconds and locations are GeoParquet.
            In XLSX, ids are text, and dates and times are typed. See records.md.

            --sqlite DB writes a database instead of records. It has a typed table for each file, unique keys, indexes,
            service_days and linefeed_meta. Times are stored as seconds; views such as stop_times_hms show them as text.

            ingest builds the database beside DB and moves it into place when it is complete. Programs that read DB are
            not disturbed, and a load that is killed leaves the old database. If DB already holds the same content,
            nothing is loaded unless you give --force.

            If DB is not such a database, or has tables of another program, ingest leaves it alone and exits with 73. If
            another load or a writer is using DB, the run exits with 75. The --feed option of other stages accepts the
            database. See store.md.
            """,
        cost: """
            - Memory: below 25 MB for any feed, plus four times the longest row (at most --max-line-bytes)
            - Memory with --duplicates other than keep: up to 110 bytes more for each row of the largest table
            - Memory with --format parquet: below 80 MB
            - Memory with --sqlite: below 50 MB for any feed and any --duplicates
            - Time: about that of unzip -p, 3 to 5 million stop_times a second; about the same with --format parquet
            - Time with --sqlite: 600,000 stop_times a second; temporary files take 30 bytes a stop_time

            --duplicates last and reject read each file twice.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(empty: .dataUnusable, otherKinds: .dataUnusable, unknown: ["--tables": .dataUnusable])
        ],
        values: ["--tables": .several { Completions.tables(of: "ingest") }])

    static let configuration = CommandConfiguration(Ingest.self, manual)

    @Argument(
        help: ArgumentHelp("Read this zip, folder or URL; - is a zip on standard input.", valueName: "feed"),
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
            "Choose which rows with the same key to write: keep (all), first, last or reject (none).",
            discussion: "Without this option records use keep, and --sqlite uses first.", valueName: "policy"))
    var duplicates: DuplicatePolicy?

    @Option(
        help: ArgumentHelp(
            "If a table is in the feed twice with different contents, read the first or the last file.",
            valueName: "choice"))
    var duplicateTables: TableChoice?

    @Option(
        help: ArgumentHelp("Stop if the feed unpacks to more than N bytes.", valueName: "n"))
    var maxUncompressed = IngestOptions().maxUncompressed

    @Option(
        help: ArgumentHelp("Load the feed into this SQLite database instead of writing records.", valueName: "db"),
        completion: .file())
    var sqlite: String?

    @Flag(
        help: ArgumentHelp(
            "Load a feed that the database already holds.",
            discussion: "The option also lets a feed with another feed_id replace the old one."))
    var force = false

    @Option(help: .formats(tables: "need a single table or --split"))
    var format = IngestOptions().format

    @Option(
        help: ArgumentHelp("Write one file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

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
    }
}
