import Geometry
import XCTest

@testable import Schedule

/// Where the stops of a pattern lie on its way; thousandths of a degree north and east of 0° 10°.
final class WayTests: XCTestCase {
    private static let north = Ellipsoid.metresPerDegree(atLatitude: 0).latitude / 1000

    private func at(_ north: Double, _ east: Double = 0) -> Coordinate {
        Coordinate(latitude: north / 1000, longitude: 10 + east / 1000)
    }

    private func way(
        _ stops: [Coordinate?], distances: [Double?]? = nil, shape: [(Coordinate, Double?)] = []
    ) -> Way {
        Way(
            stops: stops, stopDistances: distances ?? stops.map { _ in nil },
            shape: shape.map { ShapePoints.Point(coordinate: $0.0, distance: $0.1) })
    }

    private func check(_ way: Way, _ thousandths: [Double?], file: StaticString = #filePath, line: UInt = #line) {
        XCTAssertEqual(way.stopPositions.count, thousandths.count, file: file, line: line)
        for (position, expected) in zip(way.stopPositions, thousandths) {
            guard let expected else {
                XCTAssertTrue(position.isNaN, file: file, line: line)
                continue
            }
            XCTAssertEqual(position, expected * WayTests.north, accuracy: 1, file: file, line: line)
        }
    }

    func testStraightFromStopToStopWhereThereIsNoShape() {
        let way = way([at(0), at(5), at(5), at(10)])
        XCTAssertFalse(way.isShape)
        check(way, [0, 5, 5, 10])
        XCTAssertEqual(way.distance(to: 3)!, 5 * WayTests.north, accuracy: 1)
        XCTAssertEqual(way.distance(to: 2), 0)
        XCTAssertNil(way.distance(to: 0))
        XCTAssertFalse(way.returns)
    }

    func testAStopWithoutAPlaceLiesNowhere() {
        let way = way([at(0), nil, at(10)])
        check(way, [0, nil, 10])
        XCTAssertNil(way.distance(to: 1))
        XCTAssertNil(way.distance(to: 2))
        XCTAssertEqual(way.stop(nearestTo: 9 * WayTests.north, within: 200), 2)
        XCTAssertNil(way.stop(nearestTo: 5 * WayTests.north, within: 200))
        check(self.way([nil, nil]), [nil, nil])
    }

    func testTheStopsOfARoundTripAreInTheirOrder() {
        let corners = [at(0), at(5), at(5, 5), at(0, 5), at(0)]
        let way = way([at(0), at(5), at(5, 5), at(0, 5), at(0), at(5)], shape: (corners + [at(5)]).map { ($0, nil) })
        XCTAssertTrue(way.isShape)
        for (before, after) in zip(way.stopPositions, way.stopPositions.dropFirst()) {
            XCTAssertEqual(after - before, 5 * 111, accuracy: 4)
        }
    }

    func testTheStemOfALollipopIsGoneUpAndDown() {
        let shape = [at(0), at(5), at(7, -2), at(9), at(7, 2), at(5), at(0)]
        let way = way([at(0), at(2), at(9), at(2), at(0)], shape: shape.map { ($0, nil) })
        let whole = way.line.length
        check(way, [0, 2, whole / 2 / WayTests.north, whole / WayTests.north - 2, whole / WayTests.north])
        XCTAssertTrue(way.returns)
    }

    func testShapeDistTraveledSaysWhichOfTwoPlacesItIs() {
        // Along the same street up and down; by places alone the stop at 2 could be on the way up.
        let shape: [(Coordinate, Double?)] = [(at(0), 0), (at(10), 10), (at(0), 20)]
        check(way([at(0), at(2)], distances: [0, 18], shape: shape), [0, 18])
        check(way([at(0), at(2)], shape: shape), [0, 2])
    }

    func testDistancesThatAreNoMeasureOfTheWayAreNotBelieved() {
        // Kilometres at the stops, metres on the shape.
        let shape: [(Coordinate, Double?)] = [(at(0), 0), (at(20), 2211)]
        check(way([at(0), at(10), at(20)], distances: [0, 1.1, 2.2], shape: shape), [0, 10, 20])
        // They fall.
        check(way([at(0), at(10), at(20)], distances: [0, 2211, 1105], shape: shape), [0, 10, 20])
        // One is missing.
        check(way([at(0), at(10), at(20)], distances: [0, nil, 2211], shape: shape), [0, 10, 20])
    }

    func testAStopFarFromTheShapeLiesAtTheNearestPlace() {
        check(way([at(0), at(5, 9), at(10)], shape: [(at(0), nil), (at(10), nil)]), [0, 5, 10])
    }

    func testOverTheAntimeridian() {
        func place(_ longitude: Double) -> Coordinate { Coordinate(latitude: 0, longitude: longitude) }
        let east = Ellipsoid.metresPerDegree(atLatitude: 0).longitude / 1000
        for way in [
            way([place(179.995), place(179.998), place(-179.998)]),
            way(
                [place(179.995), place(179.998), place(-179.998)],
                shape: [(place(179.995), nil), (place(-179.995), nil)]),
        ] {
            for (position, expected) in zip(way.stopPositions, [0, 3 * east, 7 * east]) {
                XCTAssertEqual(position, expected, accuracy: 0.1)
            }
        }
    }
}
