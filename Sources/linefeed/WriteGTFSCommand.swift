import ArgumentParser
import StageKit
import WriteGTFSStage

/// `linefeed write-gtfs`
struct WriteGTFSCommand: ReadingCommand {
    typealias Work = WriteGTFS
    static let place = StagePlace(.timetables, 30)

    static let manual = Manual(
        brief: "write a GTFS zip",
        abstract: "Write timetable records as a GTFS zip.",
        usage: "[OPTION]... [FILE]...",
        usual: "FILE --prefix-ids --where --output",
        examples: [
            .init(
                "a feed without stop descriptions",
                "linefeed ingest demo/feed.zip | jq -c 'del(.stop_desc)' |\n    linefeed write-gtfs -o smaller.zip"),
            .init(
                "one route as a feed",
                "linefeed select --feed demo/feed.zip --route B-10 |\n    linefeed write-gtfs -o route.zip"),
            .init(
                "two feeds merged into one",
                "(linefeed ingest --feed-id north demo/feed.zip &&\n"
                    + "    linefeed ingest --feed-id south demo/feed.zip) |\n"
                    + "    linefeed write-gtfs --prefix-ids -o both.zip"),
        ],
        input: """
            write-gtfs reads the records of ingest, in any order. Each table becomes a file: stops becomes stops.txt and
            locations becomes locations.geojson. A table that the GTFS reference does not know becomes a file of its
            name, and the table "notices.txt" becomes the file notices.txt.

            Tables that other stages write, such as notices, vehicle_positions and departures, are skipped with a
            warning for each table.

            The run exits with 65 if ingest would read a table back as another one, as with Stops. It also exits with 65
            if there are more than 1,000 tables that the GTFS reference does not know.
            """,
        output: """
            The output is one zip. Columns follow the order of the GTFS reference, then unknown columns follow in the
            order of the records. A file has every column that the reference requires, and other columns if they have a
            value. The same records give the same bytes.

            ingest reads the same records back from the zip. The only exception is null, which ingest writes for a value
            of the wrong type: write-gtfs writes an empty cell and counts it.

              {"table":"stops","stop_id":"B1","stop_lat":-33.8610}

            becomes stops.txt with these lines:

              stop_id,stop_lat
              B1,-33.8610

            Records with different feed_ids end the run with 65, unless you give --prefix-ids. This option writes every
            id as feed_id:id. In unknown files it does so in columns that have the name of an id.

            Two different ids never become one. In a feed_id a colon is written as %3A and % as %25. An id of a record
            without feed_id is not changed, but if it contains a colon, another colon is put before it.

            With --prefix-ids, a feed's only agency gets the feed_id as its id if it has none, and the feed's routes and
            fares then name this agency. Fares without rules, translations by field_value and feed_info then apply to
            the other feeds too.
            """,
        cost: """
            - Memory: below 25 MB for any feed
            - Temporary files in TMPDIR: the size of the unpacked feed
            - Time: about 2 s for a million stop_times
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable)
        ],
        tables: Manual.scheduleTables)

    static let configuration = CommandConfiguration(WriteGTFS.self, manual)

    @Argument(
        help: ArgumentHelp(
            "Read records from these files; by default, or for -, read standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Flag(
        name: .customLong("prefix-ids"), help: "Put the record's feed_id before every id, so that feeds can be merged.")
    var prefixesIDs = false

    @OptionGroup var rows: RowFlags
    @OptionGroup var common: CommonFlags

    func fill(_ options: inout WriteGTFSOptions) throws {
        options.prefixesIDs = prefixesIDs
        options.files = ArgumentRuns.unfold(files)
    }

    func run(in world: World) throws {
        if common.output == nil, ProcessState.outputIsTerminal {
            throw ValidationError("a zip is bytes, not text: name a file with -o, or pipe it on")
        }
        try run(try options(), in: world)
    }
}
