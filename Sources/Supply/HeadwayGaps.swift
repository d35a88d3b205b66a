import GTFSSchedule
import Journeys

/// The times between departures that follow each other at one stop, of trips that belong together.
///
/// Of a day's services they are worked out once, however many days have them. Memory: 12 bytes a departure of a day.
final class HeadwayGaps {
    private let trips: [LevelTrip]
    private let cells: LevelCells
    private let calendar: ServiceCalendar
    private let days: ServiceDays
    private var known: [UInt64: [LevelCell: [Int: Int]]] = [:]

    init(
        _ trips: [LevelTrip], _ cells: LevelCells, _ calendar: ServiceCalendar, in range: ClosedRange<Int>
    ) {
        self.trips = trips
        self.cells = cells
        self.calendar = calendar
        days = ServiceDays(Set(trips.map(\.service)), calendar, in: range)
    }

    /// By cell each gap of a day with how often it is.
    func gaps(on day: Int) -> [LevelCell: [Int: Int]] {
        let hash = days.hash(on: day)
        guard hash != 0 else { return [:] }
        if let known = known[hash] { return known }
        let gaps = count(on: day)
        known[hash] = gaps
        return gaps
    }

    private func count(on day: Int) -> [LevelCell: [Int: Int]] {
        // The stop above, the second below: one word to sort.
        var departures: [UInt64] = []
        for trip in trips where calendar.runs(trip.service, on: day) {
            let rows = trip.times.stopTimes
            for origin in trip.origins {
                // Nobody departs from where a trip ends.
                for row in rows.dropLast() {
                    guard let stop = row.stop, let time = row.departure else { continue }
                    departures.append(UInt64(stop.index) << 32 | UInt64(UInt32(clamping: origin + time)))
                }
            }
        }
        departures.sort()
        var gaps: [LevelCell: [Int: Int]] = [:]
        for (before, next) in zip(departures, departures.dropFirst()) where before >> 32 == next >> 32 {
            let second = Int(next & 0xFFFF_FFFF)
            gaps[cells.cell(stop: Int(next >> 32), second: second), default: [:]][
                second - Int(before & 0xFFFF_FFFF), default: 0] += 1
        }
        return gaps
    }
}
