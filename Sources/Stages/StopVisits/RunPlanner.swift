import GTFSSchedule
import RealtimeJoin
import Schedule
import TimeZones
import VehiclePaths

/// Finds out what a run was to do: its stops and times, by the timetable or by what realtime says of it.
struct RunPlanner {
    let timetable: WholeTimetable
    let finder: RunFinder
    let match: VisitMatch

    /// The stops of a run and what is known of it whoever runs it; nil where the timetable and realtime have no run.
    func plan(of run: RunUnderWay) -> (plan: RunPlan, base: PerformedRun)? {
        let told = run.predictions?.relationship
        let relationship = newest(run)
        switch run.identity {
        case .tripless: return nil
        case .scheduled(let trip, let day, let start):
            if relationship == TripRelationship.replacement, let listed = run.predictions?.listed, !listed.isEmpty {
                var base = facts(of: trip, day, start)
                base.match = run.match
                return (finish(&base, RunPlan.listed(listed, timetable)), base)
            }
            guard
                let plan = RunPlan.scheduled(
                    trip, day: day, startTime: start, timetable, finder, told: run.predictions?.stops ?? [])
            else { return nil }
            var base = facts(of: trip, day, start)
            base.match = run.match
            if relationship == TripRelationship.canceled || relationship == TripRelationship.deleted {
                base.relationship = .canceled
            } else if relationship == TripRelationship.unscheduled {
                base.relationship = .unscheduled
            }
            base.tripID = run.reference.tripID ?? base.tripID
            return (finish(&base, plan), base)
        case .named(let mismatch):
            let isExtra =
                [
                    TripRelationship.added, TripRelationship.new, TripRelationship.replacement,
                    TripRelationship.unscheduled,
                ]
                .contains(relationship)
            if told == TripRelationship.duplicated, let copy = duplicate(run) { return copy }
            guard isExtra, let id = run.reference.tripID else {
                match.see(mismatch, of: run)
                return nil
            }
            return added(run, id, relationship)
        }
    }

    /// What the newest record says that the trip is.
    private func newest(_ run: RunUnderWay) -> Int? {
        if let seen = run.relationship, seen.time > run.predictions?.newest ?? .min,
            seen.value != TripRelationship.scheduled || run.predictions == nil
        {
            return seen.value
        }
        return run.predictions?.relationship ?? run.relationship?.value
    }

    private func facts(of trip: WholeTimetable.TripIndex, _ day: Int, _ start: Int?) -> PerformedRun {
        RunFacts.of(trip, day, start, timetable)
    }

    private func finish(_ base: inout PerformedRun, _ plan: RunPlan) -> RunPlan {
        RunFacts.complete(&base, plan, timetable)
        return plan
    }

    private func added(_ run: RunUnderWay, _ id: String, _ relationship: Int?) -> (plan: RunPlan, base: PerformedRun)? {
        let plan = RunPlan.listed(run.predictions?.listed ?? [], timetable)
        var base = PerformedRun()
        let first = plan.told.lazy.compactMap { $0.departure?.time ?? $0.arrival?.time }.first
        base.serviceDay =
            run.reference.startDate ?? finder.zone.date(at: first ?? run.lastHeard).daysSinceEpoch
        base.tripID = id
        base.performedID = id
        base.startTime = run.reference.startTime
        let routeID = run.predictions?.routeID ?? run.reference.routeID
        if let routeID {
            let route = timetable.frame.routeNumbers[routeID].map { timetable.frame[$0] }
            base.route = RouteFacts(id: routeID, shortName: route?.shortName, type: route?.type)
        }
        base.directionID = run.predictions?.directionID ?? run.reference.directionID
        base.relationship = relationship == TripRelationship.unscheduled ? .unscheduled : .added
        return (finish(&base, plan), base)
    }

    /// A copy of a trip of the timetable under an id, and at a time, of its own (TripProperties).
    private func duplicate(_ run: RunUnderWay) -> (plan: RunPlan, base: PerformedRun)? {
        guard let original = run.predictions?.originalTripID, let trip = timetable.trip(original),
            let day = run.reference.startDate, let times = timetable.runningTimes(of: trip),
            let start = run.reference.startTime ?? timetable.service(of: trip).first,
            var plan = RunPlan.scheduled(
                trip, day: day, startTime: nil, timetable, finder, told: run.predictions?.stops ?? [])
        else { return nil }
        plan.origin = finder.start(of: day) + start - times.times.firstTime
        plan.hasSchedule = true
        var base = facts(of: trip, day, nil)
        base.tripID = run.reference.tripID
        base.performedID = run.reference.tripID ?? base.performedID
        base.startTime = start
        base.relationship = .duplicated
        base.match = .exact
        return (finish(&base, plan), base)
    }
}
