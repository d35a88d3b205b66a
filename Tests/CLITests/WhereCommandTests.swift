import TestSupport
import XCTest

/// `--where` on the command line: the stages that take it, those that refuse it, and what each makes of it.
final class WhereCommandTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func sh(_ command: String) -> Shell { Shell("set -o pipefail; \(command)", in: folder.path) }

    override func setUp() {
        let made = sh(
            """
            set -e
            cp '\(Checkout.root)/samples/feed.zip' .
            linefeed ingest feed.zip > feed.ndjson
            linefeed decode-rt '\(Checkout.root)'/samples/*.pb > rt.ndjson
            linefeed decode-rt --nested '\(Checkout.root)'/samples/vehicles-*.pb > nested.ndjson
            linefeed departures --feed feed.zip --stop S00 -n --at 2026-03-02T08:00 > board.ndjson
            grep -v '"S00-1"' board.ndjson > part.ndjson
            """)
        XCTAssertEqual(made.status, 0, made.errors)
    }

    /// A stage after `jq` and the same with `--where` print the same.
    private func assertSame(_ stage: String, _ input: String, _ select: String, _ conditions: String) {
        let expected = sh("jq -c 'select(\(select))' \(input) | linefeed \(stage)")
        let run = sh("linefeed \(stage) \(conditions) < \(input)")
        XCTAssertEqual(run.output, expected.output, "\(stage) \(conditions)")
        XCTAssertEqual(run.status, expected.status, "\(stage) \(conditions): \(run.errors)")
        XCTAssertFalse(expected.output.isEmpty, stage)
    }

    func testEachStageMakesOfTheRowsThatAreLeftWhatItMakesOfNoOthers() {
        let board = "--feed feed.zip --stop S00 --at 2026-03-02T08:00"
        assertSame(
            "occupancy-report", "rt.ndjson",
            ".table != \"vehicle_positions\" or .route_id == \"R-T1\" or .route_id == \"B-10\"",
            "--where route_id=R-T1,B-10")
        assertSame(
            "departures \(board)", "rt.ndjson", ".table != \"trip_updates\" or .direction_id == 0",
            "--where trip_updates.direction_id=0")
        assertSame(
            "trip-details --feed feed.zip", "board.ndjson",
            ".table != \"departures\" or (.countdown_seconds < 900 and .route_type != 3)",
            "--where 'countdown_seconds<900' --where route_type!=3")
        assertSame(
            "build-polylines", "feed.ndjson", ".table != \"trips\" or .direction_id == 0",
            "--where trips.direction_id=0")
        assertSame(
            "write-gtfs", "feed.ndjson", ".table != \"stops\" or .location_type == 0", "--where stops.location_type=0")
        assertSame(
            "map --title t", "board.ndjson", ".table != \"departures\" or .route_type == 3", "--where route_type=3")
        assertSame(
            "encode-rt", "nested.ndjson", ".table != \"feed_entities\" or .id > \"b\"", "--where 'feed_entities.id>b'")
    }

    func testTheStoreKeepsTheRowsThatAreLeft() {
        let run = sh(
            """
            linefeed store a.db rt.ndjson --where 'occupancy_status>=STANDING_ROOM_ONLY' -q --summary - &&
              sqlite3 a.db 'SELECT count(*), min(occupancy_status) >= 3 FROM vehicle_positions'
            """)
        let expected = sh(
            "jq -c 'select(.table == \"vehicle_positions\" and .occupancy_status >= 3)' rt.ndjson | wc -l")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertEqual(run.lines.last, "\(expected.lines[0])|1")
        XCTAssertTrue(run.lines[0].contains("\"filtered\":{\"vehicle_positions\":"), run.output)
        let wrong = sh("linefeed store b.db rt.ndjson --where delay=late; s=$?; ls b.db; exit $s")
        XCTAssertEqual(wrong.status, 64, "nothing is made")
        XCTAssertEqual(wrong.output, "")
    }

    func testSummariesBalance() throws {
        for command in [
            "occupancy-report rt.ndjson --where 'speed>5'",
            "build-polylines feed.ndjson --pins --where stop_id!=S00-A,S02",
            "departures --feed feed.zip --stop S00 --at 2026-03-02T08:00 rt.ndjson --where direction_id=1",
            "trip-details --feed feed.zip board.ndjson --where route_type=3", "map rt.ndjson --where 'latitude<-33.9'",
            "build-polylines feed.ndjson --where route_id!=R-T1 --pass-through",
            "store c.db rt.ndjson --where 'delay>60'",
            "encode-rt nested.ndjson --where feed_entities.id!=train-101",
            "occupancy-report rt.ndjson --where route_id=nothing",
            "build-polylines feed.ndjson --where route_id=nothing",
            "trip-details --feed feed.zip board.ndjson --where delay=1",
        ] {
            let run = sh("linefeed \(command) -o out -q --summary -")
            XCTAssertTrue([0, 65].contains(run.status), "\(command): \(run.errors)")
            let figures = try Conservation(run.lines.first ?? "")
            XCTAssertEqual(figures.read, figures.accounted, "\(command): \(run.output)")
            XCTAssertTrue(run.output.contains("\"filtered\":{\""), run.output)
        }
    }

    func testOnlyStagesThatReadRecordsTakeIt() {
        // Those that have an answer to records of other tables.
        let table = TemporaryFolder.text(of: Checkout.root + "/docs/exit-codes.md") ?? ""
        let readers = Set(table.matches(of: #/\n\| `([-a-z]+)[^`]*` \| [0-9]+ \| [0-9]+ /#).map { String($0.1) })
        XCTAssertGreaterThan(readers.count, 8)
        for stage in HelpTests.stages {
            let help = Shell("linefeed \(stage) --help").output
            XCTAssertEqual(help.contains("--where COLUMN=a,b"), readers.contains(stage), stage)
            guard !readers.contains(stage) else { continue }
            let run = sh("linefeed \(stage) \(stage == "fetch" ? "http://127.0.0.1:9/ -o /dev/null" : "") --where=a=1")
            XCTAssertEqual(run.status, 64, stage)
            XCTAssertTrue(run.errors.contains("Unknown option '--where'"), "\(stage): \(run.errors)")
        }
    }

    func testWhatIsWrongWithItIsSaid() {
        for (command, status, words) in [
            ("occupancy-report rt.ndjson --where route_id", 64, "--where 'route_id': write a column"),
            ("occupancy-report rt.ndjson --where route_id==5", 64, "== is not an operator"),
            ("occupancy-report rt.ndjson --where multi_carriage_details=1", 64, "is a list or an object"),
            (
                "occupancy-report rt.ndjson --where rout_id=5", 65,
                "no record has a column 'rout_id'; the nearest are 'route_id'"
            ),
            ("map board.ndjson --where rout_id=5", 65, "no record has a column 'rout_id'; the nearest are 'route_id'"),
            ("occupancy-report --merge board.ndjson --where rout_id=5", 64, "occupancy_partials has no column"),
            ("departures --feed feed.zip --stop S00 -n --where route_id=5", 64, "this run reads no records"),
            ("trip-details --feed feed.zip --trip R-T1-wd-1-26 -n --where route_id=5", 64, "this run reads no records"),
            ("build-polylines --feed feed.zip --format geojson --where route_id=5", 64, "this run reads no records"),
            (
                "build-polylines feed.ndjson --where stop_sequence!=3,4", 64,
                "rows of stop_times are parts of trips, which are always counted or drawn whole"
            ),
            (
                "diff feed.ndjson feed.ndjson --by route_id --where 'departure_time>8:00'", 64,
                "choose a part of the day"
            ),
            ("service-levels feed.ndjson --where route_id=nothing", 65, "the input has no route 'nothing'"),
            ("diff feed.ndjson feed.ndjson --where route_id=nothing", 65, "the input has no route 'nothing'"),
            (
                "diff feed.ndjson feed.ndjson --by route_id --where route_id=nothing", 65,
                "the input has no route 'nothing'"
            ),
            ("build-polylines feed.ndjson --where route_id=nothing", 65, "the input has no route 'nothing'"),
            ("build-polylines feed.ndjson --format geojson --where stop_lat=x", 64, "is not a value of stop_lat"),
            ("occupancy-report rt.ndjson --where route_id=nothing", 65, "the input has no route 'nothing'"),
            ("occupancy-report rt.ndjson --where route_id=nothing --allow-empty", 0, ""),
        ] as [(String, Int32, String)] {
            folder.write("yesterday", "old")
            let run = sh("linefeed \(command)")
            XCTAssertEqual(run.status, status, "\(command): \(run.errors)")
            XCTAssertEqual(run.output, "", command)
            XCTAssertTrue(words.isEmpty || run.errors.contains(words), "\(command): \(run.errors)")
            guard status != 0 else { continue }
            XCTAssertEqual(sh("linefeed \(command) -o old").status, status, command)
            XCTAssertEqual(TemporaryFolder.text(of: folder.path + "/old"), "yesterday", command)
        }
    }

    /// What an extension adds has its type too, and so it does not depend on a table.
    func testColumnsOfExtensionsAreKnown() {
        let row = #"{"table":"vehicle_positions","vehicle_id":"1","route_id":"5","latitude":1,"longitude":1"#
        folder.write("\(row)}\n\(row),\"track_direction\":\"UP\"}\n", "rail")
        let run = sh("linefeed map rail --where track_direction=UP -q --summary - -o page.html")
        XCTAssertEqual(run.status, 0, run.errors)
        XCTAssertTrue(run.output.contains("\"filtered\":{\"vehicle_positions\":1}"), run.output + run.errors)
    }
}
