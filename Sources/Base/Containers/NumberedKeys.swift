import Hashing
import Platform

/// The keys that were met of a table whose rows have an owner and a number: a trip and a stop_sequence, a shape and a
/// shape_pt_sequence.
///
/// Keys are told apart by 64 bits: two of one hash are a chance of one in 10¹⁹ for each pair. Cost: a few instructions
/// for a row that follows another of its owner. Memory: 24 to 48 bytes for each owner and each 64 numbers in a row of
/// which it has any, whatever the order of rows; 72 while the table is doubled.
public struct NumberedKeys: ~Copyable {
    private struct Page {
        /// The owner's hash with the page's place; 0 for an empty slot.
        var key: UInt64 = 0
        /// Which of the 64 numbers were met.
        var met: UInt64 = 0
    }

    private var pages: UnsafeMutableBufferPointer<Page>
    private var used = 0
    /// Where the page of the last row is.
    private var last = 0
    private var lastOwner: [UInt8] = []
    private var lastHash: UInt64 = 0
    /// What `countFirst` has read; without it, the compiler would remove the reads.
    private var looked: UInt64 = 0

    public init() {
        pages = .allocate(capacity: 1 << 8)
        pages.initialize(repeating: Page())
    }

    deinit { pages.deallocate() }

    /// Notes a key and says whether it was not met before.
    ///
    /// - Parameter seed: tells owners of one name apart, such as those of two feeds.
    public mutating func isFirst(_ owner: UnsafeRawBufferPointer, _ number: Int, seed: UInt64 = 0) -> Bool {
        if !isLast(owner) {
            lastOwner.removeAll(keepingCapacity: true)
            lastOwner.append(contentsOf: owner)
            lastHash = Fingerprint.of(owner)
        }
        return isFirst(seed == 0 ? lastHash : Fingerprint.of(lastHash, seed), number)
    }

    /// The same of an owner whose hash is known.
    public mutating func isFirst(_ owner: UInt64, _ number: Int) -> Bool {
        areFirst(Several(owner: owner, number: number))
    }

    /// Keys of one owner whose numbers share a page: they have the same quotient when divided by 64.
    public struct Several: BitwiseCopyable {
        /// `Fingerprint.of` the owner's bytes.
        public let owner: UInt64
        private let page: Int
        fileprivate private(set) var numbers: UInt64

        public init(owner: UInt64, number: Int) {
            self.owner = owner
            page = number >> 6
            numbers = Several.bit(of: number)
        }

        /// Adds another key of the owner; returns false if it is on another page, or among the keys already.
        @inline(__always)
        public mutating func add(_ number: Int) -> Bool {
            guard number >> 6 == page, numbers & Several.bit(of: number) == 0 else { return false }
            numbers |= Several.bit(of: number)
            return true
        }

        public mutating func remove(_ number: Int) { numbers &= ~Several.bit(of: number) }

        @inline(__always)
        private static func bit(of number: Int) -> UInt64 { 1 << UInt64(number & 63) }

        fileprivate func key(seed: UInt64) -> UInt64 {
            let owner = seed == 0 ? owner : Fingerprint.of(owner, seed)
            return max(Fingerprint.of(owner, UInt64(bitPattern: Int64(page))), 1)
        }
    }

    /// How many runs at the start, at most `most`, contain only keys that were not met before. Notes the keys of these runs.
    /// - Parameter seed: as for `isFirst`.
    public mutating func countFirst(_ runs: UnsafeBufferPointer<RowRuns.Run>, most: Int, seed: UInt64 = 0) -> Int {
        // The processor waits for all pages at once, whereas each lookup would wait for its own.
        let mask = pages.count - 1
        for run in runs.prefix(most) {
            // A lookup often goes on to the next pages, of which some are in the next line of the caches.
            let page = Int(truncatingIfNeeded: run.keys.key(seed: seed))
            looked ^= pages[page & mask].met ^ pages[(page &+ 3) & mask].met
        }
        return runs.prefix(most).prefix { areFirst($0.keys, seed: seed) }.count
    }

    /// Notes the keys and returns true if none of them was met before; otherwise, notes none of them and returns false.
    /// - Parameter seed: as for `isFirst`.
    public mutating func areFirst(_ keys: Several, seed: UInt64 = 0) -> Bool {
        let key = keys.key(seed: seed)
        if pages[last].key != key { last = place(of: key) }
        guard pages[last].met & keys.numbers == 0 else { return false }
        pages[last].met |= keys.numbers
        return true
    }

    private func isLast(_ owner: UnsafeRawBufferPointer) -> Bool {
        guard let start = owner.baseAddress, owner.count == lastOwner.count else { return false }
        return lastOwner.withUnsafeBytes { hasSameBytes(start, $0.baseAddress ?? start, count: owner.count) }
    }

    private mutating func place(of key: UInt64) -> Int {
        if used * 3 >= pages.count * 2 { double() }
        let mask = pages.count - 1
        var place = Int(truncatingIfNeeded: key) & mask
        while pages[place].key != 0 {
            if pages[place].key == key { return place }
            place = (place + 1) & mask
        }
        pages[place].key = key
        used += 1
        return place
    }

    private mutating func double() {
        let larger = UnsafeMutableBufferPointer<Page>.allocate(capacity: pages.count * 2)
        larger.initialize(repeating: Page())
        for page in pages where page.key != 0 {
            var place = Int(truncatingIfNeeded: page.key) & (larger.count - 1)
            while larger[place].key != 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = page
        }
        pages.deallocate()
        pages = larger
    }
}
