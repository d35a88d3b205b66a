import Drawing
import TestSupport
import XCTest

@testable import Networks

/// Lines beside lines, held to the distance that they are asked for.
final class ParallelLineTests: XCTestCase {
    func testRightIsToTheRightInAPictureThatGrowsDownwards() {
        XCTAssertEqual(ParallelLine.of([Point(0, 0), Point(10, 0)], at: 2), [Point(0, 2), Point(10, 2)])
        XCTAssertEqual(ParallelLine.of([Point(0, 0), Point(0, 10)], at: 2), [Point(-2, 0), Point(-2, 10)])
        let corner = ParallelLine.of([Point(0, 0), Point(10, 0), Point(10, 10)], at: 2)
        XCTAssertEqual(corner, [Point(0, 2), Point(8, 2), Point(8, 10)])
        XCTAssertEqual(
            ParallelLine.of([Point(0, 0), Point(10, 0), Point(10, 10)], at: -2),
            [Point(0, -2), Point(12, -2), Point(12, 10)])
    }

    /// No place of the parallel comes nearer to the line than the distance, also on the inner side of narrow turns.
    func testParallelsKeepTheirDistance() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<200 {
            var points = [Point(0, 0)]
            var course = 0.0
            for _ in 0..<30 {
                course += .random(in: -0.5...0.5, using: &random)
                let step = Double.random(in: 0.5...12, using: &random)
                let last = points[points.count - 1]
                points.append(Point(last.x + step * cos(course), last.y + step * sin(course)))
            }
            for distance in [-6.0, -2, 1, 5] {
                let line = ParallelLine.of(points, at: distance)
                XCTAssertGreaterThan(line.count, 1)
                XCTAssertEqual(line[0].distance(to: points[0]), abs(distance), accuracy: 1e-6)
                XCTAssertEqual(
                    line[line.count - 1].distance(to: points[points.count - 1]), abs(distance), accuracy: 1e-6)
                let near = line.filter { WaySamples.distance($0, points) < abs(distance) * 0.6 }
                XCTAssertLessThanOrEqual(near.count, 1, "round \(round) at \(distance)")
                let far = line.filter { WaySamples.distance($0, points) > abs(distance) * 2.3 }
                XCTAssertEqual(far.count, 0, "round \(round) at \(distance)")
            }
        }
    }

    func testLinesWithoutLengthAreNone() {
        XCTAssertEqual(ParallelLine.of([], at: 3), [])
        XCTAssertEqual(ParallelLine.of([Point(1, 1)], at: 3), [])
        XCTAssertEqual(ParallelLine.of([Point(1, 1), Point(1, 1)], at: 3), [])
        XCTAssertNil(ParallelLine.direction(of: [Point(1, 1), Point(1, 1)], atEnd: true))
    }

    func testPartsAreCutFromBothEnds() {
        let line = [Point(0, 0), Point(4, 0), Point(4, 6)]
        XCTAssertEqual(ParallelLine.part(of: line, without: 1, and: 2), [Point(1, 0), Point(4, 0), Point(4, 4)])
        XCTAssertEqual(ParallelLine.part(of: line, without: 5, and: 2), [Point(4, 1), Point(4, 4)])
        XCTAssertEqual(ParallelLine.length(of: line), 10)
        XCTAssertEqual(ParallelLine.place(7, on: line), Point(4, 3))
    }

    func testCurvesLeaveAndComeInTheirDirections() throws {
        let curve = ParallelLine.curve(from: Point(0, 0), Point(1, 0), to: Point(20, 10), Point(0, 1))
        XCTAssertEqual(curve.first, Point(0, 0))
        XCTAssertEqual(curve.last, Point(20, 10))
        let start = try XCTUnwrap(ParallelLine.direction(of: curve, atEnd: false))
        let end = try XCTUnwrap(ParallelLine.direction(of: curve, atEnd: true))
        XCTAssertGreaterThan(start.x, 0.95)
        XCTAssertGreaterThan(end.y, 0.95)
    }
}
