import Contract

/// A column of a report, of whatever table.
package struct PerformanceColumn: Sendable {
    package let name: String
    /// The key that it holds.
    package let key: PerformanceKey?
    package let isNumber: Bool
    /// Whether it is made of a row's events, so that it says little where there are few of them; a count is not.
    package let isFigure: Bool
    /// Whether a record has it when nothing is known.
    let isAlwaysThere: Bool

    fileprivate init(_ description: ColumnDescription, key: PerformanceKey? = nil) {
        name = description.name
        self.key = key
        isNumber = description.type == .integer || description.type == .number
        isFigure = key == nil && description.isNullable && description.isRequired
        isAlwaysThere = description.isNullable && (description.isRequired || key != nil)
    }
}

/// The columns of a report in the order in which they are written.
package struct PerformanceColumns: Sendable {
    package let keys: [PerformanceKey]
    package let all: [PerformanceColumn]
    /// Whether a name of the route, and of the stop, follows the keys.
    let hasRouteName: Bool
    let hasStopName: Bool
    let hasZone: Bool

    /// - Parameter zone: that of the report's clock, where one was named.
    init(_ kind: PerformanceReportOptions.Kind, keys: [PerformanceKey], zone: String?) {
        self.keys = keys
        hasZone = zone != nil && keys.contains { $0.isOfTime }
        hasRouteName = keys.contains(.routeID)
        hasStopName = keys.contains(.stopID)
        let descriptions = kind.table.descriptions
        func column(_ name: String, key: PerformanceKey? = nil) -> PerformanceColumn? {
            descriptions.first { $0.name == name }.map { PerformanceColumn($0, key: key) }
        }
        let heads = Set(PerformanceKey.allCases.map(\.name) + ["route_short_name", "stop_name", "timezone"])
        let names = (hasRouteName ? ["route_short_name"] : []) + (hasStopName ? ["stop_name"] : [])
        all =
            (keys.map { column($0.name, key: $0) } + names.map { column($0) }).compactMap { $0 }
            + descriptions.filter { !heads.contains($0.name) }.map { PerformanceColumn($0) }
            + (hasZone ? [column("timezone")] : []).compactMap { $0 }
    }

    package var names: [String] { all.map(\.name) }

    package func place(_ name: String) -> Int? { all.firstIndex { $0.name == name } }
}

extension PerformanceReportOptions.Kind {
    /// The table of its rows.
    var table: any Table.Type {
        switch self {
        case .punctuality: Tables.Punctuality.self
        case .headways: Tables.Headways.self
        case .segments: Tables.Segments.self
        case .load: Tables.LoadProfiles.self
        case .delivery: Tables.ServiceDelivered.self
        case .predictions: Tables.PredictionAccuracy.self
        }
    }
}
