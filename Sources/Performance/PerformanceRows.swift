import Geometry
import Occupancy

/// One row of a report.
package struct PerformanceRow {
    /// In the order of the columns.
    package let cells: [PerformanceCell]
    /// What its figures are of: visits, pairs, samples, trips or predictions.
    package let events: Int
}

/// The rows of a report in the order of their keys; each is made when it is asked for.
package struct PerformanceRows {
    package let kind: PerformanceReportOptions.Kind
    package let columns: PerformanceColumns
    /// That of the keys of time, where the command line named one.
    package let zone: String?
    private let counted: any VisitCount
    private let order: [Int]
    private let names: FeedPlaces?

    init(
        _ kind: PerformanceReportOptions.Kind, _ count: any VisitCount, keys: [PerformanceKey], zone: String?,
        names: FeedPlaces?
    ) {
        self.kind = kind
        self.zone = zone
        self.names = names
        columns = PerformanceColumns(kind, keys: keys, hasZone: zone != nil && keys.contains { $0.isOfTime })
        counted = count
        order = count.rows.inOrder().filter(count.isRow)
    }

    package var count: Int { order.count }

    package subscript(position: Int) -> PerformanceRow {
        let row = order[position]
        let values = counted.rows.withKey(row, GroupKeyBytes.values)
        var cells = zip(columns.keys, values).map { $0.cell($1) }
        if columns.hasRouteName {
            cells.append(
                PerformanceCell(counted.routeName(row) ?? id(of: .routeID, cells).flatMap { names?.routeName($0) }))
        }
        cells += counted.figures(row)
        if columns.hasZone { cells.append(PerformanceCell(zone)) }
        if let names { name(&cells, names) }
        return PerformanceRow(cells: cells, events: counted.events(row))
    }

    /// Names of stops that records do not have.
    private func name(_ cells: inout [PerformanceCell], _ names: FeedPlaces) {
        for (id, name) in [
            ("stop_id", "stop_name"), ("from_stop_id", "from_stop_name"), ("to_stop_id", "to_stop_name"),
        ] {
            guard let place = columns.place(name), cells[place] == .null, let idPlace = columns.place(id),
                case .text(let id) = cells[idPlace]
            else { continue }
            cells[place] = PerformanceCell(names.stopName(id))
        }
    }

    private func id(of key: PerformanceKey, _ cells: [PerformanceCell]) -> String? {
        guard let place = columns.keys.firstIndex(of: key), case .text(let id) = cells[place] else { return nil }
        return id
    }

    /// The way of a segment; nil for rows of other kinds, and where the feed does not know it.
    package func way(_ row: PerformanceRow) -> Polyline? {
        guard let names, let from = columns.place("from_stop_id"), let to = columns.place("to_stop_id"),
            case .text(let first) = row.cells[from], case .text(let second) = row.cells[to]
        else { return nil }
        return names.ways?.between(first, second)
    }
}
