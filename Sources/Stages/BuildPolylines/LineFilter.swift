import StageKit

/// The routes and trips that were asked for by id; without any, all are.
final class LineFilter {
    private let routes: [String]
    private let trips: [String]
    private var foundRoutes: Set<String> = []
    private var foundTrips: Set<String> = []

    init(_ options: PolylineOptions) {
        routes = options.routes
        trips = options.trips
    }

    var isEmpty: Bool { routes.isEmpty && trips.isEmpty }

    /// Whether a trip is to be drawn: its route and the trip itself, where either is asked for.
    func takes(route: @autoclosure () -> String?, trip: @autoclosure () -> String) -> Bool {
        var taken = true
        if !routes.isEmpty {
            if let route = route(), routes.contains(route) { foundRoutes.insert(route) } else { taken = false }
        }
        if !trips.isEmpty {
            let trip = trip()
            if trips.contains(trip) { foundTrips.insert(trip) } else { taken = false }
        }
        return taken
    }

    /// Says which of the ids asked for no trip had.
    func reportUnfound(_ diagnostics: Diagnostics) {
        for route in routes where !foundRoutes.contains(route) {
            diagnostics.report(
                Finding(
                    .unmatched, "route_not_found", field: "route_id", value: route,
                    message: "no trip of a route \(Finding.quoted(route)), which --route asks for"))
        }
        for trip in trips where !foundTrips.contains(trip) {
            diagnostics.report(
                Finding(
                    .unmatched, "trip_not_found", field: "trip_id", value: trip,
                    message: "no trip \(Finding.quoted(trip)), which --trip asks for"))
        }
    }
}
