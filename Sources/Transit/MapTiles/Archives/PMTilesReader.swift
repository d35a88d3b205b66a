import Geometry

/// An archive of tiles in one file (PMTiles 3), of which no more is in memory than its root directory and some leaves.
///
/// A reader belongs to one thread at a time. What it is given may be made to do harm: nothing is believed that cannot
/// be so, and what is read at once has a limit.
public final class PMTilesReader: TileSource {
    /// The most bytes of a tile, as it is stored.
    public static let tileLimit = 1 << 26
    /// The most tiles that `forEachTile` goes through unless it is told otherwise: a planet to zoom 15 has 1.4 billion.
    public static let countLimit = 1 << 31
    /// Leaf directories below each other: the root is followed by three at the most, as the specification's own readers
    /// have it.
    static let depthLimit = 3

    public let path: String
    public let header: PMTilesHeader
    /// Format, bounds and zooms as the header has them, the rest from the JSON.
    public let metadata: TileMetadata
    private let file: PMTilesFile
    private let root: PMTilesDirectory
    private var leaves = PMTilesLeaves()

    /// Opens the archive; reads its header, its root directory and its metadata.
    /// - Throws: `TileFault` of kind missing where the file is not there or cannot be read, unusable where it is no
    ///   archive, is damaged, or is compressed in a way that is not read here.
    public init(_ path: String) throws {
        let file = try PMTilesFile(path)
        let head = try file.read(0, Int(min(file.size, UInt64(PMTilesHeader.size))))
        let header = try head.withUnsafeBytes { try PMTilesHeader($0, fileSize: file.size, path: path) }
        let content = try PMTilesReader.content(
            header.root, of: file, header, limit: PMTilesDirectory.byteLimit, name: "root directory")
        root = try content.withUnsafeBytes { try PMTilesDirectory($0, path: path) }
        var metadata = TileMetadata()
        metadata.format = header.format
        metadata.bounds = header.bounds
        metadata.minZoom = header.minZoom
        metadata.maxZoom = header.maxZoom
        // There must be an object; archives without any say no less.
        if header.metadata.length > 0 {
            let json = try PMTilesReader.content(
                header.metadata, of: file, header, limit: PMTilesMetadata.byteLimit, name: "metadata")
            try json.withUnsafeBytes { try PMTilesMetadata.read($0, into: &metadata, path: path) }
        }
        self.path = path
        self.file = file
        self.header = header
        self.metadata = metadata
    }

    /// The tile as it is stored, compressed as the header's `tileCompression` says; nil where there is none.
    /// - Throws: `TileFault`, of kind unusable where a directory on the way is damaged.
    public func tile(_ tile: Tile) throws -> [UInt8]? {
        guard let id = PMTilesID.id(tile), let entry = try entry(id) else { return nil }
        return try bytes(entry)
    }

    /// The entry of the run that a number belongs to.
    private func entry(_ id: UInt64) throws -> PMTilesEntry? {
        var directory = root
        var end = PMTilesID.count
        for depth in 0... {
            guard let place = directory.place(of: id) else { return nil }
            let entry = directory.entries[place]
            if entry.runLength > 0 { return id < entry.end ? entry : nil }
            try checkDepth(depth)
            if place + 1 < directory.entries.count { end = directory.entries[place + 1].id }
            if let kept = leaves.directory(entry) {
                directory = kept
            } else {
                directory = try leaf(entry, before: end)
                leaves.keep(directory, of: entry)
            }
        }
        return nil
    }

    // MARK: All tiles

    /// Goes through the runs of tiles with the same content, by ascending number.
    ///
    /// - Parameter zooms: whose tiles are wanted; a run that goes beyond them is cut to them.
    /// - Throws: `TileFault`; what `body` throws.
    public func forEachRun(
        zooms: ClosedRange<Int> = 0...PMTilesID.deepest, _ body: (PMTilesEntry) throws -> Void
    ) throws {
        guard zooms.overlaps(0...PMTilesID.deepest) else { return }
        let zooms = zooms.clamped(to: 0...PMTilesID.deepest)
        let wanted = PMTilesID.first(z: zooms.lowerBound)..<PMTilesID.first(z: zooms.upperBound + 1)
        var leafBytes: UInt64 = 0
        try visit(root, before: PMTilesID.count, wanted, depth: 0, leafBytes: &leafBytes, body)
    }

    /// Goes through all tiles of some zooms, by ascending number, `countLimit` of them at the most.
    public func forEachTile(
        zooms: ClosedRange<Int> = 0...PMTilesID.deepest, _ body: (Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws { try forEachTile(zooms: zooms, limit: PMTilesReader.countLimit, body) }

    /// The same with a limit: a run takes a few bytes in the file and may be billions of tiles.
    ///
    /// - Parameter limit: the most tiles; more of them are a fault, before the run with which it would be exceeded.
    /// - Throws: `TileFault`; what `body` throws.
    public func forEachTile(
        zooms: ClosedRange<Int> = 0...PMTilesID.deepest, limit: Int,
        _ body: (Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var count = 0
        try forEachRun(zooms: zooms) { run in
            guard Int(run.runLength) <= limit - count else {
                throw TileFault(.unusable, "\(path) has more than \(limit) tiles; stopped after \(count)")
            }
            count += Int(run.runLength)
            try bytes(run).withUnsafeBytes { bytes in
                for id in run.id..<run.end {
                    if let tile = PMTilesID.tile(id) { try body(tile, bytes) }
                }
            }
        }
    }

    /// - Parameters:
    ///   - end: the number before which the directory's tiles must lie.
    ///   - wanted: the numbers whose tiles are gone through.
    ///   - leafBytes: what the leaf directories so far take in the file. More than there are: some overlap, and reading
    ///     them could go on for as long as the file's maker wants.
    private func visit(
        _ directory: PMTilesDirectory, before end: UInt64, _ wanted: Range<UInt64>, depth: Int,
        leafBytes: inout UInt64, _ body: (PMTilesEntry) throws -> Void
    ) throws {
        let entries = directory.entries
        for place in (directory.place(of: wanted.lowerBound) ?? 0)..<entries.count {
            var entry = entries[place]
            guard entry.id < wanted.upperBound else { return }
            guard entry.runLength == 0 else {
                let tiles = (entry.id..<entry.end).clamped(to: wanted)
                guard !tiles.isEmpty else { continue }
                entry.id = tiles.lowerBound
                entry.runLength = UInt32(tiles.count)
                try body(entry)
                continue
            }
            try checkDepth(depth)
            leafBytes += UInt64(entry.length)
            guard leafBytes <= header.leaves.length else { throw fault("leaf directories overlap") }
            let next = place + 1 < entries.count ? entries[place + 1].id : end
            let below = try leaf(entry, before: next)
            try visit(below, before: next, wanted, depth: depth + 1, leafBytes: &leafBytes, body)
        }
    }

    // MARK: Bytes

    /// The content of a run as it is stored.
    /// - Throws: `TileFault`, of kind unusable where it lies outside of the archive's tiles.
    public func bytes(_ run: PMTilesEntry) throws -> [UInt8] {
        let length = UInt64(run.length)
        guard run.offset <= header.tiles.length, length <= header.tiles.length - run.offset else {
            throw fault("tile \(run.id) lies beyond the archive's tiles")
        }
        guard run.length <= PMTilesReader.tileLimit else {
            throw fault("tile \(run.id) has \(run.length) bytes; the limit is \(PMTilesReader.tileLimit)")
        }
        return try file.read(header.tiles.offset + run.offset, Int(run.length))
    }

    /// The leaf directory that an entry leads to, whose tiles are the entry's and come before those of the next.
    private func leaf(_ entry: PMTilesEntry, before end: UInt64) throws -> PMTilesDirectory {
        let length = UInt64(entry.length)
        guard entry.offset <= header.leaves.length, length <= header.leaves.length - entry.offset else {
            throw fault("a leaf directory lies beyond the archive's leaf directories")
        }
        let section = PMTilesHeader.Section(offset: header.leaves.offset + entry.offset, length: length)
        let content = try PMTilesReader.content(
            section, of: file, header, limit: PMTilesDirectory.byteLimit, name: "leaf directory")
        let directory = try content.withUnsafeBytes { try PMTilesDirectory($0, path: path) }
        guard let first = directory.entries.first, let last = directory.entries.last else {
            throw fault("a leaf directory is empty")
        }
        guard first.id >= entry.id, last.end <= end else {
            throw fault("the leaf directory of tile \(entry.id) has tiles that belong elsewhere")
        }
        return directory
    }

    private func checkDepth(_ depth: Int) throws {
        guard depth < PMTilesReader.depthLimit else {
            throw fault("leaf directories are nested more than \(PMTilesReader.depthLimit) deep")
        }
    }

    /// A part of the file that is compressed as directories are, inflated.
    private static func content(
        _ section: PMTilesHeader.Section, of file: PMTilesFile, _ header: PMTilesHeader, limit: Int, name: String
    ) throws -> [UInt8] {
        guard section.length <= UInt64(limit) else {
            throw TileFault(
                .unusable, "\(file.path): \(name): has \(section.length) bytes; the limit is \(limit); not read")
        }
        let bytes = try file.read(section.offset, Int(section.length))
        guard header.internalCompression == .gzip else { return bytes }
        do {
            return try bytes.withUnsafeBytes { try TileGzip.decompressed($0, limit: limit) }
        } catch let fault as TileFault {
            throw TileFault(fault.kind, "\(file.path): \(name): \(fault.message); not read")
        }
    }

    private func fault(_ reason: String) -> TileFault { TileFault(.unusable, "\(path): \(reason); reading stopped") }
}
