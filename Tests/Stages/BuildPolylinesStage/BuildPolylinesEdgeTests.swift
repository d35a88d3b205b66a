import BuildPolylinesStage
import Schedule
import StageKit
import StageTestSupport
import TestSupport
import XCTest

final class BuildPolylinesEdgeTests: XCTestCase {
    private func draw(
        _ text: String, feed: String? = nil, _ change: (inout BuildPolylinesOptions) -> Void = { _ in }
    ) throws -> InMemoryRun { try PolylineRun.run(text, feed: feed, change: change) }

    // MARK: Rows that fit nothing

    func testUnknownTripsAndStopsAreCounted() throws {
        let run = try draw(
            PolylineRun.town + """
                {"table":"stop_times","trip_id":"ghost","stop_id":"1","stop_sequence":1}
                {"table":"stop_times","trip_id":"ghost","stop_id":"2","stop_sequence":2}
                {"table":"stop_times","trip_id":"b1","stop_id":"ghost","stop_sequence":3}
                {"table":"trips","trip_id":"empty","route_id":"nowhere"}

                """)
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.summary.unmatched, 3)
        XCTAssertEqual(PolylineRun.column("missing_stop_ids", run).last, #"["ghost"]"#)
        PolylineRun.assertBalanced(run)
    }

    func testRowsWithoutKeysAreRejected() throws {
        let run = try draw(
            PolylineRun.town + """
                {"table":"stop_times","stop_id":"1","stop_sequence":1}
                {"table":"stop_times","trip_id":"b1","stop_sequence":4}
                {"table":"stop_times","trip_id":"b1","stop_id":"1"}
                {"table":"stop_times","trip_id":"b1","stop_id":"1","stop_sequence":-1}
                {"table":"stop_times","trip_id":"b1","stop_id":"1","stop_sequence":4294967296}
                {"table":"stop_times","trip_id":"b1","stop_id":"1","stop_sequence":1.5}
                {"table":"stop_times","trip_id":"b1","location_id":"area","stop_sequence":9}
                {"table":"stops","stop_name":"no id"}
                {"table":"routes","route_id":""}
                {"table":"trips","route_id":"A"}
                {"table":"shapes","shape_id":"S","shape_pt_lat":91,"shape_pt_lon":0,"shape_pt_sequence":2}
                {"table":"shapes","shape_id":"S","shape_pt_lat":1,"shape_pt_lon":0}
                {"table":"shapes","shape_pt_lat":1,"shape_pt_lon":0,"shape_pt_sequence":1}

                """
        ) { $0.geometry = .auto }
        let rejected = Dictionary(uniqueKeysWithValues: run.summary.rejected.map { ($0.code, $0.count) })
        XCTAssertEqual(
            rejected,
            [
                "no_trip_id": 2, "no_stop_id": 2, "bad_stop_sequence": 4, "no_route_id": 1, "bad_shape_point": 1,
                "bad_shape_pt_sequence": 1, "no_shape_id": 1,
            ])
        XCTAssertEqual(run.output, try draw(PolylineRun.town) { $0.geometry = .auto }.output)
        PolylineRun.assertBalanced(run)
    }

    func testDuplicates() throws {
        let run = try draw(
            PolylineRun.town + """
                {"table":"stop_times","trip_id":"b1","stop_id":"2","stop_sequence":2}
                {"table":"stop_times","trip_id":"b1","stop_id":"3","stop_sequence":2}
                {"table":"stop_times","trip_id":"b1","stop_id":"2","stop_sequence":2}
                {"table":"trips","trip_id":"b1","route_id":"A"}
                {"table":"stops","stop_id":"1","stop_lat":0,"stop_lon":0}
                {"table":"routes","route_id":"A","route_color":"000000"}

                """)
        XCTAssertEqual(run.lines.count, 4)
        XCTAssertEqual(PolylineRun.column("stop_ids", run).last, #"["1","2"]"#)
        XCTAssertEqual(Array(run.lines[0..<3]), Array(try draw(PolylineRun.town).lines[0..<3]))
        PolylineRun.assertBalanced(run)
    }

    func testWrongCoordinatesAreNone() throws {
        let run = try draw(
            """
            {"table":"stops","stop_id":"1","stop_lat":-33.87,"stop_lon":151.2}
            {"table":"stops","stop_id":"2","stop_lat":95,"stop_lon":151.2}
            {"table":"stops","stop_id":"3","stop_lat":-33.88,"stop_lon":null}
            {"table":"stops","stop_id":"4","stop_lat":"-33","stop_lon":151}
            {"table":"stops","stop_id":"5","stop_lat":0,"stop_lon":151}
            {"table":"stops","stop_id":"6","stop_lat":0,"stop_lon":0}
            {"table":"stops","stop_id":"7","stop_lat":-0.9,"stop_lon":0.5}
            {"table":"trips","trip_id":"t"}
            {"table":"stop_times","trip_id":"t","stop_id":"1","stop_sequence":1}
            {"table":"stop_times","trip_id":"t","stop_id":"2","stop_sequence":2}
            {"table":"stop_times","trip_id":"t","stop_id":"3","stop_sequence":3}
            {"table":"stop_times","trip_id":"t","stop_id":"4","stop_sequence":4}
            {"table":"stop_times","trip_id":"t","stop_id":"5","stop_sequence":5}
            {"table":"stop_times","trip_id":"t","stop_id":"6","stop_sequence":6}
            {"table":"stop_times","trip_id":"t","stop_id":"7","stop_sequence":7}

            """)
        XCTAssertEqual(PolylineRun.column("missing_stop_ids", run), [#"["2","3","4","6","7"]"#])
        XCTAssertEqual(PolylineRun.column("stop_ids", run), [#"["1","5"]"#])
        XCTAssertEqual(PolylineRun.column("route_id", run), ["-"])
        XCTAssertEqual(run.status, .done)
    }

    func testNothingToDraw() throws {
        for nothing in ["", "\n\n", "\u{FEFF}"] {
            let run = try draw(nothing)
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertEqual(
                run.log,
                "linefeed build-polylines: error: nothing to work on: the input has no records; "
                    + "to write an empty output instead, add --allow-empty")
        }
        XCTAssertTrue(try draw("", feed: "").log.contains("the input has no records"))
        for text in [
            "{\"table\":\"vehicle_positions\"}\n", "{\"table\":\"stops\",\"stop_id\":\"1\"}\n",
            "{\"table\":\"trips\",\"trip_id\":\"t\"}\n", "nonsense\n",
            "{\"table\":\"trip_details\",\"trip_id\":\"t\",\"stops\":null}\n",
            "{\"table\":\"trip_details\",\"trip_id\":\"t\",\"stops\":[1,[],{}]}\n",
        ] {
            let run = try draw(text) { $0.format = .own(.geojson) }
            XCTAssertEqual(run.status, .dataUnusable, text)
            XCTAssertEqual(run.output, "", text)
            PolylineRun.assertBalanced(run)
        }
    }

    // MARK: Trip details

    private let details = """
        {"table":"trip_details","trip_id":"a1","route_id":"A","route_short_name":"10","direction_id":1,"stops":[\
        {"stop_id":"1","stop_name":"One","stop_sequence":1,"lat":-33.87,"lon":151.2,"delay":null},\
        {"stop_id":"3","stop_name":"Three","stop_sequence":3,"lat":-33.89,"lon":151.2},\
        {"stop_id":"2","stop_name":"T\\u0077o","stop_sequence":2,"lat":-33.88,"lon":151.21,"wheelchair_boarding":1},\
        {"stop_id":"X","stop_sequence":4,"lat":null,"lon":null}]}

        """

    func testTripDetails() throws {
        let run = try draw(details) { $0.pins = true }
        XCTAssertEqual(PolylineRun.column("trip_id", run)[0], #""a1""#)
        XCTAssertEqual(PolylineRun.column("stop_ids", run)[0], #"["1","2","3"]"#)
        XCTAssertEqual(PolylineRun.column("missing_stop_ids", run)[0], #"["X"]"#)
        XCTAssertEqual(PolylineRun.column("stop_name", run), ["-", #""One""#, #""Three""#, #""Two""#])
        XCTAssertEqual(PolylineRun.column("wheelchair_boarding", run), ["-", "-", "-", "1"])
        PolylineRun.assertBalanced(run)
    }

    func testTripDetailsTakeTheirShapeFromTheFeed() throws {
        let run = try draw(details, feed: PolylineRun.town) { $0.geometry = .auto }
        XCTAssertEqual(run.lines.count, 1)
        XCTAssertEqual(
            PolylineRun.column("geometry", run),
            [#"{"type":"LineString","coordinates":[[151.2,-33.87],[151.22,-33.88],[151.2,-33.89]]}"#])
        XCTAssertEqual(run.status, .done)
        PolylineRun.assertBalanced(run)
    }

    /// A stop inside trip details counts as read when pins are made of it, so that nothing is counted below zero.
    func testPinsOfTripDetailsAreAccountedForWithoutNegatives() throws {
        for (feed, text) in [(nil, details), (PolylineRun.town, details), (nil, details + details)] {
            let run = try draw(text, feed: feed) { $0.pins = true }
            XCTAssertTrue(run.summary.tables.allSatisfy { $0.merged >= 0 })
            XCTAssertEqual(run.summary.table("trip_details.stops").read, text == details ? 4 : 8)
            PolylineRun.assertBalanced(run)
        }
        XCTAssertFalse(try draw(details).summary.tables.contains { $0.table == "trip_details.stops" })
    }

    func testWhatIsAskedForAndNotThereIsNamed() throws {
        for text in [PolylineRun.town, details] {
            let route = try draw(text) { $0.routes = ["NO"] }
            XCTAssertEqual(route.status, .dataUnusable)
            XCTAssertTrue(route.log.contains("error: --route: 'NO' is not in the input; "), route.log)
            XCTAssertTrue(route.log.contains("'A'"), route.log)
            XCTAssertEqual(route.output, "")
            let trip = try draw(text) { $0.trips = ["a2x", "NO"] }
            XCTAssertEqual(trip.status, .dataUnusable)
            XCTAssertTrue(
                trip.log.contains("error: --trip: 'a2x' is not in the input, nor are the 1 other requested ones; "),
                trip.log)
        }
        // Where only some are unknown, a finding for each.
        let some = try draw(PolylineRun.town) { $0.routes = ["A", "NO", "ON"] }
        XCTAssertEqual(some.status, .done, some.log)
        XCTAssertEqual(some.summary.unmatched, 2)
        XCTAssertGreaterThan(some.lines.count, 0)
    }

    func testFilteredTripDetails() throws {
        let run = try draw(details + details.replacing("\"a1\"", with: "\"a2\"")) { $0.trips = ["a2"] }
        XCTAssertEqual(PolylineRun.column("trip_id", run), [#""a2""#])
        PolylineRun.assertBalanced(run)
    }

    // MARK: Feeds

    func testTheFeedAloneIsEnough() throws {
        let run = try draw("", feed: PolylineRun.town)
        XCTAssertEqual(run.output, try draw(PolylineRun.town).output)
        PolylineRun.assertBalanced(run)
    }

    func testScheduleRowsInThePipeGiveWayToTheFeed() throws {
        let row = "{\"table\":\"stops\",\"stop_id\":\"1\",\"stop_lat\":0,\"stop_lon\":0}\n"
        let run = try draw(row, feed: PolylineRun.town)
        XCTAssertEqual(run.output, try draw(PolylineRun.town).output)
        XCTAssertEqual(run.summary.table("stops").ignored, 1)
        PolylineRun.assertBalanced(run)
    }

    /// A reader as the archive's will be: blocks of lines from somewhere.
    private struct TownReader: ScheduleReader {
        func read(_ request: ScheduleRequest, _ context: StageContext, _ taker: RecordTaker) throws {
            XCTAssertEqual(request.tables?.sorted(), ["agency", "routes", "stop_times", "stops", "trips"])
            for line in PolylineRun.town.split(separator: "\n") {
                var block = String(line) + "\n"
                try block.withUTF8 { try taker.write(UnsafeRawBufferPointer($0)) }
            }
        }
    }

    func testAnArchiveIsReadByTheReader() throws {
        let zip = TemporaryFolder.shared.write("PK\u{3}\u{4} and so on")
        var options = BuildPolylinesOptions()
        options.feed = zip
        let run = try InMemoryRun("build-polylines", in: .reading(TownReader())) { context in
            try BuildPolylines.run(options, context)
        }
        XCTAssertEqual(run.output, try draw(PolylineRun.town).output)
        PolylineRun.assertBalanced(run)
        let without = try InMemoryRun("build-polylines") { context in
            try BuildPolylines.run(options, context)
        }
        XCTAssertEqual(without.status, .dataUnusable)
    }

    /// A row of an archive is told by its line in the table's file, not by its number among all records.
    func testRowsOfAFeedBesideThePipeAreToldByTheirTable() throws {
        let feed = try WrittenFeed(
            TemporaryFolder.shared.write(
                """
                # stops.txt
                stop_id,stop_name,stop_lat,stop_lon
                A,A,1,1
                B,B,2,2
                # routes.txt
                route_id,route_type
                R,3
                # trips.txt
                route_id,service_id,trip_id
                R,S,T
                # stop_times.txt
                trip_id,stop_id,stop_sequence
                T,A,-7
                T,A,1
                T,B,2

                """))
        var options = BuildPolylinesOptions()
        options.feed = feed.folder
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("build-polylines", common, in: .withFeeds) { [options] context in
            try BuildPolylines.run(options, context)
        }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertTrue(run.log.contains("stop_times.txt:2: stop_sequence 'null' is not a whole number"), run.log)
        XCTAssertFalse(run.log.contains(feed.folder), run.log)
    }

    func testKindsOfFeeds() throws {
        let folder = TemporaryFolder()
        XCTAssertEqual(try FeedKind(of: folder.path), .folder)
        XCTAssertEqual(try FeedKind(of: folder.write("PK\u{3}\u{4}", "a")), .archive)
        XCTAssertEqual(try FeedKind(of: folder.write("PK\u{5}\u{6}", "b")), .archive)
        XCTAssertEqual(try FeedKind(of: folder.write("SQLite format 3\0rest", "c")), .store)
        XCTAssertEqual(try FeedKind(of: folder.write("", "d")), .records)
        XCTAssertEqual(try FeedKind(of: folder.write(PolylineRun.town, "e")), .records)
        XCTAssertEqual(try FeedKind(of: folder.path + "/feed.zip#inner"), .archive)
        XCTAssertThrowsError(try FeedKind(of: folder.path + "/none")) { error in
            XCTAssertEqual((error as? StageFailure)?.status, .inputMissing)
        }
    }

    /// The same ids in two feeds are different stops and trips.
    func testFeedsInOnePipeDoNotMix() throws {
        let south = PolylineRun.town.replacing("{\"table\":\"", with: "{\"feed_id\":\"south\",\"table\":\"")
            .replacing("-33.8", with: "-43.8")
        let north = PolylineRun.town.replacing("{\"table\":\"", with: "{\"feed_id\":\"north\",\"table\":\"")
        let run = try draw(south + north) { $0.pins = true }
        let alone = try draw(PolylineRun.town) { $0.pins = true }
        XCTAssertEqual(run.lines.count, 2 * alone.lines.count)
        XCTAssertEqual(
            run.lines.filter { $0.contains("\"feed_id\":\"north\"") }
                .map { $0.replacing("\"feed_id\":\"north\",", with: "") }, alone.lines)
        PolylineRun.assertBalanced(run)
        var common = CommonOptions()
        common.feedID = "one"
        let named = try PolylineRun.run(south, common)
        XCTAssertEqual(PolylineRun.column("feed_id", named), [String](repeating: "\"one\"", count: 4))
    }

    // MARK: Garbage

    /// Lines cut, doubled and with bytes changed: the run ends, balances and writes valid lines.
    func testDamagedInputNeverCrashes() throws {
        var random = SeededGenerator(seed: 7)
        let original = Array((PolylineRun.town + details).utf8)
        for _ in 0..<300 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.removeSubrange(place..<min(bytes.count, place + 40))
                case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 90)], at: place)
                default: bytes[place] = Array("0123456789-.e\"{}[],:".utf8).randomElement(using: &random) ?? 0
                }
            }
            let path = TemporaryFolder.shared.write(bytes: bytes, "damaged")
            var options = BuildPolylinesOptions()
            options.geometry = BuildPolylinesOptions.Geometry.allCases.randomElement(using: &random) ?? .auto
            options.grouping = BuildPolylinesOptions.Grouping.allCases.randomElement(using: &random) ?? .pattern
            options.simplification = Bool.random(using: &random) ? 10 : nil
            options.pins = Bool.random(using: &random)
            let run = try InMemoryRun("build-polylines") { context in
                try BuildPolylines.run(options.with { $0.files = [path] }, context)
            }
            XCTAssertNotEqual(run.status, .internalFault)
            for line in run.lines { XCTAssertNotEqual(PolylineRun.members(line), [:]) }
            PolylineRun.assertBalanced(run)
        }
    }
}
