import Contract

/// A column of a report of any table.
package struct ReportColumn: Sendable {
    package let column: AnyTableColumn
    package let name: String
    /// The key in the column, if it holds one.
    package let key: ReportKey?
    package let isNumber: Bool
    /// Whether the value is computed from a row's events, so that few events make it unreliable; counts are not.
    package let isFigure: Bool
    /// Whether a record has the column when its value is unknown.
    package let isAlwaysThere: Bool

    fileprivate init(_ column: AnyTableColumn, key: ReportKey? = nil) {
        self.column = column
        let description = column.description
        name = description.name
        self.key = key
        isNumber = description.type == .integer || description.type == .number
        isFigure = key == nil && description.isNullable && description.isRequired
        isAlwaysThere = description.isNullable && (description.isRequired || key != nil)
    }
}

/// The columns of a report in writing order: keys, names of key values, figures in the order of the table, the time
/// zone.
package struct ReportColumns: Sendable {
    package let table: any Table.Type
    package let keys: [ReportKey]
    /// The columns with names of key values.
    package let nameColumns: [String]
    package let all: [ReportColumn]
    package let hasZone: Bool

    private static let zone = "timezone"
    private static let names = ["route_short_name", "route_long_name", "stop_name"]

    /// - Parameter names: the columns with names, in order.
    package init(_ table: any Table.Type, keys: [ReportKey], names: [String], hasZone: Bool) {
        self.table = table
        self.keys = keys
        nameColumns = names
        self.hasZone = hasZone
        let columns = table.ofAnyTable
        func column(_ name: String, key: ReportKey? = nil) -> ReportColumn? {
            columns.first { $0.name == name }.map { ReportColumn($0, key: key) }
        }
        let heads = Set(ReportKey.allCases.map(\.name) + ReportColumns.names + [ReportColumns.zone])
        all =
            keys.compactMap { column($0.name, key: $0) } + names.compactMap { column($0) }
            + columns.filter { !heads.contains($0.name) }.map { ReportColumn($0) }
            + (hasZone ? [column(ReportColumns.zone)] : []).compactMap { $0 }
    }

    package var names: [String] { all.map(\.name) }

    /// The number of columns before the figures.
    package var headCount: Int { keys.count + nameColumns.count }

    package func place(_ name: String) -> Int? { all.firstIndex { $0.name == name } }
}
