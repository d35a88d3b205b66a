import TestSupport
import XCTest

@testable import MapTiles

/// Many tiles, and many damaged archives: 200,000 and 20,000 in `scripts/check-deep`.
final class PMTilesDeepTests: XCTestCase {
    private static let isDeep = getenv("LINEFEED_DEEP") != nil

    func testManyTilesAndLeaves() throws {
        let tiles = PMTilesRound.tiles(seed: 4, count: PMTilesDeepTests.isDeep ? 200_000 : 30_000)
        let reader = try PMTilesRound.trip(tiles)
        XCTAssertGreaterThan(reader.header.leaves.length, 0)
        var random = SeededGenerator(seed: 5)
        let known = Set(tiles.map(\.tile))
        let last = tiles.compactMap { PMTilesID.id($0.tile) }.max() ?? 0
        for _ in 0..<2000 {
            let tile = try XCTUnwrap(PMTilesID.tile(.random(in: 0...last, using: &random)))
            XCTAssertEqual(try reader.tile(tile) != nil, known.contains(tile))
        }
    }

    private func originals(_ folder: TemporaryFolder) throws -> [[UInt8]] {
        var originals: [[UInt8]] = []
        for count in [1, 30, 25_000] {
            let path = folder.path + "/\(count).pmtiles"
            try PMTilesRound.write(path, PMTilesRound.tiles(seed: UInt64(count), count: count))
            originals.append(try XCTUnwrap(TemporaryFolder.bytes(of: path)))
        }
        // Without compression, so that damage reaches directories.
        var made = PMTilesMade(
            [
                PMTilesEntry(id: 0, offset: 0, length: 4, runLength: 1),
                PMTilesEntry(id: 1, offset: 0, length: 12, runLength: 0),
                PMTilesEntry(id: 80, offset: 12, length: 5, runLength: 0),
            ], tiles: "four")
        made.leaves = PMTilesDirectory.bytes([
            PMTilesEntry(id: 1, offset: 0, length: 1, runLength: 3),
            PMTilesEntry(id: 9, offset: 1, length: 2, runLength: 1),
        ])
        made.leaves += [UInt8](repeating: 0, count: 12 - made.leaves.count)
        made.leaves += PMTilesDirectory.bytes([PMTilesEntry(id: 80, offset: 0, length: 2, runLength: 7)])
        XCTAssertEqual(try made.reader().allTiles().count, 12)
        return originals + [[UInt8]](repeating: made.bytes, count: 9)
    }

    /// Whatever is in the file, a reader ends, and says so.
    func testMutatedArchivesDoNotTrap() throws {
        let folder = TemporaryFolder()
        let originals = try originals(folder)
        let rounds = PMTilesDeepTests.isDeep ? 20_000 : 1000
        var random = SeededGenerator(seed: 11)
        var read = 0
        var faults = 0
        for round in 0..<rounds {
            var bytes = originals[round % originals.count]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                // Mostly where header and directories are.
                let end = Bool.random(using: &random) ? min(bytes.count, 200) : bytes.count
                let place = Int.random(in: 8..<end, using: &random)
                bytes[place] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            if Int.random(in: 0..<10, using: &random) == 0 {
                bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
            }
            let path = folder.write(bytes: bytes, "mutated")
            do {
                let reader = try PMTilesReader(path)
                for _ in 0..<5 {
                    let id = UInt64.random(in: 0..<100, using: &random)
                    if let tile = PMTilesID.tile(id) { _ = try? reader.tile(tile) }
                }
                try reader.forEachTile(limit: 30_000) { _, _ in read += 1 }
            } catch {
                XCTAssertTrue(error is TileFault, "\(error)")
                faults += 1
            }
        }
        XCTAssertGreaterThan(read, rounds)
        XCTAssertGreaterThan(faults, rounds / 5)
    }
}
