import ArgumentParser
import IngestStage
import StageKit

extension IngestOptions.Encoding: ExpressibleByArgument {}
extension DuplicatePolicy: ExpressibleByArgument {}
extension TableChoice: ExpressibleByArgument {}

/// `linefeed ingest`
struct IngestCommand: StageCommand {
    typealias Work = Ingest

    static let manual = Manual(
        abstract: "Turn a GTFS Schedule feed into records.",
        examples: [
            .init("All tables, one record a line", "linefeed ingest samples/feed.zip"),
            .init("Two tables only", "linefeed ingest samples/feed.zip --tables routes,stops"),
            .init("A table as CSV", "linefeed ingest samples/feed.zip --tables stops --format csv"),
            .init("From a pipe", "cat samples/feed.zip | linefeed ingest --tables agency -"),
            .init(
                "A database",
                "linefeed ingest samples/feed.zip --sqlite feed.db && sqlite3 feed.db .tables"),
        ],
        input: """
            A zip, a folder of .txt files, an http: or https: URL, or - for a zip on
            standard input (copied to an unlinked temporary file, as what a URL gives
            is). outer.zip#inner.zip and feed.zip#folder name a part; one folder or one
            zip inside is found without a name. Read as they come: BOM, UTF-16,
            Windows-1252, CRLF and CR, quoted line ends, padded cells, blank lines.
            A table that stands there twice with different contents (in another
            spelling or in a folder inside, too) ends the run with 65, unless
            --duplicate-tables chooses: files of the feed's own folder come first.
            """,
        output: """
            One table after another, columns in the reference's order, then unknown
            ones; files the reference does not know come last, as text. If a stage
            writes a table of a file's name, rows of the file have its whole name as
            table: "notices.txt". A location of
            locations.geojson is a GeoJSON Feature.
            {"table":"stops","stop_id":"B1","stop_name":"Quay","stop_lat":-33.8610}
            Empty cells are left out; a value that breaks its type is null, and told.
            Rows are read, not judged: ids that nothing matches are kept, and rows of one
            key too unless --duplicates says otherwise.
            --split DIR writes a file for each table (DIR/stops.ndjson, or as --format
            says), which is what tools want that dislike mixed lines; Parquet has dates
            as dates, times as seconds, locations as GeoParquet; XLSX has ids as text,
            dates and times as such. See docs/records.md.
            --sqlite DB writes no records but a database: a table a file, typed, times
            in seconds (as text in views like stop_times_hms), unique keys, indexes,
            service_days, and linefeed_meta. It is built beside DB and put in place when whole: DB's
            readers go on, and a load that is killed leaves the old one. The same
            content again is not loaded (--force). What is no such database, or has
            tables of others, is not replaced (73); while another load or a writer is
            at work: 75. --feed of other stages takes the database. See docs/store.md.
            """,
        cost: """
            Memory: below 25 MB for any size of feed, plus four times the longest row
            (at most --max-line-bytes). --duplicates other than keep: up to 110 bytes
            more for each row of the largest table; last and reject read files twice.
            Time: about that of unzip -p, 3 to 5 million stop_times a second.
            --format parquet: below 80 MB, and about the time of records.
            --sqlite: below 50 MB for any feed and any --duplicates, 600,000
            stop_times a second; temporary files of 30 bytes a stop_time.
            """,
        statuses: [.dataUnusable, .inputMissing, .serviceFailed, .tryLater],
        answers: [
            .init(empty: .dataUnusable, otherKinds: .dataUnusable, unknown: ["--tables": .dataUnusable])
        ])

    static let configuration = CommandConfiguration(Ingest.self, manual)

    @Argument(help: ArgumentHelp("A zip, a folder, a URL, or - for stdin.", valueName: "feed"), completion: .file())
    var feed: String?

    @Option(help: ArgumentHelp("Write only these tables.", valueName: "a,b,…"))
    var tables: String?

    @Option(help: ArgumentHelp("auto, utf-8 or windows-1252.", valueName: "encoding"))
    var encoding = IngestOptions().encoding

    @Option(
        help: ArgumentHelp(
            "Rows with the same key: keep (the usual), first (with --sqlite), last, reject.", valueName: "policy"))
    var duplicates: DuplicatePolicy?

    @Option(
        help: ArgumentHelp(
            "Of a table that the feed has twice with different contents, read the first or last file.",
            valueName: "choice"))
    var duplicateTables: TableChoice?

    @Option(help: ArgumentHelp("The most bytes the feed may inflate to.", valueName: "n"))
    var maxUncompressed = IngestOptions().maxUncompressed

    @Option(
        help: ArgumentHelp("Load this SQLite database instead of writing records.", valueName: "db"),
        completion: .file())
    var sqlite: String?

    @Flag(help: "Load the same content again, or another feed_id in the old one's place.")
    var force = false

    @Option(help: .formats(tables: "of one table, or with --split"))
    var format = IngestOptions().format

    @Option(
        help: ArgumentHelp("Write a file for each table into this folder.", valueName: "dir"), completion: .directory)
    var split: String?

    @OptionGroup var common: CommonFlags

    func fill(_ options: inout IngestOptions) throws {
        if let feed { options.feed = feed }
        options.tables = tables?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
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
