import StageKit
import TimeZones

/// What figures of the service can be grouped by.
package enum LevelKey: Sendable, CaseIterable {
    case routeID, directionID, stopID
    /// Of the service day; 24 is the hour after midnight.
    case hour
    /// GTFS's own words, monday to sunday, of the service day.
    case weekday
    /// `weekday`, `saturday` or `sunday`, of the service day.
    case dayType
    /// The service day.
    case date

    /// The name of its column.
    package var name: String {
        switch self {
        case .routeID: "route_id"
        case .directionID: "direction_id"
        case .stopID: "stop_id"
        case .hour: "hour"
        case .weekday: "weekday"
        case .dayType: "day_type"
        case .date: "date"
        }
    }

    /// What people call it at the head of a column.
    package var title: String {
        switch self {
        case .routeID: "route"
        case .directionID: "dir"
        case .stopID: "stop"
        case .dayType: "day"
        default: name
        }
    }

    package static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }

    /// The keys that `--by` names.
    ///
    /// - Parameter known: those that may be named.
    package static func list(_ text: String, among known: [LevelKey] = allCases) throws(UnusableOption) -> [LevelKey] {
        var keys: [LevelKey] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = known.first(where: { $0.name == name }) else {
                throw UnusableOption(
                    "--by: no key '\(name)'; \(NearestNames.words(String(name), among: known.map(\.name)))")
            }
            guard !keys.contains(key) else { throw UnusableOption("--by names \(key.name) twice") }
            keys.append(key)
        }
        return keys
    }
}
