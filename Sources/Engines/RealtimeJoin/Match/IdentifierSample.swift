/// Some of many distinct ids: those of least fingerprint, so a fair sample that is the same whatever the order.
///
/// Memory: at most twice `limit` ids of at most `longest` bytes.
package struct IdentifierSample {
    /// Longer ones are passed over.
    static let longest = 256

    private let limit: Int
    private var entries: [(fingerprint: UInt64, id: [UInt8])] = []
    private var bound = UInt64.max

    package init(limit: Int) { self.limit = limit }

    /// Takes an id that was not added before.
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

    /// At most `limit` ids, in the order of their bytes.
    package var ids: [[UInt8]] {
        var copy = self
        if copy.entries.count > limit { copy.shorten() }
        return copy.entries.map(\.id).sorted { $0.lexicographicallyPrecedes($1) }
    }
}
