import GTFSSchedule
import Geometry
import Occupancy
import Reports

/// One row of a report.
package struct PerformanceRow {
    /// In the order of the columns.
    package let cells: [PerformanceCell]
    /// What its figures are of: visits, pairs, samples, trips or predictions.
    package let events: Int
    /// Its number among those that were counted.
    fileprivate let number: Int
}

/// The rows of a report in the order of their keys; each is made when it is asked for.
package struct PerformanceRows {
    package let kind: PerformanceReportOptions.Kind
    package let columns: PerformanceColumns
    /// That of the keys of time, where the command line named one.
    package let zone: String?
    private let counted: any VisitCount
    private var order: [Int]
    /// Service days of what was counted, days after 1970-01-01.
    package let days: ClosedRange<Int>?
    let parameters: PerformanceParameters
    private let names: FeedPlaces?
    private let input: VisitInput
    private var texts: TextNumbers { input.texts }

    init(
        _ terms: PerformanceTerms, _ count: any VisitCount, _ input: VisitInput, zone: String?, names: FeedPlaces?
    ) {
        kind = terms.kind
        parameters = terms.parameters
        days = input.days
        self.input = input
        self.zone = zone
        self.names = names
        columns = PerformanceColumns(terms.kind, keys: terms.rowKeys, zone: zone)
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
                PerformanceCell(
                    counted.labels.route(row, texts) ?? id(of: .routeID, cells).flatMap { names?.route($0)?.shortName })
            )
        }
        if columns.hasStopName { cells.append(PerformanceCell(counted.labels.stop(row, texts))) }
        cells += counted.figures(row)
        if columns.hasZone { cells.append(PerformanceCell(zone)) }
        if let names { name(&cells, names) }
        return PerformanceRow(cells: cells, events: counted.events(row), number: row)
    }

    /// How many values each cell of a row is of; 0 for keys, names and counts.
    package func bases(_ row: PerformanceRow) -> [Int] {
        let heads = columns.keys.count + (columns.hasRouteName ? 1 : 0) + (columns.hasStopName ? 1 : 0)
        let figures = columns.all.count - heads - (columns.hasZone ? 1 : 0)
        let own = counted.bases(row.number) ?? Array(repeating: row.events, count: figures)
        return Array(repeating: 0, count: heads) + own + (columns.hasZone ? [0] : [])
    }

    /// What the routes of some rows are called.
    package func routeLabels(_ rows: [PerformanceRow]) -> RouteLabels {
        guard let route = columns.keys.firstIndex(of: .routeID), let name = columns.place("route_short_name") else {
            return RouteLabels([])
        }
        var order: [String] = []
        var short: [String: String] = [:]
        for row in rows {
            guard case .text(let id) = row.cells[route] else { continue }
            if short[id] == nil { order.append(id) }
            guard short[id] ?? "" == "" else { continue }
            if case .text(let name) = row.cells[name] { short[id] = name } else { short[id] = "" }
        }
        return RouteLabels(
            order.map { id in
                let route = names?.route(id)
                let mode = route?.type.flatMap { RouteMode(routeType: $0) } ?? input.mode(ofRoute: id)
                return RouteLabels.Route(
                    id: id, name: short[id].flatMap { $0.isEmpty ? nil : $0 }, mode: mode?.word,
                    longName: route?.longName)
            })
    }

    /// Sorts by a column.
    mutating func sort(by sort: RowSort) {
        guard let column = columns.place(sort.column) else { return }
        let cells = (0..<count).map { position -> PerformanceCell in
            guard column < columns.keys.count else { return self[position].cells[column] }
            // Keys sort as they do without --sort: weekdays from Monday on.
            switch counted.rows.withKey(order[position], GroupKeyBytes.values)[column] {
            case .null: return .null
            case .integer(let value): return .integer(value)
            case .text(let text): return .text(text)
            }
        }
        order = sort.order(cells, null: .null) { $0.precedes($1) }.map { order[$0] }
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
