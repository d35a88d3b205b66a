import Geometry
import XCTest

final class EllipsoidTests: XCTestCase {
    /// Latitude and longitude of both ends, and metres by GeographicLib (Karney 2013).
    private let geodesics: [(Double, Double, Double, Double, Double)] = [
        (-33.8688, 151.2093, -37.8136, 144.9631, 713857.6651),
        (0, 0, 0, 1, 111319.4908),
        (0, 0, 1, 0, 110574.3886),
        (89.9, 0, 89.9, 180, 22338.7957),
        (-17, 179.9, -17, -179.9, 21297.1652),
        (40.6413, -73.7781, 51.47, -0.4543, 5554908.7905),
        (-33.870001, 151.2, -33.87, 151.200001, 0.1444),
        (-90, 0, 90, 0, 20003931.4586),
        (60, -180, 60, 180, 0),
        (1, 0, -1, 179, 19926195.5302),
    ]

    func testKnownGeodesics() {
        for (lat1, lon1, lat2, lon2, metres) in geodesics {
            let from = Coordinate(latitude: lat1, longitude: lon1)
            let to = Coordinate(latitude: lat2, longitude: lon2)
            XCTAssertEqual(Ellipsoid.distance(from, to), metres, accuracy: 0.001, "\(from) \(to)")
            XCTAssertEqual(Ellipsoid.distance(to, from), metres, accuracy: 0.001, "\(to) \(from)")
        }
    }

    /// Where the formula does not converge, the fallback keeps what its comment promises.
    func testNearlyOppositePoints() {
        for (lat1, lon1, lat2, lon2, metres) in [
            (0.0, 0.0, 0.5, 179.5, 19936288.579), (0, 0, 0, 179.7, 19995624.89), (10, 20, -10, -160, 20003931.4586),
        ] {
            let distance = Ellipsoid.distance(
                Coordinate(latitude: lat1, longitude: lon1), Coordinate(latitude: lat2, longitude: lon2))
            XCTAssertEqual(distance / metres, 1, accuracy: 0.006, "\(lat1) \(lon1) \(lat2) \(lon2)")
        }
    }

    func testScaleAgreesWithShortGeodesics() {
        for latitude in stride(from: -85.0, through: 85, by: 5) {
            let scale = Ellipsoid.metresPerDegree(atLatitude: latitude)
            let here = Coordinate(latitude: latitude, longitude: 10)
            let east = Coordinate(latitude: latitude, longitude: 10.0001)
            let north = Coordinate(latitude: latitude + 0.0001, longitude: 10)
            XCTAssertEqual(Ellipsoid.distance(here, east), scale.longitude * 0.0001, accuracy: 0.001)
            XCTAssertEqual(Ellipsoid.distance(here, north), scale.latitude * 0.0001, accuracy: 0.001)
        }
    }

    func testLengthAddsUp() {
        let line = Polyline([
            Coordinate(latitude: 0, longitude: 0), Coordinate(latitude: 0, longitude: 1),
            Coordinate(latitude: 0, longitude: 0),
        ])
        XCTAssertEqual(line.length, 2 * 111319.4908, accuracy: 0.001)
        XCTAssertEqual(Polyline([Coordinate(latitude: 5, longitude: 5)]).length, 0)
    }
}
