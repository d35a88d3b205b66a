import GTFSSchedule
import Geometry
import StageKit

extension Timetable {
    /// Brings stop times in order and fills in missing times; distances are on the ellipsoid.
    mutating func finish(_ diagnostics: Diagnostics) {
        let stops = self.stops
        for index in trips.indices {
            trips[index].dropRepeatedFrequencies()
            let dropped = trips[index].sortVisits()
            if dropped > 0 {
                diagnostics.report(
                    Finding(
                        .warning, "repeated_stop_sequence", field: "stop_sequence",
                        message:
                            "trip \(Finding.quoted(trips[index].id)) has \(dropped) more row\(dropped == 1 ? "" : "s") "
                            + "with a stop_sequence that it had before (the first counts)"))
            }
            let backwards = trips[index].fillTimes { from, to in
                let from = stops[from.index]
                let to = stops[to.index]
                guard !from.latitude.isNaN, !to.latitude.isNaN else { return nil }
                return Ellipsoid.distance(
                    Coordinate(latitude: from.latitude, longitude: from.longitude),
                    Coordinate(latitude: to.latitude, longitude: to.longitude))
            }
            guard let backwards else { continue }
            diagnostics.report(
                Finding(
                    .warning, "times_run_backwards", field: "stop_sequence", value: "\(backwards)",
                    message: "trip \(Finding.quoted(trips[index].id)) arrives at \(backwards) before it left a stop "
                        + "before it (stops between that have no times are not shown)"))
        }
    }
}
