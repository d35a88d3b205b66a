import Containers
import GTFSSchedule
import Geometry
import Reports
import Visits

/// What a report of one kind of figures counted, with the names that a schedule gives.
struct PerformedFigures: ReportSource {
    let kind: PerformanceReportOptions.Kind
    let parameters: PerformanceParameters
    let count: any VisitCount
    let input: VisitInput
    let places: FeedPlaces?

    var groups: GroupKeys { count.rows }
    func isRow(_ group: Int) -> Bool { count.isRow(group) }
    func events(_ group: Int) -> Int { count.events(group) }
    func bases(_ group: Int) -> [Int]? { count.bases(group) }
    func figures(_ group: Int, _ take: (ReportCell) -> Void) { count.figures(group, places).forEach(take) }

    func names(
        _ group: Int, _ keys: [GroupKeyBytes.Value], _ columns: ReportColumns, _ take: (ReportCell) -> Void
    ) {
        func id(_ key: ReportKey) -> String? {
            guard let place = columns.keys.firstIndex(of: key), case .text(let id) = keys[place] else { return nil }
            return id
        }
        for name in columns.nameColumns {
            take(
                name == "stop_name"
                    ? ReportCell(count.labels.stop(group, input.texts) ?? id(.stopID).flatMap { places?.stopName($0) })
                    : ReportCell(
                        count.labels.route(group, input.texts) ?? id(.routeID).flatMap { places?.route($0)?.shortName })
            )
        }
    }
}

/// What keys and their names are called on a terminal.
private let keyWords = [
    "route_id": "route", "route_short_name": "name", "direction_id": "dir", "pattern_id": "pattern",
    "stop_sequence": "place",
]

typealias PerformanceRows = ReportRows<PerformedFigures>

extension PerformanceRows {
    init(
        _ terms: PerformanceTerms, _ count: any VisitCount, _ input: VisitInput, zone: String?, places: FeedPlaces?
    ) {
        self.init(
            PerformedFigures(
                kind: terms.kind, parameters: terms.parameters, count: count, input: input, places: places),
            terms.kind.columns(terms.rowKeys, zone: zone), zone: zone)
    }

    var kind: PerformanceReportOptions.Kind { source.kind }
    var parameters: PerformanceParameters { source.parameters }
    /// Service days of what was counted, days after 1970-01-01.
    var days: ClosedRange<Int>? { source.input.days }

    /// What the routes of some rows are called.
    func routeLabels(_ rows: [ReportRow]) -> RouteLabels {
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
                let route = source.places?.route(id)
                let mode = route?.type.flatMap { RouteMode(routeType: $0) } ?? source.input.mode(ofRoute: id)
                return RouteLabels.Route(
                    id: id, name: short[id].flatMap { $0.isEmpty ? nil : $0 }, mode: mode?.word,
                    longName: route?.longName)
            })
    }

    /// The way of a segment; nil for rows of other kinds, and where the feed does not know it.
    func way(_ row: ReportRow) -> Polyline? {
        guard let from = columns.place("from_stop_id"), let to = columns.place("to_stop_id"),
            case .text(let first) = row.cells[from], case .text(let second) = row.cells[to]
        else { return nil }
        return source.places?.ways?.between(first, second)
    }

    // MARK: For people

    /// Figures of few values stand in parentheses; two routes of one name are told apart.
    var text: ReportText {
        var text = ReportText(words: keyWords.merging(kind.count.words) { $1 })
        text.marksThin = true
        let routes = routeLabels(all)
        let route = columns.place(ReportKey.routeID.name)
        text.text = { column, row, cell, isMarkdown in
            if case .flag(let value) = cell, !isMarkdown { return value ? "max" : "" }
            guard column.name == "route_short_name", cell != .null, let route, case .text(let id) = row.cells[route]
            else { return nil }
            return routes.label(id)
        }
        return text
    }
}
