import Glibc
import TestSupport
import XCTest

@testable import Geometry

final class WayUnionTests: XCTestCase {
    /// Places in metres east and north of a corner of Brisbane, or of another place.
    private struct Ground {
        var latitude = -27.47
        var longitude = 153.03

        func at(_ x: Double, _ y: Double) -> Coordinate {
            let scale = Ellipsoid.metresPerDegree(atLatitude: latitude)
            return Coordinate(latitude: latitude + y / scale.latitude, longitude: longitude + x / scale.longitude)
        }

        func line(_ points: [(Double, Double)]) -> [Coordinate] { points.map { at($0.0, $0.1) } }
    }

    private let ground = Ground()

    private func union(_ lines: [[Coordinate]], tolerance: Double = 20) -> [WayUnion.Way] {
        var union = WayUnion(tolerance: tolerance)
        for line in lines { union.add(line) }
        return union.ways
    }

    private func length(_ ways: [WayUnion.Way]) -> Double { ways.reduce(0) { $0 + $1.line.length } }

    /// Metres from a place to the nearest of some lines, the slow way.
    private func distance(_ place: Coordinate, _ lines: [[Coordinate]]) -> Double {
        let plane = LocalPlane(place, latitude: place.latitude)
        var least = Double.infinity
        for line in lines {
            for (from, to) in zip(line, line.dropFirst()) {
                let piece = PlaneSegment(start: plane.point(from), end: plane.point(to))
                least = min(least, piece.distance(to: PlanePoint(x: 0, y: 0)).distance)
            }
        }
        return least
    }

    private func furthest(_ lines: [[Coordinate]], from ways: [WayUnion.Way]) -> Double {
        let drawn = ways.map(\.line.coordinates)
        var worst = 0.0
        for line in lines {
            for (from, to) in zip(line, line.dropFirst()) {
                let steps = max(1, Int(Ellipsoid.distance(from, to) / 3))
                for step in 0...steps {
                    worst = max(worst, distance(from.toward(to, Double(step) / Double(steps)), drawn))
                }
            }
        }
        return worst
    }

    // MARK: One way

    func testTheSameStreetWithOtherVerticesIsDrawnOnce() {
        let street = ground.line([(0, 0), (1000, 0)])
        let dense = (0...100).map { ground.at(Double($0) * 10, Double($0 % 2)) }
        let shifted = ground.line([(-5, 12), (400, 15), (1010, 9)])
        for other in [dense, shifted, dense.reversed(), street.reversed()] {
            XCTAssertEqual(union([street, other]).map(\.line.coordinates), [street])
        }
        XCTAssertEqual(length(union([dense, street])), Polyline(dense).length, accuracy: 0.01)
    }

    func testWaysFurtherApartThanTheToleranceStay() {
        let street = ground.line([(0, 0), (1000, 0)])
        let parallel = ground.line([(0, 20.5), (1000, 20.5)])
        XCTAssertEqual(union([street, parallel]).map(\.line.coordinates), [street, parallel])
        XCTAssertEqual(union([street, parallel], tolerance: 21).count, 1)
    }

    func testWhatComesOutOfAStreetIsDrawnFromTheStreetOn() throws {
        let street = ground.line([(0, 0), (1000, 0)])
        let branch = ground.line([(0, 8), (500, 8), (500, 400)])
        let ways = union([street, branch])
        XCTAssertEqual(ways.count, 2)
        // The street has a position where the branch begins.
        let start = try XCTUnwrap(ways[1].line.coordinates.first)
        XCTAssertTrue(ways[0].line.coordinates.contains(start))
        XCTAssertEqual(ways[0].nodes, [1])
        XCTAssertEqual(Ellipsoid.distance(start, ground.at(500, 0)), 0, accuracy: 0.01)
        XCTAssertEqual(length(ways), 1400, accuracy: 0.5)
        XCTAssertLessThanOrEqual(furthest([street, branch], from: ways), 20)
    }

    func testABranchFromAPositionBeginsThere() {
        let street = ground.line([(0, 0), (500, 0), (1000, 0)])
        let branch = ground.line([(0, 0), (500, 0), (500, 400)])
        let ways = union([street, branch])
        XCTAssertEqual(ways.map(\.line.coordinates), [street, ground.line([(500, 0), (500, 400)])])
        XCTAssertEqual(ways[0].nodes, [1])
    }

    func testALineThatGoesOnIsOneLine() {
        let half = ground.line([(0, 0), (500, 0)])
        let whole = ground.line([(0, 0), (500, 0), (1000, 0), (1200, 300)])
        XCTAssertEqual(union([half, whole]).map(\.line.coordinates), [whole])
    }

    func testAShallowBranchIsJoinedStraight() {
        let street = ground.line([(0, 0), (2000, 0)])
        let exit = ground.line([(0, 0), (500, 0), (1500, 100), (2000, 300)])
        let ways = union([street, exit])
        XCTAssertEqual(ways.count, 2)
        XCTAssertTrue(ways[0].line.coordinates.contains(ways[1].line.coordinates[0]))
        // From where the exit is 20 m away, straight to the street.
        XCTAssertEqual(ways[1].line.length, Polyline(exit).length - 500 - 200 + 20, accuracy: 5)
        XCTAssertLessThanOrEqual(furthest([street, exit], from: ways), 20)
    }

    // MARK: Crossings

    func testCrossingsAreNotCut() {
        let street = ground.line([(-1000, 0), (1000, 0)])
        for angle in [90.0, 60, 45, 31] {
            let x = 800 * cos(angle * .pi / 180)
            let y = 800 * sin(angle * .pi / 180)
            let other = ground.line([(-x, -y), (x, y)])
            XCTAssertEqual(union([street, other]).map(\.line.coordinates), [street, other], "\(angle)°")
        }
    }

    func testManyCrossingsInOnePiece() {
        let zigzag = (0...20).map { ground.at(Double($0) * 60, $0 % 2 == 0 ? -100 : 100) }
        let street = ground.line([(-50, 0), (1300, 0)])
        XCTAssertEqual(union([street, zigzag]).map(\.line.coordinates), [street, zigzag])
    }

    func testALineThatCrossesItselfIsWhole() {
        let eight = ground.line([(0, 0), (400, 400), (400, 0), (0, 400)])
        XCTAssertEqual(union([eight]).map(\.line.coordinates), [eight])
    }

    // MARK: There and back

    func testAWayThereAndBackIsDrawnOnce() {
        let out = [(0.0, 0.0), (300, 0), (300, 500)]
        let back = out.reversed().dropFirst()
        XCTAssertEqual(union([ground.line(out + back)]).map(\.line.coordinates), [ground.line(out)])
        // With the other carriageway 8 m beside it, where the line turns in two corners.
        let beside = [(308.0, 500.0), (308, -8), (0, -8)]
        let ways = union([ground.line(out + beside)])
        XCTAssertEqual(ways.count, 1)
        XCTAssertEqual(length(ways), 808, accuracy: 1)
        XCTAssertLessThanOrEqual(furthest([ground.line(out + beside)], from: ways), 20)
    }

    func testASpurIsDrawnOnceAndTheLineGoesOn() {
        let line = ground.line([(0, 0), (500, 0), (500, 200), (500, 0), (1000, 0)])
        let ways = union([line])
        XCTAssertEqual(length(ways), 1200, accuracy: 0.5)
        XCTAssertEqual(ways.last?.line.coordinates.last, line.last)
        XCTAssertTrue(ways.allSatisfy { way in way.line.coordinates.contains(line[1]) })
        XCTAssertLessThanOrEqual(furthest([line], from: ways), 0.001)
    }

    func testALoopAtTheEndClosesOnTheWay() {
        var points = [(0.0, 0.0), (800, 0)]
        for step in 1...36 {
            let angle = Double(step) * 10 * .pi / 180
            points.append((800 + 60 * sin(angle), 60 - 60 * cos(angle)))
        }
        points.append((0, 0))
        let line = ground.line(points)
        let ways = union([line])
        XCTAssertEqual(length(ways), 800 + 376, accuracy: 25)
        XCTAssertLessThanOrEqual(furthest([line], from: ways), 20)
    }

    func testASmallLoopIsPartOfTheWay() {
        let line = ground.line([(0, 0), (500, 0), (506, 6), (500, 12), (494, 6), (500, 0), (0, 0)])
        let ways = union([line])
        XCTAssertEqual(length(ways), 520, accuracy: 30)
        XCTAssertLessThanOrEqual(furthest([line], from: ways), 20)
    }

    // MARK: The globe

    func testAcrossTheAntimeridian() {
        let fiji = Ground(latitude: -17, longitude: 180)
        let over = fiji.line([(-2000, 0), (-500, 0), (700, 0), (2000, 0)]).map {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude > 180 ? $0.longitude - 360 : $0.longitude)
        }
        let shifted = fiji.line([(1900, 10), (-1900, 10)]).map {
            Coordinate(latitude: $0.latitude, longitude: $0.longitude > 180 ? $0.longitude - 360 : $0.longitude)
        }
        XCTAssertEqual(union([over, shifted]).count, 1)
        XCTAssertEqual(length(union([over, shifted])), 4000, accuracy: 1)
        XCTAssertEqual(union([over.reversed(), shifted]).count, 1)
    }

    func testMetresAreMetresFarNorth() {
        let svalbard = Ground(latitude: 78.2, longitude: 15.6)
        let road = svalbard.line([(0, 0), (0, 3000)])
        XCTAssertEqual(union([road, svalbard.line([(19, 0), (19, 3000)])]).count, 1)
        XCTAssertEqual(union([road, svalbard.line([(22, 0), (22, 3000)])]).count, 2)
        // A piece that spans degrees is looked at bit by bit.
        let long = svalbard.line([(0, 0), (0, 300_000)])
        let apart = [long[0], long[1]].map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + 0.0008) }
        // 0.0008° are 18.3 m at the southern end and 14 m at the northern one.
        XCTAssertEqual(union([long, apart]).count, 1)
        XCTAssertEqual(union([long, apart], tolerance: 16).count, 2)
        XCTAssertLessThanOrEqual(furthest([apart], from: union([long, apart], tolerance: 16)), 16.01)
    }

    // MARK: Odd lines

    func testNothingComesOfNothing() {
        let place = ground.at(0, 0)
        XCTAssertEqual(union([]), [])
        XCTAssertEqual(union([[], [place], [place, place, place]]), [])
        let line = ground.line([(0, 0), (0, 0), (300, 0), (300, 0), (300, 0)])
        XCTAssertEqual(union([[place], line]).map(\.line.coordinates), [ground.line([(0, 0), (300, 0)])])
        let pole = [Coordinate(latitude: 90, longitude: 10), Coordinate(latitude: 90, longitude: 120)]
        XCTAssertEqual(union([pole, pole]).count, 1)
    }

    /// Lines on a grid of streets, with noise, other vertices and turns: nothing is left out, nothing hangs loose.
    func testRandomNetworksAreCoveredAndConnected() {
        var random = SeededGenerator(seed: 11)
        for turn in 0..<60 {
            let spread = Double.random(in: 0...12, using: &random)
            let tolerance = Double.random(in: 5...40, using: &random)
            var lines: [[Coordinate]] = []
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                var place = (Int.random(in: 0...3, using: &random), Int.random(in: 0...3, using: &random))
                var points: [Coordinate] = []
                for _ in 0..<Int.random(in: 1...12, using: &random) {
                    let from = place
                    switch Int.random(in: 0...3, using: &random) {
                    case 0: place.0 += 1
                    case 1: place.0 -= 1
                    case 2: place.1 += 1
                    default: place.1 -= 1
                    }
                    let steps = Int.random(in: 1...8, using: &random)
                    for step in 0..<steps {
                        let share = Double(step) / Double(steps)
                        let x = Double(from.0) + share * Double(place.0 - from.0)
                        let y = Double(from.1) + share * Double(place.1 - from.1)
                        points.append(
                            ground.at(
                                x * 150 + Double.random(in: -spread...spread, using: &random),
                                y * 150 + Double.random(in: -spread...spread, using: &random)))
                    }
                }
                lines.append(points)
            }
            let ways = union(lines, tolerance: tolerance)
            XCTAssertEqual(ways, union(lines, tolerance: tolerance))
            XCTAssertLessThanOrEqual(furthest(lines, from: ways), tolerance * 1.001, "turn \(turn)")
            let drawn = ways.map(\.line.coordinates)
            let vertices = Set(lines.joined().map { [$0.latitude, $0.longitude] })
            for (number, line) in drawn.enumerated() {
                for end in [line[0], line[line.count - 1]] where !vertices.contains([end.latitude, end.longitude]) {
                    let others = drawn.enumerated().filter { $0.offset != number }.map(\.element)
                    let own = line.dropFirst().dropLast().contains(end)
                    XCTAssertTrue(
                        own || others.contains { $0.contains(end) }, "turn \(turn): \(end) hangs loose")
                }
            }
            XCTAssertLessThanOrEqual(
                length(ways), lines.reduce(0) { $0 + Polyline($1).length } + 4 * tolerance * Double(ways.count))
        }
    }

    /// The index finds what looking at each piece finds.
    func testTheIndexFindsAll() {
        var random = SeededGenerator(seed: 5)
        var index = SegmentIndex()
        var place = ground.at(0, 0)
        for number in 0..<1200 {
            let next = ground.at(
                Double.random(in: -3000...3000, using: &random), Double.random(in: -3000...3000, using: &random))
            let end = place.toward(next, Double.random(in: 0.01...0.1, using: &random))
            index.append(SegmentIndex.Segment(from: place, to: end, line: 0, vertex: Int32(number)))
            place = number % 50 == 0 ? next : end
            guard number % 7 == 0 else { continue }
            let corner = ground.at(
                Double.random(in: -3000...3000, using: &random), Double.random(in: -3000...3000, using: &random))
            let box = SegmentIndex.Box(corner, corner.toward(next, 0.2))
            var found: [Int] = []
            index.forEach(in: box) {
                found.append($0)
                return true
            }
            let expected = index.segments.indices.filter {
                SegmentIndex.Box(index.segments[$0].from, index.segments[$0].to).touches(box)
            }
            XCTAssertEqual(found, expected)
        }
    }

    /// Positions at which others join stay when a line is thinned.
    func testThinnedLinesStayJoined() {
        let bent = ground.line([(0, 0), (500, 30), (1000, 0)])
        let ways = union([bent, ground.line([(500, 30), (500, 400)])])
        XCTAssertEqual(ways[0].line.simplified(metres: 50).coordinates.count, 2)
        XCTAssertEqual(ways[0].line.simplified(metres: 50, keeping: ways[0].nodes).coordinates, bent)
    }
}
