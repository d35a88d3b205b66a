import RealtimeJoin
import Schedule
import StageKit

/// Routes that --route names and nobody has.
enum UnknownRoutes {
    /// Tells of each that neither the feed nor realtime knows.
    ///
    /// - Throws: `StageFailure` with status 65 where that is all of them.
    static func report(
        _ asked: [String], _ source: any TimetableSource, _ realtime: RealtimeContext, feed: String,
        _ context: StageContext
    ) throws {
        guard !asked.isEmpty else { return }
        let named = Set(realtime.updates.compactMap(\.trip.routeID))
        let known = try Set(
            ListOption.ids(asked).filter { id in
                let isKnown = try id.withBytes { try source.knows(.route, $0) }
                return isKnown || named.contains(id)
            })
        let unknown = ListOption.unmet(asked, isMet: known.contains)
        for id in unknown {
            var nearest = NearestNames(id)
            try source.forEachID(.route) { nearest.see(String(decoding: $0, as: UTF8.self)) }
            let sentence =
                "\(Finding.quoted(id)) is not a route of \(feed); \(nearest.words(none: "it has no routes"))"
            if known.isEmpty { throw StageFailure(.dataUnusable, "--route: " + sentence) }
            context.diagnostics.report(
                .unmatched, "route_not_found", field: "route_id", value: id, message: "--route: " + sentence)
        }
    }
}
