import Contract

/// The names of the routes and stops of a schedule.
///
/// Memory: 60 to 120 bytes for each route and stop.
package struct FeedNames {
    package struct Route {
        package let shortName: String?
        package let longName: String?
        package let type: Int?
    }

    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]

    private static let route = Tables.Routes.columns
    private static let stop = Tables.Stops.columns
    package static let columns: [any AnyColumn] = [
        route.routeID, route.routeShortName, route.routeLongName, route.routeType, stop.stopID, stop.stopName,
    ]

    package init() {}

    /// Adds a route; the first row of each id counts.
    package mutating func take(_ row: RouteRow) {
        guard let id = row.routeID.map(String.init(bytes:)), routes[id] == nil else { return }
        routes[id] = Route(
            shortName: row.shortName.map(String.init(bytes:)), longName: row.longName.map(String.init(bytes:)),
            type: row.type)
    }

    /// Adds a stop; the first row with a name counts for each id.
    package mutating func take(_ row: StopRow) {
        guard let id = row.stopID.map(String.init(bytes:)), stops[id] == nil else { return }
        stops[id] = row.name.map(String.init(bytes:))
    }

    package func route(_ id: String) -> Route? { routes[id] }
    package func stopName(_ id: String) -> String? { stops[id] }
}
