/// The mode of transport of a route, by the numbers of routes.txt: the specification's, and the extended ones by their
/// hundreds.
public enum RouteMode: String, CaseIterable, Sendable {
    case tram = "Tram / Streetcar / Light rail"
    case subway = "Subway / Metro"
    case rail = "Rail"
    case bus = "Bus"
    case ferry = "Ferry"
    case cableTram = "Cable tram"
    case aerialLift = "Aerial lift"
    case funicular = "Funicular"
    case trolleybus = "Trolleybus"
    case monorail = "Monorail"

    /// - Parameter number: route_type; nil for a number that names no mode.
    public init?(routeType number: Int) {
        switch number {
        case 0, 900..<1000: self = .tram
        case 1, 400..<500: self = .subway
        case 2, 100..<200: self = .rail
        case 3, 200..<300, 700..<800: self = .bus
        case 4, 1000..<1100, 1200..<1300: self = .ferry
        case 5: self = .cableTram
        case 6, 1300..<1400: self = .aerialLift
        case 7, 1400..<1500: self = .funicular
        case 11, 800..<900: self = .trolleybus
        case 12: self = .monorail
        default: return nil
        }
    }

    /// What TIDES 1.0 calls it in trips_performed, route_type.
    public var tides: String { rawValue }

    /// One word or two, for a sentence.
    public var word: String {
        switch self {
        case .tram: "tram"
        case .subway: "subway"
        default: rawValue.lowercased()
        }
    }
}
