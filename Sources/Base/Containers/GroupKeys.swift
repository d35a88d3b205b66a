import Hashing
import Platform

/// Keys of groups as bytes, numbered in the order of their first appearance; compared byte by byte, never by hash
/// alone.
///
/// Memory: the keys' bytes and 16 to 32 bytes for each.
public struct GroupKeys {
    /// More groups than any memory is for; what has as many is not a report.
    public static let capacity = 1 << 27

    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    private var places = PlaceIndex()

    public init() {}

    public var count: Int { ends.count }

    /// The number of a key, new or known; nil when there are more groups than can be told apart.
    @inline(__always)
    public mutating func intern(_ key: UnsafeRawBufferPointer) -> Int? {
        let hash = Fingerprint.of(key)
        if let known = places.place(hash, { isKey($0, key) }) { return known }
        guard count < GroupKeys.capacity else { return nil }
        bytes.append(contentsOf: key)
        ends.append(bytes.count)
        // Not the whole of `self`: places that somebody else holds too would be copied for each key.
        places.append(hash) { place in
            bytes.withUnsafeBytes { Fingerprint.of(GroupKeys.key(place, $0, ends)) }
        }
        return count - 1
    }

    @inline(__always)
    private static func key(_ index: Int, _ bytes: UnsafeRawBufferPointer, _ ends: [Int]) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }

    @inline(__always)
    private func isKey(_ index: Int, _ key: UnsafeRawBufferPointer) -> Bool {
        let start = index == 0 ? 0 : ends[index - 1]
        guard ends[index] - start == key.count else { return false }
        guard key.count > 0, let sought = key.baseAddress else { return true }
        return bytes.withUnsafeBytes { memcmp($0.baseAddress! + start, sought, key.count) == 0 }
    }

    /// Keeps the keys that are used and numbers them anew, in their order.
    /// - Returns: by its old number the new number of each key that is kept.
    public mutating func keep(_ isUsed: [Bool]) -> [Int] {
        var numbers = Array(repeating: 0, count: count)
        var kept = GroupKeys()
        for index in 0..<count where isUsed[index] {
            numbers[index] = withKey(index) { kept.intern($0) } ?? 0
        }
        self = kept
        return numbers
    }

    /// Calls `body` with the bytes of a key.
    public func withKey<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes { try body(GroupKeys.key(index, $0, ends)) }
    }

    /// Whether a key comes before another, byte by byte.
    public func precedes(_ left: Int, _ right: Int) -> Bool {
        bytes.withUnsafeBytes { bytes in
            let (left, right) = (GroupKeys.key(left, bytes, ends), GroupKeys.key(right, bytes, ends))
            guard let first = left.baseAddress, let second = right.baseAddress else { return left.count < right.count }
            let order = memcmp(first, second, min(left.count, right.count))
            return order != 0 ? order < 0 : left.count < right.count
        }
    }

    /// The groups' numbers in the order of their keys.
    public func inOrder() -> [Int] { (0..<count).sorted(by: precedes) }
}
