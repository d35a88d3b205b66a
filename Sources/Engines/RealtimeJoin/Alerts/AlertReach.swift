import GTFSSchedule
import Schedule

/// What informed entities match in a whole schedule.
///
/// Trips of one route, direction and pattern are judged together. Cost: for an entity, the patterns at its stop or of
/// its route; for one with a start_date or start_time, their trips. Entities with the same selectors are judged once.
package final class AlertReach {
    /// What an entity matches.
    package struct Result {
        /// Sorted ids.
        package var routes: [String] = []
        package var stops: [String] = []
        package var trips = 0

        package var isEmpty: Bool { routes.isEmpty && stops.isEmpty && trips == 0 }
    }

    /// Trips of one route, direction and pattern.
    private struct Group: Hashable {
        let route: Int?
        let direction: Int?
        let pattern: Int32?
    }

    private let timetable: WholeTimetable
    private let finder: RunFinder
    private var groups: [Group] = []
    private var trips: [[WholeTimetable.TripIndex]] = []
    private var groupsOfRoute: [Int: [Int]] = [:]
    private var groupsOfStop: [StopIndex: [Int]] = [:]
    /// The distinct stops of each pattern that occurs.
    private var stopsOfPattern: [Int32: Set<StopIndex>] = [:]
    private var children: [String: [StopIndex]] = [:]
    private var known: [AlertSelector: Result] = [:]

    /// - Parameter finder: of the schedule's calendar and zone.
    package init(_ timetable: WholeTimetable, _ finder: RunFinder) {
        self.timetable = timetable
        self.finder = finder
        var numbers: [Group: Int] = [:]
        for trip in timetable.listedTrips {
            let group = Group(
                route: timetable.routeNumber(of: trip), direction: timetable.directionID(of: trip),
                pattern: timetable.runningTimes(of: trip)?.times.pattern)
            if let number = numbers[group] {
                trips[number].append(trip)
            } else {
                numbers[group] = groups.count
                groups.append(group)
                trips.append([trip])
            }
        }
        for (number, group) in groups.enumerated() {
            if let route = group.route { groupsOfRoute[route, default: []].append(number) }
            for stop in stops(of: group) { groupsOfStop[stop, default: []].append(number) }
        }
        for (number, stop) in timetable.frame.stops.enumerated() {
            if let parent = stop.parentStation { children[parent, default: []].append(StopIndex(number)) }
        }
    }

    private func stops(of group: Group) -> Set<StopIndex> {
        guard let pattern = group.pattern else { return [] }
        if let known = stopsOfPattern[pattern] { return known }
        let stops = Set(timetable.profiles[Int(pattern)].stopTimes.compactMap(\.stop))
        stopsOfPattern[pattern] = stops
        return stops
    }

    /// A stop with what is in it.
    private func places(of stop: StopIndex) -> Set<StopIndex> {
        var found: Set<StopIndex> = []
        var open = [stop]
        while let next = open.popLast() {
            if found.insert(next).inserted { open += children[timetable.frame[next].id] ?? [] }
        }
        return found
    }

    /// Returns what an entity matches.
    package func result(of selector: AlertSelector) -> Result {
        if let known = known[selector] { return known }
        let result = find(selector)
        known[selector] = result
        return result
    }

    private func find(_ selector: AlertSelector) -> Result {
        let frame = timetable.frame
        var result = Result()
        var places: Set<StopIndex>?
        if let id = selector.stopID {
            guard let stop = frame.stopNumbers[id], frame[stop].isListed else { return result }
            places = self.places(of: stop)
        }
        var routes: Set<Int> = []
        var stops: Set<StopIndex> = []
        func take(_ number: Int, _ count: Int) {
            guard count > 0 else { return }
            result.trips += count
            if let route = groups[number].route { routes.insert(route) }
            let called = self.stops(of: groups[number])
            stops.formUnion(places.map(called.intersection) ?? called)
        }
        if let id = selector.tripID {
            guard let trip = timetable.trip(id), runs(trip, selector) else { return result }
            let group = Group(
                route: timetable.routeNumber(of: trip), direction: timetable.directionID(of: trip),
                pattern: timetable.runningTimes(of: trip)?.times.pattern)
            if fits(group, selector, places), let number = groups.firstIndex(of: group) { take(number, 1) }
        } else {
            for number in candidates(selector, places) where fits(groups[number], selector, places) {
                let isDated = selector.startDate != nil || selector.startTime != nil
                take(number, isDated ? trips[number].count { runs($0, selector) } : trips[number].count)
            }
            // Routes and stops count without trips too, if nothing else is asked of trips.
            let isOfTrips = selector.directionID != nil || selector.startDate != nil || selector.startTime != nil
            if !isOfTrips, places == nil {
                for number in frame.routes.indices where fits(frame.routes[number], selector) { routes.insert(number) }
            }
            if selector.isStopAlone, stops.isEmpty, let stop = selector.stopID.flatMap({ frame.stopNumbers[$0] }) {
                stops = [stop]
            }
        }
        result.routes = routes.map { frame.routes[$0].id }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        result.stops = stops.map { frame[$0].id }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return result
    }

    /// The groups that may match: those at the stop, else those of the route, else all.
    private func candidates(_ selector: AlertSelector, _ places: Set<StopIndex>?) -> [Int] {
        if let places {
            return Set(places.flatMap { groupsOfStop[$0] ?? [] }).sorted()
        }
        guard let id = selector.routeID else { return Array(groups.indices) }
        return timetable.frame.routeNumbers[id].flatMap { groupsOfRoute[$0.index] } ?? []
    }

    private func fits(_ group: Group, _ selector: AlertSelector, _ places: Set<StopIndex>?) -> Bool {
        if let direction = selector.directionID, group.direction != direction { return false }
        if let places, stops(of: group).isDisjoint(with: places) { return false }
        guard selector.routeID != nil || selector.agencyID != nil || selector.routeType != nil else { return true }
        return group.route.map { fits(timetable.frame.routes[$0], selector) } ?? false
    }

    private func fits(_ route: Timetable.Route, _ selector: AlertSelector) -> Bool {
        (selector.routeID.map { $0 == route.id } ?? true)
            && (selector.agencyID.map { $0 == timetable.frame.agencyID(of: route) } ?? true)
            && (selector.routeType.map { $0 == route.type } ?? true)
    }

    /// Whether a trip has a run on the day and at the time of an entity.
    private func runs(_ trip: WholeTimetable.TripIndex, _ selector: AlertSelector) -> Bool {
        let service = timetable.service(of: trip)
        // An ordinary trip that is named needs no time to be told from others.
        let namesRun = selector.tripID != nil && service.frequencies.isEmpty
        func starts(at time: Int) -> Bool {
            service.frequencies.isEmpty ? service.first == time : service.isRun(time)
        }
        guard let day = selector.startDate else {
            return namesRun || selector.startTime.map(starts) ?? true
        }
        guard let time = selector.startTime else { return finder.runs(service, on: day) }
        if finder.runs(service, on: day), namesRun || starts(at: time) { return true }
        // 00:15:00 is also 24:15:00 of the day before.
        return [-1, 1].contains { finder.runs(service, on: day + $0) && starts(at: time - $0 * 86_400) }
    }
}
