import Contract
import Occupancy
import TimeZones

/// What figures can be grouped by.
public enum PerformanceKey: Sendable, CaseIterable {
    case routeID, directionID, patternID, tripID, stopID
    /// `trip_stop_sequence` of the visit.
    case stopSequence
    case vehicleID
    /// 0 to 23 on the report's clock.
    case hour
    /// A part of the day on the report's clock, by when it begins.
    case timeBin
    /// GTFS's own words, monday to sunday, of the service day.
    case weekday
    /// `weekday`, `saturday` or `sunday`, of the service day.
    case dayType
    case serviceDate
    case feedID

    /// The name of its column.
    public var name: String { Tables.Punctuality.columns.keys[self].name }

    public init?(named name: String) {
        guard let key = PerformanceKey.allCases.first(where: { $0.name == name }) else { return nil }
        self = key
    }

    /// Whether the key is read off a clock, so that the zone matters.
    var isOfTime: Bool { self == .hour || self == .timeBin }

    static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    static let dayTypes = ["weekday", "saturday", "sunday"]

    /// What a value is in a record: weekdays, dates and bins are kept as numbers to sort by.
    func cell(_ value: GroupKeyBytes.Value) -> PerformanceCell {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let number):
            switch self {
            case .weekday: .text(PerformanceKey.weekdays[number])
            case .dayType: .text(PerformanceKey.dayTypes[number])
            case .serviceDate: .text(CivilDate(daysSinceEpoch: number).compactText)
            case .timeBin: .text(ClockTime.shortText(number))
            default: .integer(number)
            }
        }
    }
}

extension Tables.PerformanceKeys {
    /// The column that holds a key's value.
    subscript(key: PerformanceKey) -> Column<M, Anything, WhereAsked> {
        switch key {
        case .routeID: routeID.json
        case .directionID: directionID.json
        case .patternID: patternID.json
        case .tripID: tripID.json
        case .stopID: stopID.json
        case .stopSequence: stopSequence.json
        case .vehicleID: vehicleID.json
        case .hour: hour.json
        case .timeBin: timeBin.json
        case .weekday: weekday.json
        case .dayType: dayType.json
        case .serviceDate: serviceDate.json
        case .feedID: feedID.json
        }
    }
}
