import IngestStage
import SQLite
import StageKit
import TestSupport
import XCTest

/// Which rows of a store may share a key, while it is loaded and after.
final class IngestStoreKeyTests: IngestTestCase {
    private func load(_ feed: String, _ policy: DuplicatePolicy?) throws -> (Database, InMemoryRun) {
        let path = folder.path + "/keys.db"
        unlink(path)
        let run = try ingest(feed) {
            $0.sqlite = path
            $0.duplicates = policy
        }
        return (try Database(path, mode: .readWrite), run)
    }

    private func texts(_ database: Database, _ sql: String) throws -> String {
        let statement = try database.prepare(sql)
        var text = ""
        while try statement.step() { text += statement.text(0) }
        return text
    }

    private static let stopTimes =
        base + """
            # stop_times.txt
            trip_id,stop_sequence,stop_id
            T1,1,A
            ,5,no
            T1,01,B
            T1,2,C
            T1,x,D
            "T1
            x",1,Q
            T1,x,E
            T1,1,F
            T1,,G

            """

    func testEachPolicyAsInRecords() throws {
        for (policy, stays, gone) in [
            (nil, "ACDQE", 2), (DuplicatePolicy.first, "ACDQE", 2), (.last, "CDQEF", 2), (.reject, "CDQE", 3),
            (.keep, "ABCDQEF", nil),
        ] {
            let (database, run) = try load(IngestStoreKeyTests.stopTimes, policy)
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(
                try texts(database, "SELECT stop_id FROM stop_times ORDER BY rowid"), stays, "\(policy as Any)")
            XCTAssertEqual(rejected(run)["duplicate_key"], gone)
            let records = try ingest(IngestStoreKeyTests.stopTimes) { $0.duplicates = policy ?? .first }
            XCTAssertEqual(rejected(run), rejected(records))
            XCTAssertEqual(run.summary.tables.map(\.written), records.summary.tables.map(\.written))
            XCTAssertEqual(
                try database.integer("SELECT written FROM linefeed_tables WHERE name = 'stop_times'"), stays.count)
        }
    }

    func testRejectedRowsAreKeptWithTheirLines() throws {
        let rejects = folder.path + "/rejects-of-last"
        var common = CommonOptions()
        common.rejectsFile = rejects
        let run = try ingest(IngestStoreKeyTests.stopTimes, common) {
            $0.sqlite = folder.path + "/lines.db"
            $0.duplicates = .last
        }
        XCTAssertTrue(run.log.contains("stop_times.txt:2: the key trip_id 'T1', stop_sequence '1' occurs"), run.log)
        let kept = TemporaryFolder.text(of: rejects) ?? ""
        XCTAssertTrue(kept.contains(#""line":2,"code":"duplicate_key""#), kept)
        XCTAssertTrue(kept.contains(#""raw":"T1,01,B""#), kept)
        XCTAssertEqual(kept.split(separator: "\n").count, 4, "two of them without a key")
    }

    func testLaterWritersCannotRepeatAKey() throws {
        let (database, _) = try load(IngestStoreKeyTests.stopTimes, .first)
        XCTAssertThrowsError(try database.execute("INSERT INTO stop_times VALUES('T1', 'Z', 2)"))
        XCTAssertNoThrow(try database.execute("INSERT INTO stop_times VALUES('T1', 'Z', 3)"))
        let (open, _) = try load(IngestStoreKeyTests.stopTimes, .keep)
        XCTAssertNoThrow(try open.execute("INSERT INTO stop_times VALUES('T1', 'Z', 2)"))
    }

    func testEmptyPartsOfAKeyAreAlike() throws {
        let feed =
            IngestTestCase.base + """
                # transfers.txt
                from_stop_id,to_stop_id,from_trip_id,to_trip_id,transfer_type,note
                A,B,,,0,1
                A,B,,,1,2
                A,,,,0,3
                A,,,,0,4
                ,,,,0,5
                ,,,,0,6
                ,B,,,0,7

                """
        let (database, run) = try load(feed, .first)
        XCTAssertEqual(
            try texts(database, "SELECT note FROM transfers ORDER BY rowid"), "13567", "rows without a key are all kept"
        )
        XCTAssertEqual(rejected(run), ["duplicate_key": 2])
        XCTAssertEqual(rejected(run), rejected(try ingest(feed) { $0.duplicates = .first }))
        XCTAssertThrowsError(
            try database.execute("INSERT INTO transfers(from_stop_id, to_stop_id, note) VALUES('A', 'B', 8)"))
        XCTAssertNoThrow(try database.execute("INSERT INTO transfers(note) VALUES(9)"))
        XCTAssertEqual(
            try texts(load(feed, .last).0, "SELECT note FROM transfers ORDER BY rowid"), "24567")
        XCTAssertEqual(
            try texts(load(feed, .reject).0, "SELECT note FROM transfers ORDER BY rowid"), "567")
    }

    func testAKeyOfOneColumnThatMayBeEmpty() throws {
        let feed = IngestTestCase.base.replacing(
            "agency_name,agency_url,agency_timezone\nHarbour,https://harbour.example,Australia/Sydney",
            with: "agency_id,agency_name,agency_url,agency_timezone\n,a,u,UTC\n,b,u,UTC\n1,c,u,UTC\n1,d,u,UTC")
        let (database, run) = try load(feed, nil)
        XCTAssertEqual(try texts(database, "SELECT agency_name FROM agency ORDER BY rowid"), "abc")
        XCTAssertEqual(rejected(run), ["duplicate_key": 1])
    }

    func testTheWholeRowAsAKey() throws {
        let feed =
            IngestTestCase.base + """
                # timeframes.txt
                timeframe_group_id,start_time,end_time,service_id,own
                G,,,WK,a
                G,,,WK,b
                G,,,WK,a
                G,07:00:00,09:00:00,WK,c
                G,7:00:00,09:00:00,WK,c

                """
        let (database, run) = try load(feed, nil)
        XCTAssertEqual(try texts(database, "SELECT own FROM timeframes ORDER BY rowid"), "abc")
        XCTAssertEqual(rejected(run), ["duplicate_key": 2])
    }

    func testManyTablesWithRepeatedKeysInOneLoad() throws {
        let (database, run) = try load(
            IngestTestCase.base + "# stops.txt\nstop_id\nA\nA\nB\n# levels.txt\nlevel_id,level_index\nL,1\nL,2\nL,3\n",
            nil)
        XCTAssertEqual(rejected(run), ["duplicate_key": 3])
        XCTAssertEqual(try texts(database, "SELECT stop_id FROM stops ORDER BY rowid"), "AB")
        XCTAssertEqual(try database.integer("SELECT level_index FROM levels"), 1)
    }
}
