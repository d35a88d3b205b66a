import GTFSSchedule
import Reports
import Schedule
import StageKit

/// Counts the service of a timetable.
///
/// Days with the same services are counted once. Memory: the timetable, 8 bytes for each departure of a group's day,
/// and 136 bytes for each row.
package struct LevelCount {
    /// The trips of one group: of a route, of a direction, or all.
    package struct Bundle: Hashable {
        /// The index of the route in the timetable; -1 without one or if routes are not a key.
        package var route: Int
        package var direction: Int

        package init(route: Int, direction: Int) {
            self.route = route
            self.direction = direction
        }
    }

    private let timetable: WholeTimetable
    private let keys: [ReportKey]
    private let scope: ServiceScope
    private let cells: LevelCells
    private let hasBlocks: Bool
    /// The number of days for each key of time.
    private let dayCounts: [DayGroup: Int]
    private(set) var dayGroups: [DayGroup] = []
    /// The key values, in order.
    package private(set) var rows: [LevelRow] = []
    /// Whether any trip runs on the covered days, at any place and time.
    package private(set) var hasRuns = false

    /// - Parameter trips: all trips of the timetable or a selection.
    package init(
        _ trips: [LevelTrip], of timetable: WholeTimetable, by keys: [ReportKey], in scope: ServiceScope
    ) {
        self.timetable = timetable
        self.keys = keys
        self.scope = scope
        cells = LevelCells(by: keys, scope)
        hasBlocks = timetable.hasBlocks
        let groups = DayGroup.all(of: scope.days, by: keys)
        dayGroups = groups.map(\.group)
        dayCounts = Dictionary(uniqueKeysWithValues: groups.map { ($0.group, $0.count) })
        for (bundle, trips) in LevelCount.bundles(trips, by: keys) { count(trips, bundle) }
        let order = LevelOrder(timetable, by: keys)
        rows.sort(by: order.isBefore)
    }

    /// The trips by group.
    package static func bundles(_ trips: [LevelTrip], by keys: [ReportKey]) -> [Bundle: [LevelTrip]] {
        var bundles: [Bundle: [LevelTrip]] = [:]
        let (byRoute, byDirection) = (keys.contains(.routeID), keys.contains(.directionID))
        for trip in trips {
            let bundle = Bundle(
                route: byRoute ? trip.route : -1, direction: byDirection ? trip.direction : -1)
            bundles[bundle, default: []].append(trip)
        }
        return bundles
    }

    // MARK: Counting

    private mutating func count(_ trips: [LevelTrip], _ bundle: Bundle) {
        let calendar = timetable.frame.calendar
        let days = ServiceDays(Set(trips.map(\.service)), calendar, on: scope.days)
        if !days.kinds.isEmpty { hasRuns = true }
        let lines = lines(of: trips)
        let gaps = lines.map { HeadwayGaps($0, cells, calendar, on: scope.days, isAlone: lines.count == 1) }
        func figures(_ kind: Int) -> CellTable<LevelFigures> {
            let day = days.kinds[kind].days[0]
            var count = TripCount(trips, on: day, timetable, cells, hasBlocks: hasBlocks)
            for gaps in gaps {
                let known = gaps.gaps(on: day)
                for (cell, counts) in zip(known.cells, known.values) { count.add(counts, to: cell) }
            }
            return count.figures
        }
        if keys.contains(.date) {
            // Each of its days has rows of its own.
            for kind in days.kinds.indices {
                let known = figures(kind)
                for (cell, figures) in zip(known.cells, known.values) {
                    for day in days.kinds[kind].days {
                        rows.append(row(figures, bundle, cell, DayGroup(day, by: keys)))
                    }
                }
            }
            return
        }
        rows += sums(of: days, bundle, figures)
    }

    /// Sums the days of each group, such as Mondays, group by group, so that only shared figures are kept in memory.
    private func sums(
        of days: ServiceDays, _ bundle: Bundle, _ figures: (_ kind: Int) -> CellTable<LevelFigures>
    ) -> [LevelRow] {
        // By group how many days it has of each kind.
        var parts: [DayGroup: [Int: Int]] = [:]
        for (kind, its) in days.kinds.enumerated() {
            for day in its.days { parts[DayGroup(day, by: keys), default: [:]][kind, default: 0] += 1 }
        }
        var uses = [Int](repeating: 0, count: days.kinds.count)
        for part in parts.values { for kind in part.keys { uses[kind] += 1 } }
        var held: [Int: CellTable<LevelFigures>] = [:]
        var rows: [LevelRow] = []
        for group in dayGroups {
            guard let part = parts[group] else { continue }
            var sums = CellTable<LevelFigures>()
            for (kind, count) in part.sorted(by: { $0.key < $1.key }) {
                let its = held[kind] ?? figures(kind)
                uses[kind] -= 1
                held[kind] = uses[kind] > 0 ? its : nil
                if part.count == 1 {
                    for (cell, figures) in zip(its.cells, its.values) {
                        rows.append(row(figures.times(count), bundle, cell, group))
                    }
                } else {
                    for (cell, figures) in zip(its.cells, its.values) {
                        sums[cell, default: LevelFigures()].add(figures, days: count)
                    }
                }
            }
            for (cell, figures) in zip(sums.cells, sums.values) { rows.append(row(figures, bundle, cell, group)) }
        }
        return rows
    }

    /// The trips whose consecutive departures make a headway: those of one route and direction, or, by stop without
    /// route, all.
    private func lines(of trips: [LevelTrip]) -> [[LevelTrip]] {
        if cells.countsCalls, !keys.contains(.routeID) { return [trips] }
        return Array(LevelCount.bundles(trips, by: [.routeID, .directionID]).values)
    }

    private func row(_ figures: LevelFigures, _ bundle: Bundle, _ cell: LevelCell, _ days: DayGroup) -> LevelRow {
        var row = self.row(bundle, cell, days)
        row.trips = figures.trips
        row.kilometres = figures.kilometres
        row.hours = figures.hours
        row.speed = figures.speed
        row.first = figures.first
        row.last = figures.last
        row.headway = figures.gaps.median
        row.peakTrips = figures.peak.map { Int($0.count) }
        row.peakTime = figures.peak.map { Int($0.start) }
        row.peakVehicles = figures.vehicles
        return row
    }

    /// An empty row.
    package func row(_ bundle: Bundle, _ cell: LevelCell, _ days: DayGroup) -> LevelRow {
        var row = LevelRow()
        row.route = Int32(bundle.route)
        row.direction = Int32(bundle.direction)
        row.cell = cell
        row.days = days
        row.dayCount = Int32(clamping: dayCounts[days] ?? 0)
        return row
    }

    // MARK: Stops without service

    /// The maximum number of empty rows.
    package static let mostUnservedRows = 4_000_000

    /// Adds an empty row for each stop without one.
    ///
    /// - Parameter trips: all of the timetable.
    /// - Throws: `StageFailure` with status 64 if there would be too many.
    package mutating func addUnservedStops(_ trips: [LevelTrip]) throws {
        guard cells.byStop else { return }
        let stops = timetable.frame.stops
        var groupNumbers: [DayGroup: Int] = [:]
        for (number, group) in dayGroups.enumerated() { groupNumbers[group] = number }
        func key(_ group: DayGroup, _ stop: Int) -> UInt64 { UInt64(groupNumbers[group] ?? 0) << 32 | UInt64(stop) }
        var served: [Bundle: Set<UInt64>] = [:]
        for row in rows {
            let bundle = Bundle(route: Int(row.route), direction: Int(row.direction))
            served[bundle, default: []].insert(key(row.days, Int(row.cell.stop)))
        }
        var hasCalls = [Bool](repeating: false, count: stops.count)
        var added: [LevelRow] = []
        func add(_ stop: Int, _ bundle: Bundle) throws {
            for group in dayGroups where served[bundle]?.contains(key(group, stop)) != true {
                guard added.count < LevelCount.mostUnservedRows else {
                    throw StageFailure(
                        .usage,
                        "stops without service need more than \(grouped(LevelCount.mostUnservedRows)) rows; nothing was "
                            + "written; choose fewer days with --date, or omit these stops with --served-only")
                }
                added.append(row(bundle, LevelCell(stop: Int32(stop)), group))
            }
        }
        let calendar = timetable.frame.calendar
        var runs: [Int: Bool] = [:]
        let running = trips.filter { trip in
            if let known = runs[trip.service] { return known }
            let isRun = calendar.days(of: trip.service) != nil
            runs[trip.service] = isRun
            return isRun
        }
        for (bundle, trips) in LevelCount.bundles(running, by: keys) {
            var calls = Set<Int>()
            var seen = Set<Int32>()
            for trip in trips where seen.insert(trip.times.pattern).inserted {
                for row in trip.times.stopTimes { if let stop = row.stop { calls.insert(stop.index) } }
            }
            for stop in calls { hasCalls[stop] = true }
            for stop in calls.sorted() where cells.takes(stop: stop) { try add(stop, bundle) }
        }
        for (stop, row) in stops.enumerated() where !hasCalls[stop] && cells.takes(stop: stop) {
            guard row.isListed, (row.locationType ?? 0) == 0 else { continue }
            try add(stop, Bundle(route: -1, direction: -1))
        }
        let order = LevelOrder(timetable, by: keys)
        rows += added
        rows.sort(by: order.isBefore)
    }
}
