import StageKit
import TestSupport
import XCTest

/// locations.geojson to features.
final class IngestLocationTests: IngestTestCase {
    func testLocationsAreFeatures() throws {
        let geojson = """
            {"type":"FeatureCollection","features":[
              {"id":"a","type":"Feature","geometry":{"type":"Point","coordinates":[1.50, -2]},"properties":{"stop_name":"x  y"}},
              {"type":"Feature","id":7,"table":"t","zone" : [1, {"b" : null}]},
              {"type":"Feature","properties":{}},
              {"type":"Point","id":"b"},
              {"type":"Feature","id":"a","properties":{"stop_name":"later"},"geometry":null},
              {"type":"Feature","id":"c","properties":{"x":tru}}
            ]}
            """
        let zip = ZipBuilder([.init("locations.geojson", geojson)])
        let path = folder.write(bytes: zip.bytes)
        let run = try ingest(path: path)
        XCTAssertEqual(
            run.lines,
            [
                #"{"type":"Feature","table":"locations","id":"a","properties":{"stop_name":"x  y"},"geometry":{"type":"Point","coordinates":[1.50,-2]}}"#,
                #"{"type":"Feature","table":"locations","id":"7","properties":null,"geometry":null,"zone":[1,{"b":null}]}"#,
                #"{"type":"Feature","table":"locations","id":"a","properties":{"stop_name":"later"},"geometry":null}"#,
            ])
        XCTAssertEqual(rejected(run), ["missing_key": 1, "not_a_feature": 1, "not_json": 1])
        XCTAssertTrue(run.log.contains("locations.geojson:7: byte"), run.log)
        let last = try ingest(path: path) { $0.duplicates = .last }
        XCTAssertEqual(last.lines.filter { $0.contains("\"id\":\"a\"") }.count, 1)
        XCTAssertTrue(last.output.contains("later"))
    }

    func testWhatIsNoGeometryIsNullAndReported() throws {
        let ring = "[[0,0],[1,0],[1,1],[0,0]]"
        let valid = [
            "null", #"{"type":"Point","coordinates":[180,-90,1e3]}"#,
            #"{"type":"Polygon","coordinates":[\#(ring),\#(ring)]}"#,
            #"{"coordinates":[[\#(ring)]],"type":"MultiPolygon"}"#, #"{"type":"Polygon","coordinates":[]}"#,
            #"{"type":"LineString","coordinates":[[0,0],[0.10,0]]}"#,
            #"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[0,0]}]}"#,
        ]
        let invalid = [
            "1", "[]", #""x""#, "{}", #"{"type":1}"#, #"{"type":"Circle","coordinates":[0,0]}"#,
            #"{"type":"Point"}"#, #"{"type":"Point","coordinates":[0]}"#, #"{"type":"Point","coordinates":[0,"1"]}"#,
            #"{"type":"Point","coordinates":[181,0]}"#, #"{"type":"Point","coordinates":[0,-90.5]}"#,
            #"{"type":"Point","coordinates":[0,0,1e999]}"#, #"{"type":"Point","coordinates":[0,null]}"#,
            #"{"type":"LineString","coordinates":[[0,0]]}"#, #"{"type":"Polygon","coordinates":\#(ring)}"#,
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1]]]}"#, #"{"type":"Polygon","coordinates":[[]]}"#,
            #"{"type":"Polygon","coordinates":[[[0,0],[1,0],[0,0]]]}"#,
            #"{"type":"MultiPolygon","coordinates":[\#(ring)]}"#,
            #"{"type":"GeometryCollection","geometries":[{"type":"Point"}]}"#,
            #"{"type":"Point","coordinates":[0,0],"x":[-1e999]}"#,
        ]
        let all = (valid + invalid).enumerated().map {
            #"{"type":"Feature","id":"\#($0)","properties":{},"geometry":\#($1)}"#
        }
        let text = #"{"type":"FeatureCollection","features":["# + all.joined(separator: ",\n") + "]}"
        let run = try ingest(path: folder.write(bytes: ZipBuilder([.init("locations.geojson", text)]).bytes))
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.lines.count, all.count)
        for (line, geometry) in zip(run.lines, valid + invalid.map { _ in "null" }) {
            XCTAssertTrue(line.hasSuffix(#","properties":{},"geometry":\#(geometry)}"#), "\(geometry): \(line)")
        }
        XCTAssertEqual(run.summary.nulled, invalid.count)
        XCTAssertTrue(
            run.log.contains("locations.geojson:8: geometry: '1' is not an object; written as null"), run.log)
    }

    func testMembersOfFeaturesThatBreakTheirType() throws {
        let features = [
            #"{"type":"Feature","id":"a"}"#, #"{"type":"Feature","id":"b","properties":[1],"geometry":null}"#,
            #"{"type":"Feature","id":"c","properties":{"stop_name":5,"x":1e999,"y":5},"geometry":null,"bbox":[1]}"#,
        ]
        let text = #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
        let run = try ingest(path: folder.write(bytes: ZipBuilder([.init("locations.geojson", text)]).bytes))
        let head = #"{"type":"Feature","table":"locations","id":"#
        XCTAssertEqual(
            run.lines,
            [
                head + #""a","properties":null,"geometry":null}"#, head + #""b","properties":null,"geometry":null}"#,
                head + #""c","properties":{"stop_name":null,"x":null,"y":5},"geometry":null,"bbox":null}"#,
            ])
        XCTAssertEqual(run.summary.nulled, 6)
    }

    func testBrokenLocationsEndWith65AfterTheRest() throws {
        let zip = ZipBuilder([
            .init("locations.geojson", #"{"type":"FeatureCollection","features":[{"type":"Feature","id":"a"},"#),
            .init("stops.txt", "stop_id\nA\n"),
        ])
        let run = try ingest(path: folder.write(bytes: zip.bytes))
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.lines.count, 2)
        XCTAssertTrue(run.log.contains("locations.geojson:1: the file ends early"), run.log)
    }
}
