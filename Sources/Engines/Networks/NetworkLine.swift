import Geometry

/// A `polylines` record, as those who draw it take it.
///
/// Colours are six hexadecimal digits in upper case, or nil.
public struct NetworkLine: Sendable, Equatable {
    public var feedID: String?
    public var polylineID: String?
    public var tripID: String?
    public var routeID: String?
    public var directionID: Int?
    public var routeShortName: String?
    public var routeLongName: String?
    /// The specification's number.
    public var routeType: Int?
    public var routeColor: String?
    public var routeTextColor: String?
    public var agencyName: String?
    /// An IANA zone name: the clock of the line's times.
    public var agencyTimezone: String?
    /// Rows of trips, of all days together unless `runs` is there.
    public var tripCount: Int?
    /// How often they run on the day that the line is of.
    public var runs: Int?
    /// Metres, before simplification.
    public var length: Double?
    public var stopIDs: [String]
    public var missingStopCount: Int
    /// The routes side by side along a piece of way, from left to right; empty for a line of one route.
    public var routes: [NetworkRoute] = []
    /// The nodes that a piece of way leads from and to: numbers that are the same for all pieces of the feed that meet
    /// there.
    public var fromNode: Int?
    public var toNode: Int?
    /// One piece for a LineString, each of two or more positions; unwrapped, so that longitudes may pass ±180.
    public var parts: [Polyline]
}

/// A route of a piece of way.
///
/// Colours are six hexadecimal digits in upper case, or nil.
public struct NetworkRoute: Sendable, Equatable {
    public var routeID: String
    public var routeShortName: String?
    public var routeLongName: String?
    /// The specification's number.
    public var routeType: Int?
    public var routeColor: String?
    public var routeTextColor: String?
    public var agencyName: String?
    public var agencyTimezone: String?
    /// Rows of trips along the piece.
    public var tripCount: Int?
    public var runs: Int?
    /// The pieces that the route runs on to at the node that the piece leads from, by `polylineID`.
    public var fromPieces: [String] = []
    /// The same at the node that it leads to.
    public var toPieces: [String] = []
}
