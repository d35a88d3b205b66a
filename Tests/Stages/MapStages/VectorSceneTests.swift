import Geometry
import MapTiles
import TestSupport
import XCTest

@testable import Networks
@testable import RenderTilesStage
@testable import TileFiles

/// Vector tiles against the lines that they are made of, computed without tiles.
final class VectorSceneTests: XCTestCase {
    private let middle = Coordinate(latitude: -33.87, longitude: 151.2)

    private func network(seed: UInt64) -> [NetworkLine] {
        var random = SeededGenerator(seed: seed)
        return (0..<8).map { number in
            var place = middle
            var part = Polyline([place])
            for _ in 0..<60 {
                place.latitude += .random(in: -0.004...0.004, using: &random)
                place.longitude += .random(in: -0.004...0.004, using: &random)
                part.coordinates.append(place)
            }
            return TileSamples.line("r\(number)", "00AA33", number, [part])
        }
    }

    /// Units of a tile between a place and the nearest of a line's straight pieces on the map.
    private func distance(_ place: WorldPoint, _ line: [WorldPoint], unit: Double) -> Double {
        var least = Double.infinity
        for (from, to) in zip(line, line.dropFirst()) {
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let square = dx * dx + dy * dy
            let share = square > 0 ? min(1, max(0, ((place.x - from.x) * dx + (place.y - from.y) * dy) / square)) : 0
            let (x, y) = (place.x - from.x - share * dx, place.y - from.y - share * dy)
            least = min(least, (x * x + y * y).squareRoot())
        }
        return least / unit
    }

    func testWhatIsWrittenLiesOnTheLinesAndNothingIsMissing() throws {
        let lines = network(seed: 12)
        for z in [9, 12, 14, 16] {
            let scene = VectorScene(WayNetwork(lines, []), z: z)
            let unit = 1 / Double(VectorScene.extent << z)
            /// What of each line is covered, by places on the map.
            var written: [String: [[WorldPoint]]] = [:]
            for packed in scene.tiles {
                let tile = Tile(packed: packed)
                let bytes = try XCTUnwrap(scene.tile(packed) ?? [])
                let read = try VectorTileReader.read(bytes)
                XCTAssertNil(read.problem, "\(tile)")
                for feature in read["routes"]?.features ?? [] {
                    guard case .string(let id)? = feature["route_id"] else { return XCTFail("no route_id") }
                    for part in feature.parts {
                        written[id, default: []].append(
                            part.map {
                                WorldPoint(
                                    x: (Double(tile.x * VectorScene.extent) + Double($0.x)) * unit,
                                    y: (Double(tile.y * VectorScene.extent) + Double($0.y)) * unit)
                            })
                        for position in part {
                            let limit = Int32(VectorScene.extent + VectorScene.buffer)
                            XCTAssertTrue((-Int32(VectorScene.buffer)...limit).contains(position.x))
                            XCTAssertTrue((-Int32(VectorScene.buffer)...limit).contains(position.y))
                        }
                    }
                }
            }
            for line in lines {
                let whole = line.parts[0].coordinates.map(WebMercator.point)
                let parts = try XCTUnwrap(written[line.routeID ?? ""], "zoom \(z)")
                // A quarter of a pixel of simplification, and whole units.
                for place in parts.joined() { XCTAssertLessThan(distance(place, whole, unit: unit), 5.5, "zoom \(z)") }
                for place in whole {
                    let least = parts.map { distance(place, $0, unit: unit) }.min() ?? .infinity
                    XCTAssertLessThan(least, 5.5, "zoom \(z): a position that no tile has")
                }
            }
        }
    }

    func testStationsAndTheirProperties() throws {
        var pins = [TileSamples.pin("A1", middle), TileSamples.pin("A2", middle), TileSamples.pin("B", middle)]
        for (place, code) in ["1", "2"].enumerated() {
            pins[place].parentStation = "A"
            pins[place].stationName = "Central"
            pins[place].platformCode = code
            pins[place].routeIDs = ["r\(place)"]
        }
        let scene = VectorScene(WayNetwork([], NetworkStops(pins).all), z: 14)
        let tile = try VectorTileReader.read(try XCTUnwrap(scene.tile(Tile(middle, z: 14).packed)))
        let features = try XCTUnwrap(tile["stops"]).features
        XCTAssertEqual(features.count, 2)
        XCTAssertEqual(features[0]["stop_id"], .string("A"))
        XCTAssertEqual(features[0]["stop_name"], .string("Central"))
        XCTAssertEqual(features[0]["route_ids"], .string("r0,r1"))
        XCTAssertEqual(features[0]["location_type"], .int64(1))
        XCTAssertEqual(features[0]["platforms"], .string("A1,A2"))
        XCTAssertEqual(features[0]["wheelchair_boarding"], .int64(1))
        XCTAssertEqual(features[1]["stop_id"], .string("B"))
        XCTAssertNil(features[1]["location_type"])
    }

    func testTheAntimeridian() throws {
        let line = TileSamples.line(
            "r", nil, 1,
            [Polyline([Coordinate(latitude: 0, longitude: 179.9), Coordinate(latitude: 0.01, longitude: 180.1)])])
        let scene = VectorScene(WayNetwork([line], []), z: 10)
        let west = try VectorTileReader.read(try XCTUnwrap(scene.tile(Tile(z: 10, x: 1023, y: 511).packed)))
        let east = try VectorTileReader.read(try XCTUnwrap(scene.tile(Tile(z: 10, x: 0, y: 511).packed)))
        XCTAssertEqual(west["routes"]?.features.count, 1)
        XCTAssertEqual(east["routes"]?.features.count, 1)
        let first = try XCTUnwrap(east["routes"]?.features[0].parts[0].first)
        XCTAssertEqual(first.x, -Int32(VectorScene.buffer), "it comes in from the west")
    }

    func testRoutesOfAWayAreFeaturesWithOffsets() throws {
        let pins = [
            WaySamples.pin("a", (24.01, 60.0002), ["N", "E", "S"]), WaySamples.pin("far", (24.01, 60.1), ["N"]),
        ]
        let z = 13
        let scene = VectorScene(WayNetwork(WaySamples.fork, NetworkStops(pins).all), z: z)
        var offsets: [String: Set<Double>] = [:]
        var stops: [String: [String: VectorTile.Value]] = [:]
        for packed in scene.tiles {
            let read = try VectorTileReader.read(scene.tile(packed) ?? [])
            for feature in read["routes"]?.features ?? [] {
                guard case .string(let route)? = feature["route_id"], case .double(let offset)? = feature["offset"],
                    case .double(let width)? = feature["width"]
                else { return XCTFail("no route_id, offset or width") }
                XCTAssertEqual(width, 1)
                // Only what is along a piece is counted.
                if case .int64(let trips)? = feature["trip_count"] {
                    XCTAssertEqual(trips, 3)
                    offsets[route, default: []].insert(offset)
                }
            }
            for feature in read["stops"]?.features ?? [] {
                guard case .string(let stop)? = feature["stop_id"] else { return XCTFail("no stop_id") }
                stops[stop] = Dictionary(uniqueKeysWithValues: feature.properties.map { ($0.name, $0.value) })
            }
        }
        XCTAssertEqual(offsets, ["N": [-1, 0], "E": [0], "S": [1, 0]])
        XCTAssertEqual(stops["a"]?["way_routes"], .int64(3))
        XCTAssertEqual(stops["a"]?["bearing"], .double(90))
        XCTAssertNil(stops["far"]?["bearing"])
    }
}
