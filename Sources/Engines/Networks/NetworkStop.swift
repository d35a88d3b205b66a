import Geometry

/// A stop as a map shows it: a station with those of its platforms that lines pass, or a stop of no station.
public struct NetworkStop: Sendable, Equatable {
    public var feedID: String?
    /// The `parent_station` of a station, the `stop_id` of another stop.
    public var stopID: String
    public var stopName: String?
    /// 0 unknown, 1 accessible, 2 not; nil too where platforms differ.
    public var wheelchairBoarding: Int?
    /// Of all platforms, each once, in the order in which they come.
    public var routeIDs: [String]
    /// Of a station the middle of its platforms. Valid.
    public var coordinate: Coordinate
    /// The platforms of a station, each once, in the order of their pins; empty for a stop of no station.
    public var platforms: [NetworkPin]

    public var isStation: Bool { !platforms.isEmpty }

    /// Whether one platform can be boarded with a wheelchair and another cannot, or it is not known.
    public var accessDiffers: Bool { NetworkStop.accessDiffers(platforms) }

    /// A pin by itself.
    init(_ pin: NetworkPin) {
        feedID = pin.feedID
        stopID = pin.stopID
        stopName = pin.stopName
        wheelchairBoarding = pin.wheelchairBoarding
        routeIDs = pin.routeIDs
        coordinate = pin.coordinate
        platforms = []
    }

    /// A station.
    /// - Parameter platforms: one at least, all of one feed.
    init(_ stationID: String, platforms: [NetworkPin]) {
        feedID = platforms[0].feedID
        stopID = stationID
        let names = platforms.compactMap(\.stopName)
        stopName = platforms.lazy.compactMap(\.stationName).first ?? SharedName.of(names) ?? names.first
        wheelchairBoarding =
            NetworkStop.accessDiffers(platforms) ? nil : platforms.lazy.compactMap(\.wheelchairBoarding).first
        routeIDs = []
        var known: Set<String> = []
        for route in platforms.lazy.flatMap(\.routeIDs) where known.insert(route).inserted { routeIDs.append(route) }
        coordinate = NetworkStop.middle(of: platforms.map(\.coordinate))
        self.platforms = platforms
    }

    /// What tells a platform from the others of the station: its code, else its name; nil where it is called as the
    /// station is.
    public func label(of platform: NetworkPin) -> String? {
        platform.platformCode ?? (platform.stopName == stopName ? nil : platform.stopName)
    }

    private static func accessDiffers(_ platforms: [NetworkPin]) -> Bool {
        // 0 says that it is not known, as absence does.
        platforms.contains { ($0.wheelchairBoarding ?? 0) != (platforms[0].wheelchairBoarding ?? 0) }
    }

    /// The mean of places that lie near each other, on whichever side of the antimeridian.
    private static func middle(of places: [Coordinate]) -> Coordinate {
        let first = places[0]
        var (north, east) = (0.0, 0.0)
        for place in places {
            let degrees = place.longitude - first.longitude
            north += place.latitude - first.latitude
            east += degrees - (degrees / 360).rounded() * 360
        }
        let longitude = first.longitude + east / Double(places.count)
        return Coordinate(
            latitude: first.latitude + north / Double(places.count),
            longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
    }
}
