import GTFSSchedule
import RealtimeJoin
import Schedule
import TimeZones
import VehiclePaths

/// Makes of what was seen of a run what it did: one performed trip for each vehicle on it.
struct RunPerformer {
    let timetable: WholeTimetable
    let finder: RunFinder
    let options: StopVisitsOptions
    let match: VisitMatch
    let writesLocations: Bool

    /// - Parameters:
    ///   - stopNames: the stop_ids that realtime names.
    ///   - archiveEnd: the archive's newest time, POSIX seconds.
    func perform(_ run: RunUnderWay, stopNames: [String], archiveEnd: Int) -> [PerformedRun] {
        for track in run.tracks { track.sort() }
        guard let (plan, base) = plan(of: run) else { return locations(of: run, stopNames) }
        let tracks = inOrder(run)
        if let mismatch = contradiction(run, plan, tracks, stopNames) {
            match.see(mismatch, of: run)
            return locations(of: run, stopNames)
        }
        var performed: [PerformedRun] = []
        for (number, track) in (tracks.isEmpty ? [nil] : tracks.map(Optional.some)).enumerated() {
            var result = base
            result.vehicleID = track?.name ?? (number == 0 ? run.predictions?.vehicleID : nil)
            if number > 0 {
                result.performedID = PerformedTripID.text(base.performedID, vehicleID: track?.name ?? "\(number + 1)")
            }
            fill(&result, plan, track, run, isFirst: number == 0, stopNames, archiveEnd)
            if number == 0 {
                result.positionAges = run.positionAges.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
            performed.append(result)
        }
        let end = horizon(archiveEnd)
        // What is told of a run that is yet to come has not happened.
        performed.removeAll { $0.observedCount == 0 && plan.start ?? .min > end }
        guard !performed.isEmpty else { return locations(of: run, stopNames) }
        if performed[0].relationship == .canceled, performed.contains(where: { $0.observedCount > 0 }) {
            // It was called off, and ran.
            for place in performed.indices { performed[place].relationship = .scheduled }
            match.ranThoughCanceled(performed[0].performedID)
        }
        return performed
    }

    /// Until when runs and stops that nobody saw are missing: to the archive's end, or all of a day that was asked for.
    private func horizon(_ archiveEnd: Int) -> Int {
        options.serviceDates.isEmpty || !(options.writesMissing || options.tides != nil) ? archiveEnd : .max
    }

    /// The vehicles of a run: first the one that predictions name, then by the number of fixes.
    private func inOrder(_ run: RunUnderWay) -> [Track] {
        let named = run.predictions?.vehicleID
        func rank(_ track: Track) -> (Int, Int, UInt32, String) {
            (
                track.name != nil && track.name == named ? 0 : 1, -track.fixes.count, track.fixes.first?.time ?? 0,
                track.name ?? ""
            )
        }
        return run.tracks.sorted { rank($0) < rank($1) }
    }

    // MARK: What run it is

    /// The stops of a run and what is known of it whoever runs it; nil where the timetable and realtime have no run.
    private func plan(of run: RunUnderWay) -> (RunPlan, PerformedRun)? {
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

    private func added(_ run: RunUnderWay, _ id: String, _ relationship: Int?) -> (RunPlan, PerformedRun)? {
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
    private func duplicate(_ run: RunUnderWay) -> (RunPlan, PerformedRun)? {
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

    /// Why a run of the timetable is not the one that realtime names: none of the stops named is one of its own.
    private func contradiction(_ run: RunUnderWay, _ plan: RunPlan, _ tracks: [Track], _ stopNames: [String])
        -> RunMismatch?
    {
        guard case .scheduled = run.identity else { return nil }
        var names = run.predictions?.namesStops ?? false
        var own = run.predictions?.namesItsStops ?? false
        for track in tracks where !own {
            let stops = NamedStops(track.fixes, stopNames: stopNames, rows: plan.rows, timetable.stations)
            names = names || stops.namesStops
            own = own || stops.namesItsStops
        }
        return names && !own ? .contradictingStops : nil
    }

    // MARK: Visits

    private func fill(
        _ result: inout PerformedRun, _ plan: RunPlan, _ track: Track?, _ run: RunUnderWay, isFirst: Bool,
        _ stopNames: [String], _ archiveEnd: Int
    ) {
        let fixes = track?.fixes ?? []
        let named = NamedStops(fixes, stopNames: stopNames, rows: plan.rows, timetable.stations)
        let placed = PlacedFixes(fixes, named.stops, on: plan.way, pace: plan.pace)
        if placed.stuck > 0 { match.sawStuck(placed.stuck, of: result.performedID) }
        if !fixes.isEmpty { result.outliers = placed.outliers }
        if placed.outliers > 0 { match.sawOutliers(placed.outliers, of: result.performedID) }
        let finder = VisitFinder(
            placed, rows: plan.rows, way: plan.way, near: options.nearMetres, maximumGap: options.maximumGap)
        var evidence = finder.evidence()
        if isFirst, result.relationship != .canceled {
            // What was predicted of a run before it was called off has not happened.
            addPredictions(to: &evidence, plan, placed, archiveEnd: archiveEnd, lastHeard: run.lastHeard)
            evidence = VisitFinder.inOrder(evidence)
        }
        // What nobody saw of a run that is called off is not missing.
        let ran = result.relationship != .canceled || evidence.contains { !$0.isEmpty }
        result.visits.reserveCapacity(plan.rows.count)
        let due = plan.dueTimes
        for place in plan.rows.indices {
            guard let visit = visit(place, evidence, plan, placed, result, isFirst: isFirst, ran: ran, stopNames) else {
                continue
            }
            // A stop is skipped, or missing, when its time has come.
            if visit.arrival == nil, visit.departure == nil, due[place] > horizon(archiveEnd) { continue }
            result.visits.append(visit)
        }
        if writesLocations, let track { result.locations = locations(of: track, placed, plan, stopNames) }
    }

    private func visit(
        _ place: Int, _ evidence: [StopEvidence], _ plan: RunPlan, _ placed: PlacedFixes, _ run: PerformedRun,
        isFirst: Bool, ran: Bool, _ stopNames: [String]
    ) -> Visit? {
        let found = evidence[place]
        let told = isFirst ? plan.told[place] : Predictions.Stop()
        var relationship: Visit.Relationship =
            run.relationship == .added || run.relationship == .duplicated ? .added : .scheduled
        let isSkipped = RunPerformer.isSkipped(told, found)
        if isSkipped {
            relationship = .skipped
        } else if found.isEmpty {
            guard options.writesMissing || options.tides != nil, ran else { return nil }
            relationship = .missing
        }
        let row = plan.rows[place]
        var visit = Visit(place: place, stopID: plan.stopID(place, timetable), relationship: relationship)
        visit.sequence = run.tripIDScheduled == nil ? nil : row.sequence
        visit.timepoint = row.timepoint
        visit.scheduledArrival = plan.scheduledArrival(place)
        visit.scheduledDeparture = plan.scheduledDeparture(place)
        visit.distance = plan.way?.distance(to: place).map { Int($0.rounded()) }
        if let moved = movedStop(found, told, row, stopNames) { visit.stopID = moved }
        visit.stopName = (timetable.frame.stopNumbers[visit.stopID] ?? row.stop).flatMap { timetable.frame[$0].name }
        visit.predictionCount = told.count
        if told.first <= told.last { (visit.firstSeen, visit.lastSeen) = (told.first, told.last) }
        guard !isSkipped else { return visit }
        visit.arrival = found.arrival
        visit.departure = found.departure
        if let range = found.fixes, !found.isEmpty {
            visit.firstSeen = min(visit.firstSeen ?? .max, Int(placed.fixes[range.lowerBound].time))
            visit.lastSeen = max(visit.lastSeen ?? .min, Int(placed.fixes[range.upperBound].time))
        }
        if !found.isEmpty { visit.occupancy = occupancy(place, evidence, plan, placed, isFirst: isFirst) }
        return visit
    }

    /// Whoever drives by a stop that is called off does not call there; whoever stops does.
    static func isSkipped(_ told: Predictions.Stop, _ found: StopEvidence) -> Bool {
        told.isSkipped && found.arrival?.source != .stopped && found.departure?.source != .stopped
    }

    /// The platform to which the call was moved.
    private func movedStop(
        _ found: StopEvidence, _ told: Predictions.Stop, _ row: Timetable.StopTime, _ stopNames: [String]
    ) -> String? {
        if found.stop >= 0, let scheduled = row.stop {
            let name = stopNames[Int(found.stop)]
            if let stop = timetable.stations.number(of: name), stop != scheduled,
                timetable.stations.isSame(stop, scheduled), timetable.stations.isPlatform(stop)
            {
                return name
            }
        }
        return told.stopID?.id
    }
}
