import FeedStore
import Glibc
import SQLite
import StageKit
import TestSupport
import XCTest

@testable import SchemaStage
@testable import StoreStage

/// `store` in the process: figures, tables chosen, pruning by a clock that is handed in, files that are not ours.
final class StoreTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func store(
        _ text: String, into name: String = "h.db", _ common: CommonOptions = CommonOptions(),
        in world: World = World(),
        _ change: (inout StoreOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = StoreOptions(path: folder.path + "/" + name)
        options.patience = 200
        change(&options)
        let file = folder.write(text)
        var world = world
        world.tables = { SchemaStage.tables }
        return try InMemoryRun("store", common, in: world) { [options] in
            try Store.run(options.with { $0.files = [file] }, $0)
        }
    }

    private func rows(_ sql: String, of name: String = "h.db") throws -> [String] {
        let database = try Database(folder.path + "/" + name, mode: .readOnly)
        let query = try database.prepare(sql)
        var rows: [String] = []
        while try query.step() {
            rows.append((0..<query.columnCount).map { query.optionalText($0) ?? "-" }.joined(separator: "|"))
        }
        return rows
    }

    private func assertBalanced(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) {
        let figures = run.summary.tables
        XCTAssertEqual(
            figures.reduce(0) { $0 + $1.read },
            figures.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount, file: file,
            line: line)
    }

    private let mixed = """
        {"table":"vehicle_positions","feed_timestamp":1700000000,"vehicle_id":"a","latitude":-33.8700,"occupancy_status":null,"multi_carriage_details":[{"id":"1"}]}
        {"table":"vehicle_positions","feed_timestamp":1700000000,"vehicle_id":"a","latitude":-33.8700,"occupancy_status":5}
        {"table":"stops","stop_id":"s","stop_lat":1,"custom":"x"}
        {"table":"mine","n":1}
        {"table":"mine","n":1}
        {"table":"sqlite_master","n":1}
        not a record

        """

    func testFiguresBalanceAndAgreeWithTheFile() throws {
        let first = try store(mixed)
        XCTAssertEqual(first.status, .dataUnusable)
        XCTAssertEqual(first.output, "")
        assertBalanced(first)
        XCTAssertEqual(first.summary.rejectedCount, 2)
        let again = try store(mixed)
        assertBalanced(again)
        XCTAssertEqual(again.summary.tables.reduce(0) { $0 + $1.written }, 0)
        XCTAssertEqual(
            try rows("SELECT vehicle_id, latitude, occupancy_status, record_time FROM vehicle_positions"),
            ["a|-33.87|5|1700000000"])
        XCTAssertEqual(try rows("SELECT stop_id, stop_lat, custom FROM stops"), ["s|1.0|x"])
        XCTAssertEqual(try rows("SELECT n FROM mine"), ["1"])
        XCTAssertEqual(
            try rows(
                "SELECT type FROM pragma_table_info('vehicle_positions') WHERE name IN ('latitude', 'is_deleted')"),
            ["INTEGER", "REAL"])
    }

    func testRejectsAreKept() throws {
        var common = CommonOptions()
        common.rejectsFile = folder.path + "/rejects"
        _ = try store(mixed, common)
        let kept = TemporaryFolder.text(of: folder.path + "/rejects") ?? ""
        XCTAssertTrue(kept.contains(#""code":"table_refused""#) && kept.contains("sqlite_master"), kept)
    }

    func testOnlyTheTablesAskedFor() throws {
        let run = try store(mixed) { $0.tables = ["mine"] }
        assertBalanced(run)
        XCTAssertEqual(run.summary.table("vehicle_positions").ignored, 2)
        XCTAssertEqual(run.summary.table("sqlite_master").ignored, 1)
        XCTAssertEqual(
            try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1"), ["linefeed_history", "mine"])
        var common = CommonOptions()
        common.passThrough = true
        let through = try store(mixed, common) { $0.tables = ["mine"] }
        XCTAssertEqual(through.lines.count, 4)
        assertBalanced(through)
    }

    func testTheFeedsIDIsPartOfTheKey() throws {
        let line = #"{"table":"stops","stop_id":"s","stop_lat":1}"# + "\n"
        var common = CommonOptions()
        _ = try store(line, common)
        for id in ["a\"b", "c", "c"] {
            common.feedID = id
            _ = try store(line, common)
        }
        _ = try store(#"{"table":"stops","feed_id":"own","stop_id":"s"}"# + "\n", common)
        XCTAssertEqual(try rows("SELECT feed_id FROM stops ORDER BY 1"), ["-", "a\"b", "c", "own"])
    }

    func testPruning() throws {
        let text = """
            {"table":"vehicle_positions","timestamp":1700000000,"vehicle_id":"old"}
            {"table":"vehicle_positions","timestamp":1700000100,"vehicle_id":"new"}
            {"table":"vehicle_positions","vehicle_id":"timeless"}
            {"table":"departures","trip_id":"t","start_date":"20231101","departure_time":1698796800}
            {"table":"occupancy","date":"20231101","route_id":"r","hour":7,"observations":1}
            {"table":"fetches","url":"u","at":"2023-11-01T00:00:00Z"}
            {"table":"stops","stop_id":"s"}

            """
        let run = try store(text, in: .at(1_700_000_100)) { $0.pruneAge = 50 }
        XCTAssertEqual(
            try rows("SELECT vehicle_id FROM vehicle_positions ORDER BY 1"), ["new", "timeless"])
        for table in ["departures", "occupancy", "fetches"] { XCTAssertEqual(try rows("SELECT * FROM \(table)"), []) }
        XCTAssertEqual(try rows("SELECT stop_id FROM stops"), ["s"])
        assertBalanced(run)
        // Only what is asked for, and without any input.
        var common = CommonOptions()
        common.verbosity = .verbose
        common.allowsEmpty = true
        let named = try store("", common, in: .at(1_800_000_000)) {
            $0.pruneAge = 1
            $0.tables = ["stops"]
        }
        XCTAssertFalse(named.log.contains("removed"), named.log)
        let all = try store("", common, in: .at(1_800_000_000)) { $0.pruneAge = 1 }
        XCTAssertTrue(all.log.contains("vehicle_positions: removed 1 row older than 2027-01-15 07:59:59 UTC"), all.log)
        XCTAssertEqual(try rows("SELECT vehicle_id FROM vehicle_positions"), ["timeless"])
    }

    /// A slip in `TABLE=never` must not remove the rows of the table that was meant.
    func testAMisspeltTableIsRefusedBeforeRowsAreRemoved() throws {
        _ = try store(#"{"table":"alerts","timestamp":1700000000,"alert_id":"a"}"# + "\n")
        let run = try store(#"{"table":"alerts","timestamp":1700000000,"alert_id":"b"}"# + "\n", in: .at(1_800_000_000))
        {
            $0.pruneAge = 1
            $0.tableAges = ["allerts": nil]
        }
        XCTAssertEqual(run.status, .usage, run.log)
        XCTAssertTrue(run.log.contains("did you mean 'alerts'?"), run.log)
        XCTAssertEqual(try rows("SELECT count(*) FROM alerts"), ["1"])
        // A table that linefeed knows may come later.
        let later = try store("", in: .at(1_700_000_000)) {
            $0.tableAges = ["trip_updates": 5]
            $0.pruneAge = 1_000_000_000
        }
        XCTAssertNotEqual(later.status, .usage, later.log)
    }

    func testAnEndlessRunPrunesHourly() throws {
        // Every look at the clock is half an hour later.
        final class Clock: TimeSource {
            var looks: UInt64 = 0
            let posix = 5000
            var monotonic: UInt64 {
                looks += 1
                return looks * 1_800_000_000_000
            }
        }
        let clock = Clock()
        var world = World()
        world.clock = clock
        let lines = (0..<3000).map { #"{"table":"vehicle_positions","timestamp":\#($0 + 1),"vehicle_id":"v"}"# }
        var seen = 0
        let run = try store(lines.joined(separator: "\n"), in: world) { $0.pruneAge = 10 }
        seen = run.summary.table("vehicle_positions").written
        XCTAssertEqual(seen, 3000)
        XCTAssertEqual(try rows("SELECT count(*) FROM vehicle_positions"), ["0"])
        XCTAssertGreaterThan(clock.looks, 10)
    }

    func testSignalsAreHeldWhileABatchIsOpen() throws {
        final class Calls: @unchecked Sendable { var made: [String] = [] }
        let calls = Calls()
        var world = World()
        world.holdSignals = { calls.made.append("hold") }
        world.releaseSignals = { calls.made.append("release") }
        _ = try store(mixed, in: world)
        XCTAssertEqual(calls.made, ["hold", "release"])
        // A run that fails lets them through, too.
        calls.made = []
        let other = try Database(folder.path + "/h.db", mode: .readWrite)
        try other.execute("ALTER TABLE mine ADD COLUMN no INTEGER CHECK (n <> 2)")
        let failed = try store(#"{"table":"mine","n":2}"#, in: world)
        XCTAssertEqual(failed.status, .dataUnusable)
        XCTAssertEqual(failed.summary.table("mine").written, 0)
        XCTAssertEqual(calls.made, ["hold", "release"])
    }

    // MARK: Files

    func testFilesThatAreNotOurs() throws {
        folder.write("this is not a database, and long enough to be looked at as one, is it not? " + mixed, "text.db")
        let foreign = try Database(folder.path + "/foreign.db", mode: .create)
        try foreign.execute(
            "CREATE TABLE vehicle_positions(vehicle_id TEXT); INSERT INTO vehicle_positions VALUES('x')")
        let spatial = try Database(folder.path + "/application.db", mode: .create)
        try spatial.execute("PRAGMA application_id=1196444487")
        let newer = try store("{\"table\":\"stops\",\"stop_id\":\"s\"}\n", into: "newer.db")
        XCTAssertEqual(newer.status, .done)
        let tomorrow = try Database(folder.path + "/newer.db", mode: .readWrite)
        try tomorrow.execute("UPDATE linefeed_history SET version = \(HistoryFormat.version + 1)")
        let timetable = try Database(folder.path + "/timetable2.db", mode: .create)
        try timetable.execute(
            "PRAGMA application_id=\(HistoryFormat.timetableApplicationID); PRAGMA user_version=9; CREATE TABLE linefeed_meta(a)"
        )
        for name in ["text.db", "foreign.db", "application.db", "newer.db", "timetable2.db"] {
            let before = TemporaryFolder.bytes(of: folder.path + "/" + name)
            let run = try store(mixed, into: name)
            XCTAssertEqual(run.status, .dataUnusable, name)
            XCTAssertTrue(run.log.contains(name), run.log)
            XCTAssertEqual(run.summary.table("mine").written, 0)
            if name != "newer.db" { XCTAssertEqual(TemporaryFolder.bytes(of: folder.path + "/" + name), before, name) }
        }
        XCTAssertEqual(try store(mixed, into: "no/such/folder.db").status, .outputUncreatable)
        XCTAssertEqual(try store(mixed, into: ".").status, .outputUncreatable)
        folder.write("", "empty.db")
        XCTAssertEqual(try store(#"{"table":"t","a":1}"#, into: "empty.db").status, .done)
    }

    func testBesideATimetable() throws {
        let timetable = try Database(folder.path + "/city.db", mode: .create)
        try timetable.execute(
            """
            PRAGMA application_id=\(HistoryFormat.timetableApplicationID); PRAGMA user_version=1;
            CREATE TABLE linefeed_meta(a); CREATE TABLE stops(stop_id TEXT); CREATE TABLE extra(b)
            """)
        let run = try store(
            mixed + #"{"table":"extra","b":1}"# + "\n" + #"{"table":"trips","trip_id":"t"}"# + "\n", into: "city.db")
        assertBalanced(run)
        XCTAssertEqual(run.summary.rejected.first { $0.code == "table_refused" }?.count, 4)
        XCTAssertEqual(try rows("SELECT count(*) FROM vehicle_positions", of: "city.db"), ["1"])
        XCTAssertEqual(try rows("SELECT count(*) FROM stops", of: "city.db"), ["0"])
        XCTAssertEqual(try rows("PRAGMA user_version", of: "city.db"), ["1"])
        XCTAssertEqual(
            try rows("PRAGMA application_id", of: "city.db"), ["\(HistoryFormat.timetableApplicationID)"])
    }

    func testAnotherWriterIsWaitedFor() throws {
        _ = try store(mixed)
        let other = try Database(folder.path + "/h.db", mode: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let run = try store(#"{"table":"mine","n":2}"#)
        XCTAssertEqual(run.status, .tryLater)
        XCTAssertTrue(run.log.contains("another process has been writing to it"), run.log)
        try other.execute("COMMIT")
        XCTAssertEqual(try store(#"{"table":"mine","n":2}"#).status, .done)
        // A reader in the middle of its work keeps nobody.
        try other.execute("BEGIN; SELECT * FROM mine")
        XCTAssertEqual(try store(#"{"table":"mine","n":3}"#).status, .done)
    }
}
