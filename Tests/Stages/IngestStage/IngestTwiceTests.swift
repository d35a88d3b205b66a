import StageTestSupport
import TestSupport
import XCTest

@testable import BuildPolylinesStage
@testable import IngestStage

/// A table that stands in an archive more than once: no silent choice.
final class IngestTwiceTests: IngestTestCase {
    private static let real = "stop_id,stop_name,stop_lat,stop_lon\nA,Quay,1,2\nB,Pier,1,3\n"
    private static let other = "stop_id,stop_name,stop_lat,stop_lon\nX,Old Quay,1,2\n"

    private func zip(_ files: (String, String)...) -> String {
        let rest = ZipBuilder.files(of: IngestTestCase.base).map { ZipBuilder.Entry($0.name, $0.content) }
        return folder.write(bytes: ZipBuilder(rest + files.map { ZipBuilder.Entry($0.0, $0.1) }).bytes)
    }

    private func stops(_ run: InMemoryRun) -> [String] {
        run.lines.filter { $0.contains("\"table\":\"stops\"") }.compactMap { line in
            line.split(separator: "\"").dropFirst(7).first.map(String.init)
        }
    }

    func testDifferentContentsAreRefusedHoweverTheyAreNamed() throws {
        for name in ["stops.txt", "Stops.txt", "STOPS.TXT", "a/stops.txt", "a/b/Stops.txt", "./stops.txt"] {
            for names in [("stops.txt", name), (name, "stops.txt")] {
                let run = try ingest(path: zip((names.0, IngestTwiceTests.real), (names.1, IngestTwiceTests.other)))
                XCTAssertEqual(run.status, .dataUnusable, name)
                XCTAssertEqual(run.output, "", name)
                XCTAssertTrue(run.log.contains("the table stops 2 times with different contents"), run.log)
                XCTAssertTrue(run.log.contains("--duplicate-tables"), run.log)
            }
        }
    }

    func testAChoiceIsReadAndTheRestIsCounted() throws {
        for (choice, expected, ignored) in [
            (TableChoice.first, ["A", "B"], 1), (.last, ["X"], 2),
        ] {
            for name in ["stops.txt", "Stops.txt", "a/stops.txt"] {
                let path = zip(("stops.txt", IngestTwiceTests.real), (name, IngestTwiceTests.other))
                let run = try ingest(path: path) { $0.duplicateTables = choice }
                XCTAssertEqual(run.status, .done, run.log)
                XCTAssertEqual(stops(run), expected, name)
                XCTAssertEqual(run.summary.table("stops").ignored, ignored, name)
                XCTAssertTrue(run.log.contains("its rows are ignored"), run.log)
                let database = folder.path + "/\(choice).db"
                let load = try ingest(path: path) { options in
                    options.duplicateTables = choice
                    options.sqlite = database
                    options.force = true
                }
                XCTAssertEqual(load.status, .done, load.log)
                XCTAssertEqual(load.summary.table("stops").written, expected.count)
                XCTAssertEqual(load.summary.table("stops").ignored, ignored)
            }
        }
        // Files of the feed's own folder come before those of folders inside.
        let path = zip(("a/stops.txt", IngestTwiceTests.other), ("stops.txt", IngestTwiceTests.real))
        XCTAssertEqual(stops(try ingest(path: path) { $0.duplicateTables = .first }), ["A", "B"])
    }

    func testTheSameBytesAreReadOnceAndNoted() throws {
        for name in ["stops.txt", "Stops.txt", "a/stops.txt"] {
            let run = try ingest(path: zip(("stops.txt", IngestTwiceTests.real), (name, IngestTwiceTests.real)))
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(stops(run), ["A", "B"])
            XCTAssertTrue(run.log.contains("\(name): the archive has the same file"), run.log)
            XCTAssertEqual(run.summary.table("stops").ignored, 0)
        }
        // The same size is not the same content.
        let run = try ingest(path: zip(("stops.txt", "stop_id\nA\n"), ("stops.txt", "stop_id\nB\n")))
        XCTAssertEqual(run.status, .dataUnusable)
    }

    func testATableThatNobodyWantsMayStandTwice() throws {
        let path = zip(("stops.txt", IngestTwiceTests.real), ("stops.txt", IngestTwiceTests.other))
        XCTAssertEqual(try ingest(path: path) { $0.tables = ["routes"] }.status, .done)
        XCTAssertEqual(try ingest(path: path) { $0.tables = ["stops"] }.status, .dataUnusable)
    }

    func testUnknownTablesAreToldApartByCase() throws {
        let run = try ingest(path: zip(("zoo.txt", "a\n1\n"), ("Zoo.txt", "a\n2\n")))
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(try ingest(path: zip(("zoo.txt", "a\n1\n"), ("zoo.txt", "a\n2\n"))).status, .dataUnusable)
    }

    func testAFolderIsNoExceptionNorIsAFeedBesideAPipe() throws {
        let feed = TemporaryFolder()
        for (name, content) in ZipBuilder.files(of: IngestTestCase.base) { feed.write(content, name) }
        feed.write(IngestTwiceTests.real, "stops.txt")
        feed.write(IngestTwiceTests.other, "Stops.txt")
        XCTAssertEqual(try ingest(path: feed.path).status, .dataUnusable)
        var options = BuildPolylinesOptions()
        options.feed = zip(("stops.txt", IngestTwiceTests.real), ("stops.txt", IngestTwiceTests.other))
        let lines = try InMemoryRun("build-polylines", in: .withFeeds) {
            try BuildPolylines.run(options, $0)
        }
        XCTAssertEqual(lines.status, .dataUnusable)
        XCTAssertTrue(lines.log.contains("--duplicate-tables"), lines.log)
    }
}
