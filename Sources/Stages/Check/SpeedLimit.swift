/// How fast vehicles of a kind go at most, in km/h, as the canonical GTFS validator has it.
enum SpeedLimit {
    /// - Parameter routeType: of routes.txt, of the reference or extended; nil for one that is not known.
    static func kilometresPerHour(routeType: Int?) -> Double {
        switch routeType ?? -1 {
        case 0, 900...907: 100
        case 1, 400...404, 500, 600: 150
        case 2, 100...117: 500
        case 3, 200...209, 700...717, 11, 800, 12, 405: 150
        case 4, 1000, 1200: 80
        case 5: 30
        case 6, 1300...1307, 7, 1400: 50
        // By air.
        case 1100: 1200
        default: 200
        }
    }

    /// Seconds that a ride may have taken: times in whole minutes may be up to a minute off.
    static func seconds(from departure: Int32, to arrival: Int32) -> Double {
        let isRounded = departure % 60 == 0 && arrival % 60 == 0
        return Double(arrival) - Double(departure) + (isRounded ? 60 : 0)
    }
}
