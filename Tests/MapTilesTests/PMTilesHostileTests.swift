import Geometry
import XCTest

@testable import MapTiles

/// Archives that were made to do harm, or were damaged.
final class PMTilesHostileTests: XCTestCase {
    private func message(_ made: PMTilesMade) -> String {
        pmtilesFault { try made.reader().forEachTile { _, _ in } }?.message ?? ""
    }

    private func entry(_ id: UInt64, _ offset: UInt64, _ length: UInt32, _ run: UInt32) -> PMTilesEntry {
        PMTilesEntry(id: id, offset: offset, length: length, runLength: run)
    }

    func testDirectoriesThatCannotBe() {
        let cases: [([UInt64], String)] = [
            ([5, 0], "claims 5 entries"), ([.max], "claims 18446744073709551615 entries"),
            ([1, 0, 1, 1], "claims 1 entries in 4 bytes"),
            ([2, 1, 0, 1, 1, 1, 1, 1, 0], "has tile 1 twice"),
            ([2, 1, .max, 1, 1, 1, 1, 1, 0], "beyond zoom 26"),
            ([1, PMTilesID.count, 1, 1, 1], "beyond zoom 26"),
            ([2, 1, 3, 4, 1, 1, 1, 1, 0], "a run of 4 tiles from tile 1 overlaps"),
            ([1, PMTilesID.count - 1, 2, 1, 1], "a run of 2 tiles"), ([1, 0, 1 << 32, 1, 1], "a run of 4294967296"),
            ([1, 0, 1, 0, 1], "an entry of 0 bytes"), ([1, 0, 1, 1 << 32, 1], "an entry of 4294967296 bytes"),
            ([1, 0, 1, 1, 0], "the first entry of a directory has no offset"),
            ([1, 0, 1, 2, .max], "an offset beyond any file"),
        ]
        for (numbers, reason) in cases {
            var made = PMTilesMade(tiles: "x")
            made.root = PMTilesMade.varints(numbers)
            XCTAssertTrue(message(made).contains(reason), "\(reason): \(message(made))")
        }
        var made = PMTilesMade(tiles: "x")
        made.root = [1] + [UInt8](repeating: 0xFF, count: 40)
        XCTAssertTrue(message(made).contains("a directory is truncated or corrupt"), message(made))
    }

    func testTilesOutsideOfTheArchive() throws {
        let made = PMTilesMade([entry(0, 0, 4, 1), entry(1, 2, 3, 1), entry(2, 1 << 62, 1, 1)], tiles: "four")
        XCTAssertTrue(message(made).contains("tile 1 lies beyond the archive's tiles"), message(made))
        let reader = try made.reader()
        XCTAssertEqual(try reader.tile(Tile(z: 0, x: 0, y: 0)), Array("four".utf8))
        XCTAssertEqual(pmtilesFault { _ = try reader.tile(Tile(z: 1, x: 0, y: 0)) }?.kind, .unusable)
        XCTAssertEqual(pmtilesFault { _ = try reader.tile(Tile(z: 1, x: 0, y: 1)) }?.kind, .unusable)
    }

    func testRunsOfBillionsAreStopped() throws {
        let made = PMTilesMade((0..<50).map { entry(UInt64($0) << 32, 0, 1, .max) }, tiles: "x")
        let reader = try made.reader()
        var count = 0
        let fault = pmtilesFault { try reader.forEachTile(limit: 1 << 20) { _, _ in count += 1 } }
        XCTAssertEqual(fault?.message, "\(reader.path) has more than 1048576 tiles; stopped after 0")
        XCTAssertEqual(count, 0)
        XCTAssertEqual(pmtilesFault { try reader.forEachTile { _, _ in count += 1 } }?.kind, .unusable)
        XCTAssertEqual(count, 0)
        // One tile out of them is no trouble.
        XCTAssertEqual(try reader.tile(Tile(z: 15, x: 3, y: 5)), [0x78])
    }

    // MARK: Leaves

    func testLeafThatLeadsToItself() throws {
        var made = PMTilesMade([entry(0, 0, 5, 0)])
        made.leaves = PMTilesDirectory.bytes([entry(0, 0, 5, 0)])
        XCTAssertEqual(made.leaves.count, 5)
        made.change = { $0.tiles.length = 0 }
        XCTAssertTrue(message(made).contains("leaf directories overlap"), message(made))
        let reader = try made.reader()
        let fault = pmtilesFault { _ = try reader.tile(Tile(z: 0, x: 0, y: 0)) }
        XCTAssertEqual(
            fault?.message, "\(reader.path): leaf directories are nested more than 3 deep; reading stopped")
    }

    func testDepth() throws {
        for depth in 1...4 {
            var made = PMTilesMade([entry(7, 0, 5, 0)], tiles: "x")
            for level in 1...depth {
                made.leaves += PMTilesDirectory.bytes(
                    [level == depth ? entry(7, 0, 1, 1) : entry(7, UInt64(level * 5), 5, 0)])
            }
            XCTAssertEqual(made.leaves.count, depth * 5)
            let reader = try made.reader()
            let tile = try XCTUnwrap(PMTilesID.tile(7))
            if depth < 4 {
                XCTAssertEqual(try reader.tile(tile), [0x78])
                XCTAssertEqual(try reader.allTiles().count, 1)
            } else {
                XCTAssertEqual(pmtilesFault { _ = try reader.tile(tile) }?.kind, .unusable)
                XCTAssertEqual(pmtilesFault { _ = try reader.allTiles() }?.kind, .unusable)
            }
        }
    }

    func testLeavesWithTilesThatBelongElsewhere() throws {
        let leaf = PMTilesDirectory.bytes([entry(5, 0, 1, 1), entry(9, 0, 1, 2)])
        let size = UInt32(leaf.count)
        for (root, isGood) in [
            ([entry(5, 0, size, 0)], true), ([entry(5, 0, size, 0), entry(11, 0, 1, 1)], true),
            ([entry(5, 0, size, 0), entry(10, 0, 1, 1)], false), ([entry(6, 0, size, 0)], false),
        ] {
            var made = PMTilesMade(root, tiles: "x")
            made.leaves = leaf
            if isGood {
                XCTAssertGreaterThan(try made.reader().allTiles().count, 2)
            } else {
                XCTAssertTrue(message(made).contains("has tiles that belong elsewhere"), message(made))
            }
        }
    }

    func testLeavesOutsideOfTheirSectionAndEmptyOnes() {
        var made = PMTilesMade([entry(0, 3, 9, 0)])
        made.leaves = [0, 0, 0, 0]
        XCTAssertTrue(message(made).contains("leaf directories overlap"), message(made))
        made = PMTilesMade([entry(0, 3, 2, 0)])
        made.leaves = [0, 0, 0, 0]
        XCTAssertTrue(message(made).contains("lies beyond the archive's leaf directories"), message(made))
        made = PMTilesMade([entry(0, 3, 1, 0)])
        made.leaves = [0, 0, 0, 0]
        XCTAssertTrue(message(made).contains("a leaf directory is empty"), message(made))
    }

    func testBombs() {
        let bomb = [UInt8](repeating: 0, count: PMTilesDirectory.byteLimit + 1).withUnsafeBytes {
            TileGzip.compressed($0, level: 1)
        }
        var made = PMTilesMade()
        made.root = bomb
        made.change = { $0.internalCompression = .gzip }
        XCTAssertTrue(message(made).contains("root directory: the gzip data decompresses to more than"), message(made))
    }
}
