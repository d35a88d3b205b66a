import Schedule

/// The queries to a schedule when realtime records are matched with it.
package protocol MatchableSchedule {
    /// Returns whether the schedule has the id.
    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) -> Bool
    /// Calls `body` with each id of the schedule once, or with a fair sample if the schedule does not keep all ids.
    func forEachID(_ kind: IdentifierKind, _ body: @escaping (UnsafeRawBufferPointer) -> Void)
    /// The first and last day of service as `YYYYMMDD`; nil if unknown.
    var serviceDates: ClosedRange<Int>? { get }
}

/// Searches for a change to unmatched ids that makes them match the schedule.
///
/// Every change is tested on every id, so its result is counted, not estimated. Cost: one pass over the schedule's ids,
/// below a microsecond each, then at most `candidateLimit` × 4 affixes for each unmatched id.
struct HintSearch<Schedule: MatchableSchedule> {
    /// The maximum length of an affix.
    private static var longestAffix: Int { 64 }
    private static var candidateLimit: Int { 128 }

    private let kind: IdentifierKind
    /// The ids, sorted by bytes.
    private let unmatched: [[UInt8]]
    private let schedule: Schedule

    /// - Parameter unmatched: distinct ids that are not in the schedule.
    init(_ kind: IdentifierKind, unmatched: [[UInt8]], _ schedule: Schedule) {
        self.kind = kind
        self.unmatched = unmatched
        self.schedule = schedule
    }

    /// Returns the change that makes the most ids match; nil if no change makes a credible number match.
    ///
    /// A constant affix is preferred to a varying one, unless the latter matches a tenth more.
    func best() -> MatchHint? {
        guard !unmatched.isEmpty else { return nil }
        let trials = (spellings() + strips() + additions()).filter(isCredible)
        guard let most = trials.map(\.count).max() else { return nil }
        let near = trials.filter { $0.count * 10 >= most * 9 && !$0.rule.varies }
        let chosen = near.isEmpty ? trials : near
        guard let best = chosen.min(by: { $0.precedes($1) }) else { return nil }
        return MatchHint(
            kind: kind, rule: best.rule, affix: best.affix, wouldMatch: best.count, tested: unmatched.count,
            realtimeExample: best.realtime, scheduleExample: best.schedule)
    }

    // MARK: Choosing

    /// Returns whether the number of matches cannot be chance. Short numbers occur in any schedule, so the less an
    /// affix looks like one, the more ids it must explain.
    private func isCredible(_ trial: Trial) -> Bool {
        guard trial.count > 0 else { return false }
        let isMost = trial.count * 2 >= unmatched.count
        guard trial.rule.hasAffix else { return isMost || trial.count >= 3 && trial.count * 10 >= unmatched.count }
        let edge: UInt8?
        let beyond: UInt8?
        switch trial.rule {
        case .stripPrefix, .stripVaryingPrefix: (edge, beyond) = (trial.affix.last, trial.schedule.first)
        case .addPrefix, .addVaryingPrefix: (edge, beyond) = (trial.affix.last, trial.realtime.first)
        case .addSuffix, .addVaryingSuffix: (edge, beyond) = (trial.affix.first, trial.realtime.last)
        default: (edge, beyond) = (trial.affix.first, trial.schedule.last)
        }
        guard let edge, let beyond else { return false }
        if ByteClass(edge) == .separator || ByteClass(beyond) == .separator {
            return isMost || trial.count >= 3 && trial.count * 10 >= unmatched.count
        }
        let shorter = min(trial.realtime.count, trial.schedule.count)
        if ByteClass(edge) != ByteClass(beyond) { return isMost && (trial.count >= 2 || shorter >= 4) }
        return isMost && trial.count >= 3
    }

    // MARK: Spelling

    private func knows(_ id: [UInt8]) -> Bool { id.withUnsafeBytes { schedule.knows(kind, $0) } }

    private func spellings() -> [Trial] {
        var stripped = Trial(rule: .stripLeadingZeros, affix: [])
        var padded = Trial(rule: .addLeadingZeros, affix: [])
        for id in unmatched {
            let bare = Array(id.drop { $0 == UInt8(ascii: "0") })
            if !bare.isEmpty, bare.count < id.count, knows(bare) { stripped.hit(id, bare) }
            var longer = id
            for _ in 0..<8 where ByteClass(id[0]) == .digit {
                longer.insert(UInt8(ascii: "0"), at: 0)
                if knows(longer) {
                    padded.hit(id, longer)
                    break
                }
            }
        }
        return [stripped, padded]
    }

    // MARK: Taking from the realtime ids

    private func strips() -> [Trial] {
        var prefixes: [[UInt8]: Trial] = [:]
        var suffixes: [[UInt8]: Trial] = [:]
        var varyingPrefixes: [UInt8: Trial] = [:]
        var varyingSuffixes: [UInt8: Trial] = [:]
        for id in unmatched {
            id.withUnsafeBytes { bytes in
                for cut in 1..<max(id.count, 1) where id[cut] & 0xC0 != 0x80 {
                    let head = UnsafeRawBufferPointer(rebasing: bytes[..<cut])
                    let tail = UnsafeRawBufferPointer(rebasing: bytes[cut...])
                    if head.count <= HintSearch.longestAffix, schedule.knows(kind, tail) {
                        let affix = Array(head)
                        prefixes[affix, default: Trial(rule: .stripPrefix, affix: affix)].hit(id, Array(tail))
                        let edge = head[cut - 1]
                        if ByteClass(edge) == .separator, !head.dropLast().contains(edge) {
                            varyingPrefixes[edge, default: Trial(rule: .stripVaryingPrefix, affix: [edge])]
                                .hit(id, Array(tail))
                        }
                    }
                    if tail.count <= HintSearch.longestAffix, schedule.knows(kind, head) {
                        let affix = Array(tail)
                        suffixes[affix, default: Trial(rule: .stripSuffix, affix: affix)].hit(id, Array(head))
                        if ByteClass(tail[0]) == .separator, !tail.dropFirst().contains(tail[0]) {
                            varyingSuffixes[tail[0], default: Trial(rule: .stripVaryingSuffix, affix: [tail[0]])]
                                .hit(id, Array(head))
                        }
                    }
                }
            }
        }
        // The order of a dictionary is lost in the choice, which has no ties.
        return Array(prefixes.values) + Array(suffixes.values) + Array(varyingPrefixes.values)
            + Array(varyingSuffixes.values)
    }

    // MARK: Adding to the realtime ids

    private func additions() -> [Trial] {
        let affixes = ScheduleAffixes(kind, unmatched, schedule)
        return [trial(.changeCase, [], affixes.withOtherCapitals { knows($0) })]
            + additions(affixes.prefixes, inFront: true) + additions(affixes.suffixes, inFront: false)
    }

    private func trial(_ rule: MatchHint.Rule, _ affix: [UInt8], _ matches: [Int: [UInt8]]) -> Trial {
        var trial = Trial(rule: rule, affix: affix)
        for index in matches.keys.sorted() { trial.hit(unmatched[index], matches[index] ?? []) }
        return trial
    }

    private func additions(_ side: ScheduleAffixes.Side, inFront: Bool) -> [Trial] {
        var trials: [Trial] = []
        // What the schedule's own ids have shown already, by separator, then by the unmatched id's place.
        var varying = side.matches
        for affix in side.candidates(HintSearch.candidateLimit) {
            var trial = Trial(rule: inFront ? .addPrefix : .addSuffix, affix: affix)
            let separator = ScheduleAffixes.Side.separator(of: affix, inFront: inFront)
            for (index, id) in unmatched.enumerated() {
                let longer = inFront ? affix + id : id + affix
                guard knows(longer) else { continue }
                trial.hit(id, longer)
                if let separator { varying[separator, default: [:]][index] = longer }
            }
            trials.append(trial)
        }
        return trials
            + varying.keys.sorted().map {
                self.trial(inFront ? .addVaryingPrefix : .addVaryingSuffix, [$0], varying[$0] ?? [:])
            }
    }
}

/// A change and the number of ids that it makes match.
private struct Trial {
    let rule: MatchHint.Rule
    let affix: [UInt8]
    var count = 0
    /// The first matching id and its changed form.
    var realtime: [UInt8] = []
    var schedule: [UInt8] = []

    mutating func hit(_ realtime: [UInt8], _ schedule: @autoclosure () -> [UInt8]) {
        if count == 0 {
            self.realtime = realtime
            self.schedule = schedule()
        }
        count += 1
    }

    /// The order of changes: more ids first, then no affix, then a shorter one; two changes are never equal.
    func precedes(_ other: Trial) -> Bool {
        if count != other.count { return count > other.count }
        if rule.hasAffix != other.rule.hasAffix { return !rule.hasAffix }
        if affix.count != other.affix.count { return affix.count < other.affix.count }
        if rule != other.rule { return rule.rawValue < other.rule.rawValue }
        return affix.lexicographicallyPrecedes(other.affix)
    }
}

/// The class of a byte in an id; an affix ends where the class changes.
enum ByteClass {
    case letter, digit, separator

    init(_ byte: UInt8) {
        switch byte {
        case 0x30...0x39: self = .digit
        case 0x41...0x5A, 0x61...0x7A, 0x80...0xFF: self = .letter
        default: self = .separator
        }
    }
}
