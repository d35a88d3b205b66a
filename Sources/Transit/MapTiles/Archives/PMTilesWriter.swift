import Geometry
import Platform

/// Makes an archive of tiles (PMTiles 3), clustered: tiles by ascending number, each content once. The same tiles give
/// the same bytes, in whichever order they come.
///
/// Memory: 16 bytes a tile, about 80 for each different content; the contents lie in a file without a name meanwhile.
public final class PMTilesWriter: TileSink {
    /// 16 bytes.
    private struct Added {
        let id: UInt64
        let content: UInt32
        /// When it was put: of the same tile the last counts.
        let turn: UInt32
    }

    private let descriptor: Int32
    private let path: String
    private let format: TileFormat
    private var spool: PMTilesSpool
    private var added: [Added] = []
    private var isInOrder = true
    private var closesDescriptor = false
    private var extent = TileExtent()

    /// - Parameters:
    ///   - descriptor: what the archive is written to, from where it stands, when it is finished; a pipe will do. It
    ///     stays open, and making it durable and putting it in place are its owner's matters.
    ///   - path: what messages call the archive.
    ///   - spoolFolder: where contents lie until then, best in the archive's file system.
    ///   - format: what all tiles are. Vector tiles must be compressed with gzip; images are stored as they are.
    /// - Throws: `TileFault` of kind cannotCreate.
    public init(descriptor: Int32, path: String, spoolFolder: String, format: TileFormat) throws {
        self.descriptor = descriptor
        self.path = path
        self.format = format
        spool = try PMTilesSpool(in: spoolFolder, path: path)
    }

    /// Writes into a file that is there, and is empty.
    /// - Parameters:
    ///   - file: the file; what it becomes is its owner's matter.
    ///   - path: what messages call the archive, and beside which contents lie until it is finished.
    /// - Throws: `TileFault` of kind cannotCreate.
    public convenience init(into file: String, named path: String, format: TileFormat) throws {
        let descriptor = uninterrupted { open(file, O_WRONLY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            throw TileFault(.cannotCreate, "\(path): \(systemMessage(errno))")
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        do {
            try self.init(descriptor: descriptor, path: path, spoolFolder: folder, format: format)
        } catch {
            close(descriptor)
            throw error
        }
        closesDescriptor = true
    }

    deinit { if closesDescriptor { close(descriptor) } }

    /// Keeps a tile, in any order; one that was there is replaced.
    ///
    /// - Parameter frame: nil, because an archive has none.
    /// - Throws: `TileFault` of kind unusable where there is no such tile, its zoom is beyond `PMTilesID.deepest`, or
    ///   its content is empty, too large, or not compressed as it must be; ioFailed, a full disk for instance.
    public func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) throws {
        func fault(_ reason: String) -> TileFault {
            TileFault(.unusable, "\(path): tile \(tile.z)/\(tile.x)/\(tile.y): \(reason); not written")
        }
        guard frame == nil else { throw fault("PMTiles archives cannot hold frames") }
        guard let id = PMTilesID.id(tile) else {
            throw fault("the tile does not exist up to zoom \(PMTilesID.deepest)")
        }
        guard !bytes.isEmpty else { throw fault("empty") }
        guard bytes.count <= PMTilesReader.tileLimit else {
            throw fault("the tile has \(bytes.count) bytes; the limit is \(PMTilesReader.tileLimit)")
        }
        // The header says of all tiles alike how they are compressed.
        if format == .mvt, !TileGzip.isGzip(bytes) { throw fault("the tile is not compressed with gzip") }
        let content = try spool.add(bytes)
        if let last = added.last, last.id >= id { isInOrder = false }
        extent.take(tile)
        added.append(Added(id: id, content: content, turn: UInt32(truncatingIfNeeded: added.count)))
    }

    public func add(_ tile: Tile, _ bytes: UnsafeRawBufferPointer) throws { try put(tile, frame: nil, bytes) }

    public func add(_ tile: Tile, _ bytes: [UInt8]) throws { try bytes.withUnsafeBytes { try add(tile, $0) } }

    public func finish(_ metadata: TileMetadata) throws { _ = try write(metadata) }

    /// Writes the archive. Nothing may be put afterwards.
    ///
    /// - Parameter metadata: name, description, attribution, vector layers and others go into the JSON, as
    ///   `PMTilesMetadata.json` has it; bounds into the header, without which they are those of the tiles of the deepest
    ///   zoom. Format and zooms are those of the tiles.
    /// - Returns: the header.
    /// - Throws: `TileFault` of kind unusable where there is no tile, or the vector layers are not JSON; ioFailed.
    public func write(_ metadata: TileMetadata) throws -> PMTilesHeader {
        spool.forgetDigests()
        try sort()
        guard let json = PMTilesMetadata.json(metadata, format: format) else {
            throw TileFault(.unusable, "\(path): the vector layers are not a JSON array; nothing was written")
        }
        let about = json.withUnsafeBytes { TileGzip.compressed($0, level: 9) }
        let (entries, order) = merged()
        let layout = PMTilesLayout(entries)

        var header = PMTilesHeader()
        var end = UInt64(PMTilesHeader.size)
        func section(_ length: UInt64) -> PMTilesHeader.Section {
            defer { end += length }
            return PMTilesHeader.Section(offset: end, length: length)
        }
        header.root = section(UInt64(layout.root.count))
        header.metadata = section(UInt64(about.count))
        header.leaves = section(UInt64(layout.leaves.count))
        header.tiles = section(order.reduce(0) { $0 + UInt64(spool.length($1)) })
        header.addressedTiles = UInt64(added.count)
        header.tileEntries = UInt64(entries.count)
        header.tileContents = UInt64(order.count)
        header.isClustered = true
        header.internalCompression = .gzip
        header.tileCompression = format == .mvt ? .gzip : .none
        header.format = format
        header.minZoom = PMTilesID.zoom(added[0].id)
        header.maxZoom = PMTilesID.zoom(added[added.count - 1].id)
        let given = metadata.bounds.flatMap { PMTilesHeader.isBox($0) ? $0 : nil }
        if let box = given ?? extent.bounds { header.setPlace(box) }

        for part in [header.bytes, layout.root, about, layout.leaves] {
            try part.withUnsafeBytes { try PMTilesFile.write(descriptor, $0, path: path) }
        }
        try writeTiles(order)
        return header
    }

    // MARK: Order

    private func sort() throws {
        guard !added.isEmpty else { throw TileFault(.unusable, "\(path): no tiles to write; nothing was written") }
        guard !isInOrder else { return }
        added.sort { ($0.id, $0.turn) < ($1.id, $1.turn) }
        var kept = 0
        for tile in added {
            if kept > 0, added[kept - 1].id == tile.id { kept -= 1 }
            added[kept] = tile
            kept += 1
        }
        added.removeLast(added.count - kept)
        isInOrder = true
    }

    /// The entries of tiles, neighbours of the same content as one; and the contents in the order of their first use.
    private func merged() -> (entries: [PMTilesEntry], order: [UInt32]) {
        var entries: [PMTilesEntry] = []
        var order: [UInt32] = []
        var offsets = [UInt64](repeating: .max, count: spool.count)
        var end: UInt64 = 0
        var previous: UInt32?
        for tile in added {
            if tile.content == previous, let last = entries.last, last.end == tile.id, last.runLength < .max {
                entries[entries.count - 1].runLength += 1
                continue
            }
            previous = tile.content
            let length = spool.length(tile.content)
            if offsets[Int(tile.content)] == .max {
                offsets[Int(tile.content)] = end
                end += UInt64(length)
                order.append(tile.content)
            }
            entries.append(
                PMTilesEntry(id: tile.id, offset: offsets[Int(tile.content)], length: length, runLength: 1))
        }
        return (entries, order)
    }

    // MARK: Tiles

    private func writeTiles(_ order: [UInt32]) throws {
        let size = 1 << 20
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { piece.deallocate() }
        // Many tiles are small: they leave together.
        var pending: [UInt8] = []
        pending.reserveCapacity(2 * size)
        try spool.forEachPiece(of: order, buffer: piece) { bytes in
            pending.append(contentsOf: bytes)
            guard pending.count >= size else { return }
            try pending.withUnsafeBytes { try PMTilesFile.write(descriptor, $0, path: path) }
            pending.removeAll(keepingCapacity: true)
        }
        try pending.withUnsafeBytes { try PMTilesFile.write(descriptor, $0, path: path) }
    }
}

extension PMTilesHeader {
    /// Sets bounds, and as centre their middle on the map at the deepest zoom of the archive at which they touch two tiles each way
    /// at the most; as they are written, in 1e-7 degrees.
    ///
    /// Bounds that cross the antimeridian become all longitudes, because the fields are the least and the greatest (§3.2,
    /// Min Position).
    mutating func setPlace(_ box: Bounds) {
        let corner = Coordinate(latitude: box.south, longitude: box.crossesAntimeridian ? -180 : box.west)
            .rounded(decimals: 7)
        let opposite = Coordinate(latitude: box.north, longitude: box.crossesAntimeridian ? 180 : box.east)
            .rounded(decimals: 7)
        bounds = Bounds(
            west: corner.longitude, south: corner.latitude, east: opposite.longitude, north: opposite.latitude)
        center = TileMetadata.center(of: box).rounded(decimals: 7)
        centerZoom = minZoom
        for z in minZoom...maxZoom {
            let first = Tile(Coordinate(latitude: box.north, longitude: box.west), z: z)
            let last = Tile(Coordinate(latitude: box.south, longitude: box.east), z: z)
            let columns = last.x - first.x + (box.crossesAntimeridian ? 1 << z : 0)
            guard columns <= 1, last.y - first.y <= 1 else { break }
            centerZoom = z
        }
    }
}
