import Drawing
import XCTest

@testable import Networks

/// Strands in a picture: beside each other, joined where they run on, stations across them.
final class StrandLinesTests: XCTestCase {
    private let pitch = 4.0

    private func strands(_ lines: [NetworkLine], scale: Double = 10_000) -> (NetworkWays, StrandLines) {
        let ways = NetworkWays(lines)
        return (ways, StrandLines(ways, WaySamples.paths(ways, scale: scale), pitch: pitch))
    }

    func testStrandsOfAPieceLieAPitchApart() throws {
        for count in [2, 3, 6, 7, 12, 30] {
            let routes = (0..<count).map { ("\($0)", from: [String](), to: [String]()) }
            let (ways, strands) = strands([WaySamples.piece("a", (1, 2), [(24, 60), (24.02, 60)], routes)])
            let lines = (0..<count).map { strands.line($0, on: 0) }
            // Eastwards the left side is the upper one.
            for (upper, lower) in zip(lines, lines.dropFirst()) {
                XCTAssertEqual(lower[0].y - upper[0].y, pitch * ways.width(on: 0), accuracy: 1e-9)
            }
            XCTAssertLessThanOrEqual(lines[count - 1][0].y - lines[0][0].y, 6 * pitch)
            let bar = try XCTUnwrap(strands.bar(on: 0, at: 0.5))
            XCTAssertEqual(min(bar.from.y, bar.to.y), lines[0][0].y, accuracy: 1e-9)
            XCTAssertEqual(max(bar.from.y, bar.to.y), lines[count - 1][0].y, accuracy: 1e-9)
            XCTAssertEqual(bar.middle.x, 100, accuracy: 1e-9)
        }
    }

    func testCurvesBeginAndEndOnTheStrandsThatTheyJoin() {
        let (ways, strands) = strands(WaySamples.fork)
        let strokes = strands.strokes()
        XCTAssertEqual(strokes.count, 6 + 3)
        for curve in strokes.dropFirst(6) {
            let own = strokes.prefix(6).filter { $0.route == curve.route }
            XCTAssertEqual(own.count, 2)
            for end in [curve.points[0], curve.points[curve.points.count - 1]] {
                let gap = own.flatMap { [$0.points[0], $0.points[$0.points.count - 1]] }.map { $0.distance(to: end) }
                    .min()
                XCTAssertEqual(gap ?? 9, 0, accuracy: 1e-9)
            }
            // From piece to piece, and not around the picture.
            XCTAssertLessThan(ParallelLine.length(of: curve.points), 60)
        }
        XCTAssertEqual(ways.pieces.count, 4)
    }

    func testShiftedPartsStepOverTheNodeWithoutAGap() throws {
        let (ways, strands) = strands(WaySamples.fork)
        let parts = strands.shifted()
        XCTAssertEqual(parts.filter { !$0.isJoint }.count, 6)
        for route in ways.routes.indices {
            let joints = parts.filter { $0.isJoint && $0.route == route }
            XCTAssertFalse(joints.isEmpty)
            for (one, next) in zip(joints, joints.dropFirst()) {
                XCTAssertEqual(one.points[one.points.count - 1].distance(to: next.points[0]), 0, accuracy: 1e-9)
                XCTAssertLessThanOrEqual(abs(next.offset - one.offset), 0.4 + 1e-9)
            }
            // The middle one turns with the way.
            let node = Point(200, 0)
            XCTAssertEqual(joints.count % 2, 1)
            XCTAssertTrue(joints[joints.count / 2].points.contains { $0.distance(to: node) < 1e-6 })
            // Its ends lie where the pieces' own strands end.
            let first = try XCTUnwrap(parts.first { !$0.isJoint && $0.route == route && $0.piece == 0 })
            let last = first.points[first.points.count - 1]
            XCTAssertEqual(last.distance(to: joints[0].points[0]), 0, accuracy: 1e-9)
            XCTAssertLessThanOrEqual(abs(first.offset - joints[0].offset), 0.2 + 1e-9)
        }
    }

    /// Pieces far shorter than their strands are wide are drawn all the same.
    func testShortPieces() {
        for stroke in strands(WaySamples.fork, scale: 50).1.strokes() {
            XCTAssertGreaterThan(stroke.points.count, 1)
            for point in stroke.points { XCTAssertTrue(point.x.isFinite && point.y.isFinite) }
            XCTAssertLessThan(ParallelLine.length(of: stroke.points), 40)
        }
    }
}

/// Stations across the ways of their routes.
final class StationBarsTests: XCTestCase {
    private func bars(_ pins: [NetworkPin], _ lines: [NetworkLine] = WaySamples.fork) -> [[StationBars.Bar]] {
        StationBars(NetworkStops(pins).all, on: NetworkWays(lines)).bars
    }

    func testAStopLiesAcrossTheNearestPieceOfItsRoutes() throws {
        let bar = try XCTUnwrap(bars([WaySamples.pin("a", (24.01, 60.0002), ["E", "S"])])[0].first)
        XCTAssertEqual(bar.piece, 0)
        XCTAssertEqual(bar.share, 0.5, accuracy: 1e-6)
        XCTAssertEqual(bar.bearing, 90, accuracy: 0.1)
        XCTAssertEqual(bar.coordinate.latitude, 60, accuracy: 1e-9)
        // A route that runs elsewhere is no reason to lie here.
        XCTAssertEqual(bars([WaySamples.pin("b", (24.0201, 60.005), ["S"])]), [[]])
        // Nor is a way that is too far off: 0.002° are 222 m.
        XCTAssertEqual(bars([WaySamples.pin("c", (24.01, 60.002), ["E"])]), [[]])
    }

    func testPlatformsOnBothSidesAreOneBar() throws {
        let pins = [
            WaySamples.pin("p1", (24.009, 60.0003), ["N", "E", "S"], of: "C"),
            WaySamples.pin("p2", (24.011, 59.9997), ["N", "E", "S"], of: "C"),
        ]
        let found = bars(pins)
        XCTAssertEqual(found.map(\.count), [1])
        XCTAssertEqual(found[0][0].share, 0.5, accuracy: 1e-6)
    }

    func testAStationOfTwoWaysHasABarOnEach() {
        let pins = [
            WaySamples.pin("n", (24.0201, 60.0006), ["N"], of: "J"),
            WaySamples.pin("e", (24.021, 60.0001), ["E"], of: "J"),
        ]
        XCTAssertEqual(Set(bars(pins)[0].map(\.piece)), [1, 2])
    }

    func testLinesOfOneRouteHaveNone() {
        var line = WaySamples.fork[0]
        line.routes = []
        XCTAssertEqual(bars([WaySamples.pin("a", (24.01, 60), ["E"])], [line]), [[]])
    }
}
