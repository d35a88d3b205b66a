import GTFSSchedule
import Reports
import Schedule
import ServiceFigures

/// What riders have in one group of two timetables, where that differs.
struct ServiceChange {
    let bundle: ComparedService.Bundle
    /// The stop's common number; -1 where stops are not told apart.
    let cell: LevelCell
    let dayType: DayType?
    let days: Int
    /// What `service-levels` has of the group; nil where nothing runs.
    let old: LevelRow?
    let new: LevelRow?
    var counts: ServiceComparison.Counts
    let stopsAdded: [String]
    let stopsRemoved: [String]

    /// Trips on all days more or fewer than before.
    var net: Int { (new?.trips ?? 0) - (old?.trips ?? 0) }
}

/// Compares what riders have in two timetables, on days that both cover.
///
/// A run is the same in both where its route, stops and times are, whatever its trip, service, block and shape are called
/// and however frequencies and calendars are written. Of groups in which any run differs figures are counted as
/// `service-levels` does. Memory: both timetables, 16 bytes a run of a day that differs, 200 a row.
struct ServiceComparison {
    /// What is counted of the differences, over all days.
    struct Counts {
        var runsAdded = 0
        var runsRemoved = 0
        var departuresAdded = 0
        var departuresRemoved = 0

        mutating func add(_ other: Counts, days: Int) {
            runsAdded += other.runsAdded * days
            runsRemoved += other.runsRemoved * days
            departuresAdded += other.departuresAdded * days
            departuresRemoved += other.departuresRemoved * days
        }
    }

    /// A cell on the days of a group; stops by their common numbers.
    struct Place: Hashable {
        let group: Int
        let cell: LevelCell
    }

    let old: ComparedService
    let new: ComparedService
    let stops: CommonStops
    let keys: [ReportKey]
    let days: ScopeDays
    private let cells: LevelCells
    /// By the number of the group.
    private let groups: [(type: DayType?, days: Int)]

    /// - Throws: `StageFailure` with status 65 where frequencies make too many departures.
    init(
        _ old: (timetable: WholeTimetable, name: String), _ new: (timetable: WholeTimetable, name: String),
        by keys: [ReportKey], on days: ScopeDays
    ) throws {
        stops = CommonStops(old.timetable, new.timetable)
        self.old = try ComparedService(old.timetable, old.name, by: keys, stops: stops.old, stops)
        self.new = try ComparedService(new.timetable, new.name, by: keys, stops: stops.new, stops)
        self.keys = keys
        self.days = days
        cells = LevelCells(by: keys, ServiceScope(days))
        groups = ServiceComparison.groups(of: days, by: keys)
    }

    /// The groups of the days that are compared: one, or one for each type of day.
    static func groups(of days: ScopeDays, by keys: [ReportKey]) -> [(type: DayType?, days: Int)] {
        guard keys.contains(.dayType) else { return [(nil, days.count)] }
        var counts = [Int](repeating: 0, count: DayType.allCases.count)
        for (weekday, count) in days.countsByWeekday.enumerated() {
            counts[Int(DayType(ofWeekday: weekday).rawValue)] += count
        }
        return DayType.allCases.map { ($0, counts[Int($0.rawValue)]) }
    }

    private func group(_ day: Int) -> Int { Int(DayGroup(day, by: keys).dayType?.rawValue ?? 0) }

    // MARK: Differences

    /// What differs, in the order of the keys.
    func changes() -> [ServiceChange] {
        var changed: [ComparedService.Bundle: [Place: Counts]] = [:]
        var served: [ComparedService.Bundle: (old: [Place: Set<Int32>], new: [Place: Set<Int32>])] = [:]
        let bundles = Set(old.bundles.keys).union(new.bundles.keys).sorted()
        for bundle in bundles {
            let before = old.sums(of: bundle, on: days, group: group)
            let after = new.sums(of: bundle, on: days, group: group)
            let counts = differences(of: bundle, before.sums, after.sums)
            guard !counts.isEmpty else { continue }
            changed[bundle] = counts
            served[bundle] = (
                old.stopsServed(in: bundle, before.groups, cells), new.stopsServed(in: bundle, after.groups, cells)
            )
        }
        let rows = (levels(of: old, changed), levels(of: new, changed))
        var changes: [ServiceChange] = []
        for bundle in bundles {
            for (place, counts) in changed[bundle] ?? [:] {
                let key = RowKey(bundle: bundle, place: place)
                let (was, now) = (served[bundle]?.old[place] ?? [], served[bundle]?.new[place] ?? [])
                changes.append(
                    ServiceChange(
                        bundle: bundle, cell: place.cell, dayType: groups[place.group].type,
                        days: groups[place.group].days, old: rows.0[key], new: rows.1[key], counts: counts,
                        stopsAdded: names(now.subtracting(was)), stopsRemoved: names(was.subtracting(now))))
            }
        }
        return changes.sorted(by: isBefore)
    }

    private func names(_ numbers: Set<Int32>) -> [String] { numbers.sorted().map { stops.ids[Int($0)] } }

    /// The differences of each place, those without any left out.
    private func differences(
        of bundle: ComparedService.Bundle, _ before: [UInt64], _ after: [UInt64]
    ) -> [Place: Counts] {
        struct Pair: Hashable {
            let old: UInt64
            let new: UInt64
        }
        var days: [Pair: (first: Int, groups: [Int])] = [:]
        var order: [Pair] = []
        for place in before.indices where before[place] != after[place] {
            let pair = Pair(old: before[place], new: after[place])
            let day = self.days.range.lowerBound + place
            if days[pair] == nil {
                order.append(pair)
                days[pair] = (day, [Int](repeating: 0, count: groups.count))
            }
            days[pair]?.groups[group(day)] += 1
        }
        var sums: [Place: Counts] = [:]
        for pair in order {
            guard let known = days[pair] else { continue }
            for (cell, counts) in differences(of: bundle, on: known.first) {
                for (group, count) in known.groups.enumerated() where count > 0 {
                    sums[Place(group: group, cell: cell), default: Counts()].add(counts, days: count)
                }
            }
        }
        return sums
    }

    /// The differences of one day by cell.
    private func differences(of bundle: ComparedService.Bundle, on day: Int) -> [LevelCell: Counts] {
        var removed = old.runs(of: bundle, on: day)
        var added = new.runs(of: bundle, on: day)
        ServiceComparison.takeOutCommon(&removed, &added) { $0.print }
        var counts: [LevelCell: Counts] = [:]
        var (gone, come): ([LevelCell: Int], [LevelCell: Int]) = ([:], [:])
        var (lost, gained): ([ComparedService.Departure], [ComparedService.Departure]) = ([], [])
        old.add(removed, cells, to: &gone, &lost)
        new.add(added, cells, to: &come, &gained)
        for (cell, count) in gone { counts[cell, default: Counts()].runsRemoved += count }
        for (cell, count) in come { counts[cell, default: Counts()].runsAdded += count }
        lost.sort { $0.print < $1.print }
        gained.sort { $0.print < $1.print }
        ServiceComparison.takeOutCommon(&lost, &gained) { $0.print }
        for departure in lost { counts[departure.cell, default: Counts()].departuresRemoved += 1 }
        for departure in gained { counts[departure.cell, default: Counts()].departuresAdded += 1 }
        return counts
    }

    /// Takes out of two sorted lists what both have, each as often as both have it.
    private static func takeOutCommon<Value>(
        _ one: inout [Value], _ other: inout [Value], _ hash: (Value) -> UInt64
    ) {
        var (left, right): ([Value], [Value]) = ([], [])
        var (place, its) = (0, 0)
        while place < one.count, its < other.count {
            let (first, second) = (hash(one[place]), hash(other[its]))
            if first == second {
                place += 1
                its += 1
            } else if first < second {
                left.append(one[place])
                place += 1
            } else {
                right.append(other[its])
                its += 1
            }
        }
        left += one[place...]
        right += other[its...]
        one = left
        other = right
    }

    // MARK: Figures

    private struct RowKey: Hashable {
        let bundle: ComparedService.Bundle
        let place: Place
    }

    /// What `service-levels` has of groups in which something differs.
    private func levels(
        of service: ComparedService, _ changed: [ComparedService.Bundle: [Place: Counts]]
    ) -> [RowKey: LevelRow] {
        var places: [Int] = []
        for bundle in changed.keys { places += service.bundles[bundle] ?? [] }
        // In the order of the feed, so that sums are the same whatever order the groups came in.
        let trips = places.sorted().map { service.trips[$0] }
        let count = LevelCount(trips, of: service.timetable, by: keys, in: service.scope(days))
        var rows: [RowKey: LevelRow] = [:]
        for row in count.rows {
            let bundle = ComparedService.Bundle(
                route: row.route < 0 ? nil : service.timetable.frame.routes[Int(row.route)].id,
                direction: Int(row.direction))
            var cell = row.cell
            if cell.stop >= 0 { cell.stop = Int32(service.stops[Int(cell.stop)]) }
            let place = Place(group: Int(row.days.dayType?.rawValue ?? 0), cell: cell)
            guard changed[bundle]?[place] != nil else { continue }
            rows[RowKey(bundle: bundle, place: place)] = row
        }
        return rows
    }

    /// What both timetables have in all, by type of day.
    func totals() -> [(type: DayType, days: Int, old: LevelRow?, new: LevelRow?)] {
        let keys: [ReportKey] = [.dayType]
        func rows(_ service: ComparedService) -> [LevelRow] {
            LevelCount(service.trips, of: service.timetable, by: keys, in: service.scope(days)).rows
        }
        let (before, after) = (rows(old), rows(new))
        return ServiceComparison.groups(of: days, by: keys).compactMap { type, days in
            guard let type, days > 0 else { return nil }
            return (
                type, days, before.first { $0.days.dayType == type }, after.first { $0.days.dayType == type }
            )
        }
    }

    private func isBefore(_ one: ServiceChange, _ other: ServiceChange) -> Bool {
        for key in keys {
            let (left, right): (Int, Int)
            switch key {
            case .routeID:
                guard one.bundle.route == other.bundle.route else {
                    return ComparedService.Bundle(route: one.bundle.route, direction: 0)
                        < ComparedService.Bundle(route: other.bundle.route, direction: 0)
                }
                continue
            case .directionID: (left, right) = (one.bundle.direction, other.bundle.direction)
            case .stopID: (left, right) = (Int(one.cell.stop), Int(other.cell.stop))
            case .hour: (left, right) = (Int(one.cell.hour), Int(other.cell.hour))
            case .dayType: (left, right) = (Int(one.dayType?.rawValue ?? -1), Int(other.dayType?.rawValue ?? -1))
            default: continue
            }
            if left != right { return UInt(bitPattern: left) < UInt(bitPattern: right) }
        }
        return false
    }
}
