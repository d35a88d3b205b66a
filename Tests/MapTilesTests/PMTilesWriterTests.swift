import Geometry
import TestSupport
import XCTest

@testable import MapTiles

final class PMTilesWriterTests: XCTestCase {
    private let folder = TemporaryFolder()

    // MARK: Round trips

    func testSmallArchivesHaveNoLeaves() throws {
        for count in [1, 2, 10, 300] {
            let reader = try PMTilesRound.trip(PMTilesRound.tiles(seed: UInt64(count), count: count))
            XCTAssertEqual(reader.header.leaves.length, 0)
        }
    }

    func testLeavesGrowUntilTheRootFits() throws {
        let entries = (0..<60_000 as Range<UInt64>).map { place in
            PMTilesEntry(id: place * 3, offset: place * place % 9973, length: UInt32(place % 977) + 1, runLength: 1)
        }
        let wide = PMTilesLayout(entries)
        XCTAssertEqual(wide.leafCount, 15)
        let narrow = PMTilesLayout(entries, rootLimit: wide.root.count - 20)
        XCTAssertLessThan(narrow.leafCount, 15)
        XCTAssertLessThanOrEqual(narrow.root.count, wide.root.count - 20)
        // No smaller root than of one leaf.
        XCTAssertEqual(PMTilesLayout(entries, rootLimit: 1).leafCount, 1)
    }

    func testSameTilesGiveTheSameBytes() throws {
        let tiles = PMTilesRound.tiles(seed: 8, count: 3000)
        let paths = ["/a.pmtiles", "/b.pmtiles"].map { folder.path + $0 }
        try PMTilesRound.write(paths[0], tiles)
        try PMTilesRound.write(paths[1], tiles.reversed())
        let bytes = try XCTUnwrap(TemporaryFolder.bytes(of: paths[0]))
        XCTAssertEqual(bytes, TemporaryFolder.bytes(of: paths[1]))
    }

    func testContentsLargerThanABuffer() throws {
        let large = (0..<1_100_001).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let reader = try PMTilesRound.trip([
            (Tile(z: 2, x: 1, y: 1), large), (Tile(z: 0, x: 0, y: 0), [5]), (Tile(z: 1, x: 1, y: 1), large + [6]),
        ])
        XCTAssertEqual(reader.header.tiles.length, 2_200_004)
    }

    func testATilePutAgainIsReplaced() throws {
        let path = folder.path + "/replaced.pmtiles"
        var random = SeededGenerator(seed: 3)
        var expected: [Tile: [UInt8]] = [:]
        let tiles = (0..<500).map { turn in
            let x = Int.random(in: 0..<16, using: &random)
            let tile = Tile(z: 4, x: x, y: Int.random(in: 0..<4, using: &random))
            let bytes = [UInt8(truncatingIfNeeded: turn), 1]
            expected[tile] = bytes
            return (tile: tile, bytes: bytes)
        }
        let header = try PMTilesRound.write(path, tiles)
        XCTAssertEqual(header.addressedTiles, UInt64(expected.count))
        XCTAssertEqual(header.tileContents, UInt64(Set(expected.values).count))
        var found: [Tile: [UInt8]] = [:]
        try PMTilesReader(path).forEachTile { found[$0] = Array($1) }
        XCTAssertEqual(found, expected)
    }

    func testTilesOfSomeZooms() throws {
        let path = folder.path + "/zooms.pmtiles"
        // Zooms 0 to 8 with gaps, and runs that go from one zoom into the next.
        var tiles: [(tile: Tile, bytes: [UInt8])] = []
        for id in 0..<PMTilesID.first(z: 9) where id % 7 != 3 {
            let byte = id % 7 < 2 ? 1 : UInt8(id * id % 251)
            tiles.append((try XCTUnwrap(PMTilesID.tile(id)), [byte]))
        }
        XCTAssertGreaterThan(try PMTilesRound.write(path, tiles).leaves.length, 0)
        let reader = try PMTilesReader(path)
        for zooms in [0...0, 1...1, 2...5, 8...8, 7...12, 0...29, -3...1, 9...9, 27...29, -2 ... -1] {
            var found: [Tile] = []
            try reader.forEachTile(zooms: zooms) { tile, _ in found.append(tile) }
            XCTAssertEqual(found, tiles.filter { zooms.contains($0.tile.z) }.map(\.tile), "\(zooms)")
        }
    }

    // MARK: Header and metadata

    func testHeaderFigures() throws {
        // Numbers 5, 6, 7 and 8, of which the first two are a run, then a content that came before.
        let tiles = zip(5..<9, [[1], [1], [2, 2], [1]] as [[UInt8]]).compactMap { id, bytes in
            PMTilesID.tile(UInt64(id)).map { (tile: $0, bytes: bytes) }
        }
        let header = try PMTilesRound.trip(tiles).header
        XCTAssertEqual([header.addressedTiles, header.tileEntries, header.tileContents], [4, 3, 2])
        XCTAssertTrue(header.isClustered)
        XCTAssertEqual(header.root.offset, 127)
        XCTAssertEqual(header.tiles.length, 3)
        XCTAssertEqual(header.tileCompression, PMTilesCompression.none)
        // The north-western quarter.
        XCTAssertEqual(header.bounds?.west, -180)
        XCTAssertEqual(header.bounds?.east, 0)
        XCTAssertEqual(header.bounds?.south, 0)
        XCTAssertEqual(try XCTUnwrap(header.bounds?.north), 85.051_128_8, accuracy: 1e-7)
        XCTAssertEqual(header.center.longitude, -90)
        XCTAssertEqual(header.centerZoom, 2)
    }

    func testCentreZoomShowsTheWholeBox() {
        var header = PMTilesHeader()
        header.maxZoom = 16
        for (box, zoom, longitude) in [
            (Bounds(west: 8.4, south: 47.3, east: 8.6, north: 47.5), 11, 8.5),
            (Bounds(west: -180, south: -85, east: 180, north: 85), 1, 0),
            (Bounds(west: 170, south: -20, east: -176, north: -10), 5, 177),
        ] {
            header.setPlace(box)
            XCTAssertEqual(header.centerZoom, zoom, "\(box)")
            XCTAssertEqual(header.center.longitude, longitude, accuracy: 1e-9)
        }
    }

    func testBoundsAcrossTheAntimeridianAreWrittenAsAllLongitudes() throws {
        var metadata = TileMetadata()
        metadata.bounds = Bounds(west: 170, south: -20, east: -170, north: -10)
        let path = folder.path + "/fiji.pmtiles"
        try PMTilesRound.write(path, [(Tile(z: 0, x: 0, y: 0), [1])], metadata)
        XCTAssertEqual(
            try PMTilesReader(path).metadata.bounds, Bounds(west: -180, south: -20, east: 180, north: -10))
    }

    func testMetadataComeBack() throws {
        var metadata = TileMetadata()
        metadata.name = "Lines of \"Käfer\""
        metadata.format = .mvt
        metadata.bounds = Bounds(west: 8.25, south: 47, east: 8.75, north: 47.5)
        metadata.minZoom = 3
        metadata.maxZoom = 3
        metadata.attribution = "<a href=\"https://example.org\">©</a>"
        metadata.description = "line\nbreak"
        metadata.vectorLayers = #"[{"id":"routes","fields":{"route_id":"String"}}]"#
        metadata.others = [
            .init("version", "2.0.0"), .init("tilestats", #"{"layerCount":1}"#), .init("broken", #"{"layerCount":1"#),
            .init("two", #"[1],"x":[2]"#), .init("list", "[1]"),
        ]
        let path = folder.path + "/metadata.pmtiles"
        let tile = Array("tile".utf8).withUnsafeBytes { TileGzip.compressed($0) }
        try PMTilesRound.write(path, [(Tile(z: 3, x: 4, y: 2), tile)], metadata, format: .mvt)
        let reader = try PMTilesReader(path)
        XCTAssertEqual(reader.metadata, metadata)
        XCTAssertEqual(reader.header.tileCompression, .gzip)

        // Of the same name the first counts, and vector tiles say their layers always.
        metadata.vectorLayers = nil
        metadata.others = [
            .init("name", "other"), .init("a", "1"), .init("a", "2"), .init("json", #"{"a":3,"b":{"c":[1]}}"#),
        ]
        let json = PMTilesMetadata.json(metadata, format: .mvt).map { String(decoding: $0, as: UTF8.self) }
        XCTAssertEqual(
            json,
            #"{"name":"Lines of \"Käfer\"","description":"line\nbreak","#
                + #""attribution":"<a href=\"https://example.org\">©</a>","vector_layers":[],"a":"1","#
                + #""b":{"c":[1]}}"#)
        XCTAssertEqual(PMTilesMetadata.json(TileMetadata(), format: .webp), Array("{}".utf8))
    }

    // MARK: Faults

    private func writer(_ descriptor: Int32, format: TileFormat = .png) throws -> PMTilesWriter {
        try PMTilesWriter(descriptor: descriptor, path: "out.pmtiles", spoolFolder: folder.path, format: format)
    }

    func testWhatIsNotWritten() throws {
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        let images = try writer(null)
        let vectors = try writer(null, format: .mvt)
        let cases: [(PMTilesWriter, Tile, [UInt8], String)] = [
            (images, Tile(z: 1, x: 2, y: 0), [1], "tile 1/2/0: the tile does not exist up to zoom 26"),
            (images, Tile(z: 27, x: 2, y: 0), [1], "tile 27/2/0: the tile does not exist up to zoom 26"),
            (images, Tile(z: 1, x: 1, y: 0), [], "tile 1/1/0: empty"),
            (vectors, Tile(z: 1, x: 1, y: 0), [0x1A, 0, 0], "tile 1/1/0: the tile is not compressed with gzip"),
        ]
        for (writer, tile, bytes, reason) in cases {
            XCTAssertEqual(
                pmtilesFault { try writer.add(tile, bytes) },
                TileFault(.unusable, "out.pmtiles: \(reason); not written"))
        }
        XCTAssertEqual(
            pmtilesFault { try images.finish(TileMetadata()) }?.message,
            "out.pmtiles: no tiles to write; nothing was written")
        XCTAssertEqual(
            pmtilesFault { try [1].withUnsafeBytes { try images.put(Tile(z: 0, x: 0, y: 0), frame: .init("1"), $0) } }?
                .message,
            "out.pmtiles: tile 0/0/0: PMTiles archives cannot hold frames; not written")
        var metadata = TileMetadata()
        metadata.vectorLayers = "[1"
        let other = try writer(null)
        try other.add(Tile(z: 0, x: 0, y: 0), [1])
        XCTAssertEqual(
            pmtilesFault { try other.finish(metadata) }?.message,
            "out.pmtiles: the vector layers are not a JSON array; nothing was written")
    }

    func testFullDiskAndMissingFolder() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let writer = try writer(full)
        try writer.add(Tile(z: 0, x: 0, y: 0), [1])
        XCTAssertEqual(
            pmtilesFault { try writer.finish(TileMetadata()) },
            TileFault(.ioFailed, "out.pmtiles: cannot write: No space left on device"))
        XCTAssertEqual(
            pmtilesFault {
                _ = try PMTilesWriter(descriptor: full, path: "out.pmtiles", spoolFolder: "/nowhere", format: .png)
            },
            TileFault(
                .cannotCreate, "out.pmtiles: cannot make a temporary file in /nowhere: No such file or directory"))
    }

    func testNothingStaysInTheSpoolFolder() throws {
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        let empty = folder.folder()
        let writer = try PMTilesWriter(descriptor: null, path: "out.pmtiles", spoolFolder: empty, format: .png)
        try writer.add(Tile(z: 0, x: 0, y: 0), [1])
        XCTAssertEqual(Checkout.names(in: empty), [])
        try writer.finish(TileMetadata())
    }
}
