import Geometry
import XCTest

@testable import AnimateStage
@testable import TrackStage

/// The lines that vehicles move along.
final class WayLineTests: XCTestCase {
    /// A line is one whether its longitudes pass ±180 or a place's lie on the other side.
    func testALineAcrossTheAntimeridianIsNearOnEitherSide() throws {
        let line = WayLine(
            [179.9, 180.1].map { Coordinate(latitude: 0, longitude: $0) })
        for (longitude, share) in [(179.95, 0.25), (180, 0.5), (-180, 0.5), (-179.95, 0.75)] {
            let place = Coordinate(latitude: 0, longitude: longitude)
            let near = try XCTUnwrap(line.near(place, within: 1).first, "\(longitude)")
            XCTAssertEqual(near.along, share * line.length, accuracy: 1)
            let back = line.place(at: near.along)
            XCTAssertTrue(back.isValid, "\(back)")
            XCTAssertEqual(abs(back.longitude), abs(longitude), accuracy: 1e-5)
        }
    }
}
