import StageKit
import TimeZones

/// A key that groups a report; the raw value is the name of its column.
package enum ReportKey: String, Sendable, CaseIterable {
    case routeID = "route_id"
    case directionID = "direction_id"
    case patternID = "pattern_id"
    case tripID = "trip_id"
    case stopID = "stop_id"
    /// The position of the stop on the trip, as in the input records.
    case stopSequence = "stop_sequence"
    case vehicleID = "vehicle_id"
    /// The hour on the report's clock; on service days, 24 is the hour after midnight.
    case hour
    /// The start of the bin, `HH:MM` on the report's clock; its length is the report's `bin`.
    case timeBin = "time_bin"
    /// The weekday, monday to sunday as in GTFS.
    case weekday
    /// `weekday`, `saturday` or `sunday`.
    case dayType = "day_type"
    /// `YYYYMMDD`.
    case date
    case serviceDate = "service_date"
    case feedID = "feed_id"
    /// The label of the carriage, else its id or name, else its position.
    case carriage

    package var name: String { rawValue }

    /// Whether the key is a time of day.
    package var isOfClock: Bool { self == .hour || self == .timeBin }

    /// Whether the key is a day or a type of day.
    package var isOfDay: Bool { self == .weekday || self == .dayType || self == .date || self == .serviceDate }

    package static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    package static let dayTypes = ["weekday", "saturday", "sunday"]

    /// The value in a record. Weekdays, dates and starts of bins are stored as numbers for sorting.
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

    /// Parses the keys of `--by`.
    ///
    /// - Parameter known: the keys that the report supports.
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

    /// What is wrong with the requested keys, as a message; nil if they are valid.
    package static func problem(of keys: [ReportKey]) -> String? {
        if keys.isEmpty { return "--by needs at least one key" }
        return keys.indices.first { keys[..<$0].contains(keys[$0]) }.map { "--by names \(keys[$0].name) twice" }
    }
}
