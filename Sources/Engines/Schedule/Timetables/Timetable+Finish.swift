import GTFSSchedule
import Geometry
import StageKit

extension Timetable {
    /// Assigns positions of stations to stops, sorts stop times and interpolates missing times; distances are on the
    /// ellipsoid.
    mutating func finish(_ diagnostics: Diagnostics) {
        placeStops()
        ScheduleGaps.report(
            unlistedTrips: trips.filter { !$0.isListed && !$0.stopTimes.isEmpty }.map(\.id), diagnostics)
        let stops = self.stops
        for index in trips.indices {
            trips[index].dropRepeatedFrequencies()
            trips[index].sortVisits(diagnostics)
            trips[index].fillTimes(stops, diagnostics)
        }
    }
}

extension Timetable.Trip {
    /// Sorts the stop times by stop_sequence and reports repeated ones.
    mutating func sortVisits(_ diagnostics: Diagnostics) {
        let dropped = sortVisits()
        guard dropped > 0 else { return }
        diagnostics.report(
            Finding(
                .warning, "repeated_stop_sequence", field: "stop_sequence",
                message:
                    "trip \(Finding.quoted(id)) has \(dropped) row\(dropped == 1 ? "" : "s") "
                    + "that repeat\(dropped == 1 ? "s" : "") a stop_sequence; the first row counts"))
    }

    /// Interpolates missing times and reports times that run backwards.
    mutating func fillTimes(_ stops: [Timetable.Stop], _ diagnostics: Diagnostics) {
        let backwards = fillTimes { from, to in
            guard let from = stops[from.index].coordinate, let to = stops[to.index].coordinate else { return nil }
            return Ellipsoid.distance(from, to)
        }
        guard let backwards else { return }
        diagnostics.report(
            Finding(
                .warning, "times_run_backwards", field: "stop_sequence", value: "\(backwards)",
                message: "trip \(Finding.quoted(id)) arrives at \(backwards) before it departs from an "
                    + "earlier stop; stops without times between them are not shown"))
    }
}
