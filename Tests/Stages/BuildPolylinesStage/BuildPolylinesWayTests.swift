import BuildPolylinesStage
import TestSupport
import XCTest

/// `--by route`: the way of all trips of a route, each piece once. How ways are put together is held by WayUnionTests.
final class BuildPolylinesWayTests: XCTestCase {
    /// A route whose shapes run along one street, 10 m apart: A all the way, B to a branch, and one that is of no use.
    private let street = """
        {"table":"routes","route_id":"R"}
        {"table":"stops","stop_id":"1","stop_lat":-27.5,"stop_lon":153.0}
        {"table":"stops","stop_id":"2","stop_lat":-27.5,"stop_lon":153.02}
        {"table":"stops","stop_id":"3","stop_lat":-27.49,"stop_lon":153.01}
        {"table":"trips","trip_id":"b","route_id":"R","shape_id":"B"}
        {"table":"trips","trip_id":"a1","route_id":"R","shape_id":"A"}
        {"table":"trips","trip_id":"a2","route_id":"R","shape_id":"A"}
        {"table":"trips","trip_id":"c","route_id":"R","shape_id":"C"}
        {"table":"trips","trip_id":"d","route_id":"R"}
        {"table":"stop_times","trip_id":"a1","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"a1","stop_id":"2","stop_sequence":2}
        {"table":"stop_times","trip_id":"a2","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"a2","stop_id":"2","stop_sequence":2}
        {"table":"stop_times","trip_id":"b","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"b","stop_id":"3","stop_sequence":2}
        {"table":"stop_times","trip_id":"c","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"c","stop_id":"2","stop_sequence":2}
        {"table":"stop_times","trip_id":"d","stop_id":"1","stop_sequence":1}
        {"table":"stop_times","trip_id":"d","stop_id":"2","stop_sequence":2}
        {"table":"stop_times","trip_id":"d","stop_id":"3","stop_sequence":3}
        {"table":"shapes","shape_id":"A","shape_pt_lat":-27.5,"shape_pt_lon":153.0,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"A","shape_pt_lat":-27.5,"shape_pt_lon":153.02,"shape_pt_sequence":2}
        {"table":"shapes","shape_id":"B","shape_pt_lat":-27.49991,"shape_pt_lon":153.0,"shape_pt_sequence":1}
        {"table":"shapes","shape_id":"B","shape_pt_lat":-27.49991,"shape_pt_lon":153.01,"shape_pt_sequence":2}
        {"table":"shapes","shape_id":"B","shape_pt_lat":-27.49,"shape_pt_lon":153.01,"shape_pt_sequence":3}
        {"table":"shapes","shape_id":"C","shape_pt_lat":-27.5,"shape_pt_lon":153.0,"shape_pt_sequence":1}

        """

    private func draw(_ change: (inout BuildPolylinesOptions) -> Void) throws -> InMemoryRun {
        let run = try PolylineRun.run(street) {
            $0.grouping = .route
            $0.geometry = .shapes
            change(&$0)
        }
        PolylineRun.assertBalanced(run)
        return run
    }

    func testEachPieceOfWayIsDrawnOnce() throws {
        let once = try draw { _ in }
        XCTAssertEqual(
            PolylineRun.column("geometry", once),
            [
                #"{"type":"MultiLineString","coordinates":[[[153,-27.5],[153.01,-27.5],[153.02,-27.5]],"#
                    + #"[[153.01,-27.5],[153.01,-27.49991],[153.01,-27.49]]]}"#
            ])
        // 1,976 m of street, and 1,108 m of branch from the street on.
        XCTAssertEqual(PolylineRun.column("length_m", once), ["3084.4"])
        XCTAssertEqual(PolylineRun.column("trip_count", once), ["5"])
        let near = try draw { $0.sameWay = 5 }
        XCTAssertEqual(PolylineRun.column("length_m", near), ["4062.5"])
        let identical = try draw { $0.sameWay = 0 }
        XCTAssertEqual(PolylineRun.column("length_m", identical), ["4062.5"])
    }

    /// Under auto a trip without a shape runs where trips with one do between the same stops, and else straight.
    func testTripsWithoutAShape() throws {
        let run = try draw { $0.geometry = .auto }
        XCTAssertEqual(PolylineRun.column("geometry_source", run), [#""shapes""#])
        XCTAssertTrue(run.lines[0].contains("[[153.02,-27.5],[153.01,-27.49]]"), run.lines[0])
        let straight = try draw { $0.geometry = .stops }
        XCTAssertEqual(PolylineRun.column("geometry_source", straight), [#""stops""#])
        XCTAssertEqual(
            PolylineRun.column("geometry", straight),
            [
                #"{"type":"MultiLineString","coordinates":[[[153,-27.5],[153.02,-27.5]],[[153,-27.5],[153.01,-27.49]],"#
                    + #"[[153.02,-27.5],[153.01,-27.49]]]}"#
            ])
    }

    /// Lines are thinned when they are put together, and still meet.
    func testThinnedLinesMeet() throws {
        let run = try draw { $0.simplification = 400 }
        XCTAssertEqual(
            PolylineRun.column("geometry", run),
            [
                #"{"type":"MultiLineString","coordinates":[[[153,-27.5],[153.01,-27.5],[153.02,-27.5]],"#
                    + #"[[153.01,-27.5],[153.01,-27.49]]]}"#
            ])
        XCTAssertEqual(PolylineRun.column("length_m", run), ["3084.4"])
    }
}
