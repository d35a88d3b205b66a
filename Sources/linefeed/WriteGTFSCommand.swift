import ArgumentParser
import StageKit
import WriteGTFSStage

/// `linefeed write-gtfs`
struct WriteGTFSCommand: ReadingCommand {
    typealias Work = WriteGTFS
    static let place = 30

    static let manual = Manual(
        abstract: "Write records of a timetable into a GTFS zip.",
        examples: [
            .init(
                "A feed without the stops' descriptions",
                """
                linefeed ingest samples/feed.zip | jq -c 'del(.stop_desc)' \\
                      | linefeed write-gtfs -o smaller.zip
                """),
            .init(
                "Two feeds become one",
                """
                cat <(linefeed ingest --feed-id north samples/feed.zip) \\
                      <(linefeed ingest --feed-id south samples/feed.zip) \\
                      | linefeed write-gtfs --prefix-ids -o both.zip
                """),
        ],
        input: """
            Records of ingest, in any order. A table is a file: stops becomes
            stops.txt, locations locations.geojson, a table that the reference does not
            know a file of its name, and notices.txt a file notices.txt. Tables that
            stages write (notices, vehicle_positions, departures, …) are left out,
            with a warning for each. A table that would be read as another one, as
            Stops, ends the run with 65, and so do more than 1,000 tables that the
            reference does not know.
            """,
        output: """
            One zip. Columns stand in the reference's order, then unknown ones as in
            the records. A file has every column that the reference requires, and the
            others that have a value. ingest of it gives the same records again: null, as for a value that broke its type, becomes an
            empty cell and is counted. The same records give the same bytes.
              {"table":"stops","stop_id":"B1","stop_lat":-33.8610}
            becomes stops.txt with the lines stop_id,stop_lat and B1,-33.8610.
            Records of several feed_ids are refused (65), unless --prefix-ids writes
            every id as feed_id:id, in unknown files columns with the name of an id
            too. A colon in the feed_id is written %3A, and % is written %25. An id of
            a record without feed_id stays as it is; if it has a colon, another one
            goes in front. So two ids never become one. A feed's only agency then gets the feed_id as id where it has none,
            and its routes and fares name it. Fares without rules, translations by
            field_value and feed_info then hold for the other feed as well.
            """,
        cost: """
            Memory: below 25 MB for any size of feed. Temporary files in TMPDIR of the
            size of the unpacked feed. Time: about 2 s per million stop_times.
            """,
        statuses: [.dataUnusable, .inputMissing],
        answers: [
            .init(empty: .dataUnusable, otherTables: .dataUnusable, messages: .dataUnusable)
        ])

    static let configuration = CommandConfiguration(WriteGTFS.self, manual)

    @Argument(help: ArgumentHelp("Files of records; none or - is stdin.", valueName: "file"), completion: .file())
    var files: [String] = []

    @Flag(name: .customLong("prefix-ids"), help: "Begin every id with the record's feed_id.")
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
