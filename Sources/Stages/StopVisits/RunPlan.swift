import GTFSSchedule
import RealtimeJoin
import Schedule
import VehiclePaths

/// The stops of a run as they were to be called at: the timetable's, or those that its updates list.
struct RunPlan {
    /// With times counted from `origin`.
    var rows: [Timetable.StopTime]
    /// POSIX seconds from which the times of the rows count.
    var origin: Int
    /// Whether the times of the rows are a promise: not those of headways that are not exact.
    var hasSchedule = true
    /// Ids of stops that the timetable lacks, by the place of the row.
    var foreignIDs: [Int: String] = [:]
    var way: Way?
    /// What was predicted, by the place of the row.
    var told: [Predictions.Stop]
    /// The first and the last of the stop times that a detour replaces, counted from `origin`; nil without a detour.
    var replaced: (first: Timetable.StopTime, last: Timetable.StopTime)?

    func scheduledArrival(_ place: Int) -> Int? { hasSchedule ? rows[place].arrival.map { origin + $0 } : nil }
    func scheduledDeparture(_ place: Int) -> Int? { hasSchedule ? rows[place].departure.map { origin + $0 } : nil }

    var scheduledStart: Int? { rows.isEmpty ? nil : scheduledDeparture(0) ?? scheduledArrival(0) }
    var scheduledEnd: Int? {
        rows.isEmpty ? nil : scheduledArrival(rows.count - 1) ?? scheduledDeparture(rows.count - 1)
    }

    /// When the run begins. A detour may leave the time at its first stop open: then the timetable's counts.
    var start: Int? { scheduledStart ?? time(replaced.flatMap { $0.first.departure ?? $0.first.arrival }) }
    /// When the run ends. A detour may leave the time at its last stop open: then the timetable's counts, unless the vehicle
    /// is still on its way by then.
    var end: Int? {
        if let scheduledEnd { return scheduledEnd }
        guard let end = time(replaced.flatMap { $0.last.arrival ?? $0.last.departure }) else { return nil }
        let latest = rows.indices.reversed().lazy.compactMap { scheduledDeparture($0) ?? scheduledArrival($0) }.first
        return max(end, latest ?? end)
    }

    private func time(_ seconds: Int?) -> Int? { hasSchedule ? seconds.map { origin + $0 } : nil }

    /// When each stop is due: a stop without a time with the next one that has a time, or else with the end of the run.
    var dueTimes: [Int] {
        var next = end ?? .min
        var due = Array(repeating: next, count: rows.count)
        for place in rows.indices.reversed() {
            next = scheduledDeparture(place) ?? scheduledArrival(place) ?? next
            due[place] = next
        }
        return due
    }

    /// Metres a second that the timetable asks for at the most; nil where it does not tell.
    var pace: Double? { way?.pace(rows) }

    /// The run of a trip of the timetable.
    static func scheduled(
        _ trip: WholeTimetable.TripIndex, day: Int, startTime: Int?, _ timetable: WholeTimetable,
        _ finder: RunFinder, told: [Predictions.Stop]
    ) -> RunPlan? {
        guard let times = timetable.runningTimes(of: trip) else { return nil }
        let frequencies = timetable.frequencies(of: trip)
        var plan = RunPlan(
            rows: times.times.stopTimes,
            origin: finder.start(of: day) + timetable.origin(of: trip, startTime: startTime),
            way: timetable.way(of: trip), told: told)
        let original = timetable.original(of: trip)
        if original != trip, let stopTimes = timetable.runningTimes(of: original)?.times.stopTimes,
            let first = stopTimes.first, let last = stopTimes.last
        {
            plan.replaced = (first, last)
        }
        plan.hasSchedule = frequencies.isEmpty || frequencies.contains(where: \.isExact)
        if plan.told.count != plan.rows.count { plan.told = Array(repeating: .init(), count: plan.rows.count) }
        return plan
    }

    /// A run that its updates alone list.
    static func listed(_ stops: [Predictions.ListedStop], _ timetable: WholeTimetable) -> RunPlan {
        var plan = RunPlan(rows: [], origin: 0, told: stops.map(\.told))
        for (place, stop) in stops.enumerated() {
            var row = Timetable.StopTime()
            row.sequence = stop.update.sequence ?? place + 1
            let id = stop.update.assignedStopID ?? stop.update.stopID
            row.stop = id.flatMap { timetable.frame.stopNumbers[$0] }
            if row.stop == nil, let id { plan.foreignIDs[place] = id }
            plan.rows.append(row)
        }
        // Times that an update itself calls scheduled; they are POSIX seconds, and rows hold 32 bits.
        plan.origin =
            stops.lazy.compactMap { $0.update.arrival.scheduledTime ?? $0.update.departure.scheduledTime }.first ?? 0
        for (place, stop) in stops.enumerated() {
            plan.rows[place].arrival = stop.update.arrival.scheduledTime.map { $0 - plan.origin }
            plan.rows[place].departure = stop.update.departure.scheduledTime.map { $0 - plan.origin }
        }
        plan.way = timetable.way(through: plan.rows.map(\.stop))
        return plan
    }
}
