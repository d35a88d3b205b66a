import Occupancy
import Reports
import TimeZones

/// A report for people, aligned for a terminal or as a Markdown table. Figures of few values stand in parentheses.
struct PerformanceTextTable {
    /// Figures of fewer values are thin.
    static let fewEvents = 5

    let table: TextTable

    /// - Parameter isMarkdown: writes the columns' own names; a terminal gets shorter words.
    init(_ report: PerformanceRows, isMarkdown: Bool) {
        let rows = (0..<report.count).map { report[$0] }
        let bases = rows.map { report.bases($0) }
        let routes = report.routeLabels(rows)
        let route = report.columns.place("route_id")
        /// A route's name as a table has it, others as they are.
        func name(_ row: PerformanceRow, _ text: String) -> String {
            guard let route, case .text(let id) = row.cells[route] else { return text }
            return routes.label(id) ?? text
        }
        let columns = report.columns.all.enumerated().compactMap { place, column -> TextTable.Column? in
            // The zone stands below, and a name that nothing has takes no room.
            if column.name == "timezone" { return nil }
            if !column.isAlwaysThere, column.key == nil, rows.allSatisfy({ $0.cells[place] == .null }) { return nil }
            return TextTable.Column(
                title: isMarkdown ? column.name : PerformanceTextTable.short(column.name),
                isNumber: column.isNumber && column.key != .timeBin,
                cells: rows.indices.map { position in
                    let cell = rows[position].cells[place]
                    let text = PerformanceTextTable.text(cell, isMarkdown)
                    if column.name == "route_short_name", cell != .null { return name(rows[position], text) }
                    guard column.isFigure, cell != .null else { return text }
                    let isThin = (1..<PerformanceTextTable.fewEvents).contains(bases[position][place])
                    return isThin ? "(\(text))" : text
                })
        }
        table = TextTable(columns: columns, rowCount: rows.count, zone: report.columns.hasZone ? report.zone : nil)
    }

    private static func text(_ cell: PerformanceCell, _ isMarkdown: Bool) -> String {
        switch cell {
        case .null: return "-"
        case .integer(let value): return String(value)
        case .number(let value, let decimals): return decimal(value, decimals)
        case .share(let part): return CrowdingFigures.percent(part, of: 10_000) ?? "-"
        case .text(let text): return text
        case .flag(let value): return isMarkdown ? String(value) : value ? "max" : ""
        }
    }

    /// A number with so many decimals, rounded half away from zero, all of them written.
    private static func decimal(_ value: Double, _ decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        guard (value * Double(scale)).magnitude < 9e15 else { return String(value) }
        let digits = Int((value * Double(scale)).rounded())
        let text =
            String(digits.magnitude / UInt(scale))
            + (decimals > 0 ? "." + String(Int(digits.magnitude) % scale, digits: decimals) : "")
        return digits < 0 ? "-" + text : text
    }

    private static func short(_ name: String) -> String {
        let words = [
            "route_id": "route", "route_short_name": "name", "direction_id": "dir", "pattern_id": "pattern",
            "stop_sequence": "place", "share_on_time": "on time", "on_time": "good", "delay_mean": "mean",
            "scheduled_headway_mean": "due every", "headway_mean": "came every", "headway_cv": "cv",
            "scheduled_wait": "due wait", "observed_wait": "wait", "excess_wait_time": "excess",
            "broken_by_no_data": "broken", "from_stop_id": "from", "to_stop_id": "to", "from_stop_name": "from name",
            "to_stop_name": "to name", "scheduled_run_time_p50": "due p50", "share_low": "low", "share_moderate": "mod",
            "share_high": "high", "share_very_crowded": "very", "crowded_minutes": "crowded min",
            "is_max_load_point": "load", "percentage_observations": "% of", "status_observations": "shares of",
            "time_lost_samples": "lost of", "time_lost_p50": "lost p50", "time_lost_total": "lost total",
            "trips_scheduled": "due", "trips_observed": "ran",
            "trips_canceled": "canceled",
            "trips_added": "added", "trips_no_data": "no data", "trips_not_covered": "not covered",
            "stops_skipped": "skipped", "share_observed": "ran %", "position_age_p50": "age p50",
            "position_age_max": "age max", "share_accurate": "held", "actuals_excluded": "excluded",
        ]
        if let word = words[name] { return word }
        for (long, short) in [
            ("delay_", "late "), ("run_time_", "secs "), ("speed_kph_", "km/h "), ("percentage_", "% "),
            ("error_", "error "),
        ] where name.hasPrefix(long) { return short + name.dropFirst(long.count) }
        return name
    }
}
