import Geometry
import TestSupport
import XCTest

@testable import MapTiles

final class PMTilesReaderTests: XCTestCase {
    /// What PyPI's pmtiles 3.8.1 wrote of six tiles.
    private static let byPython = """
        504d54696c6573037f000000000000002900000000000000a80000000000000087000000000000002f0100000000000000000000000000\
        002f01000000000000190000000000000006000000000000000400000000000000030000000000000001020102000e2efd69b6800756cd\
        00d2496b7b000000030a000000ecffffff1f8b0800000000000203636160e46bdab37c3a23233323233f333f3b2303a33000f836c58d15\
        0000001f8b0800000000000203358c410ac2301045af12665d6a8a6e94d20b7804eb622251037122c98c508a77774674f778eff357207c\
        44383838cee27ddc5d6385ce0132d7148453218bd670efc630491b3761b2c92bd6f6cb43ef7b6f8e97e7f7ac68ccb898ba142156b755ce\
        a9199e86cead804a2439bfcf5aa8f03dd1edaf3e6813255b9700000089504e47206e6f74207265616c6c79736561686172626f7572
        """

    private func hexadecimal(_ text: String) -> [UInt8] {
        let digits = Array(text.utf8)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
        }
    }

    func testArchiveOfThePythonWriter() throws {
        let path = TemporaryFolder.shared.write(bytes: hexadecimal(PMTilesReaderTests.byPython))
        let reader = try PMTilesReader(path)
        // Numbers 1 to 3 are a run.
        XCTAssertEqual(
            try reader.allTiles(),
            ["0/0/0", "1/0/0 sea", "1/0/1 sea", "1/1/1 sea", "2/3/3", "14/8529/5975 harbour"].map {
                $0.contains(" ") ? $0 : $0 + " \u{FFFD}PNG not really"
            })
        XCTAssertEqual(try reader.tile(Tile(z: 1, x: 1, y: 1)), Array("sea".utf8))
        XCTAssertNil(try reader.tile(Tile(z: 1, x: 1, y: 0)))
        XCTAssertNil(try reader.tile(Tile(z: 14, x: 8529, y: 5976)))
        XCTAssertNil(try reader.tile(Tile(z: 27, x: 0, y: 0)))
        XCTAssertNil(try reader.tile(Tile(z: 1, x: 2, y: 0)))

        let header = reader.header
        XCTAssertEqual([header.addressedTiles, header.tileEntries, header.tileContents], [6, 4, 3])
        XCTAssertTrue(header.isClustered)
        XCTAssertEqual(header.internalCompression, .gzip)
        XCTAssertEqual(header.tileCompression, PMTilesCompression.none)
        XCTAssertEqual(header.centerZoom, 3)
        XCTAssertEqual(header.center, Coordinate(latitude: -0.000_002, longitude: 0.000_001))
        var expected = TileMetadata()
        expected.name = "Käfer"
        expected.format = .png
        expected.bounds = Bounds(west: -123.456_789, south: -85, east: 180, north: 0.000_012_3)
        expected.minZoom = 0
        expected.maxZoom = 14
        expected.attribution = "© <b>us</b>"
        expected.others = [
            .init("version", "1.0.0"), .init("type", "overlay"), .init("count", "3"),
            .init("list", #"[1, {"a": null}]"#),
        ]
        XCTAssertEqual(reader.metadata, expected)
    }

    // MARK: Files of others

    private func shared(_ name: String) throws -> String {
        guard let path = RealData.path("vectors/tiles/\(name).pmtiles"), access(path, R_OK) == 0 else {
            throw XCTSkip("the archives of others are not here")
        }
        return path
    }

    func testWhatIsNoArchiveSaysWhy() throws {
        for (name, reason) in [
            ("pmtiles-js-empty", "the file is empty"), ("pmtiles-js-invalid", "the file is not a PMTiles archive"),
            ("pmtiles-js-invalid_v4", "PMTiles version 4 is not supported, only version 3"),
        ] {
            let path = try shared(name)
            let fault = pmtilesFault { _ = try PMTilesReader(path) }
            XCTAssertEqual(fault, TileFault(.unusable, "\(path): \(reason); not read"))
        }
    }

    func testFixturesOfJavaScript() throws {
        for (name, layer) in [("pmtiles-js-test_fixture_1", 69), ("pmtiles-js-test_fixture_2", 67)] {
            let reader = try PMTilesReader(try shared(name))
            XCTAssertEqual(reader.metadata.format, .mvt)
            XCTAssertEqual(reader.metadata.bounds, Bounds(west: 0, south: 0, east: 0.999_999_9, north: 1))
            XCTAssertEqual(reader.metadata.maxZoom, 0)
            XCTAssertFalse(reader.header.isClustered)
            XCTAssertEqual(reader.header.tileCompression, .gzip)
            XCTAssertNotNil(reader.metadata.name)
            let tile = try XCTUnwrap(try reader.tile(Tile(z: 0, x: 0, y: 0)))
            XCTAssertEqual(tile.count, layer)
            let content = try tile.withUnsafeBytes { try TileGzip.decompressed($0, limit: 1 << 20) }
            // Field 3, a layer, of some bytes: Mapbox Vector Tile.
            XCTAssertEqual(content.first, 0x1A)
            var count = 0
            try reader.forEachTile { _, bytes in
                count += 1
                XCTAssertEqual(Array(bytes), tile)
            }
            XCTAssertEqual(count, 1)
        }
    }

    func testFormatThatIsNotReadHereAndNoTiles() throws {
        let reader = try PMTilesReader(try shared("pmtiles-js-test_fixture_mlt"))
        XCTAssertEqual(reader.header.tileType, 6)
        XCTAssertNil(reader.metadata.format)
        XCTAssertNotNil(reader.metadata.vectorLayers)
        XCTAssertEqual(try reader.allTiles(), [])
        XCTAssertNil(try reader.tile(Tile(z: 0, x: 0, y: 0)))
    }

    func testTilesThatDoNotLieInOrder() throws {
        let reader = try PMTilesReader(try shared("go-pmtiles-unclustered"))
        XCTAssertFalse(reader.header.isClustered)
        XCTAssertEqual(reader.metadata.format, .png)
        XCTAssertEqual(reader.header.internalCompression, PMTilesCompression.none)
        var seen: [Tile] = []
        try reader.forEachTile { tile, bytes in
            seen.append(tile)
            XCTAssertEqual(bytes.count, 70)
            XCTAssertEqual(Array(bytes.prefix(4)), [0x89, 0x50, 0x4E, 0x47])
            XCTAssertEqual(try reader.tile(tile), Array(bytes))
        }
        XCTAssertEqual(seen, [Tile(z: 1, x: 0, y: 0), Tile(z: 1, x: 0, y: 1)])
        XCTAssertNotEqual(try reader.tile(seen[0]), try reader.tile(seen[1]))
    }

    // MARK: Opening

    func testWhatCannotBeOpened() {
        let folder = TemporaryFolder.shared
        let missing = folder.path + "/none.pmtiles"
        XCTAssertEqual(
            pmtilesFault { _ = try PMTilesReader(missing) },
            TileFault(.missing, "\(missing): No such file or directory"))
        let inside = folder.folder()
        XCTAssertEqual(pmtilesFault { _ = try PMTilesReader(inside) }?.message, "\(inside) is not a file; not read")
        let pipe = folder.path + "/pipe.pmtiles"
        mkfifo(pipe, 0o600)
        XCTAssertEqual(pmtilesFault { _ = try PMTilesReader(pipe) }?.message, "\(pipe) is not a file; not read")
    }

    func testHeadersThatAreRefused() {
        let cases: [(String, (inout PMTilesHeader) -> Void)] = [
            ("directories are compressed with brotli", { $0.internalCompression = .brotli }),
            ("directories are compressed with zstd", { $0.internalCompression = .zstd }),
            ("does not say how directories are compressed", { $0.internalCompression = .unknown }),
            ("tiles are compressed with brotli", { $0.tileCompression = .brotli }),
            ("tiles are compressed with zstd", { $0.tileCompression = .zstd }),
            ("root directory's bytes end beyond", { $0.root.offset = .max }),
            ("root directory's bytes end beyond", { $0.root.length = 1000 }),
            ("metadata end beyond", { $0.metadata = .init(offset: .max, length: .max) }),
            ("leaf directories end beyond", { $0.leaves.length = 1 << 63 }),
            ("tiles end beyond", { $0.tiles.length += 1 }),
            ("zooms 5 to 4", { ($0.minZoom, $0.maxZoom) = (5, 4) }),
            ("zooms 0 to 27", { $0.maxZoom = 27 }),
            ("a directory is truncated", { $0.root.length = 0 }),
            ("root directory: not gzip", { $0.internalCompression = .gzip }),
        ]
        for (reason, change) in cases {
            var made = PMTilesMade([.init(id: 0, offset: 0, length: 1, runLength: 1)], tiles: "x")
            made.change = change
            let fault = pmtilesFault { _ = try made.reader() }
            XCTAssertEqual(fault?.kind, .unusable)
            XCTAssertTrue(fault?.message.contains(reason) == true, "\(reason): \(fault?.message ?? "")")
        }
        var bytes = PMTilesMade([.init(id: 0, offset: 0, length: 1, runLength: 1)], tiles: "x").bytes
        bytes[98] = 9
        for (content, reason) in [
            (bytes, "tiles are compressed with an unknown method (9)"),
            (Array(bytes.prefix(100)), "the file ends inside its header"),
            (Array("PM\u{2}\0".utf8) + bytes, "PMTiles version 2 is not supported, only version 3"),
        ] {
            let path = TemporaryFolder.shared.write(bytes: content)
            XCTAssertEqual(pmtilesFault { _ = try PMTilesReader(path) }?.message, "\(path): \(reason); not read")
        }
    }

    func testMetadataThatIsNoObject() throws {
        for (json, reason) in [
            ("[1]", "the line is not an object, at byte 0"), ("{\"a\":}", "a value expected, at byte 5"),
            ("{\"a\":\"\u{1}\"}", "a control character must be escaped in a string, at byte 6"),
        ] {
            var made = PMTilesMade([.init(id: 0, offset: 0, length: 1, runLength: 1)], tiles: "x")
            made.metadata = Array(json.utf8)
            let message = pmtilesFault { _ = try made.reader() }?.message
            XCTAssertTrue(message?.hasSuffix("the metadata is not JSON: \(reason); not read") == true, message ?? "")
        }
        var made = PMTilesMade([.init(id: 0, offset: 0, length: 1, runLength: 1)], tiles: "x")
        made.metadata = []
        XCTAssertEqual(try made.reader().metadata.others, [])
    }
}
