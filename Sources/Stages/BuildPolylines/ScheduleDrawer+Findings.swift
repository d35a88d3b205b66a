import Containers
import Contract
import StageKit

/// What of a schedule fits nothing.
extension ScheduleDrawer {
    /// Reports ids that no row of their table has: trips of stop times, and shapes of trips.
    func reportUnmatched() {
        for number in schedule.trips.indices where !schedule.trips[number].isListed {
            let trip = Trip(number)
            guard schedule.stopTimes.hasRows(trip) else { continue }
            let id = schedule.tripIDs.text(trip)
            let count = schedule.stopTimes.count(of: trip)
            diagnostics.report(.unmatched, "unknown_trip", of: Tables.StopTimes.columns.tripID, value: id) {
                "trips has no \($0); its \(count) stop time\(count == 1 ? " was" : "s were") skipped"
            }
        }
        if schedule.agencies.contains(where: \.isListed) {
            for number in schedule.agencies.indices where !schedule.agencies[number].isListed {
                let id = schedule.agencyIDs.text(Identifier<ScheduleTables.Agency>(number))
                diagnostics.report(.unmatched, "unknown_agency", of: Tables.Routes.columns.agencyID, value: id) {
                    "agency has no \($0); lines of its routes have no agency_name"
                }
            }
        }
        guard options.geometry != .stops else { return }
        for number in 0..<schedule.shapeIDs.count {
            let shape = Identifier<ScheduleTables.Shape>(number)
            guard !schedule.shapePoints.hasRows(shape) else { continue }
            let id = schedule.shapeIDs.text(shape)
            diagnostics.report(.unmatched, "unknown_shape", of: Tables.Trips.columns.shapeID, value: id) {
                "shapes has no \($0)"
            }
        }
    }

    func reportUnmatchedRoute(_ route: Identifier<ScheduleTables.Route>) {
        let id = schedule.routeIDs.text(route)
        diagnostics.report(.unmatched, "unknown_route", of: Tables.Trips.columns.routeID, value: id) {
            "routes has no \($0); its lines come last, without route_short_name and route_color"
        }
    }

    func reportUnknown(_ stop: Stop) {
        schedule[stop].isReported = true
        let id = schedule.stopIDs.text(stop)
        diagnostics.report(.unmatched, "unknown_stop", of: Tables.StopTimes.columns.stopID, value: id) {
            "stops has no \($0); listed in missing_stop_ids"
        }
    }
}
