import Containers
import GTFSSchedule
import RealtimeJoin
import Schedule
import ServiceFigures
import TimeZones
import Visits

/// Plans the timetable with the percentile of the observed times, by day type.
struct PercentilePlan {
    let timetable: WholeTimetable
    let references: FeedReferences
    let retiming: RunRetiming
    let percentile: Int
    let minimumDays: Int

    /// A trip's times on a type of day.
    private struct Typed {
        let type: DayType
        var times: NewTimes?
        var days = 0
    }

    func make(_ runs: [DrivenRun]) -> FeedPlan {
        let plan = FeedPlan(usual: .leftOut, .parted([:]))
        var runsOfTrips: [Int: [DrivenRun]] = [:]
        for run in runs {
            guard run.relationship != .canceled else {
                retiming.count { $0.canceledRuns += 1 }
                continue
            }
            guard run.isObserved else { continue }
            guard !run.isAdded else {
                retiming.count { $0.addedRunsLeftOut += 1 }
                continue
            }
            guard let trip = run.tripID.flatMap({ timetable.trip($0) }) else {
                retiming.count { $0.unknownRuns += 1 }
                continue
            }
            runsOfTrips[trip.index, default: []].append(run)
        }
        let services = serviceNames()
        var typed: [Int: [Typed]] = [:]
        var parted: Set<String> = []
        for trip in timetable.listedTrips {
            let service = timetable.service(of: trip).service.flatMap { services[$0.index] }
            let times = times(of: trip, runsOfTrips[trip.index] ?? [], types(of: service))
            typed[trip.index] = times
            if let service, let first = times.first, times.contains(where: { $0.times != first.times }) {
                parted.insert(service)
            }
        }
        let partedServices = parts(of: parted)
        var ids = FreeIDs { [timetable] in timetable.trip($0) != nil }
        for trip in timetable.listedTrips {
            let service = timetable.service(of: trip).service.flatMap { services[$0.index] }
            let times = typed[trip.index] ?? []
            let part = service.flatMap { partedServices[$0] }
            plan[trip] = fate(of: trip, times, part, &ids)
        }
        plan.calendar = .parted(partedServices)
        var blocks = BlockOverlaps(timetable, isOneDay: false)
        let overlapping = blocks.resolve(plan)
        retiming.count { $0.overlappingTrips = overlapping }
        return plan
    }

    // MARK: Trips

    private func fate(
        of trip: WholeTimetable.TripIndex, _ times: [Typed], _ part: PartedService?, _ ids: inout FreeIDs
    ) -> TripFate {
        guard let part else {
            return TripFate(
                written: [
                    WrittenTrip(times: times.first?.times, observedDays: times.reduce(0) { $0 + $1.days })
                ], keepsFrequencies: true)
        }
        var fate = TripFate(written: [], keepsFrequencies: true)
        if Set(times.map { $0.times == nil }).count > 1 || times.contains(where: { $0.times != times.first?.times }) {
            retiming.count { $0.partedTrips += 1 }
        }
        let id = timetable.id(trip)
        for (place, typed) in times.enumerated() {
            fate.written.append(
                WrittenTrip(
                    id: place == 0 ? nil : ids.take("\(id)-\(typed.type.name)"),
                    service: part.ids.first { $0.type == typed.type }?.id, times: typed.times, dayType: typed.type,
                    observedDays: typed.days))
        }
        return fate
    }

    /// The times of a trip on each type of day on which its service runs.
    private func times(of trip: WholeTimetable.TripIndex, _ runs: [DrivenRun], _ types: [DayType]) -> [Typed] {
        guard timetable.frequencies(of: trip).isEmpty else {
            if !runs.isEmpty { retiming.count { $0.tripsOfFrequencies += 1 } }
            return types.map { Typed(type: $0) }
        }
        var lacksDays = false
        let typed = types.map { type in
            let ofType = runs.filter { DayType(ofWeekday: CivilDate.weekday(daysSinceEpoch: $0.day)) == type }
            // Of two vehicles on one run, the first by name counts.
            let sorted = ofType.sorted { ($0.day, $0.name) < ($1.day, $1.name) }
            let ofDays = sorted.enumerated().filter { $0.offset == 0 || sorted[$0.offset - 1].day != $0.element.day }
            let days = ofDays.map(\.element)
            guard days.count >= minimumDays else {
                lacksDays = true
                return Typed(type: type, days: days.count)
            }
            return Typed(type: type, times: times(of: trip, days), days: days.count)
        }
        if lacksDays { retiming.count { $0.tripsWithFewDays += 1 } }
        return typed
    }

    /// The percentile of the times over some runs, one a day.
    private func times(of trip: WholeTimetable.TripIndex, _ runs: [DrivenRun]) -> NewTimes? {
        guard let running = timetable.runningTimes(of: trip) else { return nil }
        let rows = running.times.stopTimes
        var arrivals = [[Int]](repeating: [], count: rows.count)
        var departures = arrivals
        var approximate = [Int](repeating: 0, count: rows.count)
        for run in runs {
            let visits = run.calls
            let alignment = retiming.alignment(run, visits, rows)
            retiming.count { $0.skippedStops += alignment.skipped }
            for step in alignment.steps where step.row >= 0 && step.visit >= 0 {
                let call = visits[Int(step.visit)]
                if let arrival = call.observedArrival { arrivals[Int(step.row)].append(arrival) }
                if let departure = call.observedDeparture { departures[Int(step.row)].append(departure) }
                if call.isApproximate { approximate[Int(step.row)] += 1 }
            }
        }
        var calls = rows.indices.map { place in
            CallTime(
                plannedArrival: rows[place].arrival.map { $0 + running.start },
                plannedDeparture: rows[place].departure.map { $0 + running.start },
                arrival: value(of: arrivals[place]), departure: value(of: departures[place]))
        }
        guard calls.count > 1, calls.contains(where: { $0.arrival != nil || $0.departure != nil }) else { return nil }
        let steps = rows.indices.map { VisitAlignment.Step(row: Int32($0), visit: -1) }
        retiming.settle(&calls, steps, timetable, trip)
        let new = rows.indices.map { place in
            retiming.newCall(
                calls[place], row: rows[place], number: Int32(place),
                // Most of its observed times are predictions or uncertain.
                isApproximate: approximate[place] * 2 > max(arrivals[place].count, departures[place].count),
                isEnd: place == 0 || place == rows.count - 1)
        }
        return NewTimes(new, rows: rows)
    }

    private func value(of times: [Int]) -> Int? {
        guard times.count >= minimumDays else { return nil }
        return Distribution(times.sorted().map { ($0, 1) }).percentile(percentile)
    }

    // MARK: Services

    private func serviceNames() -> [Int: String] {
        var frame = timetable.frame
        var names: [Int: String] = [:]
        for name in references.servicesOfTrips { names[frame.service(name).index] = name }
        return names
    }

    private func types(of service: String?) -> [DayType] {
        let bits = service.flatMap { references.dayTypes[$0] } ?? 0
        let types = DayType.allCases.filter { bits & (1 << UInt8($0.rawValue)) != 0 }
        // A service without a calendar, or that never runs, is not parted.
        return types.isEmpty ? [.weekday] : types
    }

    private func parts(of services: Set<String>) -> [String: PartedService] {
        var free = FreeIDs { [references] in references.has($0) }
        var parted: [String: PartedService] = [:]
        for service in references.servicesOfTrips where services.contains(service) {
            parted[service] = PartedService(
                ids: types(of: service).map { ($0, free.take("\(service)-\($0.name)")) },
                staysItself: references.isUsedElsewhere(service))
        }
        return parted
    }
}
