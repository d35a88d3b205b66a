import Containers

/// The stops that lines pass, and the routes of those lines.
///
/// Memory: 4 bytes a stop and 8 for each pair of a stop and a route.
final class PinCollector {
    private let schedule: ScheduleTables
    /// The last entry of each stop.
    private var heads: [UInt32] = []
    private var entries: [(route: Identifier<ScheduleTables.Route>, previous: UInt32)] = []

    init(_ schedule: ScheduleTables) { self.schedule = schedule }

    /// Notes that a line of a route passes a stop.
    func note(_ stop: Identifier<ScheduleTables.Stop>, on route: Identifier<ScheduleTables.Route>) {
        while heads.count <= stop.index { heads.append(.max) }
        var entry = heads[stop.index]
        while entry != .max {
            if entries[Int(entry)].route == route { return }
            entry = entries[Int(entry)].previous
        }
        entries.append((route, heads[stop.index]))
        heads[stop.index] = UInt32(entries.count - 1)
    }

    /// Writes the stops noted, in the order of their rows.
    func write(to writer: LineWriter) throws {
        for stop in schedule.stopOrder where stop.index < heads.count {
            guard heads[stop.index] != .max, let coordinate = schedule.place(of: stop) else { continue }
            var routes: [Identifier<ScheduleTables.Route>] = []
            var entry = heads[stop.index]
            while entry != .max {
                if !entries[Int(entry)].route.isNone { routes.append(entries[Int(entry)].route) }
                entry = entries[Int(entry)].previous
            }
            try writer.write(stop, at: coordinate, routes: routes.reversed())
        }
    }
}
