import Hashing
import Schedule

/// The affixes of the schedule's ids around parts that may be realtime ids.
struct ScheduleAffixes {
    /// One end of the ids: prefixes or suffixes.
    struct Side {
        /// The count of each affix beside an unmatched id.
        fileprivate var hits: [[UInt8]: Int] = [:]
        /// The count of each affix in a sample of the schedule's ids.
        fileprivate var frequency: [[UInt8]: Int] = [:]
        /// The schedule's id with the unmatched id beside the separator, by separator and index of the unmatched id.
        fileprivate(set) var matches: [UInt8: [Int: [UInt8]]] = [:]

        private static let mostAffixes = 4096

        fileprivate mutating func note(_ affix: [UInt8]) {
            if hits[affix] == nil, hits.count >= Side.mostAffixes { return }
            hits[affix, default: 0] += 1
        }

        /// The affixes to test: first those beside unmatched ids, then frequent ones.
        func candidates(_ limit: Int) -> [[UInt8]] {
            let seen = Side.most(hits, limit)
            return seen + Side.most(frequency.filter { hits[$0.key] == nil && $0.value > 1 }, limit)
        }

        private static func most(_ counts: [[UInt8]: Int], _ limit: Int) -> [[UInt8]] {
            counts.sorted { one, other in
                one.value != other.value ? one.value > other.value : one.key.lexicographicallyPrecedes(other.key)
            }.prefix(limit).map(\.key)
        }

        /// The separator of an affix, if it occurs only beside the id.
        static func separator(of affix: [UInt8], inFront: Bool) -> UInt8? {
            guard let edge = inFront ? affix.last : affix.first, ByteClass(edge) == .separator else { return nil }
            return (inFront ? affix.dropLast() : affix.dropFirst()).contains(edge) ? nil : edge
        }
    }

    private static let longestAffix = 64

    private(set) var prefixes = Side()
    private(set) var suffixes = Side()
    private let unmatched: [[UInt8]]
    /// The schedule's ids that differ from unmatched ids only by case, by index of the unmatched id.
    private var sameButForCase: [Int: [UInt8]] = [:]

    /// Collects affixes in one pass over the schedule's ids.
    init<Schedule: MatchableSchedule>(_ kind: IdentifierKind, _ unmatched: [[UInt8]], _ schedule: Schedule) {
        self.unmatched = unmatched
        // By fingerprint, so that no part of an id is copied to be looked up.
        var exact: [UInt64: Int] = [:]
        var folded: [UInt64: Int] = [:]
        for (index, id) in unmatched.enumerated() {
            exact[id.withUnsafeBytes { Fingerprint.of($0) }] = index
            folded[ScheduleAffixes.lowered(id).withUnsafeBytes { Fingerprint.of($0) }] = index
        }
        var sample = IdentifierSample(limit: 1024)
        var prefixes = Side()
        var suffixes = Side()
        var sameButForCase: [Int: [UInt8]] = [:]
        var lowered: [UInt8] = []
        func place(_ part: UnsafeRawBufferPointer) -> Int? {
            guard let index = exact[Fingerprint.of(part)], part.elementsEqual(unmatched[index]) else { return nil }
            return index
        }
        schedule.forEachID(kind) { id in
            guard id.count > 0, id.count <= IdentifierSample.longest else { return }
            sample.add(id, fingerprint: Fingerprint.of(id))
            ScheduleAffixes.forEachBoundary(id) { cut in
                if cut <= ScheduleAffixes.longestAffix,
                    let index = place(UnsafeRawBufferPointer(rebasing: id[cut...]))
                {
                    let affix = Array(id[..<cut])
                    prefixes.note(affix)
                    if let separator = Side.separator(of: affix, inFront: true) {
                        prefixes.matches[separator, default: [:]][index] = Array(id)
                    }
                }
                if id.count - cut <= ScheduleAffixes.longestAffix,
                    let index = place(UnsafeRawBufferPointer(rebasing: id[..<cut]))
                {
                    let affix = Array(id[cut...])
                    suffixes.note(affix)
                    if let separator = Side.separator(of: affix, inFront: false) {
                        suffixes.matches[separator, default: [:]][index] = Array(id)
                    }
                }
            }
            lowered.removeAll(keepingCapacity: true)
            for byte in id { lowered.append(ScheduleAffixes.lowered(byte)) }
            if let index = folded[lowered.withUnsafeBytes { Fingerprint.of($0) }],
                ScheduleAffixes.lowered(unmatched[index]) == lowered
            {
                sameButForCase[index] = Array(id)
            }
        }
        for id in sample.ids {
            id.withUnsafeBytes { bytes in
                ScheduleAffixes.forEachBoundary(bytes) { cut in
                    if cut <= ScheduleAffixes.longestAffix { prefixes.frequency[Array(bytes[..<cut]), default: 0] += 1 }
                    if bytes.count - cut <= ScheduleAffixes.longestAffix {
                        suffixes.frequency[Array(bytes[cut...]), default: 0] += 1
                    }
                }
            }
        }
        self.prefixes = prefixes
        self.suffixes = suffixes
        self.sameButForCase = sameButForCase
    }

    /// The unmatched ids that the schedule has in different case, by index: those encountered, and those that it has in
    /// upper or lower case only.
    func withOtherCapitals(_ knows: ([UInt8]) -> Bool) -> [Int: [UInt8]] {
        var matches = sameButForCase
        for (index, id) in unmatched.enumerated() where matches[index] == nil {
            for other in [ScheduleAffixes.lowered(id), ScheduleAffixes.raised(id)]
            where other != id && knows(other) {
                matches[index] = other
                break
            }
        }
        return matches
    }

    @inline(__always)
    private static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func lowered(_ bytes: [UInt8]) -> [UInt8] { bytes.map { lowered($0) } }

    private static func raised(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 &- 0x61 < 26 ? $0 & ~0x20 : $0 } }

    /// Calls `body` with the positions where an id changes its class of characters, beside a separator or between
    /// letters and digits.
    private static func forEachBoundary(_ id: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        var before = ByteClass(id[0])
        for cut in 1..<max(id.count, 1) {
            let next = ByteClass(id[cut])
            if next != before || next == .separator { body(cut) }
            before = next
        }
    }
}
