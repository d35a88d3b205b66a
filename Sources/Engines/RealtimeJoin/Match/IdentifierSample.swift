/// A sample of distinct ids: those with the smallest fingerprints, so that it is fair and independent of their order.
///
/// Memory: at most twice `limit` ids of at most `longest` bytes.
package struct IdentifierSample {
    /// The maximum length of a sampled id.
    static let longest = 256

    private let limit: Int
    private var entries: [(fingerprint: UInt64, id: [UInt8])] = []
    private var bound = UInt64.max

    package init(limit: Int) { self.limit = limit }

    /// Adds a new id.
    @inline(__always)
    package mutating func add(_ id: UnsafeRawBufferPointer, fingerprint: UInt64) {
        guard fingerprint < bound, id.count > 0, id.count <= IdentifierSample.longest else { return }
        entries.append((fingerprint, Array(id)))
        if entries.count == limit * 2 { shorten() }
    }

    private mutating func shorten() {
        entries.sort { $0.fingerprint < $1.fingerprint }
        entries.removeLast(entries.count - limit)
        bound = entries[limit - 1].fingerprint
    }

    /// The sampled ids, at most `limit`, sorted by bytes.
    package var ids: [[UInt8]] {
        var copy = self
        if copy.entries.count > limit { copy.shorten() }
        return copy.entries.map(\.id).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
