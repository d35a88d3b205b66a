import GeoJSON
import Geometry
import NDJSON
import XCTest

@testable import SelectStage

/// Whether zones of trips on demand and the area that is asked for have a place in common.
final class SelectAreaTests: XCTestCase {
    private func geometry(_ text: String) throws -> FeatureGeometry {
        let scanner = RecordScanner(fields: ["type"])
        var found: FeatureGeometry?
        try Array(text.utf8).withUnsafeBytes {
            try scanner.scan($0)
            found = FeatureGeometry(JSONValue.object($0))
        }
        return try XCTUnwrap(found)
    }

    private func square(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> String {
        "[[\(west),\(south)],[\(east),\(south)],[\(east),\(north)],[\(west),\(north)],[\(west),\(south)]]"
    }

    private func polygon(_ rings: String...) throws -> FeatureGeometry {
        try geometry("{\"type\":\"Polygon\",\"coordinates\":[\(rings.joined(separator: ","))]}")
    }

    private func areas(_ west: Double, _ south: Double, _ east: Double, _ north: Double) throws -> [Area] {
        [
            Area(box: Bounds(west: west, south: south, east: east, north: north), polygons: nil),
            Area(box: nil, polygons: try polygon(square(west, south, east, north)).polygons),
        ]
    }

    func testZonesTouchAnAreaWhereverTheirCornersAre() throws {
        let zones: [(FeatureGeometry, Bool, String)] = [
            (try polygon(square(0, 0, 10, 10)), true, "the area lies in the zone"),
            (try polygon(square(4.5, 4.5, 4.6, 4.6)), true, "the zone lies in the area"),
            (try polygon(square(3, 4.4, 7, 4.6)), true, "they cross, and no corner lies in the other"),
            (try polygon(square(4.5, 4.5, 9, 9)), true, "a corner lies in the area"),
            (try polygon(square(5, 4, 6, 5)), true, "they share an edge"),
            (try polygon(square(5.1, 4, 6, 5)), false, "beside"),
            (try polygon(square(0, 0, 10, 10), square(3, 3, 6, 6)), false, "the area lies in a hole of the zone"),
            (try polygon(square(0, 0, 10, 10), square(4.2, 4.2, 4.4, 4.4)), true, "the area has a hole of the zone"),
            (try geometry("{\"type\":\"LineString\",\"coordinates\":[[3,4.5],[7,4.5]]}"), true, "a line through it"),
            (try geometry("{\"type\":\"LineString\",\"coordinates\":[[3,4.5],[3.9,4.5]]}"), false, "a line before it"),
            (try geometry("{\"type\":\"Point\",\"coordinates\":[4.5,4.5]}"), true, "a point in it"),
            (try geometry("{\"type\":\"Point\",\"coordinates\":[5.5,4.5]}"), false, "a point beside it"),
        ]
        for area in try areas(4, 4, 5, 5) {
            for (zone, touches, words) in zones { XCTAssertEqual(area.touches(zone), touches, words) }
        }
    }

    func testABoxMayCrossTheAntimeridian() throws {
        let area = Area(box: Bounds(west: 179, south: -1, east: -179, north: 1), polygons: nil)
        XCTAssertTrue(area.touches(try polygon(square(178, -2, 179.5, 2))))
        XCTAssertTrue(area.touches(try polygon(square(-179.5, -0.5, -170, 0.5))))
        XCTAssertFalse(area.touches(try polygon(square(-178, -2, 178, 2))))
    }

    func testTheFirstProblemOfAGeometryIsFound() throws {
        func problem(_ text: String) throws -> String? {
            let scanner = RecordScanner(fields: ["type"])
            return try Array(text.utf8).withUnsafeBytes {
                try scanner.scan($0)
                return GeometryProblem.first(in: JSONValue.object($0)).map { $0.place + " " + $0.words }
            }
        }
        let ring = square(0, 0, 1, 1)
        let polygon = "{\"type\":\"Polygon\",\"coordinates\":[\(ring)]}"
        XCTAssertNil(try problem(polygon))
        XCTAssertNil(try problem("{\"type\":\"MultiPolygon\",\"coordinates\":[[\(ring)],[\(ring)]]}"))
        XCTAssertNil(try problem("{\"type\":\"Point\",\"coordinates\":[180,90,5]}"))
        XCTAssertNil(try problem("{\"type\":\"GeometryCollection\",\"geometries\":[\(polygon)]}"))
        for (text, place) in [
            ("{}", "type is missing"), ("{\"type\":7}", "type is missing"), ("{\"type\":\"Box\"}", "type is 'Box'"),
            ("{\"type\":\"Polygon\"}", "coordinates is not an array"),
            ("{\"type\":\"Polygon\",\"coordinates\":[]}", "coordinates is empty"),
            ("{\"type\":\"Polygon\",\"coordinates\":[[]]}", "coordinates[0] is empty"),
            ("{\"type\":\"Polygon\",\"coordinates\":[\(ring),[[0,0],[1,1],[0,0]]]}", "coordinates[1] is a ring of 3"),
            ("{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[0,0],[1,1],[0,0]]]}", "coordinates[0] is a ring of 3"),
            ("{\"type\":\"Point\",\"coordinates\":[0,90.1]}", "coordinates is [0,90.1]"),
            ("{\"type\":\"LineString\",\"coordinates\":[[0,0],[0]]}", "coordinates[1] is [0]"),
            ("{\"type\":\"LineString\",\"coordinates\":[[0,0],null]}", "coordinates[1] is null"),
            ("{\"type\":\"GeometryCollection\",\"geometries\":[]}", "geometries is empty"),
            ("{\"type\":\"GeometryCollection\",\"geometries\":[\(polygon),null]}", "geometries[1] is not a geometry"),
            (
                "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[1e999,0]}]}",
                "geometries[0].coordinates is [1e999,0]"
            ),
        ] {
            let found = try problem(text)
            XCTAssertTrue(found?.hasPrefix(place) == true, "\(text): \(found ?? "nothing")")
        }
    }
}
