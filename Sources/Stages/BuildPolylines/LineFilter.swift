import Containers
import StageKit

/// The routes and trips that were asked for by id; without any, all are.
final class LineFilter {
    private let askedRoutes: [String]
    private let askedTrips: [String]
    private let routes: Set<String>
    private let trips: Set<String>
    private var foundRoutes: Set<String> = []
    private var foundTrips: Set<String> = []
    private var hasTaken = false

    init(_ options: BuildPolylinesOptions) {
        askedRoutes = options.routes
        askedTrips = options.trips
        routes = Set(ListOption.ids(askedRoutes))
        trips = Set(ListOption.ids(askedTrips))
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
        if taken { hasTaken = true }
        return taken
    }

    /// Why no trip was taken, where an id that was asked for is the reason; nil otherwise.
    var complaint: String? {
        let unfound =
            ListOption.unmet(askedRoutes, isMet: foundRoutes.contains).map { "--route \(Finding.quoted($0))" }
            + ListOption.unmet(askedTrips, isMet: foundTrips.contains).map { "--trip \(Finding.quoted($0))" }
        guard !unfound.isEmpty else {
            return isEmpty || hasTaken ? nil : "none of the requested trips belongs to a requested route"
        }
        return "no trip matches " + unfound.prefix(5).joined(separator: ", ") + (unfound.count > 5 ? ", …" : "")
    }

    /// Says which of the ids asked for the input does not have, and of which it has no trip.
    ///
    /// - Throws: `StageFailure` with status 65 where it has none of the routes, or none of the trips, that were asked for.
    func report(_ schedule: ScheduleTables, _ diagnostics: Diagnostics) throws {
        try report("route", askedRoutes, found: foundRoutes, among: schedule.routeIDs, diagnostics)
        try report("trip", askedTrips, found: foundTrips, among: schedule.tripIDs, diagnostics)
    }

    private func report<Kind>(
        _ what: String, _ asked: [String], found: Set<String>, among ids: IdentifierTable<Kind>,
        _ diagnostics: Diagnostics
    ) throws {
        let unfound = ListOption.unmet(asked, isMet: found.contains)
        guard !unfound.isEmpty else { return }
        let wanted = Set(unfound)
        var nearest = Dictionary(uniqueKeysWithValues: wanted.map { ($0, NearestNames($0)) })
        var known: Set<String> = []
        for number in 0..<ids.count {
            let id = String(decoding: ids.text(Identifier(number)), as: UTF8.self)
            if wanted.contains(id) { known.insert(id) }
            for name in wanted { nearest[name]?.see(id) }
        }
        let words = { (name: String) in nearest[name]?.words(none: "it has no \(what)s") ?? "" }
        if found.isEmpty, known.isEmpty, let first = unfound.first {
            let others = unfound.count > 1 ? ", nor are the \(unfound.count - 1) other requested ones" : ""
            throw StageFailure(
                .dataUnusable, "--\(what): \(Finding.quoted(first)) is not in the input\(others); \(words(first))")
        }
        for name in unfound {
            let reason =
                known.contains(name)
                ? (what == "trip" ? "has no row in trips" : "has no drawn trip")
                : "is not in the input; \(words(name))"
            diagnostics.report(
                Finding(
                    .unmatched, "\(what)_not_found", field: "\(what)_id", value: name,
                    message: "--\(what): \(Finding.quoted(name)) \(reason)"))
        }
    }
}
