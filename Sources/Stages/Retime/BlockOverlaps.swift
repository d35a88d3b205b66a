import GTFSSchedule
import Schedule
import ServiceFigures

/// Trips that no longer fit into their block because their new times, or those of another trip of the block, overlap.
///
/// A vehicle cannot drive two trips at once: one of the times is an estimate that is wrong, or another vehicle drove the
/// trip. Which one is unknown, so the later trip is written without a block_id.
struct BlockOverlaps {
    private struct Entry {
        let block: Int
        let first: Int
        let last: Int
        let trip: WholeTimetable.TripIndex
        /// The index among the trips that are written of it.
        let place: Int
        let service: Int
        let dayType: DayType?
        let isChanged: Bool
    }

    /// The number of unfinished trips of a block that a trip is compared with.
    private static let mostOpen = 64

    private let timetable: WholeTimetable
    /// Whether all trips run on one day, whatever their services.
    private let isOneDay: Bool
    private var commonDays: [Int: Bool] = [:]

    init(_ timetable: WholeTimetable, isOneDay: Bool) {
        self.timetable = timetable
        self.isOneDay = isOneDay
    }

    /// Takes trips out of blocks in which they overlap with an earlier one, and returns their number.
    mutating func resolve(_ plan: FeedPlan) -> Int {
        var entries: [Entry] = []
        for trip in timetable.listedTrips where timetable.frequencies(of: trip).isEmpty {
            guard let block = timetable.blockNumber(of: trip) else { continue }
            for (place, written) in plan[trip].written.enumerated() where !written.isRepeat {
                guard let span = span(of: written, trip) else { continue }
                entries.append(
                    Entry(
                        block: block, first: span.lowerBound, last: span.upperBound, trip: trip, place: place,
                        service: timetable.service(of: trip).service?.index ?? -1, dayType: written.dayType,
                        isChanged: written.times != nil))
            }
        }
        entries.sort { ($0.block, $0.first, $0.last, $0.trip.index) < ($1.block, $1.first, $1.last, $1.trip.index) }
        var count = 0
        var open: [Entry] = []
        for entry in entries {
            open.removeAll { $0.block != entry.block || $0.last <= entry.first }
            if open.contains(where: { ($0.isChanged || entry.isChanged) && haveCommonDay($0, entry) }) {
                plan[entry.trip].written[entry.place].losesBlock = true
                count += 1
                continue
            }
            if open.count == BlockOverlaps.mostOpen { open.removeFirst() }
            open.append(entry)
        }
        return count
    }

    private func span(of written: WrittenTrip, _ trip: WholeTimetable.TripIndex) -> ClosedRange<Int>? {
        if let times = written.times {
            let known = times.calls.filter { $0.arrival != NewCall.unknown }
            guard let first = known.first, let last = known.last, first.arrival <= last.departure else { return nil }
            return Int(first.arrival)...Int(last.departure)
        }
        guard let running = timetable.runningTimes(of: trip) else { return nil }
        let rows = running.times.stopTimes
        guard let first = rows.lazy.compactMap({ $0.arrival ?? $0.departure }).first,
            let last = rows.reversed().lazy.compactMap({ $0.departure ?? $0.arrival }).first, first <= last
        else { return nil }
        return running.start + first...running.start + last
    }

    private mutating func haveCommonDay(_ one: Entry, _ other: Entry) -> Bool {
        if isOneDay { return true }
        if let first = one.dayType, let second = other.dayType, first != second { return false }
        guard one.service != other.service else { return true }
        guard one.service >= 0, other.service >= 0 else { return false }
        let key = min(one.service, other.service) << 32 | max(one.service, other.service)
        if let known = commonDays[key] { return known }
        let calendar = timetable.frame.calendar
        var isCommon = false
        if let first = calendar.bounds(of: one.service), let second = calendar.bounds(of: other.service),
            first.overlaps(second)
        {
            isCommon = first.clamped(to: second).contains {
                calendar.runs(one.service, on: $0) && calendar.runs(other.service, on: $0)
            }
        }
        commonDays[key] = isCommon
        return isCommon
    }
}
