import GTFSSchedule
import Hashing
import VehiclePaths

extension RunPerformer {
    /// The fixes of a vehicle on a run, for `vehicle_locations`.
    func locations(
        of track: VehicleTrack, _ placed: PlacedFixes, _ plan: RunPlan, _ stopNames: [String]
    ) -> [Location] {
        // The fixes that were placed are some of the track's, in the same order.
        var next = 0
        return zip(track.fixes, track.detailsByFix()).map { fix, details in
            var place: Int?
            if next < placed.fixes.count, placed.fixes[next].time == fix.time, placed.fixes[next].isSamePlace(as: fix) {
                if case .stop(let number) = placed.stops[next] { place = number }
                next += 1
            }
            return location(
                fix, details, track, stopNames, place: place, sequence: place.map { plan.rows[$0].sequence })
        }
    }

    /// The fixes of something that is no run.
    func locations(of run: RunUnderWay, _ stopNames: [String]) -> [PerformedRun] {
        guard writesLocations else { return [] }
        return run.tracks.map { track in
            var result = PerformedRun()
            result.isTrip = false
            result.serviceDay = run.reference.startDate
            result.performedID = run.reference.tripID ?? ""
            result.vehicleID = track.name
            result.locations = zip(track.fixes, track.detailsByFix()).map {
                location($0, $1, track, stopNames, place: nil, sequence: nil)
            }
            return result
        }
    }

    private func location(
        _ fix: Fix, _ details: FixDetails, _ track: VehicleTrack, _ stopNames: [String], place: Int?, sequence: Int?
    ) -> Location {
        let position = UInt64(UInt32(bitPattern: fix.latitude)) << 32 | UInt64(UInt32(bitPattern: fix.longitude))
        let ping = Fingerprint.of(Fingerprint.of(track.vehicle, UInt64(fix.time)), position)
        return Location(
            fix: fix, details: details, pingID: ping, vehicleID: track.name, place: place,
            scheduledSequence: sequence, stopID: fix.stop < 0 ? nil : stopNames[Int(fix.stop)])
    }
}
