import Geometry
import MapTiles
import SQLite
import TestSupport
import XCTest

final class MBTilesTests: XCTestCase {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/t.mbtiles" }

    private func put(_ writer: MBTilesWriter, _ tile: Tile, _ bytes: [UInt8], frame: TileFrame? = nil) throws {
        try bytes.withUnsafeBytes { try writer.put(tile, frame: frame, $0) }
    }

    private func made(_ sql: String, _ name: String = "made.mbtiles") throws -> String {
        let database = try Database(folder.path + "/" + name, mode: .create)
        try database.execute(sql)
        return folder.path + "/" + name
    }

    func testRoundTrip() throws {
        var random = SeededGenerator(seed: 3)
        var expected: [Tile: [UInt8]] = [:]
        do {
            let writer = try MBTilesWriter(path, frames: false, origin: nil)
            for _ in 0..<3000 {
                let z = Int.random(in: 0...12, using: &random)
                let tile = Tile(
                    z: z, x: Int.random(in: 0..<(1 << z), using: &random),
                    y: Int.random(in: 0..<(1 << z), using: &random))
                let bytes = SampleTiles.png(UInt8.random(in: 0...9, using: &random))
                expected[tile] = bytes
                try put(writer, tile, bytes)
                XCTAssertTrue(try writer.has(tile, frame: nil))
            }
            XCTAssertFalse(try writer.has(Tile(z: 20, x: 0, y: 0), frame: nil))
            var metadata = TileMetadata()
            metadata.name = "a 'name'"
            metadata.vectorLayers = #"[{"id":"a"}]"#
            metadata.others = [.init("x", "y")]
            try writer.finish(metadata)
        }
        let reader = try MBTilesReader(path)
        var found: [Tile: [UInt8]] = [:]
        try reader.forEachTile(zooms: 0...29) { tile, bytes in found[tile] = Array(bytes) }
        XCTAssertEqual(found, expected)
        for (tile, bytes) in expected { XCTAssertEqual(try reader.tile(tile), bytes) }
        XCTAssertNil(try reader.tile(Tile(z: 20, x: 0, y: 0)))
        XCTAssertEqual(reader.metadata.name, "a 'name'")
        XCTAssertEqual(reader.metadata.format, .png)
        XCTAssertEqual(reader.metadata.vectorLayers, #"[{"id":"a"}]"#)
        XCTAssertTrue(reader.metadata.others.contains(.init("x", "y")))
        XCTAssertEqual(
            [reader.metadata.minZoom, reader.metadata.maxZoom],
            [expected.keys.map(\.z).min(), expected.keys.map(\.z).max()])
        let database = try Database(path, mode: .readOnly)
        XCTAssertEqual(try database.integer("SELECT count(*) FROM images"), 10, "each content once")
        XCTAssertEqual(try database.integer("PRAGMA application_id"), 0x4D50_4258)
        XCTAssertEqual(try database.text("PRAGMA integrity_check"), "ok")
    }

    /// Rows from the south, and bounds and centre worked out by hand.
    func testWhatTheSpecificationSays() throws {
        do {
            let writer = try MBTilesWriter(path, frames: false, origin: nil)
            try put(writer, Tile(z: 0, x: 0, y: 0), SampleTiles.jpeg)
            for x in 2...3 { try put(writer, Tile(z: 2, x: x, y: 1), SampleTiles.jpeg) }
            try writer.finish(TileMetadata())
        }
        let database = try Database(path, mode: .readOnly)
        func value(_ name: String) throws -> String? {
            try database.text("SELECT value FROM metadata WHERE name = '\(name)'")
        }
        // Row 1 of zoom 2 from the north is from the equator to atan(sinh(π/2)).
        XCTAssertEqual(try value("bounds"), "0,0,180,66.51326")
        XCTAssertEqual(try value("format"), "jpg")
        XCTAssertEqual([try value("minzoom"), try value("maxzoom")], ["0", "2"])
        XCTAssertEqual(try value("center"), "90,40.979898,0")
        XCTAssertEqual(try database.integer("SELECT tile_row FROM tiles WHERE zoom_level = 2 AND tile_column = 3"), 2)
        let bounds = try MBTilesReader(path).metadata.bounds
        XCTAssertEqual(bounds?.north ?? 0, 66.51326, accuracy: 1e-5)
    }

    func testGoingOn() throws {
        do {
            let writer = try MBTilesWriter(path, frames: false, origin: "here")
            try put(writer, Tile(z: 5, x: 1, y: 1), SampleTiles.webp)
            try writer.checkpoint(TileMetadata())
            try put(writer, Tile(z: 5, x: 2, y: 1), SampleTiles.webp)
            // Not committed: as after a kill.
        }
        let writer = try MBTilesWriter(path, frames: false, origin: "here")
        XCTAssertTrue(try writer.has(Tile(z: 5, x: 1, y: 1), frame: nil))
        XCTAssertFalse(try writer.has(Tile(z: 5, x: 2, y: 1), frame: nil))
        XCTAssertEqual(writer.tileFormat, .webp)
        try put(writer, Tile(z: 5, x: 9, y: 9), SampleTiles.webp)
        try writer.finish(TileMetadata())
        XCTAssertThrowsError(try MBTilesWriter(path, frames: false, origin: "here")) {
            XCTAssertEqual(($0 as? StoreFault)?.kind, .locked)
        }
        var seen: Set<Tile> = []
        try writer.forEachTile { tile, bytes in
            seen.insert(tile)
            XCTAssertEqual(Array(bytes), SampleTiles.webp)
        }
        XCTAssertEqual(seen, [Tile(z: 5, x: 1, y: 1), Tile(z: 5, x: 9, y: 9)])
    }

    func testBoundsReachAroundWhatWasThere() throws {
        for x in [3, 5] {
            let writer = try MBTilesWriter(path, frames: false, origin: "here")
            try put(writer, Tile(z: 3, x: x, y: 3), SampleTiles.webp)
            try writer.finish(TileMetadata())
        }
        XCTAssertEqual(try MBTilesReader(path).metadata.bounds?.west, -45)
        XCTAssertEqual(try MBTilesReader(path).metadata.bounds?.east, 90)
    }

    func testFrames() throws {
        let tile = Tile(z: 3, x: 1, y: 6)
        do {
            let writer = try MBTilesWriter(path, frames: true, origin: nil)
            try writer.add(TileFrame("first", time: 5, duration: 0.5))
            for (place, name) in ["9", "first", "010", "10"].enumerated() {
                try put(writer, tile, SampleTiles.png(UInt8(place)), frame: TileFrame(name))
            }
            XCTAssertTrue(try writer.has(tile, frame: TileFrame("10")))
            XCTAssertFalse(try writer.has(tile, frame: TileFrame("11")))
            try writer.finish(TileMetadata())
        }
        XCTAssertEqual(try MBTilesReader(path).tile(tile), SampleTiles.png(1), "the frame that was named first")
        let rows = Shell("sqlite3 t.mbtiles \"SELECT frame, typeof(frame), time FROM frames\"", in: folder.path).lines
        XCTAssertEqual(rows, ["first|text|5.0", "9|integer|", "010|text|", "10|integer|"])
        XCTAssertThrowsError(try MBTilesWriter(path, frames: false, origin: "x"), "another kind of archive")
    }

    func testStrangersArchivesAreReadAsTheyAre() throws {
        let strange = try made(
            """
            CREATE TABLE metadata (name, value);
            INSERT INTO metadata VALUES ('format', 'PNG'), ('bounds', ' -10, -5,10 ,5'), ('minzoom', 'x'), (NULL, NULL);
            CREATE TABLE tiles (ZOOM_LEVEL, tile_column, tile_row, tile_data);
            INSERT INTO tiles VALUES (1, 0, 0, x'00'), (1, 1, 0, NULL), (4, 15, 15, 'text'), (77, 0, 0, x'00'), (-1, 0, 0, x'00')
            """)
        let reader = try MBTilesReader(strange)
        XCTAssertEqual(reader.metadata.bounds?.east, 10)
        var found: [String] = []
        try reader.forEachTile(zooms: -5...99) { tile, bytes in
            found.append("\(tile.z)/\(tile.x)/\(tile.y) \(bytes.count)")
        }
        XCTAssertEqual(found, ["1/0/1 1", "4/15/0 4"])
        XCTAssertNil(try reader.tile(Tile(z: 1, x: 1, y: 1)))
    }

    func testHostileRows() throws {
        for (place, row) in ["(3, 8, 0", "(3, -1, 0", "(3, 0, -9223372036854775807 - 1", "(3, 0, 9223372036854775807"]
            .enumerated()
        {
            let strange = try made(
                """
                CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);
                INSERT INTO tiles VALUES \(row), x'00')
                """, "\(place).mbtiles")
            XCTAssertThrowsError(try MBTilesReader(strange).forEachTile(zooms: 0...29) { _, _ in }, row) {
                XCTAssertEqual(($0 as? TileFault)?.kind, .unusable)
            }
            // Of our own making, damaged.
            let path = folder.path + "/own-\(place).mbtiles"
            do {
                let writer = try MBTilesWriter(path, frames: false, origin: "x")
                try writer.finish(TileMetadata())
            }
            let database = try Database(path, mode: .readWrite)
            try database.execute("INSERT INTO map VALUES \(row), 'a'); INSERT INTO images VALUES ('a', x'00')")
            let writer = try MBTilesWriter(path, frames: false, origin: "x")
            XCTAssertThrowsError(try writer.forEachTile { _, _ in })
        }
    }

    func testAnEndlessViewIsGivenUp() throws {
        let strange = try made(
            """
            CREATE TABLE metadata (name, value);
            CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n)
              SELECT 1 AS zoom_level, 9 AS tile_column, i AS tile_row, x'00' AS tile_data FROM n WHERE i < 0
            """)
        XCTAssertThrowsError(try MBTilesReader(strange).tile(Tile(z: 1, x: 0, y: 0)))
    }

    func testWhatIsNoMBTiles() throws {
        let text = folder.write("hello", "text.mbtiles")
        let half = try made("CREATE TABLE tiles (zoom_level, tile_column, tile_row)", "half.mbtiles")
        let lacking = try made(
            "CREATE TABLE metadata (name, value); CREATE TABLE tiles (zoom_level)", "lacking.mbtiles")
        for (path, reason) in [
            (text, "database"), (half, "lacks tile_data"), (lacking, "lacks tile_column"),
            (folder.path + "/none", "No such file"),
        ] {
            XCTAssertThrowsError(try MBTilesReader(path), path) {
                XCTAssertTrue("\($0)".contains(reason), "\(path): \($0)")
            }
        }
    }
}
