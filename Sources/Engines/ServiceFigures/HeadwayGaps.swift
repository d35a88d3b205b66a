import GTFSSchedule
import Schedule

/// The times between consecutive departures at one stop, of trips that belong together.
///
/// They are computed once for each set of services, however many days have it. Memory: 8 bytes for each departure of a
/// day.
final class HeadwayGaps {
    private let trips: [LevelTrip]
    private let cells: LevelCells
    private let calendar: ServiceCalendar
    private let days: ServiceDays
    private var known: [UInt64: CellTable<GapCounts>] = [:]
    /// Whether days with the same services for these trips are combined.
    private let isShared: Bool

    /// - Parameter isAlone: whether there are no other groups, so that no day is requested twice.
    init(
        _ trips: [LevelTrip], _ cells: LevelCells, _ calendar: ServiceCalendar, on days: ScopeDays, isAlone: Bool
    ) {
        self.trips = trips
        self.cells = cells
        self.calendar = calendar
        isShared = !isAlone
        self.days = ServiceDays(Set(trips.map(\.service)), calendar, on: days)
    }

    /// The gaps of a day by cell.
    func gaps(on day: Int) -> CellTable<GapCounts> {
        let hash = days.hash(on: day)
        guard hash != 0 else { return CellTable() }
        if let known = known[hash] { return known }
        let gaps = count(on: day)
        if isShared { known[hash] = gaps }
        return gaps
    }

    private func count(on day: Int) -> CellTable<GapCounts> {
        // The stop above, the second below: one word to sort.
        var departures: [UInt64] = []
        for place in trips.indices where calendar.runs(trips[place].service, on: day) {
            let rows = trips[place].times.stopTimes
            for origin in trips[place].starts {
                // Nobody departs from where a trip ends.
                for row in rows.dropLast() {
                    guard let stop = row.stop, let time = row.departure, cells.takes(stop: stop.index) else { continue }
                    departures.append(UInt64(stop.index) << 32 | UInt64(UInt32(clamping: origin + time)))
                }
            }
        }
        departures.sort()
        // Departures of a cell follow each other.
        var gaps = CellTable<GapCounts>()
        var cell: LevelCell?
        var seconds: [UInt32] = []
        func end() {
            if let cell, !seconds.isEmpty { gaps[cell, default: GapCounts()].add(GapCounts(seconds)) }
            seconds.removeAll(keepingCapacity: true)
        }
        for (before, next) in zip(departures, departures.dropFirst()) where before >> 32 == next >> 32 {
            let second = next & 0xFFFF_FFFF
            // A gap belongs to the departure that ends it.
            let its = cells.cell(stop: Int(next >> 32), second: Int(second))
            // Where stops are not told apart an hour comes again at each.
            if its != cell {
                end()
                cell = its
            }
            if its != nil { seconds.append(UInt32(second - before & 0xFFFF_FFFF)) }
        }
        end()
        return gaps
    }
}
