import Geometry
import XCTest

final class PlaceTests: XCTestCase {
    func testWhatIsAPosition() {
        XCTAssertEqual(Coordinate(place: 50, 10), Coordinate(latitude: 50, longitude: 10))
        for (latitude, longitude) in [
            (0.0, 1.5), (1.5, 0.0), (0.0, 32.5), (-0.2, -78.5), (90, 180), (-90, -180), (1, 1), (-1, 1),
        ] {
            XCTAssertNotNil(Coordinate(place: latitude, longitude), "\(latitude), \(longitude)")
        }
        for (latitude, longitude) in [
            (0.0, 0.0), (-0.0, 0), (1e-9, -1e-9), (0.99, 0.99), (-0.5, 0.5), (90.1, 10), (10, 180.1), (.nan, 10),
            (10, .infinity),
        ] {
            XCTAssertNil(Coordinate(place: latitude, longitude), "\(latitude), \(longitude)")
        }
        XCTAssertNil(Coordinate(place: 50, nil))
        XCTAssertNil(Coordinate(place: nil, 10))
    }
}
