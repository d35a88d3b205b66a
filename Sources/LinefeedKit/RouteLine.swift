import BuildPolylinesStage
import Geometry

/// A line on the map: the trips of a route that call at the same stops in the same order, one trip, or a whole route in
/// one direction.
public struct RouteLine: Sendable, Equatable {
    /// A position on WGS 84 in degrees, latitude first as GTFS has it; GeoJSON has the longitude first.
    public struct Position: Sendable, Equatable {
        /// Degrees north, −90 to 90.
        public let latitude: Double
        /// Degrees east, −180 to 180.
        public let longitude: Double
    }

    /// What one line stands for.
    public enum Grouping: Sendable {
        /// A distinct sequence of stops of a route and direction.
        case pattern
        case trip
        /// A route in one direction; it has several parts where it branches.
        case route
    }

    /// What lines are drawn from.
    public enum Source: Sendable {
        /// Straight segments between stops.
        case stops
        /// shapes.txt; a line whose trips have no shape is not drawn.
        case shapes
        /// shapes.txt if the trip has a shape, else the stops.
        case shapesElseStops
    }

    /// The same for the same line, whenever it is drawn.
    public let id: String
    /// Of a line of one trip.
    public let tripID: String?
    public let routeID: String?
    /// 0 or 1.
    public let directionID: Int?
    public let routeShortName: String?
    public let routeLongName: String?
    /// routes.txt's `route_type`.
    public let routeType: Int?
    /// Six hexadecimal digits, as the feed has them.
    public let routeColor: String?
    /// What is read on it, likewise.
    public let routeTextColor: String?
    /// Of the route's agency; of the feed's only one where the route names none.
    public let agencyName: String?
    /// Of the same agency: the clock of its times, an IANA zone name.
    public let agencyTimezone: String?
    /// How many trips the line stands for.
    public let tripCount: Int
    /// The stops that it passes, in order.
    public let stopIDs: [String]
    /// Stops of its trips that have no position, so that the line misses them.
    public let missingStopIDs: [String]
    /// Metres along the ellipsoid.
    public let length: Double
    /// Whether it follows shapes.txt; else it runs straight from stop to stop.
    public let followsShape: Bool
    /// One part, or several if the line branches or crosses the antimeridian, where it is cut.
    public let parts: [[Position]]

    init(_ line: LineValue) {
        id = line.polylineID
        tripID = line.tripID
        routeID = line.routeID
        directionID = line.directionID
        routeShortName = line.routeShortName
        routeLongName = line.routeLongName
        routeType = line.routeType
        routeColor = line.routeColor
        routeTextColor = line.routeTextColor
        agencyName = line.agencyName
        agencyTimezone = line.agencyTimezone
        tripCount = line.tripCount
        stopIDs = line.stopIDs
        missingStopIDs = line.missingStopIDs
        length = line.length
        followsShape = line.isOfShape
        parts = line.parts.map { part in
            part.coordinates.map { Position(latitude: $0.latitude, longitude: $0.longitude) }
        }
    }
}

extension Feed {
    /// The feed's lines: by route in the order of routes.txt, by direction, then by falling count of trips.
    ///
    /// Memory: the feed's trips and stop times, some 20 bytes a stop time.
    /// - Parameters:
    ///   - simplification: how far, in metres, a position may lie from the line it is left out of; nil keeps all.
    ///   - routes: only these; all if empty.
    /// - Returns: the lines, and what was noticed: trips that cannot be drawn, for instance.
    /// - Throws: `FeedError`: `missing` for a feed that is gone, `unusable` for one without anything to draw,
    ///   `wrongRequest` for a simplification below 0.
    public func lines(
        by grouping: RouteLine.Grouping = .pattern, from source: RouteLine.Source = .stops,
        simplification: Double? = nil, routes: [String] = []
    ) throws(FeedError) -> (lines: [RouteLine], findings: [FeedFinding]) {
        var options = BuildPolylinesOptions()
        options.feed = path
        options.grouping =
            switch grouping {
            case .pattern: .pattern
            case .trip: .trip
            case .route: .route
            }
        options.geometry =
            switch source {
            case .stops: .stops
            case .shapes: .shapes
            case .shapesElseStops: .auto
            }
        options.simplification = simplification
        options.routes = routes
        let request = options
        var lines: [RouteLine] = []
        let reading = try Reading(path, stage: BuildPolylines.name)
        try reading.answer { context in
            try BuildPolylines.lines(request, context) { lines.append(RouteLine($0)) }
        }
        return (lines, reading.findings)
    }
}
