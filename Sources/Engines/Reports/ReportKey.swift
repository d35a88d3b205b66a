import StageKit
import TimeZones

/// What the groups of a report are told apart by; the raw value is the name of the column.
package enum ReportKey: String, Sendable, CaseIterable {
    case routeID = "route_id"
    case directionID = "direction_id"
    case patternID = "pattern_id"
    case tripID = "trip_id"
    case stopID = "stop_id"
    /// The place of the stop on the trip, as the report's records have it.
    case stopSequence = "stop_sequence"
    case vehicleID = "vehicle_id"
    /// On the report's clock; of a service day 24 is the hour after midnight.
    case hour
    /// When the part of the day begins, `HH:MM` on the report's clock; its length is the report's `bin`.
    case timeBin = "time_bin"
    /// GTFS's own words, monday to sunday.
    case weekday
    /// `weekday`, `saturday` or `sunday`.
    case dayType = "day_type"
    /// `YYYYMMDD`.
    case date
    case serviceDate = "service_date"
    case feedID = "feed_id"
    /// The carriage's label, else its id or name, else its place in the train.
    case carriage

    package var name: String { rawValue }

    /// Whether the key is a time of the day.
    package var isOfClock: Bool { self == .hour || self == .timeBin }

    /// Whether the key is a day, or says what kind of day it is.
    package var isOfDay: Bool { self == .weekday || self == .dayType || self == .date || self == .serviceDate }

    package static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    package static let dayTypes = ["weekday", "saturday", "sunday"]

    /// What a value is in a record: weekdays, dates and the seconds at which bins begin are kept as numbers to sort by.
    package func cell(_ value: GroupKeyBytes.Value) -> ReportCell {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let number):
            switch self {
            case .timeBin: .text(ClockTime.shortText(number))
            case .weekday: .text(ReportKey.weekdays[number])
            case .dayType: .text(ReportKey.dayTypes[number])
            case .date, .serviceDate: .text(String(number, digits: 8))
            default: .integer(number)
            }
        }
    }

    // MARK: As they are written

    /// The keys that `--by` names.
    ///
    /// - Parameter known: those that the report has.
    package static func list(_ text: String, among known: [ReportKey]) throws(UnusableOption) -> [ReportKey] {
        var keys: [ReportKey] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = known.first(where: { $0.name == name }) else {
                throw UnusableOption(
                    "--by: unknown key '\(name)'; \(NearestNames.words(String(name), among: known.map(\.name)))")
            }
            keys.append(key)
        }
        if let problem = problem(of: keys) { throw UnusableOption(problem) }
        return keys
    }

    /// What is wrong with keys that were asked for, as a sentence for people; nil when nothing is.
    package static func problem(of keys: [ReportKey]) -> String? {
        if keys.isEmpty { return "--by needs at least one key" }
        return keys.indices.first { keys[..<$0].contains(keys[$0]) }.map { "--by names \(keys[$0].name) twice" }
    }
}
