import Contract
import GTFSSchedule
import StageKit

/// Speeds in km/h beyond which a vehicle did not drive.
public enum JumpSpeed {
    /// Of rail routes.
    public static let rail = 350.0
    /// Of all other routes, and of vehicles whose route is not known.
    public static let road = 150.0
}

/// Decides which moves are too fast to have been driven.
struct JumpLimits {
    private let options: TrackOptions
    private let railRoutes: Set<String>

    init(_ options: TrackOptions, _ railRoutes: Set<String>) {
        self.options = options
        self.railRoutes = railRoutes
    }

    /// Whether a move is a jump: longer than `--jump-metres`, and faster than the limit of its route.
    ///
    /// - Parameters:
    ///   - metres: the distance.
    ///   - seconds: the time between the two positions. Time beyond `--stale-after` does not count: where a vehicle was
    ///     then is not known.
    ///   - route: the route_id of the vehicle.
    func isJump(_ metres: Double, seconds: Int, route: String?) -> Bool {
        guard metres > options.jumpMetres else { return false }
        let isRail = !railRoutes.isEmpty && route.map(railRoutes.contains) ?? false
        let limit = options.jumpKmh ?? (isRail ? JumpSpeed.rail : JumpSpeed.road)
        return metres > limit / 3.6 * Double(max(0, min(seconds, options.staleAfter)))
    }
}

/// Reads which routes are rail routes.
struct RouteTypes: RecordStage {
    let tables = [Tables.Routes.name]
    let columns: [any AnyColumn] = [Tables.Routes.columns.routeID, Tables.Routes.columns.routeType]
    private let reader: ColumnReader
    private var rail: Set<String> = []

    private init(_ reader: ColumnReader) { self.reader = reader }

    /// The rail routes of a file of records; none without a file.
    /// - Throws: `StageFailure`: 66 for a file that is missing, 65 for one without routes.
    static func types(_ path: String?, _ context: StageContext) throws -> Set<String> {
        guard let path else { return [] }
        var routes = RouteTypes(ColumnReader(context.diagnostics))
        try context.read([path], to: &routes, forwarding: false)
        let figures = context.summary.table(Tables.Routes.name)
        figures.merged = figures.taken
        guard figures.taken > 0 else {
            throw context.unusable("no_routes", "--routes: \(path) has no routes records; ingest makes them")
        }
        return routes.rail
    }

    mutating func process(_ record: Record) throws {
        reader.begin(record)
        guard let id = reader[Tables.Routes.columns.routeID], let type = reader[Tables.Routes.columns.routeType],
            RouteMode(routeType: type) == .rail
        else { return }
        rail.insert(id)
    }

    mutating func finish() throws {}
}
