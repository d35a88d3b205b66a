import Geometry

/// A `stop_pins` record, as those who draw it take it.
public struct NetworkPin: Sendable, Equatable {
    public var feedID: String?
    public var stopID: String
    public var stopName: String?
    /// The station that it is a platform of.
    public var parentStation: String?
    public var stationName: String?
    public var platformCode: String?
    /// 0 unknown, 1 accessible, 2 not.
    public var wheelchairBoarding: Int?
    public var routeIDs: [String]
    /// Valid.
    public var coordinate: Coordinate
}
