import Reports

extension ReportKey {
    /// The heading of the key's column.
    package var title: String {
        switch self {
        case .routeID: "route"
        case .directionID: "dir"
        case .stopID: "stop"
        case .dayType: "day"
        default: name
        }
    }
}
