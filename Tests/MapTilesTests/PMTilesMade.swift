import TestSupport
import XCTest

@testable import MapTiles

/// An archive from its parts, right or wrong, without compression.
struct PMTilesMade {
    var root: [UInt8] = []
    var leaves: [UInt8] = []
    var tiles: [UInt8] = []
    var metadata = Array("{}".utf8)
    var change: (inout PMTilesHeader) -> Void = { _ in }

    init(_ entries: [PMTilesEntry] = [], tiles: String = "") {
        root = PMTilesDirectory.bytes(entries[...])
        self.tiles = Array(tiles.utf8)
    }

    /// A directory of numbers as they come.
    static func varints(_ numbers: [UInt64]) -> [UInt8] {
        numbers.flatMap { number -> [UInt8] in
            var bytes: [UInt8] = []
            var rest = number
            while rest >= 0x80 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
    }

    var bytes: [UInt8] {
        var header = PMTilesHeader()
        var end = UInt64(PMTilesHeader.size)
        func section(_ bytes: [UInt8]) -> PMTilesHeader.Section {
            defer { end += UInt64(bytes.count) }
            return PMTilesHeader.Section(offset: end, length: UInt64(bytes.count))
        }
        header.root = section(root)
        header.metadata = section(metadata)
        header.leaves = section(leaves)
        header.tiles = section(tiles)
        header.internalCompression = .none
        header.tileCompression = .none
        header.maxZoom = 26
        change(&header)
        return header.bytes + root + metadata + leaves + tiles
    }

    func reader() throws -> PMTilesReader { try PMTilesReader(TemporaryFolder.shared.write(bytes: bytes)) }
}

/// What a call throws as a `TileFault`.
func pmtilesFault(_ body: () throws -> Void, file: StaticString = #filePath, line: UInt = #line) -> TileFault? {
    do {
        try body()
        XCTFail("nothing was thrown", file: file, line: line)
    } catch let fault as TileFault {
        return fault
    } catch { XCTFail("\(error)", file: file, line: line) }
    return nil
}

extension PMTilesReader {
    /// Every tile as text.
    func allTiles() throws -> [String] {
        var tiles: [String] = []
        try forEachTile { tiles.append("\($0.z)/\($0.x)/\($0.y) \(String(decoding: $1, as: UTF8.self))") }
        return tiles
    }
}
