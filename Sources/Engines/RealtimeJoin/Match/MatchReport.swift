import Containers
import Hashing
import Schedule
import TimeZones

/// Determines which ids in realtime records exist in a schedule, and why others may not.
///
/// Every distinct id counts once. Each id costs a look-up while records are read; the search for reasons runs once, at
/// the end, over unmatched ids only. Memory: 20 to 40 bytes for each distinct id in the records, and up to 4096
/// unmatched ids of each kind as text.
package final class MatchReport {
    private static let sampleSize = 5
    /// The number of unmatched ids of a kind on which hints are tested.
    private static let triedSize = 2048

    private var seen = PairSet()
    private(set) var matched = [0, 0, 0]
    private(set) var unmatched = [0, 0, 0]
    /// The first unmatched ids in sorted order, by kind, independent of the order of records.
    private(set) var samples: [[String]] = [[], [], []]
    private var tried = IdentifierKind.allCases.map { _ in IdentifierSample(limit: MatchReport.triedSize) }
    private var dates: ClosedRange<Int>?
    private var instants: ClosedRange<Int>?
    private var lastDate = 0
    private var findings: MatchFindings?

    package init() {}

    /// Adds an id of a record; the schedule is queried once for each distinct id.
    ///
    /// Added trips, which the schedule cannot have, must not be passed.
    package func see(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer, isKnown: @autoclosure () -> Bool) {
        let fingerprint = Fingerprint.of(id)
        guard seen.insert(kind.rawValue, fingerprint) else { return }
        if isKnown() {
            matched[kind.rawValue] += 1
            return
        }
        unmatched[kind.rawValue] += 1
        tried[kind.rawValue].add(id, fingerprint: fingerprint)
        let text = String(decoding: id, as: UTF8.self)
        var list = samples[kind.rawValue]
        let place = list.firstIndex { text.utf8.lexicographicallyPrecedes($0.utf8) } ?? list.count
        guard place < MatchReport.sampleSize else { return }
        list.insert(text, at: place)
        samples[kind.rawValue] = Array(list.prefix(MatchReport.sampleSize))
    }

    /// Returns the number in the eight digits `YYYYMMDD`; nil for other text.
    @inline(__always)
    package static func date(_ text: UnsafeRawBufferPointer) -> Int? {
        guard text.count == 8 else { return nil }
        var number = 0
        for byte in text {
            guard byte &- 0x30 < 10 else { return nil }
            number = number &* 10 &+ Int(byte &- 0x30)
        }
        return number
    }

    /// Adds the service day of a trip, `YYYYMMDD` as a number.
    @inline(__always)
    package func see(date: Int) {
        guard date != lastDate else { return }
        lastDate = date
        dates = dates.map { min($0.lowerBound, date)...max($0.upperBound, date) } ?? date...date
    }

    /// Adds the time of a record without a service day, in POSIX seconds.
    @inline(__always)
    package func see(instant: Int) {
        guard let range = instants else {
            instants = instant...instant
            return
        }
        if instant < range.lowerBound { instants = instant...range.upperBound }
        if instant > range.upperBound { instants = range.lowerBound...instant }
    }

    /// The share of the ids of a kind that the schedule has, 0 to 1; nil if the records have none.
    package func matchedShare(_ kind: IdentifierKind) -> Double? {
        let all = matched[kind.rawValue] + unmatched[kind.rawValue]
        return all == 0 ? nil : Double(matched[kind.rawValue]) / Double(all)
    }

    /// Searches for reasons once; later calls return the same result.
    ///
    /// - Parameter zone: the time zone of the schedule, for dates of times.
    @discardableResult
    package func conclude(_ schedule: some MatchableSchedule, zone: Zone) -> MatchFindings {
        if let findings { return findings }
        var found = MatchFindings(matched: matched, unmatched: unmatched, samples: samples)
        if unmatched.contains(where: { $0 > 0 }) {
            for kind in IdentifierKind.allCases where unmatched[kind.rawValue] > 0 {
                if let hint = HintSearch(kind, unmatched: tried[kind.rawValue].ids, schedule).best() {
                    found.hints.append(hint)
                }
            }
            if let dates = realtimeDates(zone), let service = schedule.serviceDates {
                found.compare(dates, with: service)
            }
        }
        findings = found
        return found
    }

    /// The days of the records: those of their trips, and those of their times.
    private func realtimeDates(_ zone: Zone) -> ClosedRange<Int>? {
        guard dates == nil, let instants else { return dates }
        return zone.date(at: instants.lowerBound).compact...zone.date(at: instants.upperBound).compact
    }
}
