import Containers
import Contract
import Geometry
import LineGraph
import StageKit

/// Pieces of way, each once over all routes, with the routes that run along them side by side.
extension ScheduleDrawer {
    typealias Route = Identifier<ScheduleTables.Route>

    /// The ways of the routes of one feed.
    private struct FeedWays {
        let feed: UInt16
        /// In the order in which they are drawn: what a line of the graph is.
        var routes: [Route] = []
        /// Of each the first of its trips.
        var trips: [Trip] = []
        var paths: [WayPath] = []
        /// By path, whether it is of shapes.txt.
        var isShape: [Bool] = []
    }

    /// Draws the ways of all trips, feed by feed.
    /// - Parameter trips: by route.
    mutating func drawWays(_ trips: [Trip]) throws {
        var feeds: [FeedWays] = []
        var places: [UInt16: Int] = [:]
        var withoutRoute = 0
        var start = 0
        while start < trips.count {
            var end = start + 1
            let route = schedule[trips[start]].route
            while end < trips.count, schedule[trips[end]].route == route { end += 1 }
            let slice = trips[start..<end]
            start = end
            guard !route.isNone else {
                withoutRoute += slice.count
                continue
            }
            let feed = schedule.tripIDs.feed(slice[slice.startIndex])
            let place = places[feed] ?? feeds.count
            if place == feeds.count {
                feeds.append(FeedWays(feed: feed))
                places[feed] = place
            }
            add(slice, of: route, to: &feeds[place])
        }
        if withoutRoute > 0 {
            diagnostics.report(
                Finding(
                    .warning, "trips_without_route", field: Tables.Trips.columns.routeID.name,
                    message:
                        "\(withoutRoute) trip\(withoutRoute == 1 ? " has" : "s have") no route_id; not part of any "
                        + "piece"))
        }
        for ways in feeds { try draw(ways) }
    }

    /// Adds the paths of a route's trips: shapes first, those of the most trips first.
    private mutating func add(_ trips: ArraySlice<Trip>, of route: Route, to ways: inout FeedWays) {
        let patterns = patterns(of: trips)
        guard let first = patterns.first else { return }
        let number = ways.routes.count
        ways.routes.append(route)
        ways.trips.append(first.trip)
        let shapes = shapes(of: trips)
        let usable = Set(shapes.map(\.number))
        var counts: [UInt32: (trips: Int, runs: Int)] = [:]
        for trip in trips where usable.contains(schedule[trip].shape.number) {
            let runs = serviceDay?.runs(of: trip, schedule) ?? 0
            let known = counts[schedule[trip].shape.number] ?? (0, 0)
            counts[schedule[trip].shape.number] = (known.trips + 1, known.runs + runs)
        }
        for shape in shapes {
            let count = counts[shape.number] ?? (0, 0)
            ways.paths.append(
                WayPath(
                    line: number, coordinates: usableShape(shape), tripCount: count.trips, runs: count.runs))
            ways.isShape.append(true)
        }
        var hops = Hops()
        var straight: [(stops: [Stop], trips: Int, runs: Int)] = []
        for pattern in patterns {
            let stops = course(of: pattern.stops, along: []).stops
            if options.pins { for stop in stops { pins.note(stop, on: route) } }
            let shaped = pattern.shapes.filter { usable.contains($0.shape.number) }.reduce(0) { $0 + $1.trips }
            if shaped > 0 { hops.insert(stops) }
            guard shaped < pattern.tripCount, options.geometry != .shapes else { continue }
            // Runs of a pattern are not known by shape; where only some of its trips have one, they are shared out.
            let rest = pattern.tripCount - shaped
            straight.append((stops, rest, pattern.runs * rest / max(1, pattern.tripCount)))
        }
        for pattern in straight {
            for leg in hops.legs(of: pattern.stops) {
                ways.paths.append(
                    WayPath(
                        line: number, coordinates: leg.compactMap(schedule.place(of:)),
                        tripCount: pattern.trips, runs: pattern.runs))
                ways.isShape.append(false)
            }
        }
        let without = straight.reduce(0) { $0 + $1.trips }
        if !shapes.isEmpty, without > 0 { reportUncounted(route, without, of: trips.count) }
    }

    private mutating func draw(_ ways: FeedWays) throws {
        let builder = LineGraphBuilder(
            ways.paths, tolerance: options.sameWay ?? BuildPolylinesOptions.usualSameWay, decimals: writer.decimals)
        var graph = builder.graph
        let before = graph.crossings
        let method = graph.order()
        report(graph, before, method, isExhausted: builder.isExhausted)
        func name(_ edge: Int) -> String { "way:\(edge + 1)" }
        let continuations = graph.continuations()
        for (number, edge) in graph.edges.enumerated() {
            var line = Line()
            line.feed = ways.feed
            line.polylineID = name(number)
            line.fromNode = edge.from + 1
            line.toNode = edge.to + 1
            line.parts = [Polyline(edge.coordinates)]
            line.tripCount = 0
            line.runs = serviceDay == nil ? nil : 0
            let services = Dictionary(builder.services[number].map { ($0.line, $0) }) { first, _ in first }
            for (place, lineNumber) in edge.lines.enumerated() {
                var route = self.line(of: ways.trips[lineNumber])
                let service = services[lineNumber]
                route.tripCount = service?.tripCount ?? 0
                line.tripCount += route.tripCount
                if serviceDay != nil {
                    route.runs = service?.runs ?? 0
                    line.runs = (line.runs ?? 0) + (service?.runs ?? 0)
                }
                route.fromPieces = continuations[number][place].from.map(name)
                route.toPieces = continuations[number][place].to.map(name)
                line.wayRoutes.append(route)
            }
            if builder.paths(of: number).contains(where: { ways.isShape[$0] }) { line.source = .shapes }
            try writer.write(line)
        }
    }

    private func report(
        _ graph: LineGraph, _ before: LineGraph.Crossings, _ method: LineGraph.OrderMethod, isExhausted: Bool
    ) {
        if isExhausted {
            diagnostics.report(
                Finding(
                    .warning, "too_many_crossings",
                    message:
                        "the lines overlap and cross too often to be compared; in the remaining lines, only "
                        + "identical pieces were merged"))
        }
        let after = graph.crossings
        func plural(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        diagnostics.report(
            Finding(
                .note, "order_of_routes",
                message: "\(plural(graph.edges.count, "piece")) between \(plural(graph.nodes.count, "node")): "
                    + "\(plural(after.crossings, "crossing")) and \(plural(after.separations, "separation")) of routes, "
                    + "\(before.crossings) and \(before.separations) in the original order of routes "
                    + (method == .exact ? "(the minimum)" : "(found by search)")))
    }

    /// Says that some trips of a route have no shape, where others have.
    private func reportUncounted(_ route: Route, _ count: Int, of all: Int) {
        diagnostics.report(
            .note, "trips_without_shape", field: Tables.Trips.columns.shapeID.name,
            value: schedule.routeIDs.text(route)
        ) {
            "route \($0): \(count) of \(all) trips have no shape; they follow other trips between the "
                + "same stops if those have a shape, and are drawn straight elsewhere"
        }
    }
}
