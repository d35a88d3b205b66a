import GTFSSchedule

/// What TIDES 1.0 calls what GTFS has numbers for.
enum TIDESWords {
    /// trips_performed, route_type.
    static func routeType(_ number: Int) -> String? {
        RouteMode(routeType: number)?.tides
    }

    /// vehicle_locations, current_status.
    static func status(_ number: Int8) -> String? {
        switch number {
        case 0: "Incoming at"
        case 1: "Stopped at"
        case 2: "In transit to"
        default: nil
        }
    }
}
