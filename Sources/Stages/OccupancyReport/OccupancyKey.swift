import Contract
import TimeZones

/// What observations can be grouped by.
public enum OccupancyKey: Sendable, CaseIterable {
    case routeID, directionID, tripID, stopID
    /// The place of the stop on the trip, as `current_stop_sequence` has it.
    case stopSequence
    case vehicleID
    /// 0 to 23 on the zone's clock.
    case hour
    /// When the part of the day begins, `HH:MM` on the zone's clock; its length is the report's `bin`.
    case timeBin
    /// GTFS's own words, monday to sunday.
    case weekday
    /// `weekday`, `saturday` or `sunday`.
    case dayType
    /// The local date, `YYYYMMDD`.
    case date
    /// The trip's start date, else the local date.
    case serviceDate
    case feedID
    /// The carriage's label, else its id or name, else its place in the train.
    case carriage

    /// The name of its column.
    public var name: String { Tables.Occupancy.columns.keys[self].name }

    public init?(named name: String) {
        guard let key = OccupancyKey.allCases.first(where: { $0.name == name }) else { return nil }
        self = key
    }

    /// Whether the key is read off a clock, so that the zone matters.
    var isOfTime: Bool {
        switch self {
        case .hour, .timeBin, .weekday, .dayType, .date, .serviceDate: true
        default: false
        }
    }

    static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    static let dayTypes = ["weekday", "saturday", "sunday"]
}

extension Tables.GroupKeys {
    /// The column that holds a key's value.
    subscript(key: OccupancyKey) -> Column<M, Anything, WhereAsked> {
        switch key {
        case .routeID: routeID.json
        case .directionID: directionID.json
        case .tripID: tripID.json
        case .stopID: stopID.json
        case .stopSequence: stopSequence.json
        case .vehicleID: vehicleID.json
        case .hour: hour.json
        case .timeBin: timeBin.json
        case .weekday: weekday.json
        case .dayType: dayType.json
        case .date: date.json
        case .serviceDate: serviceDate.json
        case .feedID: feedID.json
        case .carriage: carriage.json
        }
    }
}
