import BuildPolylinesStage
import FeedStore
import SQLite
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// A store given back as the records of ingest.
final class IngestStoreReadTests: IngestTestCase {
    private func records(_ path: String, _ tables: [String]) throws -> [String] {
        var text = ""
        try StoreReader(path).records(of: tables) { text += String(decoding: $0, as: UTF8.self) }
        return text.split(separator: "\n").map(String.init)
    }

    private static let tables = [
        "agency", "stops", "routes", "calendar", "calendar_dates", "shapes", "trips", "stop_times", "frequencies",
        "locations", "timeframes", "notes",
    ]

    func testRecordsComeBackAsTheyWere() throws {
        let feed =
            IngestTestCase.base + """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon,own
                A,"a ""b"" \\ c",-33.861,151.21,é
                B,,0.000001,-179.99999,
                # stop_times.txt
                trip_id,arrival_time,departure_time,stop_sequence,stop_id,shape_dist_traveled
                T1,7:05:00,25:00:00,1,A,0
                T1,100:00:00,,2,B,12.5
                # timeframes.txt
                timeframe_group_id,start_time,end_time,service_id
                G,07:00:00,24:00:00,WK
                # notes.txt
                a,start_time
                1,07:00:00
                # locations.geojson
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"L","properties":{"a":1},"geometry":null}]}

                """
        for feedID in [nil, "harbour"] {
            let path = folder.path + "/\(feedID ?? "none").db"
            var common = CommonOptions()
            common.feedID = feedID
            XCTAssertEqual(try ingest(feed, common) { $0.sqlite = path }.status, .done)
            let written = try ingest(feed, common)
            XCTAssertEqual(try records(path, IngestStoreReadTests.tables), written.lines)
            XCTAssertEqual(
                try records(path, ["notes", "routes", "zoo"]),
                written.lines.filter { $0.contains("\"table\":\"notes\"") || $0.contains("\"table\":\"routes\"") }
                    .sorted { $0 > $1 })
        }
    }

    /// What a REAL does not keep: the digits of the source, and that a value was invalid.
    func testWhatIsDifferent() throws {
        let path = folder.path + "/a.db"
        let feed = "# stops.txt\nstop_id,stop_lat,stop_lon\nA,-33.8700,1e2\nB,x,5.0\n"
        _ = try ingest(feed) { $0.sqlite = path }
        XCTAssertEqual(
            try ingest(feed).lines,
            [
                #"{"table":"stops","stop_id":"A","stop_lat":-33.8700,"stop_lon":1e2}"#,
                #"{"table":"stops","stop_id":"B","stop_lat":null,"stop_lon":5.0}"#,
            ])
        XCTAssertEqual(
            try records(path, ["stops"]),
            [
                #"{"table":"stops","stop_id":"A","stop_lat":-33.87,"stop_lon":100}"#,
                #"{"table":"stops","stop_id":"B","stop_lon":5}"#,
            ])
    }

    func testWhatIsNoStoreIsSaidToBeNone() throws {
        func fault(_ path: String) -> StoreFault? {
            do {
                _ = try StoreReader(path)
                return nil
            } catch { return error as? StoreFault }
        }
        XCTAssertEqual(fault(folder.path + "/none.db")?.kind, .missing)
        XCTAssertEqual(fault(folder.write("hello", "text.db"))?.kind, .unusable)
        let plain = folder.path + "/plain.db"
        try Database(plain, mode: .create).execute("CREATE TABLE stops(a)")
        XCTAssertTrue(
            fault(plain)?.message.contains("was not made by 'linefeed ingest --sqlite' or 'linefeed store'") ?? false)
        let path = folder.path + "/b.db"
        _ = try ingest(IngestTestCase.base) { $0.sqlite = path }
        let writer = try Database(path, mode: .readWrite)
        try writer.execute("PRAGMA user_version = 7")
        XCTAssertTrue(fault(path)?.message.contains("newer linefeed (format 7") ?? false)
        try writer.execute("PRAGMA user_version = 1; UPDATE linefeed_meta SET schema_version = 8")
        XCTAssertTrue(fault(path)?.message.contains("newer linefeed (format 8") ?? false)
        try writer.execute("DROP TABLE linefeed_meta")
        XCTAssertEqual(fault(path)?.kind, .unusable)
        let cut = TemporaryFolder.bytes(of: path)?.prefix(9000) ?? []
        XCTAssertEqual(fault(folder.write(bytes: Array(cut)))?.kind, .unusable)
    }

    /// Lines drawn from a store are those drawn from the zip, and reports too.
    func testStagesReadAStore() throws {
        let zip = Checkout.root + "/samples/feed.zip"
        let path = folder.path + "/samples.db"
        XCTAssertEqual(try ingest(path: zip) { $0.sqlite = path }.status, .done)
        func lines(_ feed: String) throws -> [String] {
            let context = LogLines()
            let output = MemoryDestination()
            let stage = try StageContext.inMemory(
                stage: "build-polylines", output: output, log: context, world: .withFeeds)
            var options = BuildPolylinesOptions()
            options.feed = feed
            XCTAssertEqual(
                StageRunner.run(stage) {
                    try BuildPolylines.run(options.with { $0.files = [folder.write("", "empty")] }, $0)
                }, .done, context.text)
            return output.text.split(separator: "\n").map(String.init)
        }
        let drawn = try lines(path)
        XCTAssertGreaterThan(drawn.count, 3)
        XCTAssertEqual(drawn, try lines(zip))
    }

    func testEveryRealFeedComesBack() throws {
        for path in RealData.chosen(RealData.files(in: "static", suffix: ".zip"))
        where RealData.size(of: path) < 400_000 {
            let store = folder.path + "/real.db"
            unlink(store)
            let loaded = try ingest(path: path) { $0.sqlite = store }
            let written = try ingest(path: path) { $0.duplicates = .first }
            XCTAssertEqual(loaded.status, written.status, path)
            XCTAssertEqual(rejected(loaded), rejected(written), path)
            let names = written.summary.tables.map(\.table)
            let read = try records(store, names)
            XCTAssertEqual(read.count, written.lines.count, path)
            // Digits and nulls may differ; what is text may not.
            func texts(_ line: String) -> String {
                line.replacing(/"[^"]+":null,?/, with: "").replacing(/:-?[0-9.eE+-]+/, with: ":0").replacing(
                    ",}", with: "}")
            }
            XCTAssertEqual(read.prefix(400).map(texts), written.lines.prefix(400).map(texts), path)
            XCTAssertEqual(try Database(store, mode: .readOnly).text("PRAGMA integrity_check"), "ok")
        }
    }
}
