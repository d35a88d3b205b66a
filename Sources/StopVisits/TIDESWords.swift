/// What TIDES 1.0 calls what GTFS has numbers for.
enum TIDESWords {
    /// trips_performed, route_type: of the specification's numbers, and of the extended ones by their hundreds.
    static func routeType(_ number: Int) -> String? {
        switch number {
        case 0, 900..<1000: "Tram / Streetcar / Light rail"
        case 1, 400..<500: "Subway / Metro"
        case 2, 100..<200: "Rail"
        case 3, 200..<300, 700..<800: "Bus"
        case 4, 1000..<1100, 1200..<1300: "Ferry"
        case 5: "Cable tram"
        case 6, 1300..<1400: "Aerial lift"
        case 7, 1400..<1500: "Funicular"
        case 11, 800..<900: "Trolleybus"
        case 12: "Monorail"
        default: nil
        }
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
