import Feeds
import GTFSSchedule
import Journeys
import StageKit
import TimeZones

/// A row of the report: what its group is, and the figures.
struct LevelRow {
    /// Values of the keys; -1 where there is none.
    var route: Int32 = -1
    var direction: Int32 = -1
    var cell = LevelCell(stop: -1, hour: -1)
    /// A date in days after 1970-01-01, a weekday from Monday on or a type of day; by the keys of the report.
    var day: Int32 = -1
    var weekday: Int8 = -1
    var dayType: Int8 = -1

    var trips = 0
    var kilometres: Double?
    @Narrow var first: Int?
    @Narrow var last: Int?
    @Narrow var headway: Int?
    @Narrow var peak: Int?
}

/// Counts the service of a timetable.
///
/// What runs on days with the same services is counted once. Memory: the timetable, 12 bytes a departure of a group's day,
/// 120 bytes a row.
struct LevelCount {
    private let timetable: WholeTimetable
    private let keys: [LevelKey]
    private let range: ClosedRange<Int>
    private let cells: LevelCells
    private(set) var rows: [LevelRow] = []
    /// Trips whose way is not known, since fewer than two of their stops have a place.
    private(set) var tripsWithoutWay = 0

    /// What a row is of beside its figures.
    private struct Group: Hashable {
        var cell: LevelCell
        var day: Int32
        var weekday: Int8
        var dayType: Int8

        func with(_ cell: LevelCell) -> Group {
            var group = self
            group.cell = cell
            return group
        }
    }

    private struct Bundle: Hashable {
        var route: Int
        var direction: Int
    }

    /// - Parameter range: the days that are looked at, days after 1970-01-01.
    init(_ timetable: WholeTimetable, by keys: [LevelKey], on range: ClosedRange<Int>) {
        self.timetable = timetable
        self.keys = keys
        self.range = range
        cells = LevelCells(byStop: keys.contains(.stopID), byHour: keys.contains(.hour))
        var bundles: [Bundle: [LevelTrip]] = [:]
        for trip in timetable.levelTrips {
            let bundle = Bundle(
                route: keys.contains(.routeID) ? trip.route : -1,
                direction: keys.contains(.directionID) ? trip.direction : -1)
            bundles[bundle, default: []].append(trip)
            if timetable.metres(of: trip.number) == nil { tripsWithoutWay += 1 }
        }
        for (bundle, trips) in bundles { count(trips, bundle) }
        sort()
    }

    // MARK: Counting

    private mutating func count(_ trips: [LevelTrip], _ bundle: Bundle) {
        let calendar = timetable.frame.calendar
        let days = ServiceDays(Set(trips.map(\.service)), calendar, in: range)
        let lines = lines(of: trips)
        let gaps = lines.map { HeadwayGaps($0, cells, calendar, in: range, isAlone: lines.count == 1) }
        func figures(_ kind: Int) -> [LevelCell: LevelFigures] {
            let day = days.kinds[kind].days[0]
            return count(trips.filter { calendar.runs($0.service, on: day) }, gaps, on: day)
        }
        if keys.contains(.date) {
            // Each of its days has rows of its own.
            for kind in days.kinds.indices {
                for (cell, figures) in figures(kind) {
                    for day in days.kinds[kind].days { rows.append(row(figures, bundle, group(cell, day))) }
                }
            }
            return
        }
        rows += sums(of: days, bundle, figures)
    }

    /// Adds up the days of each group, such as Mondays: group by group, so that only figures are held that others need too.
    private func sums(
        of days: ServiceDays, _ bundle: Bundle, _ figures: (_ kind: Int) -> [LevelCell: LevelFigures]
    ) -> [LevelRow] {
        // By group how many days it has of each kind.
        var parts: [Group: [Int: Int]] = [:]
        let anywhere = LevelCell(stop: -1, hour: -1)
        for (kind, its) in days.kinds.enumerated() {
            for day in its.days { parts[group(anywhere, day), default: [:]][kind, default: 0] += 1 }
        }
        var uses = [Int](repeating: 0, count: days.kinds.count)
        for part in parts.values { for kind in part.keys { uses[kind] += 1 } }
        var held: [Int: [LevelCell: LevelFigures]] = [:]
        var rows: [LevelRow] = []
        for (group, part) in parts {
            var sums: [LevelCell: LevelFigures] = [:]
            for (kind, count) in part.sorted(by: { $0.key < $1.key }) {
                let its = held[kind] ?? figures(kind)
                uses[kind] -= 1
                held[kind] = uses[kind] > 0 ? its : nil
                if part.count == 1 {
                    for (cell, figures) in its { rows.append(row(figures.times(count), bundle, group.with(cell))) }
                } else {
                    for (cell, figures) in its { sums[cell, default: LevelFigures()].add(figures, days: count) }
                }
            }
            for (cell, figures) in sums { rows.append(row(figures, bundle, group.with(cell))) }
        }
        return rows
    }

    /// Trips among which departures that follow each other make a headway: those of one route and direction; by stop
    /// without route all.
    private func lines(of trips: [LevelTrip]) -> [[LevelTrip]] {
        if keys.contains(.stopID), !keys.contains(.routeID) { return [trips] }
        var lines: [Bundle: [LevelTrip]] = [:]
        for trip in trips { lines[Bundle(route: trip.route, direction: trip.direction), default: []].append(trip) }
        return Array(lines.values)
    }

    /// Counts the trips of a day.
    private func count(_ trips: [LevelTrip], _ gaps: [HeadwayGaps], on day: Int) -> [LevelCell: LevelFigures] {
        var figures: [LevelCell: LevelFigures] = [:]
        var vehicles = VehiclesUnderWay()
        for trip in trips {
            for origin in trip.origins {
                if cells.byStop {
                    addCalls(of: trip, origin, to: &figures)
                } else {
                    add(trip, origin, to: &figures)
                    vehicles.add(
                        from: origin + trip.times.firstTime,
                        until: origin + (trip.times.stopTimes.last { $0.arrival != nil }?.arrival ?? 0))
                }
            }
        }
        for gaps in gaps {
            for (cell, counts) in gaps.gaps(on: day) { figures[cell, default: LevelFigures()].gaps.add(counts) }
        }
        guard !cells.byStop else { return figures }
        if cells.byHour {
            for (hour, peak) in vehicles.peaks {
                figures[LevelCell(stop: -1, hour: Int32(hour)), default: LevelFigures()].peak = peak
            }
        } else if let peak = vehicles.peak {
            figures[LevelCell(stop: -1, hour: -1), default: LevelFigures()].peak = peak
        }
        return figures
    }

    /// A run as a whole: it belongs to the hour in which it starts, its way to those in which it is driven.
    private func add(_ trip: LevelTrip, _ origin: Int, to figures: inout [LevelCell: LevelFigures]) {
        let start = origin + trip.times.firstTime
        figures[cells.cell(stop: -1, second: start), default: LevelFigures()].start(at: start)
        guard cells.byHour else {
            guard let metres = timetable.metres(of: trip.number) else { return }
            figures[cells.cell(stop: -1, second: start), default: LevelFigures()].drive(metres)
            return
        }
        forEachLeg(of: trip) { _, time, metres in
            figures[cells.cell(stop: -1, second: origin + time), default: LevelFigures()].drive(metres)
        }
    }

    /// A run by the stops at which it calls: at each once, or once an hour.
    private func addCalls(of trip: LevelTrip, _ origin: Int, to figures: inout [LevelCell: LevelFigures]) {
        let rows = trip.times.stopTimes
        var met: Set<LevelCell> = []
        for (place, row) in rows.enumerated() {
            guard let stop = row.stop else { continue }
            let time = row.departure ?? row.arrival
            // Nobody knows the hour of a call without a time.
            if time == nil, cells.byHour { continue }
            let cell = cells.cell(stop: stop.index, second: origin + (time ?? 0))
            let isFirst = met.insert(cell).inserted
            // Nobody departs from where a trip ends.
            let departure = place < rows.count - 1 ? row.departure : nil
            guard isFirst || departure != nil else { continue }
            figures[cell, default: LevelFigures()].call(isFirst: isFirst, departure: departure.map { origin + $0 })
        }
        forEachLeg(of: trip) { place, time, metres in
            guard let stop = rows[place].stop else { return }
            figures[cells.cell(stop: stop.index, second: origin + time), default: LevelFigures()].drive(metres)
        }
    }

    /// Calls `body` with the metres from each stop with a place to the next one that has one, and the time at which they
    /// begin: where the stop has none that of the last one before that has.
    private func forEachLeg(of trip: LevelTrip, _ body: (_ place: Int, _ time: Int, _ metres: Double) -> Void) {
        guard let positions = timetable.way(of: trip.number)?.stopPositions else { return }
        let rows = trip.times.stopTimes
        var before: (place: Int, time: Int)?
        var time = trip.times.firstTime
        for place in positions.indices {
            time = rows[place].departure ?? rows[place].arrival ?? time
            guard !positions[place].isNaN else { continue }
            if let before { body(before.place, before.time, positions[place] - positions[before.place]) }
            before = (place, time)
        }
    }

    // MARK: Rows

    private func group(_ cell: LevelCell, _ day: Int) -> Group {
        let weekday = CivilDate.weekday(daysSinceEpoch: day)
        return Group(
            cell: cell, day: keys.contains(.date) ? Int32(day) : -1,
            weekday: keys.contains(.weekday) ? Int8(weekday) : -1,
            dayType: keys.contains(.dayType) ? Int8(max(weekday - 4, 0)) : -1)
    }

    private func row(_ figures: LevelFigures, _ bundle: Bundle, _ group: Group) -> LevelRow {
        var row = LevelRow()
        row.route = Int32(bundle.route)
        row.direction = Int32(bundle.direction)
        row.cell = group.cell
        row.day = group.day
        row.weekday = group.weekday
        row.dayType = group.dayType
        row.trips = figures.trips
        row.kilometres = figures.hasWay ? figures.metres / 1000 : nil
        row.first = figures.first
        row.last = figures.last
        row.headway = figures.gaps.median
        row.peak = figures.peak
        return row
    }

    /// By the keys in the order in which they were asked for; what has no value comes last.
    private mutating func sort() {
        let routes = LevelCount.ranks(timetable.frame.routes.map(\.id))
        let stops = keys.contains(.stopID) ? LevelCount.ranks(timetable.frame.stops.map(\.id)) : []
        func place(_ number: Int32, _ ranks: [Int]) -> Int { number < 0 ? .max : ranks[Int(number)] }
        let values: [(LevelRow) -> Int] = keys.map { key in
            switch key {
            case .routeID: { place($0.route, routes) }
            case .directionID: { $0.direction < 0 ? .max : Int($0.direction) }
            case .stopID: { place($0.cell.stop, stops) }
            case .hour: { Int($0.cell.hour) }
            case .weekday: { Int($0.weekday) }
            case .dayType: { Int($0.dayType) }
            case .date: { Int($0.day) }
            }
        }
        rows.sort { one, other in
            for value in values {
                let (left, right) = (value(one), value(other))
                if left != right { return left < right }
            }
            return false
        }
    }

    /// The place of each id among all of them in their order.
    private static func ranks(_ ids: [String]) -> [Int] {
        var ranks = [Int](repeating: 0, count: ids.count)
        for (rank, place) in ids.indices.sorted(by: { ids[$0] < ids[$1] }).enumerated() { ranks[place] = rank }
        return ranks
    }
}
