import BuildPolylinesStage
import StageKit
import TestSupport
import XCTest

/// `--by way`: each piece of way once over all routes. How graphs are made and ordered is held by LineGraphTests.
final class BuildPolylinesByWayTests: XCTestCase {
    /// Three routes on one street to the east, 12 m apart at most: N leaves to the north after half of it and S to the
    /// south, M goes on; S has trips the other way too, and runs on one day more. T has no way, and one trip no route.
    private static let street = """
        {"table":"routes","route_id":"S","route_short_name":"3","route_color":"00FF00","route_type":3}
        {"table":"routes","route_id":"N","route_short_name":"1","route_color":"FF0000","route_type":0}
        {"table":"routes","route_id":"M"}
        {"table":"stops","stop_id":"w","stop_lat":60.0,"stop_lon":24.0}
        {"table":"stops","stop_id":"e","stop_lat":60.0,"stop_lon":24.04}
        {"table":"stops","stop_id":"n","stop_lat":60.01,"stop_lon":24.02}
        {"table":"stops","stop_id":"s","stop_lat":59.99,"stop_lon":24.02}
        {"table":"trips","trip_id":"s1","route_id":"S","service_id":"all","direction_id":0,"shape_id":"s"}
        {"table":"trips","trip_id":"s2","route_id":"S","service_id":"one","direction_id":1,"shape_id":"back"}
        {"table":"trips","trip_id":"n1","route_id":"N","service_id":"all","direction_id":0,"shape_id":"n"}
        {"table":"trips","trip_id":"m1","route_id":"M","service_id":"all","shape_id":"m"}
        {"table":"trips","trip_id":"m2","route_id":"M","service_id":"all","shape_id":"m"}
        {"table":"trips","trip_id":"lost","service_id":"all","shape_id":"m"}
        {"table":"calendar","service_id":"all","monday":1,"tuesday":1,"wednesday":1,"thursday":1,"friday":1,"saturday":1,\
        "sunday":1,"start_date":"20260101","end_date":"20261231"}
        {"table":"calendar_dates","service_id":"one","date":"20260302","exception_type":1}
        {"table":"stop_times","trip_id":"s1","stop_id":"w","stop_sequence":1}
        {"table":"stop_times","trip_id":"s1","stop_id":"s","stop_sequence":2}
        {"table":"stop_times","trip_id":"s2","stop_id":"s","stop_sequence":1}
        {"table":"stop_times","trip_id":"s2","stop_id":"w","stop_sequence":2}
        {"table":"stop_times","trip_id":"n1","stop_id":"w","stop_sequence":1}
        {"table":"stop_times","trip_id":"n1","stop_id":"n","stop_sequence":2}
        {"table":"stop_times","trip_id":"m1","stop_id":"w","stop_sequence":1}
        {"table":"stop_times","trip_id":"m1","stop_id":"e","stop_sequence":2}
        {"table":"stop_times","trip_id":"m2","stop_id":"w","stop_sequence":1}
        {"table":"stop_times","trip_id":"m2","stop_id":"e","stop_sequence":2}
        {"table":"stop_times","trip_id":"lost","stop_id":"w","stop_sequence":1}
        {"table":"stop_times","trip_id":"lost","stop_id":"e","stop_sequence":2}
        {"table":"shapes","shape_id":"s","shape_pt_lat":60.0,"shape_pt_lon":24.0,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"s","shape_pt_lat":60.0,"shape_pt_lon":24.02,"shape_pt_sequence":2}
        {"table":"shapes","shape_id":"s","shape_pt_lat":59.99,"shape_pt_lon":24.02,"shape_pt_sequence":3}
        {"table":"shapes","shape_id":"back","shape_pt_lat":59.99,"shape_pt_lon":24.02,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"back","shape_pt_lat":60.0001,"shape_pt_lon":24.02,"shape_pt_sequence":2}
        {"table":"shapes","shape_id":"back","shape_pt_lat":60.0001,"shape_pt_lon":24.0,"shape_pt_sequence":3}
        {"table":"shapes","shape_id":"n","shape_pt_lat":60.0001,"shape_pt_lon":24.0,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"n","shape_pt_lat":60.0,"shape_pt_lon":24.02,"shape_pt_sequence":2}
        {"table":"shapes","shape_id":"n","shape_pt_lat":60.01,"shape_pt_lon":24.02,"shape_pt_sequence":3}
        {"table":"shapes","shape_id":"m","shape_pt_lat":60.0,"shape_pt_lon":24.0,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"m","shape_pt_lat":60.0,"shape_pt_lon":24.04,"shape_pt_sequence":2}

        """

    private func draw(_ change: (inout BuildPolylinesOptions) -> Void = { _ in }) throws -> InMemoryRun {
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try PolylineRun.run(BuildPolylinesByWayTests.street, common) {
            $0.grouping = .way
            $0.geometry = .shapes
            change(&$0)
        }
        PolylineRun.assertBalanced(run)
        return run
    }

    func testRoutesLieInTheOrderInWhichTheyLeave() throws {
        let run = try draw()
        // Eastward: 1 leaves to the left, 3 to the right.
        XCTAssertEqual(PolylineRun.column("route_ids", run), [#"["N","M","S"]"#, #"["S"]"#, #"["N"]"#, #"["M"]"#])
        XCTAssertEqual(PolylineRun.column("from_node", run), ["1", "2", "2", "2"])
        XCTAssertEqual(PolylineRun.column("to_node", run), ["2", "3", "4", "5"])
        // Both directions count, and both trips of M.
        XCTAssertEqual(PolylineRun.column("trip_count", run), ["5", "2", "1", "2"])
        XCTAssertEqual(
            PolylineRun.column("routes", run).first,
            #"[{"route_id":"N","route_short_name":"1","route_type":0,"route_color":"FF0000","trip_count":1,"from_pieces":[],"to_pieces":["way:3"]},"#
                + #"{"route_id":"M","trip_count":2,"from_pieces":[],"to_pieces":["way:4"]},"#
                + #"{"route_id":"S","route_short_name":"3","route_type":3,"route_color":"00FF00","trip_count":2,"from_pieces":[],"to_pieces":["way:2"]}]"#
        )
        XCTAssertEqual(PolylineRun.column("polyline_id", run), [#""way:1""#, #""way:2""#, #""way:3""#, #""way:4""#])
        XCTAssertEqual(PolylineRun.column("length_m", run).first, "1116")
    }

    func testThoseWithoutARouteAreTold() throws {
        let run = try draw()
        XCTAssertTrue(run.log.contains("1 trip has no route_id"), run.log)
        XCTAssertTrue(
            run.log.contains(
                "4 pieces between 5 nodes: 0 crossings and 0 separations of routes, 2 and 0 in the original order of routes "
                    + "(the minimum)"), run.log)
    }

    func testADayHasItsOwnCounts() throws {
        let monday = try draw { $0.date = try? BuildPolylinesOptions.date("20260302") }
        XCTAssertEqual(PolylineRun.column("runs", monday), ["5", "2", "1", "2"])
        let tuesday = try draw { $0.date = try? BuildPolylinesOptions.date("20260303") }
        XCTAssertEqual(PolylineRun.column("trip_count", tuesday), ["4", "1", "1", "2"])
    }

    func testStopsAreThoseOfTheRoutes() throws {
        let run = try draw { $0.pins = true }
        let pins = run.lines.filter { $0.contains(#""table":"stop_pins""#) }
        XCTAssertEqual(pins.count, 4)
        XCTAssertTrue(pins[0].contains(#""route_ids":["S","N","M"]"#), pins[0])
    }

    func testStraightBetweenStopsWithoutShapes() throws {
        let run = try draw { $0.geometry = .stops }
        XCTAssertEqual(PolylineRun.column("geometry_source", run).first, #""stops""#)
        XCTAssertEqual(Set(PolylineRun.column("route_ids", run)), [#"["N"]"#, #"["M"]"#, #"["S"]"#])
    }

    func testSameWayIsMoreThanNothing() {
        var options = BuildPolylinesOptions()
        options.grouping = .way
        options.sameWay = 0
        XCTAssertEqual(options.problem, "--same-way must be more than 0 metres with --by way")
        options.sameWay = 5
        XCTAssertNil(options.problem)
        options.grouping = .pattern
        XCTAssertEqual(options.problem, "--same-way needs --by route or --by way")
    }
}
