/// The leaf directories that were used last.
struct PMTilesLeaves {
    /// The most entries that are kept in all: 12 MB of memory.
    private static let entryLimit = 1 << 19

    private struct Leaf {
        let offset: UInt64
        let length: UInt32
        let directory: PMTilesDirectory
    }

    /// The one used last at the end.
    private var leaves: [Leaf] = []
    private var entryCount = 0

    /// The directory that an entry leads to, if it is kept.
    mutating func directory(_ entry: PMTilesEntry) -> PMTilesDirectory? {
        guard let place = leaves.lastIndex(where: { $0.offset == entry.offset && $0.length == entry.length }) else {
            return nil
        }
        if place < leaves.count - 1 { leaves.append(leaves.remove(at: place)) }
        return leaves[leaves.count - 1].directory
    }

    /// Keeps a directory, in place of those that were not used for longest.
    mutating func keep(_ directory: PMTilesDirectory, of entry: PMTilesEntry) {
        entryCount += directory.entries.count
        leaves.append(Leaf(offset: entry.offset, length: entry.length, directory: directory))
        // The newest stays, however large it is.
        while entryCount > PMTilesLeaves.entryLimit, leaves.count > 1 {
            entryCount -= leaves.removeFirst().directory.entries.count
        }
    }
}
