import Geometry
import TestSupport
import XCTest

final class SimplificationTests: XCTestCase {
    /// The distance in metres to a straight piece in degrees, by trying 2,000 points of it.
    private func distance(_ position: Coordinate, _ from: Coordinate, _ to: Coordinate) -> Double {
        var least = Double.infinity
        for step in 0...2000 {
            let share = Double(step) / 2000
            let point = Coordinate(
                latitude: from.latitude + share * (to.latitude - from.latitude),
                longitude: from.longitude + share * (to.longitude - from.longitude))
            least = min(least, Ellipsoid.distance(position, point))
        }
        return least
    }

    private func walk(_ count: Int, from start: Coordinate, step: Double, _ random: inout SeededGenerator) -> Polyline {
        var here = start
        return Polyline(
            (0..<count).map { _ in
                here.latitude += Double.random(in: -step...step, using: &random)
                here.longitude += Double.random(in: -step...step, using: &random) + step / 2
                return here
            })
    }

    func testNoPositionLiesFurtherThanAsked() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<12 {
            let start = Coordinate(latitude: Double([-70, -34, 0, 61][round % 4]), longitude: 179.99)
            let metres = [5.0, 50, 400][round % 3]
            let line = walk(120, from: start, step: 0.002, &random)
            let simple = line.simplified(metres: metres)
            XCTAssertEqual(simple.coordinates.first, line.coordinates.first)
            XCTAssertEqual(simple.coordinates.last, line.coordinates.last)
            XCTAssertLessThan(simple.coordinates.count, line.coordinates.count)
            // What is kept comes in order, so each position left out has its piece.
            var piece = 0
            for coordinate in line.coordinates {
                if piece + 1 < simple.coordinates.count, coordinate == simple.coordinates[piece + 1] {
                    piece += 1
                    continue
                }
                guard piece + 1 < simple.coordinates.count else { continue }
                let off = distance(coordinate, simple.coordinates[piece], simple.coordinates[piece + 1])
                XCTAssertLessThanOrEqual(off, metres * 1.001 + 0.3)
            }
        }
    }

    func testStraightAndNearlyStraight() {
        let line = Polyline(
            (0...10).map { Coordinate(latitude: $0 == 5 ? 0.0001 : 0, longitude: Double($0) / 100) })
        XCTAssertEqual(line.simplified(metres: 12).coordinates.count, 2)
        XCTAssertTrue(line.simplified(metres: 11).coordinates.contains(line.coordinates[5]))
        XCTAssertEqual(line.simplified(metres: 0), line)
    }

    func testALoopKeepsItsFarSide() {
        let line = Polyline([
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0.01, longitude: 0),
            Coordinate(latitude: 0, longitude: 0),
        ])
        XCTAssertEqual(line.simplified(metres: 100), line)
    }

    func testShortLinesStay() {
        let two = Polyline([Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 0)])
        XCTAssertEqual(two.simplified(metres: 1000), two)
        XCTAssertEqual(Polyline().simplified(metres: 1000), Polyline())
    }

    /// The algorithm divides a zigzag one position at a time.
    func testAZigzagIsDividedInTheMiddle() {
        let line = Polyline(
            (0..<20_000).map { Coordinate(latitude: Double($0 % 2) / 100, longitude: Double($0) / 200) })
        // Each position is a kilometre from those around it: none may go.
        XCTAssertTrue(line.simplified(metres: 100) == line)
        // All lie within this of a straight line.
        XCTAssertEqual(line.simplified(metres: 2000).coordinates.count, 2)
    }

    /// Parts that are divided in their middle keep what is promised: nothing left out is far off.
    func testWhatIsLeftOutOfALineOfManyTurnsIsNotFarOff() {
        let metres = 60.0
        let line = Polyline(
            (0..<3000).map {
                Coordinate(latitude: [0, 0.01, 0.0101, 0.0001][$0 % 4], longitude: Double($0) / 100_000)
            })
        let simple = line.simplified(metres: metres)
        XCTAssertLessThan(simple.coordinates.count, 2000)
        var piece = 0
        for coordinate in line.coordinates.dropLast() {
            if coordinate == simple.coordinates[piece + 1] {
                piece += 1
                continue
            }
            guard coordinate != simple.coordinates[piece] else { continue }
            XCTAssertLessThanOrEqual(
                distance(coordinate, simple.coordinates[piece], simple.coordinates[piece + 1]), metres * 1.001 + 0.3)
        }
    }
}
