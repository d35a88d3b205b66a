import Contract

/// What figures of the service can be grouped by.
public enum LevelKey: Sendable, CaseIterable {
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
    public var name: String { column.name }

    public init?(named name: String) {
        guard let key = LevelKey.allCases.first(where: { $0.name == name }) else { return nil }
        self = key
    }

    /// The column that holds its value.
    var column: Column<Tables.ServiceLevels, Anything, WhereAsked> {
        let columns = Tables.ServiceLevels.columns
        switch self {
        case .routeID: return columns.routeID.json
        case .directionID: return columns.directionID.json
        case .stopID: return columns.stopID.json
        case .hour: return columns.hour.json
        case .weekday: return columns.weekday.json
        case .dayType: return columns.dayType.json
        case .date: return columns.date.json
        }
    }

    /// Whether it is a part of the day's date.
    var isOfDay: Bool { self == .weekday || self == .dayType || self == .date }
}
