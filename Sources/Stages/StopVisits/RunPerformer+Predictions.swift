import Schedule
import VehiclePaths

extension RunPerformer {
    /// Seconds by which a prediction may be off, however young it is.
    private static let leastUncertainty = 30
    /// A vehicle that is so much short of a stop has not been there, in metres.
    private static let short = 250.0

    /// Fills in by predictions what no fix tells.
    ///
    /// - Parameter lastHeard: the newest time of a record of the run: an update that is gone is no proof of passage.
    func addPredictions(
        to evidence: inout [StopEvidence], _ plan: RunPlan, _ placed: PlacedFixes, archiveEnd: Int, lastHeard: Int
    ) {
        for place in plan.told.indices where !plan.told[place].isSkipped {
            func known(_ prediction: (time: Int, made: Int)?) -> KnownTime? {
                guard let prediction, prediction.time <= archiveEnd,
                    prediction.time <= lastHeard + options.maximumGap,
                    !isShort(of: place, after: prediction.time, plan, placed)
                else { return nil }
                return KnownTime(
                    time: prediction.time, source: .finalPrediction,
                    uncertainty: max(prediction.time - prediction.made, RunPerformer.leastUncertainty))
            }
            // Nobody waits for an arrival at the first stop or a departure from the last.
            if evidence[place].arrival == nil, place > 0 { evidence[place].arrival = known(plan.told[place].arrival) }
            if evidence[place].departure == nil, place < plan.told.count - 1 {
                evidence[place].departure = known(plan.told[place].departure)
            }
        }
    }

    /// Whether the vehicle was seen before a stop after it is said to have been there.
    private func isShort(of place: Int, after time: Int, _ plan: RunPlan, _ placed: PlacedFixes) -> Bool {
        guard let stop = plan.way?.stopPositions[place], !stop.isNaN else { return false }
        let later = placed.fixes.indices.first { Int(placed.fixes[$0].time) >= time && !placed.reached[$0].isNaN }
        return later.map { placed.reached[$0] < stop - RunPerformer.short } ?? false
    }

    // MARK: How full

    /// How full the vehicle left a stop: as the first fix after it says, before the next stop, else the last one at it,
    /// else as predicted. At the last stop of the run, the fix with which the vehicle came tells nothing, unless the
    /// vehicle says that it stands.
    func occupancy(
        _ place: Int, _ evidence: [StopEvidence], _ plan: RunPlan, _ placed: PlacedFixes, isFirst: Bool
    ) -> Visit.Occupancy? {
        let found = evidence[place]
        let told = isFirst ? plan.told[place] : Predictions.Stop()
        // Nobody boards where it does not call.
        let later = ((place + 1)..<max(evidence.count, place + 1)).filter {
            !isFirst || !RunPerformer.isSkipped(plan.told[$0], evidence[$0])
        }
        if let known = found.departure ?? found.arrival {
            // The vehicle left after the last fix at the stop, unless that fix already names a later stop.
            let isSeen = [found.arrival, found.departure].contains { $0.map { $0.source <= .passed } ?? false }
            let there = isSeen ? found.there : nil
            let next = later.lazy.compactMap { evidence[$0].arrival ?? evidence[$0].departure }.first?.time
            // When it came there tells better than where it was, which receivers put before a stop and behind it.
            let isTimed = later.first.map { evidence[$0].arrival != nil } ?? false
            for (number, fix) in placed.fixes.enumerated() where Int(fix.time) > known.time {
                if let there, number <= there.upperBound,
                    known.source != .passed || !isOnward(number, from: place, placed)
                {
                    continue
                }
                if let next, Int(fix.time) >= next { break }
                if !isTimed, isThere(number, of: later, plan, placed) { break }
                if fix.tellsOccupancy, place < plan.rows.count - 1 { return RunPerformer.occupancy(fix) }
            }
            for number in there?.reversed() ?? [] where placed.fixes[number].tellsOccupancy {
                let fix = placed.fixes[number]
                // A vehicle that comes to its last stop still has its riders.
                if place == plan.rows.count - 1, number == there?.lowerBound, fix.status != Fix.stoppedAt { break }
                return RunPerformer.occupancy(fix)
            }
        }
        return told.occupancy.map { Visit.Occupancy(status: $0.status, percentage: nil, isPrediction: true) }
    }

    /// Whether a fix is at the first of some stops, or further.
    private func isThere(_ number: Int, of stops: [Int], _ plan: RunPlan, _ placed: PlacedFixes) -> Bool {
        guard let next = stops.first else { return false }
        if !placed.reached[number].isNaN, let way = plan.way,
            let position = stops.lazy.map({ way.stopPositions[$0] }).first(where: { !$0.isNaN })
        {
            return placed.reached[number] >= position
        }
        guard case .stop(let named) = placed.stops[number] else { return false }
        return named > next || named == next && placed.fixes[number].status == Fix.stoppedAt
    }

    /// Whether a fix says that the vehicle drives towards a stop after this one.
    private func isOnward(_ number: Int, from place: Int, _ placed: PlacedFixes) -> Bool {
        guard case .stop(let named) = placed.stops[number] else { return false }
        return named > place && placed.fixes[number].status != Fix.stoppedAt
    }

    private static func occupancy(_ fix: Fix) -> Visit.Occupancy {
        Visit.Occupancy(
            status: (0...6).contains(fix.occupancyStatus) ? Int(fix.occupancyStatus) : nil,
            percentage: fix.occupancyPercentage >= 0 ? Int(fix.occupancyPercentage) : nil, isPrediction: false)
    }
}
