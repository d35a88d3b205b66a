import GTFSSchedule
import StageKit

/// Which alerts are about something that the schedule has.
package struct AlertMatch {
    private static let sampleSize = 5

    package private(set) var matched = 0
    package private(set) var unmatched = 0
    /// The first unmatched alerts, sorted by id.
    package private(set) var samples: [String] = []

    package init() {}

    package mutating func add(_ alert: ServiceAlert, isMatched: Bool) {
        guard !isMatched else {
            matched += 1
            return
        }
        unmatched += 1
        let place = samples.firstIndex { alert.id.utf8.lexicographicallyPrecedes($0.utf8) } ?? samples.count
        guard place < AlertMatch.sampleSize else { return }
        samples.insert(alert.id, at: place)
        if samples.count > AlertMatch.sampleSize { samples.removeLast() }
    }

    /// Reports the unmatched alerts: samples individually, the rest as a count.
    package func report(_ diagnostics: Diagnostics) {
        let code = "unmatched_alert"
        for id in samples {
            diagnostics.report(
                .unmatched, code, field: "informed_entity", value: id,
                message: "alert \(Finding.quoted(id)) is about nothing that the feed has")
        }
        if unmatched > samples.count { diagnostics.count(.unmatched, code, times: unmatched - samples.count) }
    }
}

extension [ServiceAlert] {
    /// The distinct values of a selector, in order of first occurrence.
    package func values<Value: Hashable>(_ selector: (AlertSelector) -> Value?) -> [Value] {
        var seen: Set<Value> = []
        var values: [Value] = []
        for alert in self {
            for entity in alert.entities {
                if let value = selector(entity), seen.insert(value).inserted { values.append(value) }
            }
        }
        return values
    }

    /// Whether any entity can only be judged with all routes: it names an agency or a kind of route.
    package var needsAllRoutes: Bool {
        contains { $0.entities.contains { $0.agencyID != nil || $0.routeType != nil } }
    }
}
