import Geometry
import Glibc
import MapTiles

extension ReaderCheck {
    private static let archiveAllowance = Allowance().with {
        $0.bytes = (24 << 20, 30_000)
        $0.calls = (60_000, 3000)
        $0.microseconds = (4_000_000, 3000)
    }

    /// Tiles of a few kinds: alike, empty, repeated.
    private static func tiles(_ choices: inout Choices, deepest: Int) -> [(tile: Tile, bytes: [UInt8])] {
        var tiles: [(tile: Tile, bytes: [UInt8])] = []
        while !choices.isAtEnd, tiles.count < 200 {
            let z = choices.number(below: deepest + 1)
            let x = choices.number(below: 1 << min(z, 8))
            let y = choices.number(below: 1 << min(z, 8))
            let content = choices.bytes(choices.number(below: 5) + 1)
            tiles.append((Tile(z: z, x: x, y: y), content.isEmpty ? [0] : content))
        }
        return tiles
    }

    static let pmtiles = ReaderCheck(
        "pmtiles", longest: 2048, allowance: archiveAllowance,
        seeds: {
            var choices = [UInt8](repeating: 0, count: 300).indices.map { UInt8(truncatingIfNeeded: $0 * 37 + $0 / 7) }
            let written = choices.withUnsafeBytes { bytes in
                var choices = Choices(bytes)
                return pmtilesWritten(tiles(&choices, deepest: 8))
            }
            choices = [0]
            return [written, handmade(), Array(written.prefix(127))]
        }
    ) { bytes in
        let file = NamelessFile(bytes)
        if let reader = try tileFault({ try PMTilesReader(file.path) }) {
            var seen = 0
            var last: UInt64?
            _ = try tileFault {
                try reader.forEachTile(limit: 2000) { tile, content in
                    try require(tile.isValid, "\(tile)")
                    let id = PMTilesID.id(tile)
                    if let last, let id { try require(id > last, "tiles out of order at \(tile)") }
                    last = id
                    try requireEqual(PMTilesID.tile(id ?? .max), tile, "the number of \(tile)")
                    seen += 1
                    guard seen < 20 else { return }
                    try requireEqual(try tileFault { try reader.tile(tile) }, Array(content), "\(tile) alone")
                }
            }
            for tile in [Tile(z: 0, x: 0, y: 0), Tile(z: 3, x: 5, y: 2), Tile(z: 26, x: 1 << 25, y: 7)] {
                _ = try tileFault { try reader.tile(tile) }
            }
            _ = reader.metadata.name
        }
        // What is written is read.
        var choices = Choices(bytes)
        let tiles = tiles(&choices, deepest: 12)
        guard !tiles.isEmpty else { return }
        let written = NamelessFile(pmtilesWritten(tiles))
        let again = try PMTilesReader(written.path)
        try sameTiles(again, tiles)
    }

    /// The reader gives what was written, of several contents the last.
    private static func sameTiles(_ reader: any TileSource, _ tiles: [(tile: Tile, bytes: [UInt8])]) throws {
        let expected = Dictionary(tiles.map { ($0.tile, $0.bytes) }) { _, last in last }
        var found: [Tile: [UInt8]] = [:]
        try reader.forEachTile(zooms: 0...26) { found[$0] = Array($1) }
        try requireEqual(found, expected, "tiles that were written")
        for (tile, bytes) in tiles.suffix(10) where expected[tile] == bytes {
            try requireEqual(try reader.tile(tile), bytes, "\(tile)")
        }
    }

    private static func pmtilesWritten(_ tiles: [(tile: Tile, bytes: [UInt8])]) -> [UInt8] {
        let file = NamelessFile()
        do {
            let writer = try PMTilesWriter(
                descriptor: file.descriptor, path: file.path, spoolFolder: ScratchFolder.path, format: .png)
            for (tile, bytes) in tiles { try writer.add(tile, bytes) }
            var metadata = TileMetadata()
            metadata.name = "made"
            _ = try writer.write(metadata)
        } catch { preconditionFailure("\(error)") }
        return content(of: file.descriptor)
    }

    private static func content(of descriptor: Int32) -> [UInt8] {
        var status = stat()
        fstat(descriptor, &status)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return Array(bytes.prefix(max(count, 0)))
    }

    /// An archive without compression: a root of one run and one leaf.
    private static func handmade() -> [UInt8] {
        let root: [UInt8] = [2, 0, 5, 2, 0, 3, 6, 1, 1]
        let leaf: [UInt8] = [1, 5, 1, 2, 3]
        let metadata = [UInt8]("{\"name\":\"x\",\"vector_layers\":[]}")
        let data: [UInt8] = [1, 2, 3, 4, 5]
        var bytes = [UInt8]("PMTiles") + [3]
        var offset = 127
        for part in [root, metadata, leaf, data] {
            bytes += .little(offset, 8) + .little(part.count, 8)
            offset += part.count
        }
        bytes += .little(3, 8) + .little(2, 8) + .little(2, 8) + [1, 1, 1, 2, 0, 5]
        bytes += [UInt8](repeating: 0, count: 127 - bytes.count)
        return bytes + root + metadata + leaf + data
    }

    static let mbtiles = ReaderCheck(
        "mbtiles", longest: 1 << 16, allowance: archiveAllowance,
        seeds: {
            let made = [1, 0, 0, 2, 7, 8, 1, 1, 1, 2, 7, 8].withUnsafeBytes { bytes in
                var choices = Choices(bytes)
                return mbtilesWritten(tiles(&choices, deepest: 4))
            }
            return [made]
        }
    ) { bytes in
        let path = ScratchFolder.write(Array(bytes), "tiles")
        if let reader = try tileFault({ try MBTilesReader(path) }) {
            var contents: [Tile: Set<[UInt8]>] = [:]
            let isWhole: Void? = try tileFault {
                var seen = 0
                try reader.forEachTile(zooms: 0...6) { tile, content in
                    try require(tile.isValid, "\(tile)")
                    contents[tile, default: []].insert(Array(content))
                    seen += 1
                    // A view may go on for as long as it likes.
                    if seen > 300 { throw TileFault(.unusable, "enough") }
                }
            }
            for tile in contents.keys.sorted(by: { $0.packed < $1.packed }).prefix(20) {
                guard let content = try tileFault({ try reader.tile(tile) }), let content else { continue }
                try require(isWhole == nil || contents[tile]!.contains(content), "\(tile) alone is another")
            }
        }
        unlink(path)
        guard bytes.count < 256 else { return }
        var choices = Choices(bytes)
        let tiles = tiles(&choices, deepest: 12)
        guard !tiles.isEmpty else { return }
        let written = ScratchFolder.write(mbtilesWritten(tiles), "tiles")
        defer { unlink(written) }
        try sameTiles(try MBTilesReader(written), tiles)
    }

    private static func mbtilesWritten(_ tiles: [(tile: Tile, bytes: [UInt8])]) -> [UInt8] {
        let path = ScratchFolder.path + "/tiles"
        unlink(path)
        do {
            let writer = try MBTilesWriter(path, frames: false, origin: nil)
            for (tile, bytes) in tiles {
                try bytes.withUnsafeBytes { try writer.put(tile, frame: nil, $0) }
            }
            var metadata = TileMetadata()
            metadata.name = "made"
            try writer.finish(metadata)
        } catch { preconditionFailure("\(error)") }
        let descriptor = open(path, O_RDONLY)
        defer {
            close(descriptor)
            unlink(path)
        }
        return content(of: descriptor)
    }

    /// What a call gives; nil where it throws a fault with a reason.
    private static func tileFault<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch let fault as TileFault {
            try require(!fault.message.isEmpty, "no reason")
            return nil
        }
    }

    static let vectorTile = ReaderCheck(
        "vector-tile", longest: 2048,
        allowance: Allowance().with {
            $0.bytes = (4 << 20, 6000)
            $0.calls = (10_000, 600)
        },
        seeds: {
            let feature = { (type: VectorTile.GeometryType, parts: [[(Int32, Int32)]]) in
                VectorTile.Feature(
                    id: 7, type: type, parts: parts.map { $0.map { TilePosition(x: $0.0, y: $0.1) } },
                    properties: [.init("k", .string("v")), .init("n", .int64(-3)), .init("d", .double(0.5))])
            }
            let layer = VectorTile.Layer(
                name: "lines",
                features: [
                    feature(.point, [[(1, 2)], [(3, 4)]]), feature(.line, [[(0, 0), (5, 5), (9, -3)]]),
                    feature(.polygon, [[(0, 0), (10, 0), (10, 10), (0, 10)]]),
                ])
            return [
                VectorTileWriter().bytes(of: VectorTile(layers: [layer])),
                VectorTileWriter().bytes(of: VectorTile(layers: [layer, VectorTile.Layer(name: "b", version: 1)])), [],
            ]
        }
    ) { bytes in
        let tile: VectorTile
        do throws(TileFault) { tile = try VectorTileReader.read(bytes) } catch {
            try require(!error.message.isEmpty, "no reason")
            return
        }
        let problem = tile.problem
        for buffer in [0, 64] {
            let clipped = tile.clipped(buffer: buffer)
            // Of a layer without features nothing is left.
            try require(clipped.layers.count <= tile.layers.count, "more layers than there were")
            try requireEqual(clipped.clipped(buffer: buffer), clipped, "clipped twice")
        }
        _ = tile.child(of: Tile(z: 3, x: 2, y: 1), Tile(z: 5, x: 9, y: 6), buffer: 8)
        guard problem == nil else { return }
        // What follows the specification is written as it was.
        let written = VectorTileWriter().bytes(of: tile)
        do {
            // A layer without features is not written, nor a polygon without an area. What is written is of version 2,
            // which has no line of one position.
            var whole = tile
            let again = try VectorTileReader.read(written)
            func isDrawn(_ layer: VectorTile.Layer) -> Bool {
                layer.version == 2 && layer.features.contains { $0.type != .polygon }
            }
            if whole.layers.allSatisfy({ $0.version == 2 && !$0.features.contains { $0.type == .polygon } }) {
                whole.layers.removeAll { $0.features.isEmpty }
                try requireEqual(again, whole, "the tile that was written")
            } else {
                let names = Set(again.layers.map(\.name))
                for layer in whole.layers where isDrawn(layer) {
                    try require(names.contains(layer.name), "\(layer.name) was not written")
                }
                try requireEqual(
                    try VectorTileReader.read(VectorTileWriter().bytes(of: again)), again, "the tile written twice")
            }
        } catch let fault as TileFault { throw CheckFault("\(fault) of what was written") }
    }
}
