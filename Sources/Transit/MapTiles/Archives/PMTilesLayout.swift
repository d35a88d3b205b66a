/// Entries as a root directory and, where that would be too large, leaf directories below it (PMTiles 3 §4).
struct PMTilesLayout {
    /// The compressed root directory.
    var root: [UInt8]
    /// The compressed leaf directories, one after another.
    var leaves: [UInt8] = []
    var leafCount = 0

    /// More entries than this do not share a directory without need, so that a tile costs a reader little.
    private static let leafSize = 4096
    /// The strongest of zlib's: directories are a small part of an archive, and are sent more often than the rest.
    private static let level: Int32 = 9

    /// - Parameters:
    ///   - entries: of tiles, by ascending number; at least one.
    ///   - rootLimit: the most bytes of the compressed root. Leaves grow until it is kept to.
    init(_ entries: [PMTilesEntry], rootLimit: Int = PMTilesHeader.rootLimit) {
        // Even with the best compression a reader would have more to inflate than it wants.
        if entries.count <= PMTilesLayout.leafSize * 4 {
            root = PMTilesLayout.compressed(entries[...])
            if root.count <= rootLimit { return }
        }
        var size = PMTilesLayout.leafSize
        while true {
            (root, leaves, leafCount) = PMTilesLayout.split(entries, size: size)
            if root.count <= rootLimit || leafCount == 1 { return }
            // By a fifth, which is far less work in vain than doubling makes leaves too large.
            size += size / 5
        }
    }

    private static func split(_ entries: [PMTilesEntry], size: Int) -> (root: [UInt8], leaves: [UInt8], count: Int) {
        var leaves: [UInt8] = []
        var roots: [PMTilesEntry] = []
        for start in stride(from: 0, to: entries.count, by: size) {
            let leaf = compressed(entries[start..<min(start + size, entries.count)])
            roots.append(
                PMTilesEntry(
                    id: entries[start].id, offset: UInt64(leaves.count), length: UInt32(leaf.count), runLength: 0))
            leaves += leaf
        }
        return (compressed(roots[...]), leaves, roots.count)
    }

    private static func compressed(_ entries: ArraySlice<PMTilesEntry>) -> [UInt8] {
        PMTilesDirectory.bytes(entries).withUnsafeBytes { TileGzip.compressed($0, level: level) }
    }
}
