import GTFSSchedule
import RealtimeJoin
import Schedule
import TimeZones
import VehiclePaths

/// A run that is over.
final class EndedRun {
    let run: RunUnderWay
    /// POSIX seconds.
    let time: Int
    /// The stops of the run and what is known of it whoever runs it; nil where the timetable and realtime have no run.
    let planned: (plan: RunPlan, base: PerformedRun)?
    let stops: KnownStops
    /// The archive's newest time, POSIX seconds.
    let archiveEnd: Int

    init(run: RunUnderWay, time: Int, planned: (plan: RunPlan, base: PerformedRun)?, stops: KnownStops, archiveEnd: Int)
    {
        self.run = run
        self.time = time
        self.planned = planned
        self.stops = stops
        self.archiveEnd = archiveEnd
    }
}

/// What came of a run: a performed trip for each vehicle on it, and what is to be told.
struct RunOutcome {
    var performed: [PerformedRun] = []
    var mismatch: RunMismatch?
    /// Positions that were left out, and the run that they are of.
    var stuck: [(count: Int, run: String)] = []
    var outliers: [(count: Int, run: String)] = []
    var ranThoughCanceled: String?
}

/// Makes of what was seen of a run what it did.
///
/// Several threads perform runs; they only read the timetable.
struct RunPerformer {
    let timetable: WholeTimetable
    let options: StopVisitsOptions
    let writesLocations: Bool

    func perform(_ ended: EndedRun) -> RunOutcome {
        var outcome = RunOutcome()
        outcome.performed = perform(ended, &outcome) ?? locations(of: ended.run, ended.stops.names)
        return outcome
    }

    /// nil where there is no run.
    private func perform(_ ended: EndedRun, _ outcome: inout RunOutcome) -> [PerformedRun]? {
        let run = ended.run
        for track in run.tracks { track.sort() }
        guard let (plan, base) = ended.planned else { return nil }
        let tracks = inOrder(run)
        let named = tracks.map { NamedStops($0.fixes, ended.stops, rows: plan.rows) }
        if let mismatch = contradiction(run, named) {
            outcome.mismatch = mismatch
            return nil
        }
        var performed: [PerformedRun] = []
        for (number, track) in (tracks.isEmpty ? [nil] : tracks.map(Optional.some)).enumerated() {
            var result = base
            result.vehicleID = track?.name ?? (number == 0 ? run.predictions?.vehicleID : nil)
            if number > 0 {
                result.performedID = PerformedTripID.text(base.performedID, vehicleID: track?.name ?? "\(number + 1)")
            }
            let stops = track == nil ? [] : named[number].stops
            fill(&result, plan, track, stops, ended, isFirst: number == 0, &outcome)
            if number == 0 {
                result.positionAges = run.positionAges.sorted
            }
            performed.append(result)
        }
        let end = horizon(ended.archiveEnd)
        // What is told of a run that is yet to come has not happened.
        performed.removeAll { $0.observedCount == 0 && plan.start ?? .min > end }
        guard !performed.isEmpty else { return nil }
        if performed[0].relationship == .canceled, performed.contains(where: { $0.observedCount > 0 }) {
            // It was called off, and ran.
            for place in performed.indices { performed[place].relationship = .scheduled }
            outcome.ranThoughCanceled = performed[0].performedID
        }
        return performed
    }

    /// Until when runs and stops that nobody saw are missing: to the archive's end, or all of a day that was asked for.
    private func horizon(_ archiveEnd: Int) -> Int {
        options.serviceDates.isEmpty || !(options.writesMissing || options.tides != nil) ? archiveEnd : .max
    }

    /// The vehicles of a run: first the one that predictions name, then by the number of fixes.
    private func inOrder(_ run: RunUnderWay) -> [VehicleTrack] {
        let named = run.predictions?.vehicleID
        func rank(_ track: VehicleTrack) -> (Int, Int, UInt32, String) {
            (
                track.name != nil && track.name == named ? 0 : 1, -track.fixes.count, track.fixes.first?.time ?? 0,
                track.name ?? ""
            )
        }
        return run.tracks.sorted { rank($0) < rank($1) }
    }

    /// Why a run of the timetable is not the one that realtime names: none of the stops named is one of its own.
    private func contradiction(_ run: RunUnderWay, _ named: [NamedStops]) -> RunMismatch? {
        guard case .scheduled = run.identity else { return nil }
        let names = run.predictions?.namesStops ?? false || named.contains(where: \.namesStops)
        let own = run.predictions?.namesItsStops ?? false || named.contains(where: \.namesItsStops)
        return names && !own ? .contradictingStops : nil
    }

    // MARK: Visits

    private func fill(
        _ result: inout PerformedRun, _ plan: RunPlan, _ track: VehicleTrack?, _ stops: [NamedStop], _ ended: EndedRun,
        isFirst: Bool, _ outcome: inout RunOutcome
    ) {
        let fixes = track?.fixes ?? []
        let stopNames = ended.stops.names
        let placed = PlacedFixes(fixes, stops, on: plan.way, pace: plan.pace)
        if placed.stuck > 0 { outcome.stuck.append((placed.stuck, result.performedID)) }
        if !fixes.isEmpty { result.outliers = placed.outliers }
        if placed.outliers > 0 { outcome.outliers.append((placed.outliers, result.performedID)) }
        let finder = VisitFinder(
            placed, rows: plan.rows, way: plan.way, near: options.nearMetres, maximumGap: options.maximumGap)
        var evidence = finder.evidence()
        if isFirst, result.relationship != .canceled {
            // What was predicted of a run before it was called off has not happened.
            addPredictions(
                to: &evidence, plan, placed, archiveEnd: ended.archiveEnd, lastHeard: ended.run.lastHeard)
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
            if visit.arrival == nil, visit.departure == nil, due[place] > horizon(ended.archiveEnd) { continue }
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
