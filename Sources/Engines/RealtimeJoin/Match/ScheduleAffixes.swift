import Hashing
import Schedule

/// What the schedule's ids have before or behind something that may be a realtime id.
struct ScheduleAffixes {
    /// One end of the ids.
    struct Side {
        /// How often an affix stood beside an unmatched id.
        fileprivate var hits: [[UInt8]: Int] = [:]
        /// How often the affix is seen in a sample of the schedule's ids.
        fileprivate var frequency: [[UInt8]: Int] = [:]
        /// By separator and then by the unmatched id's place: the schedule's id that has it beside the separator.
        fileprivate(set) var matches: [UInt8: [Int: [UInt8]]] = [:]

        private static let mostAffixes = 4096

        fileprivate mutating func note(_ affix: [UInt8]) {
            if hits[affix] == nil, hits.count >= Side.mostAffixes { return }
            hits[affix, default: 0] += 1
        }

        /// The affixes worth trying, those seen beside unmatched ids before those that are only frequent.
        func candidates(_ limit: Int) -> [[UInt8]] {
            let seen = Side.most(hits, limit)
            return seen + Side.most(frequency.filter { hits[$0.key] == nil && $0.value > 1 }, limit)
        }

        private static func most(_ counts: [[UInt8]: Int], _ limit: Int) -> [[UInt8]] {
            counts.sorted { one, other in
                one.value != other.value ? one.value > other.value : one.key.lexicographicallyPrecedes(other.key)
            }.prefix(limit).map(\.key)
        }

        /// The separator beside the id where an affix has it only there.
        static func separator(of affix: [UInt8], inFront: Bool) -> UInt8? {
            guard let edge = inFront ? affix.last : affix.first, ByteClass(edge) == .separator else { return nil }
            return (inFront ? affix.dropLast() : affix.dropFirst()).contains(edge) ? nil : edge
        }
    }

    private static let longestAffix = 64

    private(set) var prefixes = Side()
    private(set) var suffixes = Side()
    private let unmatched: [[UInt8]]
    /// The schedule's ids that are unmatched ones but for capitals, by the unmatched one's place.
    private var sameButForCase: [Int: [UInt8]] = [:]

    /// Goes through the schedule's ids once.
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

    /// The unmatched ids that the schedule has with other capitals, by place: those met, and those it knows in
    /// capitals or in small letters alone.
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

    /// Calls `body` with the places where an id changes its look, beside a separator or between letters and digits.
    private static func forEachBoundary(_ id: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        var before = ByteClass(id[0])
        for cut in 1..<max(id.count, 1) {
            let next = ByteClass(id[cut])
            if next != before || next == .separator { body(cut) }
            before = next
        }
    }
}
