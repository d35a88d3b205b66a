import Geometry
import TestSupport
import XCTest

@testable import MapTiles

/// Made-up tiles, written and read.
enum PMTilesRound {
    /// Different tiles in no order: runs with the same content, contents that come again elsewhere, gaps.
    static func tiles(seed: UInt64, count: Int) -> [(tile: Tile, bytes: [UInt8])] {
        var random = SeededGenerator(seed: seed)
        var tiles: [(Tile, [UInt8])] = []
        var id = UInt64.random(in: 0..<4, using: &random)
        var content: [UInt8] = []
        while tiles.count < count, let tile = PMTilesID.tile(id) {
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<3: content = [UInt8.random(in: 0...9, using: &random)]
            case 3..<5: break
            default:
                content = (0..<Int.random(in: 1...12, using: &random)).map { _ in .random(in: 0...255, using: &random) }
            }
            if content.isEmpty { content = [1] }
            tiles.append((tile, content))
            id += Int.random(in: 0..<4, using: &random) == 0 ? .random(in: 2...5000, using: &random) : 1
        }
        return tiles.shuffled(using: &random)
    }

    @discardableResult
    static func write(
        _ path: String, _ tiles: [(tile: Tile, bytes: [UInt8])], _ metadata: TileMetadata = TileMetadata(),
        format: TileFormat = .png
    ) throws -> PMTilesHeader {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        let writer = try PMTilesWriter(
            descriptor: descriptor, path: path, spoolFolder: TemporaryFolder.shared.path, format: format)
        for (tile, bytes) in tiles { try writer.add(tile, bytes) }
        return try writer.write(metadata)
    }

    /// Writes tiles, reads them back both ways and checks what the header says of them.
    static func trip(_ tiles: [(tile: Tile, bytes: [UInt8])]) throws -> PMTilesReader {
        let path = TemporaryFolder.shared.path + "/round-\(tiles.count).pmtiles"
        let header = try PMTilesRound.write(path, tiles)
        let reader = try PMTilesReader(path)
        XCTAssertEqual(reader.header, header)
        let expected = Dictionary(uniqueKeysWithValues: tiles.map { ($0.tile, $0.bytes) })
        var count = 0
        var last: UInt64?
        var isEqual = true
        var isInOrder = true
        try reader.forEachTile { tile, bytes in
            count += 1
            let id = PMTilesID.id(tile)
            if let last, let id, id <= last { isInOrder = false }
            last = id
            if expected[tile]?.elementsEqual(bytes) != true { isEqual = false }
        }
        XCTAssertTrue(isEqual)
        XCTAssertTrue(isInOrder)
        XCTAssertEqual(count, tiles.count)
        for (tile, bytes) in tiles.prefix(2000) { XCTAssertEqual(try reader.tile(tile), bytes) }

        // Clustered (§3.2): a content follows those before, or is one of them.
        var end: UInt64 = 0
        var entries: UInt64 = 0
        try reader.forEachRun { run in
            entries += 1
            XCTAssertLessThanOrEqual(run.offset, end)
            if run.offset == end { end += UInt64(run.length) }
        }
        XCTAssertEqual(end, header.tiles.length)
        XCTAssertEqual(header.tileEntries, entries)
        XCTAssertEqual(header.addressedTiles, UInt64(tiles.count))
        XCTAssertEqual(header.tileContents, UInt64(Set(tiles.map(\.bytes)).count))
        XCTAssertLessThanOrEqual(header.root.length, UInt64(PMTilesHeader.rootLimit))
        XCTAssertEqual(header.minZoom, tiles.map(\.tile.z).min())
        XCTAssertEqual(header.maxZoom, tiles.map(\.tile.z).max())
        return reader
    }
}
