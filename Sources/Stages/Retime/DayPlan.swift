import GTFSSchedule
import RealtimeJoin
import Schedule
import TimeZones

/// Plans the feed of one day as it was driven.
struct DayPlan {
    let timetable: WholeTimetable
    let references: FeedReferences
    let finder: RunFinder
    let retiming: RunRetiming
    let day: Int
    let keepsUnseen: Bool

    /// - Parameter runs: the runs of the day.
    func make(_ runs: [DrivenRun]) -> FeedPlan {
        let plan = FeedPlan(usual: .leftOut, .day(day, active: [], inactive: []))
        var runsOfTrips: [Int: [DrivenRun]] = [:]
        var canceled: Set<Int> = []
        var unknown: [DrivenRun] = []
        for run in runs {
            let trip = run.tripID.flatMap { timetable.trip($0) }
            if run.relationship == .canceled {
                retiming.count { $0.canceledRuns += 1 }
                // Of frequencies, other runs of the trip may have run.
                if let trip, timetable.frequencies(of: trip).isEmpty { canceled.insert(trip.index) }
            } else if run.isObserved {
                if let trip { runsOfTrips[trip.index, default: []].append(run) } else { unknown.append(run) }
            }
        }
        var ids = FreeIDs { [timetable] in timetable.trip($0) != nil }
        for trip in timetable.listedTrips {
            let seen = runsOfTrips[trip.index] ?? []
            plan[trip] = fate(of: trip, seen, isCanceled: canceled.contains(trip.index), &ids)
        }
        addNewRuns(unknown, to: plan, &ids)
        plan.calendar = calendar(plan)
        var blocks = BlockOverlaps(timetable, isOneDay: true)
        let overlapping = blocks.resolve(plan)
        retiming.count { $0.overlappingTrips = overlapping }
        return plan
    }

    // MARK: Trips

    private func fate(
        of trip: WholeTimetable.TripIndex, _ seen: [DrivenRun], isCanceled: Bool, _ ids: inout FreeIDs
    ) -> TripFate {
        guard !seen.isEmpty else { return fate(ofUnseen: trip, isCanceled: isCanceled) }
        let ordered = seen.sorted { one, other in
            (one.isAdded ? 1 : 0, one.startTime ?? .min, one.name)
                < (other.isAdded ? 1 : 0, other.startTime ?? .min, other.name)
        }
        // A copy of a trip is a run besides it, which says nothing of the trip itself.
        var fate = ordered.first?.isAdded == true ? fate(ofUnseen: trip, isCanceled: isCanceled) : .leftOut
        for run in ordered {
            guard let times = retiming.times(of: run, trip) else {
                retiming.count { $0.unusableRuns += 1 }
                continue
            }
            // The first run of the trip itself keeps the id; one besides it never does.
            guard run.isAdded || !fate.written.isEmpty else {
                fate.written.append(WrittenTrip(times: times))
                continue
            }
            retiming.count { if run.isAdded { $0.addedRuns += 1 } else { $0.repeatedRuns += 1 } }
            fate.written.append(WrittenTrip(id: ids.take(run.name), times: times, isRepeat: true))
        }
        return fate
    }

    private func fate(ofUnseen trip: WholeTimetable.TripIndex, isCanceled: Bool) -> TripFate {
        let service = timetable.service(of: trip)
        guard finder.runs(service, on: day) else {
            retiming.count { $0.otherTrips += 1 }
            return .leftOut
        }
        guard !isCanceled else { return .leftOut }
        guard keepsUnseen else {
            retiming.count { $0.unseenTrips += 1 }
            return .leftOut
        }
        retiming.count { $0.keptTrips += 1 }
        return TripFate(written: [WrittenTrip()], keepsFrequencies: true)
    }

    private func addNewRuns(_ runs: [DrivenRun], to plan: FeedPlan, _ ids: inout FreeIDs) {
        var service: String?
        for run in runs.sorted(by: { $0.name < $1.name }) {
            guard run.isAdded else {
                retiming.count { $0.unknownRuns += 1 }
                continue
            }
            guard let route = run.routeID, timetable.frame.routeNumbers[route] != nil,
                let times = retiming.times(ofNew: run)
            else {
                retiming.count { $0.unusableRuns += 1 }
                continue
            }
            if service == nil {
                var free = FreeIDs { [references] in references.has($0) }
                service = free.take("retime-" + CivilDate(daysSinceEpoch: day).compactText)
            }
            retiming.count { $0.addedRuns += 1 }
            plan.added.append(
                AddedTrip(
                    id: ids.take(run.name), routeID: route,
                    directionID: run.directionID.flatMap { (0...1).contains($0) ? $0 : nil },
                    service: service ?? "", times: times))
        }
    }

    // MARK: Calendar

    private func calendar(_ plan: FeedPlan) -> NewCalendar {
        var active: Set<Int> = []
        for trip in timetable.listedTrips where !plan[trip].written.isEmpty {
            if let service = timetable.service(of: trip).service { active.insert(service.index) }
        }
        var frame = timetable.frame
        var names = references.servicesOfTrips.filter { active.contains(frame.service($0).index) }
        let used = Set(names)
        if let service = plan.added.first?.service { names.append(service) }
        return .day(day, active: names, inactive: references.servicesElsewhere.filter { !used.contains($0) })
    }
}
