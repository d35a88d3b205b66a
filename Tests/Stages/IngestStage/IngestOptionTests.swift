import Contract
import IngestStage
import StageKit
import TestSupport
import XCTest

/// The options of ingest, and the schemas of its tables.
final class IngestOptionTests: IngestTestCase {
    func testFilesReadTwiceCountOnceAgainstTheLimit() throws {
        let rows = (0..<500).map { "\($0),1\n" }.joined()
        let feed = "# stops.txt\nstop_id,stop_lat\n\(rows)"
        let size = "stop_id,stop_lat\n\(rows)".utf8.count
        for policy in DuplicatePolicy.allCases {
            let run = try ingest(feed) {
                $0.duplicates = policy
                $0.maxUncompressed = size
            }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(run.lines.count, 500)
            XCTAssertEqual(try ingest(feed) { $0.maxUncompressed = size - 1 }.status, .dataUnusable)
        }
    }

    func testARowOfOneEmptyCellIsNoBlankLineOfCSV() throws {
        let run = try ingest(IngestTestCase.base + "# zoo.txt\nz\n1\n\"\"\n2\n") {
            $0.tables = ["zoo"]
            $0.format = .table(.csv)
        }
        XCTAssertEqual(run.output, "z\n1\n\"\"\n2\n")
    }

    func testDuplicates() throws {
        let feed =
            IngestTestCase.base + """
                # stop_times.txt
                trip_id,stop_sequence,stop_id
                T1,1,A
                T1,01,B
                T1,2,C
                T1,x,D
                T1,x,E
                T1,1,F
                T1,,G

                """
        func stops(_ policy: DuplicatePolicy) throws -> (String, Int?) {
            let run = try ingest(feed) { $0.duplicates = policy }
            XCTAssertEqual(run.status, .done)
            let ids = run.lines.filter { $0.contains("stop_times") }.map {
                $0.split(separator: "\"stop_id\":\"")[1].prefix(1)
            }
            return (ids.joined(), rejected(run)["duplicate_key"])
        }
        XCTAssertTrue(try stops(.keep) == ("ABCDEF", nil))
        XCTAssertTrue(try stops(.first) == ("ACDE", 2))
        XCTAssertTrue(try stops(.last) == ("CDEF", 2))
        XCTAssertTrue(try stops(.reject) == ("CDE", 3))
    }

    func testTablesWithoutAKeyHaveNoDuplicates() throws {
        let feed =
            "# feed_info.txt\nfeed_publisher_name\nA\nA\n# foo.txt\nx\n1\n1\n# agency.txt\nagency_id,agency_name\n,A\n,A\n"
        for policy in DuplicatePolicy.allCases {
            XCTAssertEqual(try ingest(feed) { $0.duplicates = policy }.lines.count, 6)
        }
        let whole = "# stop_areas.txt\narea_id,stop_id\nX,A\nX,B\nX,A\n"
        XCTAssertEqual(try ingest(whole) { $0.duplicates = .first }.lines.count, 2)
        XCTAssertEqual(try ingest(whole) { $0.duplicates = .reject }.lines.count, 1)
    }

    func testCSVHasTheFilesColumnsInTheRecordsOrder() throws {
        let run = try ingest("# stops.txt\nx,stop_name,stop_lat,stop_id\n1,\"a,\"\"b\",91,A\n,,.5,B\n") {
            $0.tables = ["stops"]
            $0.format = .table(.csv)
        }
        XCTAssertEqual(run.output, "stop_id,stop_name,stop_lat,x\nA,\"a,\"\"b\",,1\nB,,0.5,\n")
        var options = IngestOptions()
        options.format = .table(.csv)
        XCTAssertNotNil(options.problem)
        options.tables = ["stops", "trips"]
        XCTAssertNotNil(options.problem)
        options.tables = ["locations"]
        XCTAssertNotNil(options.problem)
    }

    func testATableThatIsAskedForMustBeThere() throws {
        XCTAssertEqual(try ingest(IngestTestCase.base) { $0.tables = ["routes", "stops"] }.status, .dataUnusable)
        let run = try ingest(IngestTestCase.base) { $0.tables = ["trips.txt", "routes"] }
        XCTAssertEqual(run.lines.count, 2)
        XCTAssertTrue(run.lines[0].hasPrefix(#"{"table":"routes""#))
        XCTAssertFalse(run.log.contains("required file"))
    }

    func testStatusesOfWhatIsNoFeed() throws {
        XCTAssertEqual(try ingest(path: "/nonexistent.zip").status, .inputMissing)
        XCTAssertEqual(try ingest(path: folder.write("no zip")).status, .dataUnusable)
        XCTAssertEqual(try ingest("# readme.md\nhello\n").status, .dataUnusable)
        let run = try ingest(IngestTestCase.base) { $0.maxUncompressed = 100 }
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("--max-uncompressed"), run.log)
        // An entry that is not wanted may be anything.
        var zip = ZipBuilder(feed: IngestTestCase.base)
        zip.entries.append(.init("stops.txt", "stop_id\nA\n"))
        zip.entries[4].flags = 1
        let path = folder.write(bytes: zip.bytes)
        XCTAssertEqual(try ingest(path: path).status, .dataUnusable)
        XCTAssertEqual(try ingest(path: path) { $0.tables = ["routes"] }.lines.count, 1)
    }

    func testSchemasNameEveryColumn() {
        XCTAssertEqual(Tables.schedule.count, 33)
        let stopTimes = Tables.named("stop_times")?.description
        XCTAssertEqual(stopTimes?.columns.count, 18)
        XCTAssertEqual(stopTimes?.columns.first?.isRequired, true)
        XCTAssertEqual(
            stopTimes?.columns[1],
            ColumnDescription("arrival_time", .time, nullable: true, stopTimes?.columns[1].sentence ?? ""))
        XCTAssertTrue(Tables.schedule.allSatisfy { $0.description.isOpen })
    }
}
