import Reports

extension ReportKey {
    /// What people call it at the head of a column about service.
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
