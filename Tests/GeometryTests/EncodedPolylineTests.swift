import Geometry
import TestSupport
import XCTest

final class EncodedPolylineTests: XCTestCase {
    private let line = [
        Coordinate(latitude: 38.5, longitude: -120.2), Coordinate(latitude: 40.7, longitude: -120.95),
        Coordinate(latitude: 43.252, longitude: -126.453),
    ]

    func testPublishedExample() {
        XCTAssertEqual(EncodedPolyline.encode(line), "_p~iF~ps|U_ulLnnqC_mqNvxq`@")
        XCTAssertEqual(EncodedPolyline.decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@".utf8), line)
    }

    func testPrecisionSix() {
        XCTAssertEqual(EncodedPolyline.encode(line, precision: 6), "_izlhA~rlgdF_{geC~ywl@_kwzCn`{nI")
    }

    func testErrorsDoNotAddUp() throws {
        var random = SeededGenerator(seed: 3)
        let wild = (0..<1000).map { _ in
            Coordinate(
                latitude: Double.random(in: -90...90, using: &random),
                longitude: Double.random(in: -180...180, using: &random))
        }
        for (precision, tolerance) in [(5, 0.5001e-5), (6, 0.5001e-6)] {
            let decoded = try XCTUnwrap(
                EncodedPolyline.decode(EncodedPolyline.encode(wild, precision: precision).utf8, precision: precision))
            XCTAssertEqual(decoded.count, wild.count)
            for (from, to) in zip(wild, decoded) {
                XCTAssertEqual(from.latitude, to.latitude, accuracy: tolerance)
                XCTAssertEqual(from.longitude, to.longitude, accuracy: tolerance)
            }
        }
    }

    func testBrokenTexts() {
        XCTAssertNil(EncodedPolyline.decode("_p~iF".utf8), "a latitude without its longitude")
        XCTAssertNil(EncodedPolyline.decode("_p~iF~ps|".utf8), "cut off")
        XCTAssertNil(EncodedPolyline.decode("_p~iF ps|U".utf8), "a byte that is none")
        XCTAssertNil(EncodedPolyline.decode(String(repeating: "~", count: 40).utf8), "without end")
        XCTAssertEqual(EncodedPolyline.decode("".utf8), [])
    }
}
