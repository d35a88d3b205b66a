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

    /// Why no trip was taken, where an id that was asked for is the reason; nil otherwise.
    var complaint: String? {
        let unfound =
            routes.filter { !foundRoutes.contains($0) }.map { "--route \(Finding.quoted($0))" }
            + trips.filter { !foundTrips.contains($0) }.map { "--trip \(Finding.quoted($0))" }
        guard !unfound.isEmpty else { return nil }
        return "no trip matches " + unfound.prefix(5).joined(separator: ", ") + (unfound.count > 5 ? ", …" : "")
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
