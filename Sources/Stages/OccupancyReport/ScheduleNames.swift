import Occupancy
import StageKit
import TimeZones

/// What a report takes from a schedule: the zone, names, and which ids there are.
///
/// Memory: the names of routes and stops where they are shown, and about 20 bytes for each route, stop and trip.
final class ScheduleNames {
    private struct Route {
        let shortName: String?
        let longName: String?
    }

    private(set) var zones: [String] = []
    private var routes: [String: Route] = [:]
    private var stops: [String: String] = [:]
    /// Ids by kind; fingerprints, because they are only looked up.
    private var known = PairSet()

    /// - Parameter keys: names are kept for these only.
    init(_ path: String, reader: ScheduleReader, keys: [OccupancyKey], context: StageContext) throws {
        let keepsRoutes = keys.contains(.routeID)
        let keepsStops = keys.contains(.stopID)
        try reader(path, context) { record in
            switch record {
            case .agency(let zone): if let zone, !zone.isEmpty, !zones.contains(zone) { zones.append(zone) }
            case .route(let id, let shortName, let longName):
                insert(.route, id)
                if keepsRoutes, routes[id] == nil { routes[id] = Route(shortName: shortName, longName: longName) }
            case .stop(let id, let name):
                insert(.stop, id)
                if keepsStops, stops[id] == nil { stops[id] = name }
            case .trip(let id): insert(.trip, id)
            }
        }
    }

    private func insert(_ kind: MatchReport.Kind, _ id: String) {
        var copy = id
        _ = copy.withUTF8 { known.insert(kind.rawValue, Fingerprint.of(UnsafeRawBufferPointer($0))) }
    }

    func knows(_ kind: MatchReport.Kind, _ fingerprint: UInt64) -> Bool {
        known.contains(kind.rawValue, fingerprint)
    }

    /// The name in a column of the report for a key's value.
    func name(_ column: String, of id: String) -> String? {
        switch column {
        case "route_short_name": routes[id]?.shortName
        case "route_long_name": routes[id]?.longName
        default: stops[id]
        }
    }

    /// The zone of the schedule: a feed has one, whatever the number of its agencies.
    func zone(_ context: StageContext) -> Zone {
        if zones.count > 1 {
            context.diagnostics.report(
                Finding(
                    .warning, "agencies_in_several_zones", field: "agency_timezone",
                    message: "the agencies have the zones \(zones.joined(separator: ", ")) (the first is used)"))
        }
        guard let name = zones.first else {
            context.diagnostics.report(
                Finding(
                    .warning, "no_agency_timezone", field: "agency_timezone",
                    message: "the feed names no zone (times are in UTC; --timezone names another)"))
            return .utc
        }
        do {
            return try Zone(named: name)
        } catch {
            context.diagnostics.report(
                Finding(
                    .warning, "unknown_timezone", field: "agency_timezone", value: name,
                    message: "\(error) (times are in UTC; --timezone names another)"))
            return .utc
        }
    }
}
