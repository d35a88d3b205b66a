import GTFSSchedule
import Hashing
import Reports
import Schedule
import ServiceFigures

/// The stops of two timetables under common numbers, in the order of their ids.
struct CommonStops {
    private(set) var ids: [String]
    /// By the place of a stop in each timetable.
    let old: [Int]
    let new: [Int]

    init(_ old: WholeTimetable, _ new: WholeTimetable) {
        let ids = Set(old.frame.stops.map(\.id)).union(new.frame.stops.map(\.id)).sorted()
        var numbers: [String: Int] = [:]
        for (number, id) in ids.enumerated() { numbers[id] = number }
        self.ids = ids
        self.old = old.frame.stops.map { numbers[$0.id] ?? 0 }
        self.new = new.frame.stops.map { numbers[$0.id] ?? 0 }
    }
}

/// One of two timetables that are compared by what riders have.
final class ComparedService {
    /// What trips are grouped by, the same in both timetables.
    struct Bundle: Hashable, Comparable {
        /// nil for trips without a route, and where routes are not told apart.
        let route: String?
        /// -1 for none, and where directions are not told apart.
        let direction: Int

        static func < (one: Bundle, other: Bundle) -> Bool {
            // What has none comes last.
            if one.route != other.route {
                guard let left = one.route, let right = other.route else { return one.route != nil }
                return left < right
            }
            func place(_ direction: Int) -> Int { direction < 0 ? .max : direction }
            return place(one.direction) < place(other.direction)
        }
    }

    /// A run on the days that are looked at.
    struct Run: BitwiseCopyable {
        /// Of all that makes it the same run in the other timetable.
        let print: UInt64
        let trip: Int32
        /// Seconds of the service day from which its times count.
        let origin: Int32
    }

    let name: String
    let timetable: WholeTimetable
    let trips: [LevelTrip]
    /// Places in `trips`.
    let bundles: [Bundle: [Int]]
    /// The common number of each stop.
    let stops: [Int]
    /// What tells each trip's runs from others, but for when they start.
    private let prints: [UInt64]
    /// What tells each trip's route from others.
    private let routePrints: [UInt64]

    /// - Throws: `StageFailure` with status 65 where frequencies make too many departures of it.
    init(_ timetable: WholeTimetable, _ name: String, by keys: [ReportKey], stops: [Int], _ common: CommonStops) throws
    {
        self.name = name
        self.timetable = timetable
        self.stops = stops
        let trips = try timetable.levelTrips(name)
        self.trips = trips
        let routes = timetable.frame.routes.map { Fingerprint.of($0.id) }
        let ids = common.ids.map { Fingerprint.of($0) }
        var profiles: [Int: UInt64] = [:]
        var prints: [UInt64] = []
        var routePrints: [UInt64] = []
        var bundles: [Bundle: [Int]] = [:]
        for (place, trip) in trips.enumerated() {
            let profile = timetable.profileNumber(of: trip.number) ?? -1
            let times = profiles[profile] ?? ComparedService.hash(of: trip.times) { ids[stops[$0]] }
            profiles[profile] = times
            let route = trip.route < 0 ? 0 : routes[trip.route]
            routePrints.append(route)
            prints.append(Fingerprint.of(route, times))
            let bundle = Bundle(
                route: keys.contains(.routeID) && trip.route >= 0 ? timetable.frame.routes[trip.route].id : nil,
                direction: keys.contains(.directionID) ? trip.direction : -1)
            bundles[bundle, default: []].append(place)
        }
        self.prints = prints
        self.routePrints = routePrints
        self.bundles = bundles
    }

    /// Of the stops and the times after the start; when a vehicle comes to the first stop and leaves the last concerns no
    /// rider, nor does who may alight or board there.
    private static func hash(of times: WholeTimetable.RunningTimes, _ stop: (Int) -> UInt64) -> UInt64 {
        let rows = times.stopTimes
        var hash = UInt64(rows.count)
        for (place, row) in rows.enumerated() {
            let isFirst = place == 0
            let isLast = place == rows.count - 1
            func time(_ time: Int?) -> UInt64 { UInt64(bitPattern: Int64(time.map { $0 - times.firstTime } ?? .min)) }
            hash = Fingerprint.of(hash, row.stop.map { stop($0.index) } ?? 0)
            hash = Fingerprint.of(hash, time(isFirst ? row.departure : row.arrival))
            hash = Fingerprint.of(hash, time(isLast ? row.arrival : row.departure))
            hash = Fingerprint.of(
                hash, UInt64(isLast ? 0 : row.pickupType) << 8 | UInt64(isFirst ? 0 : row.dropOffType))
        }
        return hash
    }

    /// Calls `body` with what tells each run of a trip from others, and its origin.
    private func forEachRun(of place: Int, _ body: (UInt64, Int) -> Void) {
        let trip = trips[place]
        for origin in trip.starts {
            let start = UInt64(bitPattern: Int64(origin + trip.times.firstTime))
            body(Fingerprint.of(prints[place], start), origin)
        }
    }

    // MARK: Days

    /// What runs on each of some days, as sums of what tells runs apart: the same for the same runs.
    struct DaySums {
        var sums: [UInt64]
        /// By the number of the service: on which of the days' groups it runs, a bit each.
        var groups: [Int: UInt8] = [:]
    }

    /// - Parameter group: the number of a day's group.
    func sums(of bundle: Bundle, on days: ScopeDays, group: (Int) -> Int) -> DaySums {
        var byService: [Int: UInt64] = [:]
        for place in bundles[bundle] ?? [] {
            var sum: UInt64 = 0
            forEachRun(of: place) { print, _ in sum &+= print }
            byService[trips[place].service, default: 0] &+= sum
        }
        var sums = DaySums(sums: [UInt64](repeating: 0, count: days.range.count))
        let calendar = timetable.frame.calendar
        let first = days.range.lowerBound
        for (service, sum) in byService {
            guard let bounds = calendar.bounds(of: service), bounds.overlaps(days.range) else { continue }
            var groups: UInt8 = 0
            for day in bounds.clamped(to: days.range) where days.contains(day) && calendar.runs(service, on: day) {
                sums.sums[day - first] &+= sum
                groups |= 1 << UInt8(group(day))
            }
            sums.groups[service] = groups
        }
        return sums
    }

    /// The runs of a day, in the order of what tells them apart.
    func runs(of bundle: Bundle, on day: Int) -> [Run] {
        var runs: [Run] = []
        let calendar = timetable.frame.calendar
        for place in bundles[bundle] ?? [] where calendar.runs(trips[place].service, on: day) {
            forEachRun(of: place) { print, origin in
                runs.append(Run(print: print, trip: Int32(place), origin: Int32(clamping: origin)))
            }
        }
        runs.sort { $0.print < $1.print }
        return runs
    }

    // MARK: What a run is counted in

    /// A departure that can be one of the other timetable too.
    struct Departure {
        let print: UInt64
        let cell: LevelCell
    }

    /// Adds what the runs have to do with each cell, stops by their common numbers: runs, departures.
    func add(
        _ runs: [Run], _ cells: LevelCells, to counts: inout [LevelCell: Int], _ departures: inout [Departure]
    ) {
        for run in runs {
            let trip = trips[Int(run.trip)]
            let rows = trip.times.stopTimes
            let origin = Int(run.origin)
            var met: Set<LevelCell> = []
            // As service-levels counts them: by calls where stops matter, else as a whole.
            let countsCalls = cells.byStop || timetable.places != nil
            if !countsCalls { counts[LevelCell(hour: cells.hour(origin + trip.times.firstTime)), default: 0] += 1 }
            for (place, row) in rows.enumerated() {
                guard let stop = row.stop, takes(stop.index) else { continue }
                let number = stops[stop.index]
                if countsCalls, row.departure != nil || row.arrival != nil || !cells.byHour {
                    let cell = cell(number, origin + (row.departure ?? row.arrival ?? 0), cells)
                    if met.insert(cell).inserted { counts[cell, default: 0] += 1 }
                }
                // Nobody departs from where a trip ends.
                guard place < rows.count - 1, let time = row.departure else { continue }
                let moment = UInt64(number) << 32 | UInt64(UInt32(clamping: origin + time))
                departures.append(
                    Departure(
                        print: Fingerprint.of(routePrints[Int(run.trip)], moment),
                        cell: cell(number, origin + time, cells)))
            }
        }
    }

    /// Whether `--where` takes calls at a stop.
    private func takes(_ stop: Int) -> Bool { timetable.places.map { $0[stop] } ?? true }

    /// What is counted of it.
    func scope(_ days: ScopeDays) -> ServiceScope { ServiceScope(days, places: timetable.places) }

    private func cell(_ stop: Int, _ second: Int, _ cells: LevelCells) -> LevelCell {
        LevelCell(stop: cells.byStop ? Int32(stop) : -1, hour: cells.hour(second))
    }

    /// The stops, by their common numbers, that are called at in each cell and group of days.
    func stopsServed(
        in bundle: Bundle, _ groups: [Int: UInt8], _ cells: LevelCells
    ) -> [ServiceComparison.Place: Set<Int32>] {
        var served: [ServiceComparison.Place: Set<Int32>] = [:]
        struct Seen: Hashable {
            let pattern: Int32
            let groups: UInt8
        }
        var seen: Set<Seen> = []
        for place in bundles[bundle] ?? [] {
            let trip = trips[place]
            guard let mask = groups[trip.service], mask != 0, trip.starts.count > 0 else { continue }
            if !cells.byHour, !seen.insert(Seen(pattern: trip.times.pattern, groups: mask)).inserted { continue }
            for origin in trip.starts {
                for row in trip.times.stopTimes {
                    guard let stop = row.stop, takes(stop.index) else { continue }
                    if cells.byHour, row.departure == nil, row.arrival == nil { continue }
                    let cell = cell(stops[stop.index], origin + (row.departure ?? row.arrival ?? 0), cells)
                    for group in 0..<8 where mask & (1 << UInt8(group)) != 0 {
                        served[ServiceComparison.Place(group: group, cell: cell), default: []].insert(
                            Int32(stops[stop.index]))
                    }
                }
                // Other runs call at the same stops.
                if !cells.byHour { break }
            }
        }
        return served
    }
}
