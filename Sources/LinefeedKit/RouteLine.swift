import BuildPolylinesStage
import Geometry

/// A line on a map: the trips of a route that call at the same stops in the same order, a single trip, or a whole route
/// in one direction.
public struct RouteLine: Sendable, Equatable {
    /// A position on WGS 84 in degrees, latitude first as in GTFS. GeoJSON puts the longitude first.
    public struct Position: Sendable, Equatable {
        /// Degrees north, −90 to 90.
        public let latitude: Double
        /// Degrees east, −180 to 180.
        public let longitude: Double
    }

    /// What one line represents.
    public enum Grouping: Sendable {
        /// Each distinct sequence of stops of a route and direction is a line.
        case pattern
        case trip
        /// Each route and direction is a line, in several parts if it branches.
        case route
    }

    /// Where the geometry of lines comes from.
    public enum Source: Sendable {
        /// Straight segments between stops.
        case stops
        /// The shapes of shapes.txt; lines whose trips have no shape are omitted.
        case shapes
        /// The shape of the trip, or straight segments between its stops if it has none.
        case shapesElseStops
    }

    /// A stable identifier of the line.
    public let id: String
    /// The trip id, if the line is a single trip.
    public let tripID: String?
    public let routeID: String?
    /// 0 or 1.
    public let directionID: Int?
    public let routeShortName: String?
    public let routeLongName: String?
    /// The `route_type` of routes.txt.
    public let routeType: Int?
    /// The route color copied from the feed, six hexadecimal digits by the reference.
    public let routeColor: String?
    /// The color of text on the route color, copied from the feed.
    public let routeTextColor: String?
    /// The name of the route's agency; if the route names none, of the feed's only agency.
    public let agencyName: String?
    /// The IANA time zone of the same agency.
    public let agencyTimezone: String?
    /// The number of trips along the line.
    public let tripCount: Int
    /// The stop ids along the line, in order.
    public let stopIDs: [String]
    /// The ids of stops without coordinates, which the line omits.
    public let missingStopIDs: [String]
    /// The length in metres on the WGS 84 ellipsoid.
    public let length: Double
    /// Whether the line follows a shape; otherwise it runs straight from stop to stop.
    public let followsShape: Bool
    /// The parts of the line: one, or several if the line branches or crosses the antimeridian, where it is cut.
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
    /// Returns the lines of the feed, sorted by route in the order of routes.txt, by direction, then by falling number
    /// of trips.
    ///
    /// Memory: the trips and stop times of the feed, about 20 bytes for each stop time.
    /// - Parameters:
    ///   - grouping: what one line represents.
    ///   - source: where the geometry comes from.
    ///   - simplification: the maximum distance in metres between an omitted position and the line; nil keeps all
    ///     positions.
    ///   - routes: ids of the routes to include; all routes if empty.
    /// - Returns: the lines, and findings, for example about trips that cannot be drawn.
    /// - Throws: `FeedError`: `missing` if the feed no longer exists, `unusable` if it has nothing to draw,
    ///   `wrongRequest` for a negative simplification.
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
