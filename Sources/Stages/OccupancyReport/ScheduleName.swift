import Reports

/// A name that a schedule gives to a key's value; the raw value is its column.
enum ScheduleName: String, CaseIterable {
    case routeShortName = "route_short_name"
    case routeLongName = "route_long_name"
    case stopName = "stop_name"

    /// The key whose value it names.
    var key: ReportKey { self == .stopName ? .stopID : .routeID }
}

extension ReportColumns {
    var scheduleNames: [ScheduleName] { nameColumns.compactMap(ScheduleName.init(rawValue:)) }
}
