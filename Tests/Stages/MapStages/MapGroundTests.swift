import Foundation
import Geometry
import MapStage
import MapTiles
import StageKit
import TestSupport
import XCTest

@testable import RenderTilesStage

/// Archives of tiles under a page's maps.
final class MapGroundTests: MapRuns {
    // MARK: Archives

    /// Layers as the metadata of archives have them.
    private func layers(_ names: [String], field: String = "kind") -> String {
        "[" + names.map { "{\"id\":\"\($0)\",\"fields\":{\"\(field)\":\"String\"}}" }.joined(separator: ",") + "]"
    }

    private static let openMapTiles = ["water", "transportation", "building"]

    private func metadata(_ layers: String?, attribution: String? = nil) -> TileMetadata {
        var metadata = TileMetadata()
        metadata.vectorLayers = layers
        metadata.attribution = attribution
        return metadata
    }

    private func pmtiles(_ tiles: [(Tile, [UInt8])], _ metadata: TileMetadata, _ format: TileFormat) throws -> String {
        let path = TemporaryFolder.shared.write("", "\(UUID().uuidString).pmtiles")
        let writer = try PMTilesWriter(into: path, named: path, format: format)
        for (tile, bytes) in tiles { try writer.add(tile, bytes) }
        try writer.finish(metadata)
        return path
    }

    private func mbtiles(_ tiles: [(Tile, [UInt8])], _ metadata: TileMetadata, _ format: TileFormat) throws -> String {
        let path = TemporaryFolder.shared.path + "/\(UUID().uuidString).mbtiles"
        let writer = try MBTilesWriter(path, frames: false, origin: nil)
        for (tile, bytes) in tiles { try bytes.withUnsafeBytes { try writer.put(tile, frame: nil, $0) } }
        var metadata = metadata
        metadata.format = format
        try writer.finish(metadata)
        return path
    }

    /// A vector tile that is no other's.
    private func vector(_ tile: Tile, names: [String] = openMapTiles) -> [UInt8] {
        let features = [
            VectorTile.Feature(
                type: .point, parts: [[TilePosition(x: 1, y: 1)]],
                properties: [.init("at", .string("\(tile.z)/\(tile.x)/\(tile.y)"))])
        ]
        return VectorTileWriter().bytes(of: VectorTile(layers: names.map { .init(name: $0, features: features) }))
    }

    private func compressed(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { TileGzip.compressed($0) } }

    /// All tiles of a box of degrees in some zooms.
    private func tiles(
        _ box: (Double, Double, Double, Double), _ zooms: ClosedRange<Int>, _ content: (Tile) -> [UInt8]
    ) -> [(Tile, [UInt8])] {
        zooms.flatMap { z -> [(Tile, [UInt8])] in
            let columns = column(box.0, z)...column(box.2, z)
            let rows = row(box.3, z)...row(box.1, z)
            return rows.flatMap { y in columns.map { Tile(z: z, x: $0, y: y) } }.map { ($0, content($0)) }
        }
    }

    // Slippy map tilenames, as they are known: not by the library that is tested.
    private func column(_ longitude: Double, _ z: Int) -> Int {
        Int(((longitude + 180) / 360 * pow(2, Double(z))).rounded(.down))
    }

    private func row(_ latitude: Double, _ z: Int) -> Int {
        let radians = latitude * .pi / 180
        let share = (1 - asinh(tan(radians)) / .pi) / 2
        return min(max(Int((share * pow(2, Double(z))).rounded(.down)), 0), 1 << z - 1)
    }

    // MARK: Pages

    private func line(_ places: [(Double, Double)]) -> String {
        "{\"type\":\"Feature\",\"table\":\"polylines\",\"properties\":{\"polyline_id\":\"L\",\"route_id\":\"R\"},"
            + "\"geometry\":{\"type\":\"LineString\",\"coordinates\":["
            + places.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]}}\n"
    }

    private func run(_ records: String, over path: String) throws -> InMemoryRun {
        var options = MapOptions()
        options.basemap = .archive(path)
        return try run(records, options)
    }

    private struct Carried {
        var ground: [String: Any]
        var tiles: [Tile: [UInt8]]
        var zooms: ClosedRange<Int> { (tiles.keys.map(\.z).min() ?? 0)...(tiles.keys.map(\.z).max() ?? 0) }
    }

    /// What a page carries, read as its script does.
    private func carried(_ page: String) throws -> Carried {
        let object = try JSONSerialization.jsonObject(with: Data(data(page).utf8)) as? [String: Any]
        var numbers = PackedNumbers(try attachment("ground", in: page))
        func number() -> Int { numbers.whole() }
        let lengths = (0..<number()).map { _ in number() }
        let entries = (0..<number()).map { _ in (number(), Tile(z: number(), x: number(), y: number()), number()) }
        let images = lengths.map { length -> [UInt8] in
            defer { numbers.rest = numbers.rest.dropFirst(length) }
            return Array(numbers.rest.prefix(length))
        }
        XCTAssertTrue(numbers.rest.isEmpty)
        XCTAssertTrue(entries.allSatisfy { $0.0 == 0 })
        return Carried(
            ground: try XCTUnwrap(object?["ground"] as? [String: Any]),
            tiles: Dictionary(uniqueKeysWithValues: entries.map { ($0.1, images[$0.2]) }))
    }

    // MARK: Which tiles

    /// 1280 pixels show 0.4395° of longitude at zoom 11 of MapLibre's, and twice that at zoom 10.
    func testTheZoomsAndTilesAreThoseAroundTheData() throws {
        for (extent, fitting) in [(0.40, 11), (0.25, 11), (0.45, 10), (6.0, 7), (7.1, 6)] {
            let (west, south) = (10.05, 1.0)
            let box = (west - extent, south - 6, west + 2 * extent, south + 6)
            let deepest = min(fitting + 5, 12)
            let path = try pmtiles(
                tiles(box, 0...deepest) { compressed(vector($0)) }, metadata(layers(MapGroundTests.openMapTiles)), .mvt)
            let run = try run(line([(west, south), (west + extent, south + 0.0001)]), over: path)
            XCTAssertEqual(run.status, .done, run.log)
            let page = try carried(run.output)
            // A window of 292 pixels shows as much two zooms and a bit further out.
            let phone = Int((log2(292 / (extent / 360)) - 9).rounded(.down))
            XCTAssertEqual(page.zooms, min(fitting - 1, phone)...min(fitting + 4, deepest), "\(extent)")
            // As wide as the data and a tenth on each side; as high as 0.02° and a tenth.
            var expected: Set<Tile> = []
            for z in page.zooms {
                var (first, last) = (column(west - extent / 10, z), column(west + extent * 1.1, z))
                var (top, bottom) = (row(south + 0.00005 + 0.012, z), row(south + 0.00005 - 0.012, z))
                if z == page.zooms.lowerBound {
                    // Half as wide again, and as high as wide, so near the equator that degrees of both are the same.
                    (first, last) = (column(west - extent / 4, z), column(west + extent * 1.25, z))
                    (top, bottom) = (row(south + extent * 0.75, z), row(south - extent * 0.75, z))
                }
                for x in first...last { for y in top...bottom { expected.insert(Tile(z: z, x: x, y: y)) } }
            }
            XCTAssertEqual(Set(page.tiles.keys), expected, "\(extent)")
            for (tile, bytes) in page.tiles { XCTAssertEqual(bytes, compressed(vector(tile))) }
            XCTAssertEqual(page.ground["min_zoom"] as? Int, page.zooms.lowerBound)
            XCTAssertEqual(page.ground["max_zoom"] as? Int, page.zooms.upperBound)
        }
    }

    func testPicturesOf256PixelsAreTakenOneZoomDeeper() throws {
        let around = line([(10.05, 1), (10.45, 1.0001)])
        for (size, deeper) in [(2, 1), (256, 1), (512, 0)] {
            // One bit a pixel.
            let rows = [[UInt8]](repeating: [0] + [UInt8](repeating: 0xF0, count: (size + 7) / 8), count: size)
            let picture = SampleTiles.png(width: size, height: size, depth: 1, colour: 0, rows: rows.flatMap { $0 })
            let path = try mbtiles(tiles((9.9, 0.9, 10.6, 1.1), 6...13) { _ in picture }, TileMetadata(), .png)
            let page = try carried(try run(around, over: path).output)
            XCTAssertEqual(page.zooms, (9 + deeper)...13, "\(size)")
            XCTAssertEqual(page.ground["tile_size"] as? Int, size == 512 ? 512 : 256)
            XCTAssertNil(page.ground["schema"])
            XCTAssertNil(page.ground["attribution"])
            XCTAssertTrue(page.tiles.values.allSatisfy { $0 == picture })
        }
    }

    func testAnArchiveThatIsNotDeepGivesItsDeepestZoom() throws {
        let path = try pmtiles(
            tiles((-179, -80, 179, 80), 0...3) { compressed(vector($0)) },
            metadata(layers(MapGroundTests.openMapTiles)),
            .mvt)
        let page = try carried(try run(line([(10, 1), (10.1, 1.1)]), over: path).output)
        XCTAssertEqual(Array(page.tiles.keys), [Tile(z: 3, x: 4, y: 3)])
    }

    func testDataOnTheAntimeridianHaveTilesOfBothSides() throws {
        var content: [(Tile, [UInt8])] = []
        for z in 4...9 {
            for x in Set([0, 1, (1 << z) - 2, (1 << z) - 1]) {
                for y in row(1.5, z)...row(-1.5, z) {
                    content.append((Tile(z: z, x: x, y: y), compressed(vector(Tile(z: z, x: x, y: y)))))
                }
            }
        }
        let path = try mbtiles(content, metadata(layers(MapGroundTests.openMapTiles)), .mvt)
        for places in [[(179.7, 0.1), (-179.7, 0.3)], [(-179.7, 0.1), (179.7, 0.3)]] {
            let page = try carried(try run(line(places), over: path).output)
            let columns = Set(page.tiles.keys.filter { $0.z == 9 }.map(\.x))
            XCTAssertEqual(columns, [0, 511])
            let bounds = try XCTUnwrap(page.ground["bounds"] as? [Double])
            XCTAssertGreaterThan(bounds[0], 150)
            XCTAssertLessThan(bounds[2], 210)
        }
    }

    func testOneStopHasSomethingAroundIt() throws {
        let pin = """
            {"type":"Feature","table":"stop_pins","properties":{"stop_id":"S"},\
            "geometry":{"type":"Point","coordinates":[10.05,1]}}\n
            """
        let path = try pmtiles(
            tiles((9.9, 0.9, 10.2, 1.1), 8...14) { compressed(vector($0)) },
            metadata(layers(MapGroundTests.openMapTiles)), .mvt)
        let page = try carried(try run(pin, over: path).output)
        XCTAssertEqual(page.zooms.upperBound, 14)
        XCTAssertLessThan(page.zooms.lowerBound, 14)
    }

    // MARK: What they are

    func testSchemasAreKnownByTheirLayers() throws {
        let known: [(String, [String])] = [
            ("openmaptiles", MapGroundTests.openMapTiles), ("protomaps", ["earth", "roads", "water"]),
            ("shortbread", ["ocean", "streets", "buildings"]),
        ]
        let around = line([(10, 1), (10.1, 1.1)])
        for (schema, names) in known {
            // Said by the metadata, or by the tiles alone.
            for stated in [layers(names), nil] {
                let path = try mbtiles(
                    tiles((9, 0, 11, 2), 9...10) { vector($0, names: names) }, metadata(stated), .mvt)
                let run = try run(around, over: path)
                XCTAssertEqual(run.status, .done, run.log)
                let page = try carried(run.output)
                XCTAssertEqual(page.ground["schema"] as? String, schema)
                XCTAssertEqual(page.ground["attribution"] as? String, "© OpenStreetMap contributors")
                XCTAssertEqual(
                    page.tiles[Tile(z: 10, x: column(10.05, 10), y: row(1.05, 10))],
                    compressed(vector(Tile(z: 10, x: column(10.05, 10), y: row(1.05, 10)), names: names)),
                    "what is not compressed is")
            }
        }
        for (names, field) in [
            (["roads", "water", "landuse"], "kind"), (["transportation"], "class"),
            (["countries", "geolines"], "name"),
            (["water", "landuse", "road", "building", "admin"], "class"), (["earth", "roads", "water"], "pmap:kind"),
            (["routes", "stops"], "class"),
        ] {
            let path = try mbtiles(
                tiles((9, 0, 11, 2), 9...10) { vector($0, names: names) }, metadata(layers(names, field: field)), .mvt)
            let run = try run(around, over: path)
            XCTAssertEqual(run.status, .dataUnusable, "\(names)")
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(run.log.contains("'\(names[0])'") && run.log.contains("Shortbread"), run.log)
        }
    }

    /// Lines and stops of other feeds are a ground too, and are owed to nobody.
    func testTilesOfRenderTilesAreAGround() throws {
        let names = VectorLayer.allCases.map(\.rawValue)
        let path = try mbtiles(
            tiles((9, 0, 11, 2), 9...10) { vector($0, names: names) }, metadata(VectorLayer.metadata(9...10)), .mvt)
        let run = try run(line([(10, 1), (10.1, 1.1)]), over: path)
        XCTAssertEqual(run.status, .done, run.log)
        let ground = try carried(run.output).ground
        XCTAssertEqual(ground["schema"] as? String, "linefeed")
        XCTAssertNil(ground["attribution"])
    }

    func testAttributionIsText() throws {
        let said = [
            "<a href=\"https://x\">&copy; A &amp; B</a>  <b>C</b>": "© A & B C",
            "&#169; <script>x</script>&lt;img src=y&gt;": "© x<img src=y>", "1 < 2": "1 < 2", "\u{202E}x\u{7}y": "x y",
        ]
        for (markup, text) in said {
            let path = try mbtiles(
                tiles((9, 0, 11, 2), 9...10) { _ in SampleTiles.png() }, metadata(nil, attribution: markup), .png)
            let run = try run(line([(10, 1), (10.1, 1.1)]), over: path)
            XCTAssertEqual(try carried(run.output).ground["attribution"] as? String, text)
            XCTAssertFalse(run.output.contains("<img"))
        }
    }

    // MARK: What cannot be

    func testTooManyBytesEndTheRunWithTheirSize() throws {
        // 40 different contents of a megabyte at zoom 10, one of them above.
        var random = SeededGenerator(seed: 5)
        let noise = (0..<(1 << 20)).map { _ in UInt8.random(in: 0...255, using: &random) }
        func large(_ tile: Tile) -> [UInt8] {
            [0xFF, 0xD8, 0xFF, 0xE0, UInt8(tile.x & 255), UInt8(tile.y & 255)] + noise + [0xFF, 0xD9]
        }
        let content = tiles((10, 0, 12.4, 2), 9...9) { _ in SampleTiles.jpeg } + tiles((10, 0, 12.4, 2), 10...10, large)
        let path = try mbtiles(content, TileMetadata(), .jpeg)
        let run = try run(line([(10.01, 0.1), (12.3, 1.9)]), over: path)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        for word in ["MB", "more than the 20 MB that a page can hold", "to zoom 9 they are 0.1 MB", "--maxzoom", path] {
            XCTAssertTrue(run.log.contains(word), run.log)
        }
    }

    func testWhatIsNoArchiveEndsTheRun() throws {
        let around = line([(10, 1), (10.1, 1.1)])
        XCTAssertEqual(try run(around, over: "/nowhere/x.pmtiles").status, .inputMissing)
        XCTAssertEqual(try run(around, over: "/nowhere/x.mbtiles").status, .inputMissing)
        for (name, content) in [
            ("a.pmtiles", ""), ("b.mbtiles", "no database"), ("c.pmtiles", "PMTiles\u{3}"), ("d", "text"),
            ("e.mbtiles", ""),
        ] {
            let run = try run(around, over: TemporaryFolder.shared.write(content, name))
            XCTAssertEqual(run.status, .dataUnusable, name)
            XCTAssertTrue(run.log.contains(name), run.log)
        }
        // Far away.
        let path = try mbtiles(
            tiles((-60, -40, -50, -30), 6...8) { _ in SampleTiles.png() }, TileMetadata(), .png)
        let far = try run(around, over: path)
        XCTAssertEqual(far.status, .dataUnusable)
        XCTAssertTrue(far.log.contains("no tile around the data"), far.log)
    }

    func testADamagedTileIsNamed() throws {
        let place = Tile(z: 10, x: column(10.05, 10), y: row(1.05, 10))
        for (whole, damaged, format) in [
            (SampleTiles.png(), Array(SampleTiles.png().dropLast(8)), TileFormat.png),
            (compressed(vector(place)), Array(compressed(vector(place)).dropLast(12)), .mvt),
            (SampleTiles.png(), vector(place), .png), (SampleTiles.png(), Array("<html>".utf8), .png),
        ] {
            let path = try mbtiles(
                tiles((9, 0, 11, 2), 9...10) { $0 == place ? damaged : whole },
                metadata(layers(MapGroundTests.openMapTiles)), format)
            let run = try run(line([(10, 1), (10.1, 1.1)]), over: path)
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertTrue(run.log.contains("tile 10/\(place.x)/\(place.y)"), run.log)
        }
    }

    func testWithoutAMapThereIsNoGround() throws {
        let board = "{\"table\":\"departures\",\"trip_id\":\"T\",\"departure_time\":1772402400}\n"
        let path = try mbtiles(tiles((9, 0, 11, 2), 9...10) { _ in SampleTiles.png() }, TileMetadata(), .png)
        XCTAssertEqual(try run(board, over: path).output, try run(board).output)
        XCTAssertFalse(try run(line([(10, 1), (10.1, 1.1)])).output.contains("id=\"ground\""))
    }

    func testOptionsTellArchivesFromTemplates() throws {
        XCTAssertNil(try MapOptions.basemap("none"))
        XCTAssertEqual(try MapOptions.basemap("x/City.PMTiles"), .archive("x/City.PMTiles"))
        XCTAssertEqual(try MapOptions.basemap("x.mbtiles"), .archive("x.mbtiles"))
        guard case .server = try MapOptions.basemap("https://h/{z}/{x}/{y}.png") else { return XCTFail("a template") }
        for text in ["https://h/x.pmtiles", "tiles.png", "file:///x.mvt", ""] {
            XCTAssertThrowsError(try MapOptions.basemap(text), text)
        }
        var options = MapOptions()
        options.basemap = .archive("x.pmtiles")
        options.format = .svg
        XCTAssertNotNil(options.problem)
    }
}
