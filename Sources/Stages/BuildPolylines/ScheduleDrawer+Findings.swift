import Containers
import Contract
import StageKit

/// What of a schedule fits nothing.
extension ScheduleDrawer {
    /// Reports ids that no row of their table has: trips of stop times, agencies of routes, and shapes of trips.
    ///
    /// If `--where` excluded the row, a note says what the lines lack. Excluded trips are counted as filtered.
    func reportUnmatched() {
        for number in schedule.trips.indices
        where !schedule.trips[number].isListed && !schedule.trips[number].isExcluded {
            let trip = Trip(number)
            guard schedule.stopTimes.hasRows(trip) else { continue }
            let id = schedule.tripIDs.text(trip)
            let count = schedule.stopTimes.count(of: trip)
            diagnostics.report(.unmatched, "unknown_trip", of: Tables.StopTimes.columns.tripID, value: id) {
                "trips has no \($0); its \(count) stop time\(count == 1 ? " was" : "s were") skipped"
            }
        }
        if schedule.agencies.contains(where: \.isListed) {
            let named = Set(schedule.routes.lazy.filter(\.isListed).map(\.agency.number))
            for number in schedule.agencies.indices where !schedule.agencies[number].isListed {
                let id = schedule.agencyIDs.text(Identifier<ScheduleTables.Agency>(number))
                guard !schedule.agencies[number].isExcluded else {
                    if named.contains(UInt32(number)) {
                        diagnostics.report(.note, "excluded_agency", of: Tables.Routes.columns.agencyID, value: id) {
                            "--where excludes agency \($0); lines of its routes have no agency_name"
                        }
                    }
                    continue
                }
                diagnostics.report(.unmatched, "unknown_agency", of: Tables.Routes.columns.agencyID, value: id) {
                    "agency has no \($0); lines of its routes have no agency_name"
                }
            }
        }
        guard options.geometry != .stops else { return }
        let excluded: Set<UInt32> = schedule.excludedShapes
        let named = excluded.isEmpty ? [] : Set(schedule.tripOrder.map { schedule[$0].shape.number })
        for number in 0..<schedule.shapeIDs.count {
            let shape = Identifier<ScheduleTables.Shape>(number)
            guard !schedule.shapePoints.hasRows(shape) else { continue }
            let id = schedule.shapeIDs.text(shape)
            guard !excluded.contains(shape.number) else {
                if named.contains(shape.number) {
                    diagnostics.report(.note, "excluded_shape", of: Tables.Trips.columns.shapeID, value: id) {
                        "--where excludes shape \($0); its trips are drawn without it"
                    }
                }
                continue
            }
            diagnostics.report(.unmatched, "unknown_shape", of: Tables.Trips.columns.shapeID, value: id) {
                "shapes has no \($0)"
            }
        }
    }

    func reportUnmatchedRoute(_ route: Identifier<ScheduleTables.Route>) {
        let id = schedule.routeIDs.text(route)
        if schedule[route].isExcluded {
            diagnostics.report(.note, "excluded_route", of: Tables.Trips.columns.routeID, value: id) {
                "--where excludes route \($0); its lines come last, without route_short_name and route_color"
            }
            return
        }
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
