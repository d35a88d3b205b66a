/// The kinds of ids by which realtime records refer to a schedule.
package enum IdentifierKind: Int, CaseIterable {
    case trip, route, stop

    package var field: String {
        switch self {
        case .trip: "trip_id"
        case .route: "route_id"
        case .stop: "stop_id"
        }
    }

    package var plural: String {
        switch self {
        case .trip: "trips"
        case .route: "routes"
        case .stop: "stops"
        }
    }
}
