import GTFSSchedule
import Schedule

/// The vehicle of a run, and the detour that it follows.
extension TripRuns {
    /// Returns the detour that a run takes; nil if it has none.
    package func detour(of run: TripRun) -> TripDetours.Entry? {
        guard let id = run.modificationsID, let number = run.trip else { return nil }
        let startTime = timetable[number].frequencies.isEmpty ? nil : run.startTime
        let entry = modified.entry(of: number, on: run.day, startTime: startTime)
        return entry?.id == id ? entry : nil
    }

    /// Returns the vehicle that serves a run. On a detour, it never drives to a stop that the detour skips.
    package func vehicle(of run: TripRun) -> VehicleState? {
        guard var vehicle = reportedVehicle(of: run) else { return nil }
        if let number = run.trip, let entry = detour(of: run) {
            vehicle.follow(entry.rows, from: timetable[number].stopTimes, timetable.stopNumbers)
        }
        return vehicle
    }

    /// The vehicle as its message describes it.
    private func reportedVehicle(of run: TripRun) -> VehicleState? {
        let update = run.update.map { realtime.updates[$0] }
        if let number = run.trip, timetable[number].id == run.tripID {
            let startTime = timetable[number].frequencies.isEmpty ? nil : run.startTime
            for day in [run.day, nil] {
                if let vehicle = vehicle(of: number, on: day, startTime: startTime) { return vehicle }
            }
        } else {
            // The trip is missing from the timetable, or it is a duplicate, which has its own id.
            var found: VehicleState?
            for vehicle in realtime.vehicles(of: run.tripID) where (vehicle.trip.startDate ?? run.day) == run.day {
                if let known = found, (known.timestamp ?? .min) > (vehicle.timestamp ?? .min) { continue }
                found = vehicle
            }
            if let found { return found }
        }
        // The update names its vehicle, but the vehicle names no trip.
        guard let id = update?.vehicleID, let vehicle = realtime.vehicle(id) else { return nil }
        return vehicle.trip.tripID == nil || vehicle.trip.tripID == update?.trip.tripID ? vehicle : nil
    }
}

extension VehicleState {
    /// Converts the stop_sequence to the detour's numbering, and drops a stop that the detour skips.
    ///
    /// If a vehicle names the modified trip, its stop_sequence already has the detour's numbering. A stop_sequence that
    /// cannot be converted, or that contradicts the stop_id, is dropped alone if the trip calls at the stop_id: nobody
    /// knows which numbering the producer uses.
    /// - Parameter original: the stop times of the timetable.
    fileprivate mutating func follow(
        _ rows: ModifiedRows, from original: [Timetable.StopTime], _ stopNumbers: [String: StopIndex]
    ) {
        let stop = stopID.flatMap { stopNumbers[$0] }
        let callsAtStop = stop != nil && rows.stopTimes.contains { $0.stop == stop }
        if trip.modificationsID == nil, let sequence = currentStopSequence {
            let place = rows.place(ofOriginal: sequence, original)
            if let place, !callsAtStop || rows.stopTimes[place].stop == stop {
                currentStopSequence = place + 1
            } else {
                currentStopSequence = nil
                let skipped = place == nil ? original.first { $0.sequence == sequence } : nil
                // The trip may call at a skipped stop a second time: the vehicle does not drive to that call.
                if let skipped, !callsAtStop || skipped.stop == stop { stopID = nil }
            }
        }
        if let stop, stopID != nil, !callsAtStop, original.contains(where: { $0.stop == stop }) {
            stopID = nil
            currentStopSequence = nil
        }
        // The status describes the vehicle's position relative to the dropped stop.
        if stopID == nil, currentStopSequence == nil { currentStatus = nil }
    }
}
