import GTFSSchedule
import Schedule

extension RealtimeContext {
    /// The trips of the messages that a schedule may not have, with what else names them (`--match loose`).
    package var looseTrips: [LooseTrip] {
        updates.map { update in
            LooseTrip(
                tripID: update.trip.tripID, routeID: update.trip.routeID,
                firstStop: update.stops.lazy.compactMap(\.stopID).first)
        }
            + vehicles.filter { $0.trip.routeID != nil }.map {
                LooseTrip(tripID: $0.trip.tripID, routeID: $0.trip.routeID, firstStop: nil)
            }
    }
}

extension TripReference {
    /// Whether a message may mean a run of the timetable that its trip_id does not name.
    fileprivate func needsLooseMatch(_ timetable: Timetable) -> Bool {
        guard isPlain else { return false }
        return tripID.flatMap { timetable.tripNumbers[$0] }.map { !timetable[$0].isListed } ?? true
    }
}

extension TripRuns {
    /// Gives updates and vehicles without a valid trip_id the one trip that they can mean.
    mutating func matchLoosely(_ finder: RunFinder) {
        let matcher = LooseMatcher(LooseTrips(timetable), finder)
        for (place, update) in realtime.updates.enumerated() where update.trip.needsLooseMatch(timetable) {
            let outcome = matcher.run(
                of: update.trip, stops: update.stops.compactMap(\.stopID),
                at: update.timestamp ?? realtime.newest ?? now)
            looseCounts.add(outcome)
            guard case .run(let trip, let start, let evidence) = outcome else { continue }
            realtime.assign(update: place, tripID: timetable[trip].id, start)
            looseUpdates[place] = evidence
        }
        for (place, vehicle) in realtime.vehicles.enumerated() where vehicle.trip.needsLooseMatch(timetable) {
            let outcome = matcher.run(of: vehicle.trip, stops: [], at: vehicle.timestamp ?? realtime.newest ?? now)
            guard case .run(let trip, let start, _) = outcome else { continue }
            realtime.assign(vehicle: place, tripID: timetable[trip].id, start)
        }
    }

    /// What a run was matched by, if its update has no valid trip_id.
    package func looseEvidence(of run: TripRun) -> LooseEvidence? { run.update.flatMap { looseUpdates[$0] } }
}
