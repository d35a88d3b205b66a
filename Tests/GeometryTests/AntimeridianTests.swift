import Geometry
import TestSupport
import XCTest

final class AntimeridianTests: XCTestCase {
    private func line(_ pairs: (Double, Double)...) -> Polyline {
        Polyline(pairs.map { Coordinate(latitude: $0.1, longitude: $0.0) })
    }

    func testALineAwayFromTheAntimeridianStaysWhole() {
        let whole = line((10, 0), (-170, 5), (-175, 6))
        XCTAssertEqual(line((10, 0), (11, 5)).unwrapped.cutAtAntimeridian, [line((10, 0), (11, 5))])
        XCTAssertEqual(whole.unwrapped.cutAtAntimeridian.count, 1)
    }

    func testCrossingEastward() {
        let parts = line((179, -10), (-179, -12)).unwrapped.cutAtAntimeridian
        XCTAssertEqual(parts, [line((179, -10), (180, -11)), line((-180, -11), (-179, -12))])
    }

    func testCrossingWestwardAndBack() {
        let parts = line((-179, 0), (179, 2), (-179, 4)).unwrapped.cutAtAntimeridian
        XCTAssertEqual(
            parts, [line((-179, 0), (-180, 1)), line((180, 1), (179, 2), (180, 3)), line((-180, 3), (-179, 4))])
    }

    func testTouchingIsNotCrossing() {
        XCTAssertEqual(
            line((179, 0), (180, 1), (179, 2)).unwrapped.cutAtAntimeridian, [line((179, 0), (180, 1), (179, 2))])
        XCTAssertEqual(
            line((179, 0), (-180, 1), (179, 2)).unwrapped.cutAtAntimeridian, [line((179, 0), (180, 1), (179, 2))])
    }

    func testAStopOnTheAntimeridianEndsBothParts() {
        XCTAssertEqual(
            line((179, 0), (180, 1), (-179, 2)).unwrapped.cutAtAntimeridian,
            [line((179, 0), (180, 1)), line((-180, 1), (-179, 2))])
        XCTAssertEqual(
            line((180, 0), (-179, 1)).unwrapped.cutAtAntimeridian, [line((-180, 0), (-179, 1))])
    }

    func testBounds() {
        let crossing = line((177, -20), (-178, -16)).unwrapped
        XCTAssertEqual(Bounds(around: [crossing]), Bounds(west: 177, south: -20, east: -178, north: -16))
        XCTAssertEqual(
            Bounds(around: [line((170, 1), (180, 2))]), Bounds(west: 170, south: 1, east: 180, north: 2))
        XCTAssertEqual(
            Bounds(around: [line((180, 0), (-179, 1)).unwrapped]),
            Bounds(west: -180, south: 0, east: -179, north: 1))
        // Two branches, one on each side.
        let branches = [line((179, 0), (178, 1)), line((-179, 2), (-178, 3))]
        XCTAssertEqual(Bounds(around: branches), Bounds(west: 178, south: 0, east: -178, north: 3))
        XCTAssertNil(Bounds(around: [Polyline()]))
        XCTAssertEqual(
            Bounds(around: [line((0, 0), (170, 0), (-20, 1), (100, 0), (-140, 0)).unwrapped]),
            Bounds(west: -180, south: 0, east: 180, north: 1))
    }

    /// Whatever the line: no longitude outside, no step over half a turn, the same length and the same ends, and every
    /// position in the box.
    func testCutsOfRandomLines() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<500 {
            let line = Polyline(
                (0..<Int.random(in: 2...12, using: &random)).map { _ in
                    // Whole degrees, so that some positions lie on the antimeridian.
                    Coordinate(
                        latitude: Double.random(in: -60...60, using: &random).rounded(),
                        longitude: Double(Int.random(in: 172...188, using: &random)))
                }
            )
            let wrapped = Polyline(
                line.coordinates.map {
                    Coordinate(
                        latitude: $0.latitude, longitude: $0.longitude > 180 ? $0.longitude - 360 : $0.longitude)
                })
            let unwrapped = wrapped.unwrapped
            let parts = unwrapped.cutAtAntimeridian
            let bounds = Bounds(around: [unwrapped])
            var steps = 0.0
            for part in parts {
                XCTAssertGreaterThanOrEqual(part.coordinates.count, 2)
                for (from, to) in zip(part.coordinates, part.coordinates.dropFirst()) {
                    XCTAssertLessThanOrEqual(abs(to.longitude - from.longitude), 180)
                    steps += abs(to.longitude - from.longitude)
                }
                for coordinate in part.coordinates {
                    XCTAssertLessThanOrEqual(abs(coordinate.longitude), 180)
                    let onBorder = abs(coordinate.longitude) == 180
                    XCTAssertTrue(onBorder || bounds?.contains(coordinate) == true)
                }
            }
            let whole = zip(line.coordinates, line.coordinates.dropFirst())
                .reduce(0) { $0 + abs($1.1.longitude - $1.0.longitude) }
            XCTAssertEqual(steps, whole, accuracy: 1e-9)
            XCTAssertEqual(parts.first?.coordinates.first?.latitude, line.coordinates.first?.latitude)
            XCTAssertEqual(parts.last?.coordinates.last?.latitude, line.coordinates.last?.latitude)
        }
    }
}
