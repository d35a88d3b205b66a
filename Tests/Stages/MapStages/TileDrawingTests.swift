import Drawing
import Geometry
import XCTest

@testable import Networks
@testable import RenderTilesStage
@testable import TileFiles

/// Tiles that are one map: what crosses a border goes on as if there were none.
final class TileDrawingTests: XCTestCase {
    /// Draws a square of tiles at once and one by one.
    /// - Returns: how many samples differ by more than one grey level, and how many there are.
    private func compare(
        _ network: TileNetwork, _ style: MapStyle, z: Int, from corner: Tile, tiles: Int, size: Int
    ) throws -> (different: Int, drawn: Int) {
        let scene = TileScene(network, style, z: z)
        let painter = TilePainter(style: style, tileSize: size)
        var all = TileScene.Content()
        let side = 1 << z
        for content in scene.contents.values {
            all.lines += content.lines
            all.pins += content.pins
            all.labels += content.labels
            all.plates += content.plates
        }
        // In the order in which they are drawn, each once.
        all.lines = Array(Set(all.lines)).sorted()
        all.pins = Array(Set(all.pins)).sorted()
        all.labels = Array(Set(all.labels)).sorted()
        all.plates = Array(Set(all.plates)).sorted()
        let whole = try painter.raster(corner, tiles: tiles, all, of: scene, ground: nil)
        var different = 0
        var drawn = 0
        for row in 0..<tiles {
            for column in 0..<tiles {
                let tile = Tile(z: z, x: (corner.x + column) & (side - 1), y: corner.y + row)
                let bytes = try painter.tile(tile, of: scene, under: nil, as: .png).bytes
                let part =
                    bytes.isEmpty
                    ? Raster(width: size, height: size) : try bytes.withUnsafeBytes { try ImageCodec.png.decode($0) }
                for y in 0..<size {
                    for x in 0..<size {
                        let one = part.pixels[y * size + x]
                        let other = whole.pixels[(row * size + y) * size * tiles + column * size + x]
                        if other != 0 { drawn += 1 }
                        for shift in [UInt32(0), 8, 16, 24] {
                            let gap = Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)
                            if abs(gap) > 1 { different += 1 }
                        }
                    }
                }
            }
        }
        return (different, drawn)
    }

    func testStitchedTilesAreTheSameMap() throws {
        let middle = Coordinate(latitude: -16.92, longitude: 145.77)
        let network = TileSamples.network(seed: 3, lines: 30, around: middle, degrees: 0.12)
        for (z, size) in [(10, 256), (12, 256), (13, 512), (15, 256)] {
            let tile = Tile(network.lines[0].parts[0].coordinates[9], z: z)
            let result = try compare(
                network, MapStyle(), z: z, from: Tile(z: z, x: tile.x - 1, y: tile.y - 1), tiles: 3, size: size)
            XCTAssertGreaterThan(result.drawn, 1000, "zoom \(z)")
            XCTAssertEqual(result.different, 0, "zoom \(z): samples that differ by more than one grey level")
        }
    }

    func testOpacityAndLongPiecesHaveNoSeamsEither() throws {
        var style = MapStyle()
        style.lines.opacity = 0.5
        let middle = Coordinate(latitude: 47.4, longitude: 8.5)
        let lines = WayNetwork(
            [
                // Across half a continent, so that positions lie millions of pixels away.
                TileSamples.line(
                    "far", "AA3300", 5,
                    [
                        Polyline([
                            Coordinate(latitude: 30, longitude: -9), Coordinate(latitude: 59.41, longitude: 25.3),
                            Coordinate(latitude: 40, longitude: -3.7), Coordinate(latitude: 47.4, longitude: 8.5),
                        ])
                    ]),
                TileSamples.line(
                    "near", "00AA33", 3,
                    [
                        Polyline([
                            Coordinate(latitude: 47.39, longitude: 8.48), Coordinate(latitude: 47.41, longitude: 8.53),
                        ])
                    ]),
            ], [])
        let network = TileNetwork(lines, style.lines)
        for z in [14, 17] {
            let tile = Tile(middle, z: z)
            let result = try compare(
                network, style, z: z, from: Tile(z: z, x: tile.x - 1, y: tile.y - 1), tiles: 3, size: 256)
            XCTAssertGreaterThan(result.drawn, 500)
            XCTAssertEqual(result.different, 0, "zoom \(z)")
        }
    }

    func testTheAntimeridianIsNoSeam() throws {
        let style = MapStyle()
        let middle = Coordinate(latitude: -16.8, longitude: 180)
        let network = TileSamples.network(seed: 8, lines: 6, around: middle, degrees: 0.3)
        let z = 10
        let result = try compare(
            network, style, z: z, from: Tile(z: z, x: (1 << z) - 2, y: Tile(middle, z: z).y - 1), tiles: 3, size: 256)
        XCTAssertGreaterThan(result.drawn, 500)
        XCTAssertEqual(result.different, 0)
    }

    func testRoutesSideBySideHaveNoSeamsEither() throws {
        let pins = [
            WaySamples.pin("a", (24.01, 60.0002), ["N", "E", "S"]), WaySamples.pin("b", (24.02, 60.0002), ["E"]),
            WaySamples.pin("c", (24.0199, 59.995), ["S"]),
        ]
        let network = TileNetwork(WayNetwork(WaySamples.fork, NetworkStops(pins).all), MapStyle.Lines())
        let middle = Coordinate(latitude: 60, longitude: 24.02)
        for z in [11, 13, 14, 16] {
            let tile = Tile(middle, z: z)
            let scene = TileScene(network, MapStyle(), z: z)
            XCTAssertEqual(scene.lines.count, 9, "six strands and three curves")
            if z > 12 { XCTAssertFalse(scene.plates.isEmpty) }
            let result = try compare(
                network, MapStyle(), z: z, from: Tile(z: z, x: tile.x - 1, y: tile.y - 1), tiles: 3, size: 256)
            XCTAssertGreaterThan(result.drawn, 300, "zoom \(z)")
            XCTAssertEqual(result.different, 0, "zoom \(z)")
        }
    }

    /// Two strands share no pixel, and the colours of all are there at each place along the way.
    func testStrandsDoNotCoverEachOther() throws {
        var lines = WaySamples.fork
        for (place, color) in [(0, "FF0000"), (1, "00FF00"), (2, "0000FF")] {
            lines[0].routes[place].routeColor = color
        }
        let style = MapStyle()
        let scene = TileScene(TileNetwork(WayNetwork([lines[0]], []), style.lines), style, z: 14)
        XCTAssertEqual(scene.lines.map(\.color.hex).sorted(), ["#0000ff", "#00ff00", "#ff0000"])
        let heights = scene.lines.map { $0.points[0].y }.sorted()
        for (upper, lower) in zip(heights, heights.dropFirst()) {
            XCTAssertGreaterThanOrEqual(lower - upper, style.lines.width[14])
        }
        // The order from left to right, which is from north to south on a way to the east.
        let byColor = Dictionary(uniqueKeysWithValues: scene.lines.map { ($0.color.hex, $0.points[0].y) })
        XCTAssertLessThan(byColor["#ff0000"] ?? 0, byColor["#00ff00"] ?? 0)
        XCTAssertLessThan(byColor["#00ff00"] ?? 0, byColor["#0000ff"] ?? 0)
    }

    func testPinsDoNotCrowd() {
        let middle = Coordinate(latitude: 10, longitude: 20)
        let network = TileSamples.network(seed: 4, lines: 40, around: middle, degrees: 0.05)
        let style = MapStyle()
        for z in 10...15 {
            let scene = TileScene(network, style, z: z)
            let places = scene.pins.map(\.place)
            for (number, place) in places.enumerated() {
                for other in places[(number + 1)...] {
                    XCTAssertGreaterThanOrEqual(place.distance(to: other), style.pins.spacing[z])
                }
            }
            XCTAssertEqual(z < 13, scene.pins.allSatisfy { $0.label == nil }, "names from zoom 13")
        }
        XCTAssertTrue(TileScene(network, style, z: 9).pins.isEmpty)
    }

    func testALongNameIsCut() {
        var pin = TileSamples.pin("s", Coordinate(latitude: 10, longitude: 20))
        pin.stopName = String(repeating: "Long Street ", count: 10_000)
        let network = TileNetwork(WayNetwork([], NetworkStops([pin]).all), MapStyle.Lines())
        XCTAssertEqual(network.stops[0].name?.last, "…")
        XCTAssertLessThan(network.stops[0].name?.count ?? .max, 60)
        XCTAssertLessThan(TileScene(network, MapStyle(), z: 15).contents.count, 9)
    }

    func testZoomValues() {
        let value = ZoomValue([10: 2, 12: 6])
        XCTAssertEqual([9, 10, 11, 12, 13].map { value[$0] }, [2, 2, 4, 6, 6])
        XCTAssertEqual(ZoomValue([.init(zoom: 0, value: 3)])[17], 3)
    }
}
