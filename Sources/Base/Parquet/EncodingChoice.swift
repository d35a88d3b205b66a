import Containers
import Hashing

/// The encoding chosen for a column, and what the values were like for which it was chosen.
///
/// To choose an encoding, values are encoded and compressed in several ways, which takes longer than to write them in the end.
/// The values of the next groups of rows are usually of the same kind, so a choice holds for several groups.
struct EncodingChoice: Sendable {
    /// The groups of rows for which a choice holds at the most.
    private static let mostGroups = 8

    /// What distinguishes values for which different encodings are best.
    struct Traits: Sendable {
        /// By which factor traits of similar values may differ.
        private static let mostChange = 1.5
        private static let sampledNumbers = 1 << 12
        private static let fewNumbers = 16

        /// The share of different values: of all texts, and of some numbers that follow each other. `fewNumbers` more numbers are
        /// counted than there are, so that one number more in a column of hardly any different ones is no change.
        private let distinct: Double
        /// The average length of different texts in bytes, or the average difference between two numbers in bits, plus 1.
        private let size: Double

        /// - Parameter scratch: may be overwritten.
        init(of leaf: ParquetLeaf, _ scratch: GrowingColumn<Int64>) {
            guard !leaf.isBytes else {
                distinct = Double(leaf.distinct) / Double(max(1, leaf.present))
                size = Double(leaf.valueBytes) / Double(max(1, leaf.distinct)) + 1
                return
            }
            let count = min(leaf.present, Traits.sampledNumbers)
            let start = (leaf.present - count) / 4
            let numbers = leaf.numbers(start..<(start + count), scratch)
            distinct = Double(Traits.different(numbers) + Traits.fewNumbers) / Double(count + Traits.fewNumbers)
            var bits = 0
            for place in numbers.indices.dropFirst() {
                let difference = numbers[place] &- numbers[place - 1]
                bits += Int64.bitWidth - (difference.magnitude).leadingZeroBitCount
            }
            size = Double(bits) / Double(max(1, count - 1)) + 1
        }

        private static func different(_ numbers: UnsafeBufferPointer<Int64>) -> Int {
            let mask = 2 * sampledNumbers - 1
            return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: mask + 1) { slots in
                slots.initialize(repeating: 0)
                var count = 0
                for (place, number) in numbers.enumerated() {
                    var slot = Int(truncatingIfNeeded: Fingerprint.of(UInt64(bitPattern: number), 0)) & mask
                    while slots[slot] > 0, numbers[Int(slots[slot]) - 1] != number { slot = (slot + 1) & mask }
                    guard slots[slot] == 0 else { continue }
                    slots[slot] = UInt16(place + 1)
                    count += 1
                }
                return count
            }
        }

        func isSimilar(to other: Traits) -> Bool {
            func isSimilar(_ one: Double, _ other: Double) -> Bool {
                max(one, other) <= min(one, other) * Traits.mostChange
            }
            return isSimilar(distinct, other.distinct) && isSimilar(size, other.size)
        }
    }

    let encoding: ValueEncoding
    private let traits: Traits
    private var groups: Int

    /// - Parameter isLast: whether it holds for one group only.
    init(_ encoding: ValueEncoding, _ traits: Traits, isLast: Bool) {
        self.encoding = encoding
        self.traits = traits
        groups = isLast ? EncodingChoice.mostGroups : 1
    }

    /// The same choice for the next group; nil if it does not hold any more.
    func again(for leaf: ParquetLeaf, _ traits: Traits) -> EncodingChoice? {
        guard groups < EncodingChoice.mostGroups, traits.isSimilar(to: self.traits),
            ValueEncoding.candidates(for: leaf).contains(encoding)
        else { return nil }
        return next
    }

    private var next: EncodingChoice {
        var next = self
        next.groups += 1
        return next
    }

    /// The choice with which the group after the next begins, if that group needs no dictionary; otherwise nil. It already counts
    /// the group between. The group needs no dictionary if the encoding has none and the choice may hold for two more groups.
    var withoutDictionary: EncodingChoice? {
        encoding == .dictionary || groups + 2 > EncodingChoice.mostGroups ? nil : next
    }
}
