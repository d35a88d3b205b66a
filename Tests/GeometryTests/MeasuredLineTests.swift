import Glibc
import TestSupport
import XCTest

@testable import Geometry

/// Lines of which a thousandth of a degree along the equator is 111.32 m, and 110.57 m along a meridian.
final class MeasuredLineTests: XCTestCase {
    private static let east = Ellipsoid.metresPerDegree(atLatitude: 0).longitude / 1000
    private static let north = Ellipsoid.metresPerDegree(atLatitude: 0).latitude / 1000

    /// - Parameter pairs: thousandths of a degree east and north.
    private func line(_ pairs: (Double, Double)..., from longitude: Double = 10) -> MeasuredLine {
        MeasuredLine(pairs.map { at($0.0, $0.1, from: longitude) })
    }

    private func at(_ east: Double, _ north: Double, from longitude: Double = 10) -> Coordinate {
        Coordinate(latitude: north / 1000, longitude: longitude + east / 1000)
    }

    private func feet(_ line: MeasuredLine, _ position: Coordinate, within limit: Double = 200) -> [MeasuredLine.Foot] {
        var feet: [MeasuredLine.Foot] = []
        line.appendFeet(of: position, within: limit, to: &feet)
        return feet
    }

    private func check(
        _ feet: [MeasuredLine.Foot], _ expected: [(along: Double, offset: Double)], within accuracy: Double = 0.1,
        file: StaticString = #filePath, row: UInt = #line
    ) {
        XCTAssertEqual(feet.count, expected.count, "\(feet)", file: file, line: row)
        for (foot, expected) in zip(feet, expected) {
            XCTAssertEqual(foot.along, expected.along, accuracy: accuracy, file: file, line: row)
            XCTAssertEqual(foot.offset, expected.offset, accuracy: accuracy, file: file, line: row)
        }
    }

    /// A plane is no measure of a line across half the earth; metres by GeographicLib (Karney 2013).
    func testLongPieces() {
        for (lat1, lon1, lat2, lon2, metres) in [
            (40.6413, -73.7781, 51.47, -0.4543, 5554908.7905), (-33.8688, 151.2093, -37.8136, 144.9631, 713857.6651),
            (-17, 179.9, -17, -179.9, 21297.1652),
        ] {
            let line = MeasuredLine([
                Coordinate(latitude: lat1, longitude: lon1), Coordinate(latitude: lat2, longitude: lon2),
            ])
            XCTAssertEqual(line.length, metres, accuracy: 0.001)
        }
    }

    func testAPositionBesideAStraightLine() {
        let straight = line((0, 0), (0, 5), (0, 10))
        XCTAssertEqual(straight.length, 10 * MeasuredLineTests.north, accuracy: 0.01)
        check(
            feet(straight, at(0.5, 7)), [(7 * MeasuredLineTests.north, 0.5 * MeasuredLineTests.east)])
        check(feet(straight, at(2, 7)), [])
        check(feet(straight, at(2, 7), within: 300), [(7 * MeasuredLineTests.north, 2 * MeasuredLineTests.east)])
    }

    func testARoundTripHasBothItsEndsAtOnePlace() {
        let (east, north) = (MeasuredLineTests.east, MeasuredLineTests.north)
        let square = line((0, 0), (0, 5), (5, 5), (5, 0), (0, 0))
        check(feet(square, at(0, 0)), [(0, 0), (10 * (east + north), 0)])
        check(feet(square, at(5, 2)), [(8 * north + 5 * east, 0)])
    }

    func testTheStemOfALollipopIsPassedTwice() {
        let (east, north) = (MeasuredLineTests.east, MeasuredLineTests.north)
        // Up the stem, round a square of two, and back down.
        let lollipop = line((0, 0), (0, 5), (-2, 7), (0, 9), (2, 7), (0, 5), (0, 0))
        let ring = 4 * (4 * east * east + 4 * north * north).squareRoot()
        check(feet(lollipop, at(0.1, 2)), [(2 * north, 0.1 * east), (8 * north + ring, 0.1 * east)], within: 0.2)
        // On the ring, further than the limit from the stem, once.
        check(feet(lollipop, at(-2, 7)), [(5 * north + ring / 4, 0)], within: 0.2)
    }

    /// Into a side street and back, one piece each way: a position there is on both.
    func testBothSidesOfATurnAreFound() {
        let (east, north) = (MeasuredLineTests.east, MeasuredLineTests.north)
        let spur = line((-5, 0), (0, 0), (0, 5), (0, 0), (5, 0))
        check(feet(spur, at(0.1, 2)), [(5 * east + 2 * north, 0.1 * east), (5 * east + 8 * north, 0.1 * east)])
        check(feet(spur, at(0, 5)), [(5 * east + 5 * north, 0)])
        // Nearer to the second piece than to the first.
        let corner = line((0, 0), (0, 5), (3, 0))
        XCTAssertEqual(feet(corner, at(1, 2.5)).count, 2)
        // Pieces in one direction are one.
        check(feet(line((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)), at(0.1, 2)), [(2 * north, 0.1 * east)])
        check(feet(line((0, 0), (0, 1), (0, 2), (0, 3), (0, 4)), at(0.1, 2.5)), [(2.5 * north, 0.1 * east)])
    }

    func testALineOverTheAntimeridianGoesOn() {
        let (east, north) = (MeasuredLineTests.east, MeasuredLineTests.north)
        let line = MeasuredLine([
            Coordinate(latitude: 0, longitude: 179.995), Coordinate(latitude: 0, longitude: -179.995),
        ])
        XCTAssertEqual(line.length, 10 * east, accuracy: 0.01)
        for longitude in [-179.997, 180.003] {
            check(
                feet(line, Coordinate(latitude: 0.001, longitude: longitude)), [(8 * east, north)])
        }
        check(feet(line, Coordinate(latitude: 0.001, longitude: 179.997)), [(2 * east, north)])
        XCTAssertEqual(
            line.beyond(Coordinate(latitude: 0, longitude: -179.994), at: line.length), east, accuracy: 0.01)
    }

    func testWhatIsBeyondTheEnds() {
        let (east, north) = (MeasuredLineTests.east, MeasuredLineTests.north)
        let corner = line((0, 0), (0, 5), (5, 5))
        XCTAssertEqual(corner.beyond(at(0, -1), at: 0), -north, accuracy: 0.01)
        // Beside the line's beginning, not before it.
        XCTAssertEqual(corner.beyond(at(1, 0), at: 0), 0)
        XCTAssertEqual(corner.beyond(at(1, -1), at: 0), -north, accuracy: 0.01)
        XCTAssertEqual(corner.beyond(at(6, 4), at: corner.length), east, accuracy: 0.01)
        XCTAssertEqual(corner.beyond(at(4, 5), at: 4 * east + 5 * north), 0)
        XCTAssertEqual(line((0, 0)).beyond(at(0, -1), at: 0), 0)
    }

    func testALineOfOnePositionAndOfNone() {
        check(feet(line((0, 0)), at(1, 0)), [(0, MeasuredLineTests.east)])
        check(feet(line((0, 0)), at(3, 0)), [])
        check(feet(MeasuredLine([]), at(0, 0)), [])
        XCTAssertNil(MeasuredLine([]).coordinate(at: 0))
    }

    func testPositionsThatRepeatAreNoPieces() {
        let line = line((0, 0), (0, 0), (0, 5), (0, 5))
        XCTAssertEqual(line.coordinates.count, 2)
        check(feet(line, at(0, 2)), [(2 * MeasuredLineTests.north, 0)])
    }

    /// Against a look at every piece: lines of many boxes, positions anywhere near.
    func testTheNearestFootIsTheNearestOfAllPieces() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<6 {
            var (x, y) = (0.0, 0.0)
            var positions: [Coordinate] = []
            for _ in 0..<100 {
                positions.append(at(x, y))
                x += Double.random(in: -1...2, using: &generator)
                y += Double.random(in: -1...2, using: &generator)
            }
            let line = MeasuredLine(positions)
            for _ in 0..<12 {
                let along = Double.random(in: 0...line.length, using: &generator)
                let place = line.coordinate(at: along)!
                let position = Coordinate(
                    latitude: place.latitude + Double.random(in: -0.0005...0.0005, using: &generator),
                    longitude: place.longitude + Double.random(in: -0.0005...0.0005, using: &generator))
                // Walked along in steps of a metre.
                let walked = stride(from: 0, through: line.length, by: 1).map {
                    Ellipsoid.distance(line.coordinate(at: $0)!, position)
                }.min()!
                let found = feet(line, position).map(\.offset).min()
                XCTAssertEqual(found ?? .infinity, walked, accuracy: 1)
            }
        }
    }

    /// The places of a line by looking at each piece, as `appendFeet` describes them, and the one that is nearest.
    private func slowFeet(
        _ line: MeasuredLine, _ position: Coordinate, within limit: Double
    ) -> (feet: [MeasuredLine.Foot], nearest: Double) {
        let scale = Ellipsoid.metresPerDegree(atLatitude: position.latitude)
        let pieces = zip(line.coordinates, line.coordinates.dropFirst()).enumerated().map { number, piece in
            let (from, to) = piece
            let x = (from.longitude - position.longitude) * scale.longitude
            let y = (from.latitude - position.latitude) * scale.latitude
            let width = (to.longitude - from.longitude) * scale.longitude
            let height = (to.latitude - from.latitude) * scale.latitude
            let share = max(0, min(1, -(x * width + y * height) / (width * width + height * height)))
            let (east, north) = (x + share * width, y + share * height)
            return (
                share: share,
                foot: MeasuredLine.Foot(
                    along: line.distances[number] + share * (line.distances[number + 1] - line.distances[number]),
                    offset: (east * east + north * north).squareRoot())
            )
        }
        var feet: [MeasuredLine.Foot] = []
        for (number, piece) in pieces.enumerated() {
            let isPlace =
                piece.share <= 0
                ? number == 0 || pieces[number - 1].share >= 1 : piece.share < 1 || number == pieces.count - 1
            guard isPlace, piece.foot.offset <= limit else { continue }
            if let last = feet.last, piece.foot.along - last.along < 50 {
                if piece.foot.offset < last.offset - 0.001 { feet[feet.count - 1] = piece.foot }
            } else {
                feet.append(piece.foot)
            }
        }
        return (feet, pieces.map(\.foot.offset).min()!)
    }

    /// Lines of several levels of boxes, positions near and far.
    func testBoxesHideNothing() {
        var generator = SeededGenerator(seed: 3)
        for count in [17, 300, 5000] {
            var (x, y, course) = (0.0, 0.0, 0.0)
            let positions = (0..<count).map { _ in
                course += Double.random(in: -0.4...0.4, using: &generator)
                (x, y) = (x + cos(course) / 4, y + sin(course) / 4)
                return at(x, y)
            }
            let line = MeasuredLine(positions)
            for round in 0..<60 {
                let place = positions.randomElement(using: &generator)!
                let off = [0.0005, 0.003, 0.3][round % 3]
                let position = Coordinate(
                    latitude: place.latitude + Double.random(in: -off...off, using: &generator),
                    longitude: place.longitude + Double.random(in: -off...off, using: &generator))
                for limit in [50.0, 200, 1500] {
                    let expected = slowFeet(line, position, within: limit)
                    XCTAssertEqual(feet(line, position, within: limit), expected.feet)
                    XCTAssertEqual(line.nearest(to: position)!.offset, expected.nearest, accuracy: 1e-6)
                }
            }
        }
    }

    /// A line that goes to and fro over a position thousands of times: the work for one position has an end, and so have
    /// its places.
    func testALineThatNeverLeavesAPlace() {
        let line = MeasuredLine((0..<40_000).map { at(Double($0 % 2) * 2, Double($0 % 7) / 100) })
        let found = feet(line, at(1, 0.03))
        XCTAssertEqual(found.count, MeasuredLine.mostFeet)
        XCTAssertEqual(found.map(\.along), found.map(\.along).sorted())
        XCTAssertLessThan(found.map(\.offset).max()!, 5)
        XCTAssertLessThan(line.nearest(to: at(1, 0.03))!.offset, 2)
        // Of so many that all can be looked at the nearest are told.
        var generator = SeededGenerator(seed: 4)
        let ends = (0..<2000).map { at(Double($0 % 2) * 2, Double.random(in: 0...1.5, using: &generator)) }
        let short = MeasuredLine(ends)
        let all = slowFeet(short, at(1, 0), within: 200).feet
        XCTAssertGreaterThan(all.count, 1000)
        XCTAssertEqual(
            feet(short, at(1, 0)),
            all.sorted { $0.offset < $1.offset }.prefix(MeasuredLine.mostFeet).sorted { $0.along < $1.along })
        // What is told of a place that few pieces are near does not change.
        let once = MeasuredLine(line.coordinates + [at(0, 50), at(10, 50)])
        XCTAssertEqual(feet(once, at(5, 50)), slowFeet(once, at(5, 50), within: 200).feet)
    }

    /// A trip of a hundred and fifty laps passes a stop as often: none is left out.
    func testEachLapOfARingIsAPlace() {
        let ring = (0..<150 * 36).map { step in
            let angle = Double(step) * .pi / 18
            return at(3 * cos(angle), 3 * sin(angle))
        }
        let line = MeasuredLine(ring)
        for stop in [ring[0], ring[9], ring[27]] {
            XCTAssertEqual(feet(line, stop, within: 100), slowFeet(line, stop, within: 100).feet)
            XCTAssertGreaterThanOrEqual(feet(line, stop, within: 100).count, 150)
        }
    }
}
