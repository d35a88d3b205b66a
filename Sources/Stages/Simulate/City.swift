/// A row of stops.txt.
struct SimulatedStop {
    var id: String
    var code: String?
    var name: String
    var place: Place
    /// Index of the station it belongs to.
    var parent: Int?
    var platform: String?
    var isStation = false
    /// wheelchair_boarding; nil leaves it to the parent.
    var wheelchair: Int?
}

/// One direction of a route: where it runs and stops.
struct Pattern {
    var path: Path
    /// Indexes of stops in order of travel.
    var stops: [Int]
    /// How far along the path each stop is, in metres.
    var distances: [Double]
    var headsign: String
}

enum RouteKind: Equatable {
    /// Rail across the city through its centre.
    case train
    /// A bus between the centre and a suburb.
    case radial
    /// A bus around the centre.
    case orbital
    /// A bus in a circle from the centre and back, run by headway (frequencies.txt).
    case loop
}

struct SimulatedRoute {
    var id: String
    var shortName: String
    var longName: String
    var kind: RouteKind
    var color: String
    var textColor: String
    /// Direction 0 leads out of the centre, 1 into it; a loop has direction 0 only.
    var patterns: [Pattern]
    /// How sought after the route is: 1 is the ordinary.
    var popularity: Double
    /// Whether its vehicles send occupancy_percentage beside occupancy_status.
    var sendsPercentage: Bool

    var isTrain: Bool { kind == .train }
}

/// How many stops go where; every boarding place that was asked for is given out.
struct NetworkPlan {
    let hasTrain: Bool
    let hasLoop: Bool
    let orbitals: Int
    let radials: Int
    let stations: Int
    /// Stands of the buses at the centre.
    let stands: Int
    let loopStops: Int
    /// Stops of their own of the radial routes, then of the orbital ones.
    let shares: [Int]

    init(routes: Int, stops: Int) {
        let roomy = stops >= 8 * routes
        hasTrain = roomy && routes >= 3
        hasLoop = roomy && routes >= 4
        orbitals = roomy ? routes / 8 : 0
        radials = routes - orbitals - (hasTrain ? 1 : 0) - (hasLoop ? 1 : 0)
        stations = hasTrain ? max(3, min(16, stops / 20)) : 0
        // A road out of the centre has one stand; a third of the routes may share their road with another.
        stands = min(stops >= 150 ? 4 : stops >= 30 ? 2 : 1, radials - radials / 3)
        loopStops = hasLoop ? max(3, min(11, stops / 25)) : 0
        let rest = stops - 2 * stations - stands - loopStops
        let lines = radials + orbitals
        shares = (0..<lines).map { rest / lines + ($0 < rest % lines ? 1 : 0) }
    }
}

/// A made-up city: its stops, its lines, its routes.
struct City {
    let stops: [SimulatedStop]
    let routes: [SimulatedRoute]

    init(_ options: SimulateOptions) {
        var builder = CityBuilder(options)
        builder.build()
        stops = builder.stops
        routes = builder.routes
    }
}
