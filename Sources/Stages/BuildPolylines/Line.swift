import Containers
import Geometry

/// A line to be written.
struct Line {
    enum Source: String { case stops, shapes }

    var feed: UInt16 = 0
    var polylineID = ""
    var tripID: String?
    var route = Identifier<ScheduleTables.Route>.none
    var routeID: String?
    /// 0 or 1; 2 if absent.
    var direction: UInt8 = 2
    var routeShortName: String?
    var routeLongName: String?
    var routeType: Int?
    var routeColor: String?
    var routeTextColor: String?
    var agencyName: String?
    var agencyTimezone: String?
    var tripCount = 1
    /// How often its trips run on the day asked for; nil if no day is.
    var runs: Int?
    var stops: [Identifier<ScheduleTables.Stop>] = []
    var missingStops: [Identifier<ScheduleTables.Stop>] = []
    /// One part, or several where the line branches.
    var parts: [Polyline] = []
    /// Of each part the positions at which another one joins it; may be empty where none does.
    var nodes: [[Int]] = []
    var source = Source.stops
    /// The detour of its trips.
    var modificationsID: String?
    /// The routes side by side along a piece of way, from left to right, each with what it counts there; empty for all
    /// other lines.
    var wayRoutes: [Line] = []
    /// Of a route of a piece the pieces that it runs on to at either node.
    var fromPieces: [String] = []
    var toPieces: [String] = []
    /// The nodes that a piece of way leads from and to.
    var fromNode: Int?
    var toNode: Int?

    /// Names the line in a message.
    var title: String {
        if let tripID { return "trip \(tripID)" }
        if !wayRoutes.isEmpty { return polylineID }
        let route = routeID.map { "route \($0)" } ?? "trips without a route"
        return direction < 2 ? "\(route), direction \(direction)" : route
    }
}
