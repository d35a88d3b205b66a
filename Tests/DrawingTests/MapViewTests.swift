import Drawing
import Geometry
import TestSupport
import XCTest

final class MapViewTests: XCTestCase {
    /// x = 256 (λ/π + 1), y = 256 (1 − ln tan(π/4 + φ/2)/π) at zoom 0, worked for Sydney Central.
    func testMercatorAgreesWithAHandWorkedPoint() {
        let view = MapView(center: Coordinate(latitude: 0, longitude: 0), zoom: 0, width: 512, height: 512)
        let point = view.point(Coordinate(latitude: -33.8830, longitude: 151.2067))
        XCTAssertEqual(point.x, 471.0495, accuracy: 0.0005)
        XCTAssertEqual(point.y, 307.2716, accuracy: 0.0005)
    }

    func testTheBoxLiesInThePictureAndFillsIt() throws {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<500 {
            let first = Coordinate(
                latitude: .random(in: -75...75, using: &generator),
                longitude: .random(in: -180...180, using: &generator))
            let second = Coordinate(
                latitude: first.latitude + .random(in: 0.05...5, using: &generator),
                longitude: first.longitude + .random(in: 0.05...20, using: &generator))
            let line = Polyline([first, second])
            let bounds = try XCTUnwrap(Bounds(around: [line]))
            let view = MapView(fitting: bounds, origin: Point(100, 50), width: 800, height: 600)
            let points = view.points(line)
            XCTAssertTrue(points.allSatisfy { view.contains($0) }, "\(line)")
            let share = max(abs(points[1].x - points[0].x) / 800, abs(points[1].y - points[0].y) / 600)
            XCTAssertGreaterThan(share, 0.7, "\(line)")
        }
    }

    func testALineAcrossTheAntimeridianIsShort() throws {
        let line = Polyline([Coordinate(latitude: -17, longitude: 179), Coordinate(latitude: -18, longitude: -179)])
            .unwrapped
        let view = MapView(fitting: try XCTUnwrap(Bounds(around: [line])), width: 400, height: 300)
        let points = view.points(line)
        XCTAssertTrue(points.allSatisfy { view.contains($0) })
        // The same place by either name of its longitude.
        let east = view.point(Coordinate(latitude: -17, longitude: 179))
        XCTAssertEqual(east.x, points[0].x, accuracy: 1e-6)
        let west = view.point(Coordinate(latitude: -18, longitude: -179))
        XCTAssertEqual(west.x, points[1].x, accuracy: 1e-6)
        // A part that GeoJSON cut off at the antimeridian lies beside the other.
        let cut = view.points(
            Polyline([Coordinate(latitude: -17.5, longitude: -180), Coordinate(latitude: -18, longitude: -179)]))
        XCTAssertLessThan(cut[0].x, cut[1].x)
        XCTAssertTrue(cut.allSatisfy { view.contains($0) })
    }

    func testPointsThatLieTogetherAreDrawnOnce() {
        let view = MapView(center: Coordinate(latitude: 0, longitude: 0), zoom: 0, width: 512, height: 512)
        let line = Polyline((0...1000).map { Coordinate(latitude: 0, longitude: Double($0) / 1000) })
        let points = view.points(line)
        XCTAssertLessThan(points.count, 5)
        XCTAssertEqual(points.last, view.point(Coordinate(latitude: 0, longitude: 1)))
    }

    func testMetresHoldAtTheMapsLatitude() {
        let view = MapView(center: Coordinate(latitude: 60, longitude: 10), zoom: 12, width: 800, height: 600)
        let west = Coordinate(latitude: 60, longitude: 10)
        let east = Coordinate(latitude: 60, longitude: 10.05)
        let metres = (view.point(east).x - view.point(west).x) * view.metresPerPixel(atLatitude: 60)
        // The sphere of EPSG:3857 and the ellipsoid differ by a few in a thousand.
        XCTAssertEqual(metres / Ellipsoid.distance(west, east), 1, accuracy: 0.005)
        XCTAssertEqual(
            view.latitude(atY: view.point(Coordinate(latitude: 60.07, longitude: 10)).y), 60.07, accuracy: 1e-9)
    }

    func testScaleBarsAreRoundAndFit() {
        for zoom in stride(from: 0.0, through: 17, by: 0.37) {
            for latitude in [0.0, 33, 60, 80, -70] {
                let view = MapView(
                    center: Coordinate(latitude: latitude, longitude: 0), zoom: zoom, width: 800, height: 600)
                let bar = ScaleBar(view, atLatitude: latitude, room: 140)
                XCTAssertLessThanOrEqual(bar.pixels, 140.000001)
                XCTAssertGreaterThan(bar.pixels, 140 / 2.6)
                XCTAssertEqual(
                    bar.pixels * view.metresPerPixel(atLatitude: latitude), bar.metres, accuracy: bar.metres * 1e-9)
                let digits = bar.label.split(separator: " ")[0]
                XCTAssertTrue(
                    ["1", "2", "5"].contains(digits.prefix(1)) && digits.dropFirst().allSatisfy { $0 == "0" }, bar.label
                )
            }
        }
    }
}
