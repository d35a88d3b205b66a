import Contract
import Geometry
import Glibc
import IngestStage
import NDJSON
import SelectStage
import StageKit
import TestSupport
import XCTest

final class SelectTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func select(_ path: String, _ change: (inout SelectOptions) throws -> Void) throws -> InMemoryRun {
        var options = SelectOptions()
        options.files = [path]
        try change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.schedule = IngestedFeed()
        return try InMemoryRun("select", in: world) { try Select.run(options, $0) }
    }

    /// Two lines that cross at B, a station with two platforms, calendars of two weeks.
    private static let town = """
        {"table":"agency","agency_id":"N","agency_name":"N"}
        {"table":"agency","agency_id":"S","agency_name":"S"}
        {"table":"stops","stop_id":"A","stop_lat":1,"stop_lon":1}
        {"table":"stops","stop_id":"B","location_type":1,"stop_lat":2,"stop_lon":2}
        {"table":"stops","stop_id":"B1","parent_station":"B"}
        {"table":"stops","stop_id":"B2","parent_station":"B","stop_lat":2,"stop_lon":2.001}
        {"table":"stops","stop_id":"C","stop_lat":3,"stop_lon":1}
        {"table":"stops","stop_id":"D","stop_lat":1,"stop_lon":3}
        {"table":"routes","route_id":"R","agency_id":"N","route_type":3}
        {"table":"routes","route_id":"Q","agency_id":"S","route_type":1}
        {"table":"calendar","service_id":"1","monday":1,"tuesday":1,"start_date":"20260302","end_date":"20260308"}
        {"table":"calendar","service_id":"2","monday":1,"start_date":"20260309","end_date":"20260315"}
        {"table":"calendar_dates","service_id":"3","date":"20260301","exception_type":1}
        {"table":"trips","trip_id":"R1","route_id":"R","service_id":"1"}
        {"table":"trips","trip_id":"R2","route_id":"R","service_id":"2"}
        {"table":"trips","trip_id":"R3","route_id":"R","service_id":"3"}
        {"table":"trips","trip_id":"Q1","route_id":"Q","service_id":"1"}
        {"table":"stop_times","trip_id":"R1","stop_id":"A","stop_sequence":1}
        {"table":"stop_times","trip_id":"R1","stop_id":"B1","stop_sequence":2}
        {"table":"stop_times","trip_id":"R2","stop_id":"A","stop_sequence":1}
        {"table":"stop_times","trip_id":"R2","stop_id":"C","stop_sequence":2}
        {"table":"stop_times","trip_id":"R3","stop_id":"D","stop_sequence":1}
        {"table":"stop_times","trip_id":"R3","stop_id":"B2","stop_sequence":2}
        {"table":"stop_times","trip_id":"R3","stop_id":"C","stop_sequence":3}
        {"table":"stop_times","trip_id":"Q1","stop_id":"D","stop_sequence":1}
        {"table":"stop_times","trip_id":"Q1","stop_id":"B2","stop_sequence":2}

        """

    private func trips(_ change: (inout SelectOptions) throws -> Void) throws -> [String] {
        let run = try select(folder.write(SelectTests.town), change)
        XCTAssertEqual(run.status, .done, run.log)
        for table in run.summary.tables {
            XCTAssertEqual(table.read, table.written + table.filtered + table.ignored, table.table)
        }
        return values(run, "trips", "trip_id")
    }

    private func values(_ run: InMemoryRun, _ table: String, _ column: String) -> [String] {
        let scanner = RecordScanner(fields: ["table", column])
        return run.lines.compactMap { line in
            var line = line
            return line.withUTF8 { bytes in
                try? scanner.scan(UnsafeRawBufferPointer(bytes))
                return scanner[0].string == table ? scanner[1].string : nil
            }
        }
    }

    func testOptionsCombineByAndTheirValuesByOr() throws {
        XCTAssertEqual(try trips { $0.routes = ["R"] }, ["R1", "R2", "R3"])
        XCTAssertEqual(try trips { $0.routes = ["R", "Q"] }, ["R1", "R2", "R3", "Q1"])
        XCTAssertEqual(try trips { $0.agencies = ["S"] }, ["Q1"])
        XCTAssertEqual(try trips { $0.trips = ["R2", "Q1"] }, ["R2", "Q1"])
        XCTAssertEqual(try trips { $0.stops = ["C"] }, ["R2", "R3"])
        XCTAssertEqual(try trips { $0.stops = ["B"] }, ["R1", "R3", "Q1"], "a station is its platforms")
        XCTAssertEqual(try trips { $0.stops = ["B2"] }, ["R3", "Q1"])
        XCTAssertEqual(try trips { ($0.stops, $0.routes) = (["B"], ["R"]) }, ["R1", "R3"])
        XCTAssertEqual(
            try trips { ($0.stops, $0.box) = (["C"], Bounds(west: 2.5, south: 0, east: 4, north: 4)) }, ["R3"])
    }

    func testPlaces() throws {
        XCTAssertEqual(
            try trips { $0.box = Bounds(west: 1.9, south: 1.9, east: 2.1, north: 2.1) }, ["R1", "R3", "Q1"],
            "a platform without coordinates is where its station is")
        XCTAssertEqual(try trips { $0.box = Bounds(west: 2.5, south: 0, east: -170, north: 4) }, ["R3", "Q1"])
        let ring = "[[0,0],[4,0],[4,4],[0,4],[0,0]]"
        let hole = "[[1.5,1.5],[2.5,1.5],[2.5,2.5],[1.5,2.5],[1.5,1.5]]"
        for text in [
            #"{"type":"Polygon","coordinates":[[[0.5,0.5],[1.5,0.5],[1.5,1.5],[0.5,1.5],[0.5,0.5]]]}"#,
            #"{"type":"Feature","properties":{},"geometry":{"type":"MultiPolygon","coordinates":[[[[0.5,0.5],[1.5,0.5],[1.5,1.5],[0.5,1.5]]]]}}"#,
            "{\"type\":\"FeatureCollection\",\n\"features\":[{\"type\":\"Feature\",\"geometry\":{\"type\":\"Polygon\",\"coordinates\":"
                + "[[[0.5,0.5],[1.5,0.5],[1.5,1.5],[0.5,1.5],[0.5,0.5]]]}}]}",
        ] {
            let area = folder.write(text)
            XCTAssertEqual(try trips { $0.area = area }, ["R1", "R2"], text)
        }
        let area = folder.write("{\"type\":\"Polygon\",\"coordinates\":[\(ring),\(hole)]}")
        XCTAssertEqual(
            try trips { ($0.area, $0.clips) = (area, true) }, ["R2", "R3"], "what lies in a hole is outside")
    }

    func testTripsAreCutToTheStopsInside() throws {
        let run = try select(folder.write(SelectTests.town)) {
            $0.box = Bounds(west: 0, south: 1.5, east: 4, north: 4)
            $0.clips = true
        }
        XCTAssertEqual(values(run, "stop_times", "stop_id"), ["B2", "C"])
        XCTAssertEqual(values(run, "trips", "trip_id"), ["R3"])
        XCTAssertEqual(values(run, "stops", "stop_id"), ["B", "B2", "C"])
    }

    func testDays() throws {
        XCTAssertEqual(try trips { $0.dates = try ServiceDates.range("20260302", "--date") }, ["R1", "Q1"])
        XCTAssertEqual(try trips { $0.dates = try ServiceDates.range("2026-03-09", "--date") }, ["R2"])
        XCTAssertEqual(
            try trips { $0.dates = try ServiceDates.range("20260301-20260302", "--date") }, ["R1", "R3", "Q1"])
        let run = try select(folder.write(SelectTests.town)) {
            $0.dates = try ServiceDates.range("20260303-20260309", "--date")
        }
        XCTAssertEqual(values(run, "calendar", "start_date"), ["20260303", "20260309"])
        XCTAssertEqual(values(run, "calendar", "end_date"), ["20260308", "20260309"])
        for text in ["20260302-20260301", "20260230", "x", "20260302-", "2026-03-02-2026-03-03"] {
            XCTAssertThrowsError(try ServiceDates.range(text, "--date"), text)
        }
    }

    func testAnEmptyFeedIsAnError() throws {
        let path = folder.write(SelectTests.town)
        for (change, told) in [
            ({ $0.routes = ["X"] }, "--route: the feed has no route 'X'"),
            ({ $0.stops = ["X", "Y"] }, "--stop: the feed has no stop 'X', 'Y'"),
            ({ $0.dates = 0...1 }, "no trip of the feed matches"),
            ({ ($0.routes, $0.agencies) = (["R"], ["S"]) }, "no trip of the feed matches"),
        ] as [((inout SelectOptions) -> Void, String)] {
            let run = try select(path, change)
            XCTAssertEqual(run.status, .dataUnusable, told)
            XCTAssertEqual(run.output, "", told)
            XCTAssertTrue(run.log.contains(told), run.log)
        }
        let partly = try select(path) { $0.routes = ["R", "X"] }
        XCTAssertEqual(partly.status, .done)
        XCTAssertTrue(partly.log.contains("the feed has no route 'X'"), partly.log)
    }

    /// Without a calendar nobody knows a service's days; one of which conditions leave nothing is another matter.
    func testFeedsWithoutACalendar() throws {
        let lines = SelectTests.town.split(separator: "\n")
        let path = folder.write(
            lines.filter { !$0.contains("\"table\":\"calendar") }.map { $0 + "\n" }.joined())
        let whole = try select(path) { $0.routes = ["R"] }
        XCTAssertEqual(whole.status, .done, whole.log)
        XCTAssertFalse(values(whole, "trips", "trip_id").isEmpty)
        let dated = try select(path) {
            $0.routes = ["R"]
            $0.dates = 20514...20520
        }
        XCTAssertEqual(dated.status, .dataUnusable)
        XCTAssertTrue(dated.log.contains("the feed has no calendar, so their days are unknown"), dated.log)
        var common = CommonOptions()
        common.conditions = [
            try Condition("calendar.service_id=none"), try Condition("calendar_dates.service_id=none"),
        ]
        var options = SelectOptions()
        options.files = [folder.write(SelectTests.town)]
        options.routes = ["R"]
        let filtered = try InMemoryRun("select", common) { [options] in try Select.run(options, $0) }
        XCTAssertEqual(filtered.status, .dataUnusable, filtered.output)
        XCTAssertTrue(filtered.log.contains("the input has no service 'none'"), filtered.log)
    }

    func testOptionsThatMakeNoSense() {
        func problem(_ change: (inout SelectOptions) -> Void) -> String? {
            var options = SelectOptions()
            change(&options)
            return options.problem ?? options.problem(with: CommonOptions())
        }
        XCTAssertNotNil(problem { _ in }, "nothing is asked for")
        XCTAssertNotNil(problem { ($0.routes, $0.clips) = (["R"], true) })
        XCTAssertNotNil(problem { ($0.routes, $0.feed, $0.files) = (["R"], "a.zip", ["b"]) })
        XCTAssertNotNil(problem { ($0.routes, $0.format) = (["R"], .table(.csv)) })
        XCTAssertNil(problem { ($0.routes, $0.format, $0.split) = (["R"], .table(.csv), "x") })
    }

    /// What is not needed any more goes, whatever table it stands in.
    func testFaresAreasAndFlexibleServices() throws {
        let run = try select(
            folder.write(
                """
                {"table":"agency","agency_name":"N"}
                {"table":"stops","stop_id":"A"}
                {"table":"stops","stop_id":"B"}
                {"table":"stops","stop_id":"G1"}
                {"table":"stops","stop_id":"G2"}
                {"table":"areas","area_id":"a"}
                {"table":"areas","area_id":"b"}
                {"table":"stop_areas","area_id":"a","stop_id":"A"}
                {"table":"stop_areas","area_id":"b","stop_id":"B"}
                {"table":"location_groups","location_group_id":"G"}
                {"table":"location_groups","location_group_id":"H"}
                {"table":"location_group_stops","location_group_id":"G","stop_id":"G1"}
                {"table":"location_group_stops","location_group_id":"H","stop_id":"G2"}
                {"type":"Feature","table":"locations","id":"zone","properties":{},"geometry":null}
                {"type":"Feature","table":"locations","id":"other","properties":{},"geometry":null}
                {"table":"booking_rules","booking_rule_id":"book","booking_type":1,"prior_notice_service_id":"office"}
                {"table":"booking_rules","booking_rule_id":"call","booking_type":0}
                {"table":"networks","network_id":"n"}
                {"table":"networks","network_id":"m"}
                {"table":"routes","route_id":"R","route_type":3}
                {"table":"routes","route_id":"Q","route_type":3}
                {"table":"route_networks","network_id":"n","route_id":"R"}
                {"table":"route_networks","network_id":"m","route_id":"Q"}
                {"table":"calendar","service_id":"W"}
                {"table":"calendar","service_id":"office"}
                {"table":"calendar","service_id":"peak"}
                {"table":"calendar","service_id":"unused"}
                {"table":"trips","trip_id":"T","route_id":"R","service_id":"W"}
                {"table":"trips","trip_id":"U","route_id":"Q","service_id":"W"}
                {"table":"stop_times","trip_id":"T","stop_sequence":1,"stop_id":"A","pickup_booking_rule_id":"book"}
                {"table":"stop_times","trip_id":"T","stop_sequence":2,"location_group_id":"G"}
                {"table":"stop_times","trip_id":"T","stop_sequence":3,"location_id":"zone","drop_off_booking_rule_id":"lost"}
                {"table":"stop_times","trip_id":"U","stop_sequence":1,"stop_id":"B","pickup_booking_rule_id":"call"}
                {"table":"fare_media","fare_media_id":"card"}
                {"table":"fare_media","fare_media_id":"app"}
                {"table":"rider_categories","rider_category_id":"child"}
                {"table":"fare_products","fare_product_id":"p","fare_media_id":"card","rider_category_id":"child"}
                {"table":"fare_products","fare_product_id":"q","fare_media_id":"app"}
                {"table":"timeframes","timeframe_group_id":"t","service_id":"peak"}
                {"table":"timeframes","timeframe_group_id":"u","service_id":"unused"}
                {"table":"fare_leg_rules","leg_group_id":"l","network_id":"n","from_area_id":"a","from_timeframe_group_id":"t","fare_product_id":"p"}
                {"table":"fare_leg_rules","leg_group_id":"k","network_id":"m","fare_product_id":"q"}
                {"table":"fare_leg_rules","leg_group_id":"j","network_id":"n","to_area_id":"b","fare_product_id":"q"}
                {"table":"fare_leg_rules","leg_group_id":"i","network_id":"n","from_timeframe_group_id":"lost","fare_product_id":"q"}
                {"table":"fare_transfer_rules","from_leg_group_id":"l","to_leg_group_id":"l"}
                {"table":"fare_transfer_rules","from_leg_group_id":"l","to_leg_group_id":"k"}

                """)
        ) { $0.routes = ["R"] }
        XCTAssertEqual(run.status, .done, run.log)
        for (table, column, expected) in [
            ("stops", "stop_id", ["A", "G1"]), ("areas", "area_id", ["a"]),
            ("location_groups", "location_group_id", ["G"]),
            ("locations", "id", ["zone"]), ("booking_rules", "booking_rule_id", ["book"]),
            ("networks", "network_id", ["n"]),
            ("calendar", "service_id", ["W", "office", "peak"]), ("fare_leg_rules", "leg_group_id", ["l"]),
            ("fare_products", "fare_product_id", ["p"]), ("fare_media", "fare_media_id", ["card"]),
            ("rider_categories", "rider_category_id", ["child"]), ("timeframes", "timeframe_group_id", ["t"]),
            ("fare_transfer_rules", "to_leg_group_id", ["l"]), ("stop_times", "trip_id", ["T", "T", "T"]),
            ("stop_times", "drop_off_booking_rule_id", []),
        ] { XCTAssertEqual(values(run, table, column), expected, "\(table).\(column)") }
    }

    func testConditionsTakeRowsOutOfTheFeed() throws {
        var options = SelectOptions()
        options.files = [folder.write(SelectTests.town)]
        var common = CommonOptions()
        common.conditions = [try Condition("route_type=1")]
        let run = try InMemoryRun("select", common) { [options] in try Select.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(values(run, "trips", "trip_id"), ["Q1"])
        XCTAssertEqual(values(run, "agency", "agency_id"), ["S"])
    }

    /// `--feed` is what select works on: conditions hold for it, and of two rows with one key the first counts.
    func testAFeedIsReadAsAPipeIs() throws {
        let feed = """
            # agency.txt
            agency_id,agency_name,agency_url,agency_timezone
            N,North,https://north.example,Australia/Sydney
            # stops.txt
            stop_id,stop_name
            A,First
            A,Second
            B,Other
            # routes.txt
            route_id,agency_id,route_type
            R,N,3
            Q,N,1
            # trips.txt
            route_id,service_id,trip_id
            R,W,T
            Q,W,U
            # stop_times.txt
            trip_id,stop_id,stop_sequence
            T,A,1
            U,B,1
            # calendar_dates.txt
            service_id,date,exception_type
            W,20260302,1
            # crews.txt
            crew,trip_id
            1,T
            2,U

            """
        let zip = folder.write(bytes: ZipBuilder(feed: feed).bytes)
        var ingest = IngestOptions()
        ingest.feed = zip
        let records = folder.write(try InMemoryRun("ingest") { try Ingest.run(ingest, $0) }.output)
        var common = CommonOptions()
        common.conditions = [try Condition("route_type=3")]
        var outputs: [String] = []
        for (path, isFeed) in [(zip, true), (records, true), (records, false)] {
            var options = SelectOptions()
            if isFeed { options.feed = path } else { options.files = [path] }
            var world = World()
            world.schedule = IngestedFeed()
            let run = try InMemoryRun("select", common, in: world) { [options] in try Select.run(options, $0) }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(run.summary.table("stops").leftOut, 1, path)
            outputs.append(run.output)
            XCTAssertEqual(values(run, "trips", "trip_id"), ["T"])
            XCTAssertEqual(values(run, "stops", "stop_name"), ["First"])
            XCTAssertEqual(values(run, "crews", "crew"), ["1"])
        }
        XCTAssertEqual(outputs, [String](repeating: outputs[0], count: 3))
    }

    func testFeedsThatShareIDsStayApart() throws {
        let both = SelectTests.town.replacing("{\"table\":\"", with: "{\"table\":\"")
        let one = both.split(separator: "\n").map {
            $0.replacing("\",\"", with: "\",\"feed_id\":\"x\",\"", maxReplacements: 1)
        }
        let two = both.split(separator: "\n").map {
            $0.replacing("\",\"", with: "\",\"feed_id\":\"y\",\"", maxReplacements: 1)
        }
        let run = try select(folder.write((one + two).joined(separator: "\n"))) { $0.trips = ["R1"] }
        XCTAssertEqual(values(run, "trips", "feed_id"), ["x", "y"])
        XCTAssertEqual(values(run, "stops", "stop_id"), ["A", "B", "B1", "A", "B", "B1"])
    }

    /// From records, from an archive, and from a store: the same rows, and every id that one has is another's.
    func testNothingOfARealFeedRefersToWhatIsNotThere() throws {
        let feeds = RealData.files(in: "static", suffix: ".zip") + RealData.files(in: "bad/gtfs", suffix: ".zip")
        if feeds.isEmpty { throw XCTSkip("the real feeds are not here") }
        var checked = 0
        for feed in feeds where RealData.size(of: feed) < (Depth.isDeep ? 130_000 : 60_000) {
            var ingest = IngestOptions()
            ingest.feed = feed
            let whole = try InMemoryRun("ingest") { try Ingest.run(ingest, $0) }
            let routes = values(whole, "routes", "route_id")
            guard whole.status == .done, let route = routes.last else { continue }
            let run = try select(folder.write(whole.output)) { $0.routes = [route] }
            guard run.status == .done else { continue }
            checked += 1
            let archive = try select("") {
                ($0.feed, $0.files) = (feed, [])
                $0.routes = [route]
            }
            XCTAssertEqual(archive.output, run.output, feed)
            for problem in try dangling(run) { XCTFail("\(feed): \(problem)") }
        }
        XCTAssertGreaterThan(checked, 20)
    }

    private func dangling(_ run: InMemoryRun) throws -> [String] {
        var defined: [String: Set<String>] = [:]
        var problems: [String] = []
        for definition in TableDefinition.all {
            for field in definition.fields where field.type == .id {
                defined["\(definition.name).\(field.name)"] = Set(values(run, definition.name, field.name))
            }
        }
        // Services that have dates alone are none of calendar.txt.
        let dated = defined["calendar_dates.service_id"] ?? []
        defined["calendar.service_id", default: []].formUnion(dated)
        // A feed without any calendar says nothing of its services, and neither does a part of it.
        let hasCalendar = defined["calendar.service_id"]?.isEmpty == false
        for definition in TableDefinition.all {
            for field in definition.fields where !field.targets.isEmpty {
                guard hasCalendar || !field.targets.contains(where: { $0.table == "calendar" }) else { continue }
                let there = field.targets.reduce(into: Set<String>()) {
                    $0.formUnion(defined["\($1.table).\($1.column)"] ?? [])
                }
                for id in defined["\(definition.name).\(field.name)"] ?? [] where !there.contains(id) {
                    problems.append("\(definition.name).\(field.name) \(id)")
                }
            }
        }
        return problems
    }
}
