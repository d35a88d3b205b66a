/// Tiles in memory, as many as fit into a number of bytes; when there is no more room those go that were not used for
/// longest.
public final class TileMemory<Key: Hashable, Value> {
    private final class Entry {
        let key: Key
        var value: Value
        var bytes: Int
        unowned(unsafe) var newer: Entry?
        var older: Entry?

        init(_ key: Key, _ value: Value, _ bytes: Int) {
            self.key = key
            self.value = value
            self.bytes = bytes
        }
    }

    /// The most bytes that are kept.
    public let limit: Int
    public private(set) var bytes = 0
    private var entries: [Key: Entry] = [:]
    private var newest: Entry?
    private unowned(unsafe) var oldest: Entry?

    public init(limit: Int) { self.limit = limit }

    deinit {
        // Entry by entry: a long chain that lets go of itself would need as long a stack.
        while let entry = newest {
            newest = entry.older
            entry.older = nil
        }
    }

    public var count: Int { entries.count }

    /// What is kept under a key, which counts as using it.
    public func value(_ key: Key) -> Value? {
        guard let entry = entries[key] else { return nil }
        unlink(entry)
        link(entry)
        return entry.value
    }

    /// Keeps a value; one that is larger than all the room is not kept.
    /// - Parameter size: bytes.
    public func keep(_ value: Value, _ key: Key, size: Int) {
        if let old = entries.removeValue(forKey: key) {
            bytes -= old.bytes
            unlink(old)
        }
        guard size <= limit else { return }
        while bytes + size > limit, let last = oldest {
            entries[last.key] = nil
            bytes -= last.bytes
            unlink(last)
        }
        let entry = Entry(key, value, size)
        entries[key] = entry
        bytes += size
        link(entry)
    }

    private func link(_ entry: Entry) {
        entry.older = newest
        entry.newer = nil
        newest?.newer = entry
        newest = entry
        if oldest == nil { oldest = entry }
    }

    private func unlink(_ entry: Entry) {
        let (newer, older) = (entry.newer, entry.older)
        if let newer { newer.older = older } else { newest = older }
        if let older { older.newer = newer } else { oldest = newer }
        entry.newer = nil
        entry.older = nil
    }
}
