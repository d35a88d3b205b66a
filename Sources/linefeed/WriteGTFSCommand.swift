import ArgumentParser
import StageKit
import WriteGTFSStage

/// `linefeed write-gtfs`
struct WriteGTFSCommand: ReadingCommand, ThreadedCommand {
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
            write-gtfs reads the records that ingest writes, in any order. Each table is written to a separate file, for
            example the table "stops" to stops.txt and the table "locations" to locations.geojson. A table that is not
            in the GTFS reference is written to a file that has the name of the table, with .txt added unless the name
            already ends in .txt.

            Tables that other stages write, such as notices, vehicle_positions and departures, are skipped with a
            warning for each table.

            The run exits with 65 if ingest would read a table back under a different name; for example, ingest would
            read the table "Stops" back as "stops". The run also exits with 65 if the input contains more than 1,000
            tables that are not in the GTFS reference.
            """,
        output: """
            The output is one zip. Columns follow the order of the GTFS reference; unknown columns come last, in the
            order in which they occur in the records. A file contains every column that the reference requires, and any
            other column that has a value in at least one row. The same records always produce the same bytes.

            Reading the zip with ingest gives the same records again, except for null values. If a value has the wrong
            type, ingest writes null; write-gtfs turns each null into an empty cell and counts these cells.

              {"table":"stops","stop_id":"B1","stop_lat":-33.8610}

            This record becomes the file stops.txt with these lines:

              stop_id,stop_lat
              B1,-33.8610

            If the records have different feed_ids, the run exits with 65, unless you give --prefix-ids. With
            --prefix-ids, every id is written as feed_id:id. In files that are not part of GTFS, --prefix-ids changes
            only columns that have the name of a GTFS id column, such as stop_id.

            With --prefix-ids, two different ids never become equal. A colon in a feed_id is written as %3A, and a
            percent sign as %25. If a record has no feed_id, write-gtfs puts a colon in front of each id that contains a
            colon, and leaves all other ids unchanged.

            If the only agency of a feed has no id, --prefix-ids uses the feed_id as the agency's id, and the routes and
            fares of the feed refer to this id. If you merge feeds, some rows of each feed also apply to the other
            feeds: fares without rules, translations that use field_value, and the rows of feed_info.
            """,
        cost: """
            - Memory: below 30 MB for any feed, and 1.4 MB more for each thread (see --jobs)
            - Temporary files in TMPDIR: the size of the unpacked feed
            - Time: about 2 s for a million stop_times
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [.init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable)],
        tables: Manual.scheduleTables)

    @Argument(help: .scheduleRecords, completion: .file())
    var files: [String] = []

    @Flag(
        name: .customLong("prefix-ids"),
        help: "Prefix every id with the feed_id of its record, so that feeds can be merged.")
    var prefixesIDs = false

    @OptionGroup var rows: RowFlags
    @OptionGroup var threads: JobFlags
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
