import BuildPolylinesStage
import TestSupport
import XCTest

final class BuildPolylinesTests: XCTestCase {
    private func draw(
        _ text: String = PolylineRun.town, _ change: (inout BuildPolylinesOptions) -> Void = { _ in }
    ) throws -> InMemoryRun { try PolylineRun.run(text, change: change) }

    func testPatterns() throws {
        let run = try draw()
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(PolylineRun.column("route_id", run), ["\"A\"", "\"A\"", "\"A\"", "\"B\""])
        XCTAssertEqual(PolylineRun.column("direction_id", run), ["0", "0", "1", "-"])
        XCTAssertEqual(PolylineRun.column("trip_count", run), ["2", "1", "1", "1"])
        XCTAssertEqual(
            PolylineRun.column("stop_ids", run),
            [#"["1","2","3"]"#, #"["1","3"]"#, #"["3","1"]"#, #"["1","2"]"#])
        XCTAssertEqual(PolylineRun.column("missing_stop_ids", run), ["[]", "[]", #"["X"]"#, "[]"])
        XCTAssertEqual(PolylineRun.column("route_color", run), [#""FF0000""#, #""FF0000""#, #""FF0000""#, "-"])
        XCTAssertEqual(Set(PolylineRun.column("polyline_id", run)).count, 4)
        XCTAssertTrue(
            run.lines[0].hasPrefix(
                #"{"type":"Feature","table":"polylines","bbox":[151.2,-33.89,151.21,-33.87],"properties":{"polyline_id":"#
            ), run.lines[0])
        XCTAssertTrue(
            run.lines[0].hasSuffix(
                #""geometry":{"type":"LineString","coordinates":[[151.2,-33.87],[151.21,-33.88],[151.2,-33.89]]}}"#),
            run.lines[0])
        // GeographicLib: 1444.410 and 1444.342 metres.
        XCTAssertEqual(PolylineRun.column("length_m", run)[0], "2888.8")
        PolylineRun.assertBalanced(run)
    }

    func testTrips() throws {
        let run = try draw { $0.grouping = .trip }
        XCTAssertEqual(
            PolylineRun.column("trip_id", run), [#""a3""#, #""a1""#, #""a2""#, #""a4""#, #""b1""#])
        XCTAssertEqual(PolylineRun.column("polyline_id", run), PolylineRun.column("trip_id", run))
        PolylineRun.assertBalanced(run)
    }

    func testARouteHasEachPieceOfWayOnce() throws {
        let run = try draw { $0.grouping = .route }
        XCTAssertEqual(PolylineRun.column("polyline_id", run), [#""A:0""#, #""A:1""#, #""B:""#])
        XCTAssertEqual(PolylineRun.column("trip_count", run), ["3", "1", "1"])
        XCTAssertEqual(PolylineRun.column("stop_ids", run)[0], #"["1","2","3"]"#)
        XCTAssertEqual(
            PolylineRun.column("geometry", run)[0],
            #"{"type":"MultiLineString","coordinates":[[[151.2,-33.87],[151.21,-33.88],[151.2,-33.89]],"#
                + #"[[151.2,-33.87],[151.2,-33.89]]]}"#)
        PolylineRun.assertBalanced(run)
    }

    func testShapes() throws {
        let auto = try draw { $0.geometry = .auto }
        XCTAssertEqual(
            PolylineRun.column("geometry_source", auto), [#""shapes""#, #""stops""#, #""stops""#, #""stops""#])
        XCTAssertEqual(
            PolylineRun.column("geometry", auto)[0],
            #"{"type":"LineString","coordinates":[[151.2,-33.87],[151.22,-33.88],[151.2,-33.89]]}"#)
        XCTAssertEqual(PolylineRun.column("polyline_id", auto), PolylineRun.column("polyline_id", try draw()))
        let shapes = try draw { $0.geometry = .shapes }
        XCTAssertEqual(PolylineRun.column("geometry_source", shapes), [#""shapes""#])
        XCTAssertEqual(shapes.status, .done)
        let routes = try draw {
            $0.geometry = .auto
            $0.grouping = .route
        }
        // The shape of one trip is part of its route; the trip that leaves out a stop has none, and runs straight.
        XCTAssertEqual(PolylineRun.column("geometry_source", routes), [#""shapes""#, #""stops""#, #""stops""#])
        XCTAssertEqual(
            PolylineRun.column("geometry", routes)[0],
            #"{"type":"MultiLineString","coordinates":[[[151.2,-33.87],[151.22,-33.88],[151.2,-33.89]],"#
                + #"[[151.2,-33.87],[151.2,-33.89]]]}"#)
        for run in [auto, shapes, routes] { PolylineRun.assertBalanced(run) }
    }

    func testTheShapeOfMostTripsIsDrawn() throws {
        let more = """
            {"table":"shapes","shape_id":"T","shape_pt_lat":1,"shape_pt_lon":2,"shape_pt_sequence":1}
            {"table":"shapes","shape_id":"T","shape_pt_lat":1,"shape_pt_lon":3,"shape_pt_sequence":2}
            {"table":"trips","trip_id":"a5","route_id":"A","direction_id":0,"shape_id":"T"}
            {"table":"trips","trip_id":"a6","route_id":"A","direction_id":0,"shape_id":"T"}
            {"table":"stop_times","trip_id":"a5","stop_id":"1","stop_sequence":1}
            {"table":"stop_times","trip_id":"a5","stop_id":"2","stop_sequence":2}
            {"table":"stop_times","trip_id":"a5","stop_id":"3","stop_sequence":3}
            {"table":"stop_times","trip_id":"a6","stop_id":"1","stop_sequence":1}
            {"table":"stop_times","trip_id":"a6","stop_id":"2","stop_sequence":2}
            {"table":"stop_times","trip_id":"a6","stop_id":"3","stop_sequence":3}

            """
        let run = try draw(PolylineRun.town + more) { $0.geometry = .auto }
        XCTAssertEqual(PolylineRun.column("trip_count", run)[0], "4")
        XCTAssertEqual(
            PolylineRun.column("geometry", run)[0], #"{"type":"LineString","coordinates":[[2,1],[3,1]]}"#)
    }

    /// Neither the order of the tables nor of stop times and shape points changes a byte.
    func testOrderOfRowsDoesNotMatter() throws {
        var random = SeededGenerator(seed: 42)
        let lines = PolylineRun.town.split(separator: "\n").map(String.init)
        let kept = lines.filter { !$0.contains("stop_times") && !$0.contains("\"shapes\"") }
        let loose = lines.filter { $0.contains("stop_times") || $0.contains("\"shapes\"") }
        for grouping in BuildPolylinesOptions.Grouping.allCases {
            let change: (inout BuildPolylinesOptions) -> Void = {
                $0.grouping = grouping
                $0.geometry = .auto
                $0.pins = true
            }
            let expected = try draw(PolylineRun.town, change)
            XCTAssertGreaterThan(expected.lines.count, 5)
            for _ in 0..<40 {
                var rows = kept
                // The rows that have an order of their own keep it.
                for row in loose.shuffled(using: &random) {
                    rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
                }
                XCTAssertEqual(try draw(rows.joined(separator: "\n"), change).output, expected.output)
            }
            let tables = ["stop_times", "shapes", "trips", "stops", "routes"]
            for _ in 0..<20 {
                let order = tables.shuffled(using: &random)
                let rows = order.flatMap { table in lines.filter { $0.hasPrefix("{\"table\":\"\(table)\"") } }
                XCTAssertEqual(try draw(rows.joined(separator: "\n"), change).output, expected.output)
            }
        }
    }

    func testOnlyWhatIsAskedFor() throws {
        let route = try draw { $0.routes = ["B"] }
        XCTAssertEqual(PolylineRun.column("route_id", route), [#""B""#])
        let trips = try draw {
            $0.trips = ["a1", "a4", "zz"]
            $0.routes = ["A"]
        }
        XCTAssertEqual(PolylineRun.column("trip_count", trips), ["1", "1"])
        XCTAssertEqual(trips.status, .done)
        XCTAssertEqual(trips.summary.unmatched, 1)
        let none = try draw { $0.routes = ["nothing"] }
        XCTAssertEqual(none.status, .dataUnusable)
        XCTAssertEqual(none.output, "")
        for run in [route, trips, none] { PolylineRun.assertBalanced(run) }
    }

    func testPins() throws {
        let run = try draw { $0.pins = true }
        let pins = run.lines.filter { $0.contains("\"stop_pins\"") }
        XCTAssertEqual(run.lines.count - pins.count, 4)
        XCTAssertEqual(
            pins,
            [
                #"{"type":"Feature","table":"stop_pins","properties":{"stop_id":"1","stop_name":"One","wheelchair_boarding":1,"route_ids":["A","B"]},"geometry":{"type":"Point","coordinates":[151.2,-33.87]}}"#,
                #"{"type":"Feature","table":"stop_pins","properties":{"stop_id":"2","stop_name":"Two","parent_station":"P","wheelchair_boarding":2,"route_ids":["A","B"]},"geometry":{"type":"Point","coordinates":[151.21,-33.88]}}"#,
                #"{"type":"Feature","table":"stop_pins","properties":{"stop_id":"3","stop_name":"Three","route_ids":["A"]},"geometry":{"type":"Point","coordinates":[151.2,-33.89]}}"#,
            ])
        PolylineRun.assertBalanced(run)
    }

    func testSimplify() throws {
        let full = try draw { $0.geometry = .auto }
        let thin = try draw {
            $0.geometry = .auto
            $0.simplification = 5000
        }
        XCTAssertEqual(
            PolylineRun.column("geometry", thin)[0],
            #"{"type":"LineString","coordinates":[[151.2,-33.87],[151.2,-33.89]]}"#)
        XCTAssertEqual(PolylineRun.column("length_m", thin), PolylineRun.column("length_m", full))
    }
}
