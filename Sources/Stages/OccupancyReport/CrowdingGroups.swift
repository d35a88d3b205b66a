import Containers
import Contract
import Occupancy
import Reports

/// How crowded the groups of a report were, with the names that a schedule gives them.
struct CrowdingGroups: ReportSource {
    let groups: GroupKeys
    private let totals: CrowdingTotals
    fileprivate let names: ScheduleNames?

    init(_ accumulator: CrowdingAccumulator, names: ScheduleNames?) {
        groups = accumulator.groups
        totals = accumulator.tally.totals()
        self.names = names
    }

    /// - Parameter hasNames: whether a schedule gives names to routes and stops.
    static func columns(_ keys: [ReportKey], hasNames: Bool) -> ReportColumns {
        let names = hasNames ? ScheduleName.allCases.filter { keys.contains($0.key) } : []
        return ReportColumns(
            Tables.Occupancy.self, keys: keys, names: names.map(\.rawValue), hasZone: keys.contains { $0.isLocal })
    }

    // All that a group had may have lost to conflicting records in another.
    func isRow(_ group: Int) -> Bool { totals.observations(group) > 0 }
    func events(_ group: Int) -> Int { totals.observations(group) }

    func names(
        _ group: Int, _ keys: [GroupKeyBytes.Value], _ columns: ReportColumns, _ take: (ReportCell) -> Void
    ) {
        guard !columns.nameColumns.isEmpty else { return }
        for kind in columns.scheduleNames { take(ReportCell(name(kind, keys, columns))) }
    }

    fileprivate func name(_ name: ScheduleName, _ keys: [GroupKeyBytes.Value], _ columns: ReportColumns) -> String? {
        guard let place = columns.keys.firstIndex(of: name.key), case .text(let id) = keys[place] else { return nil }
        return names?.name(name, of: id)
    }

    func crowding(_ group: Int) -> CrowdingFigures { totals.figures(group) }
    func hasPercentages(_ group: Int) -> Bool { totals.hasPercentages(group) }

    func figures(_ group: Int, _ take: (ReportCell) -> Void) {
        let figures = crowding(group)
        let withStatus = figures.withStatus
        take(.integer(figures.observations))
        take(.integer(figures.vehicles))
        take(.integer(figures.trips))
        take(.integer(withStatus))
        for count in figures.counts { take(.integer(count)) }
        for level in OccupancyLevel.allCases { take(ReportCell(figures.count(of: level), of: withStatus)) }
        take(ReportCell(figures.modeStatus?.code))
        take(ReportCell(figures.worstStatus?.code))
        take(.integer(figures.percentageObservations))
        take(ReportCell(figures.percentile(50)))
        take(ReportCell(figures.percentile(90)))
        take(ReportCell(figures.percentageMaximum))
    }
}

extension ReportKey {
    /// Whether positions have it of the local time, so that the zone matters.
    var isLocal: Bool { isOfClock || isOfDay }
}

/// Short words, for a terminal.
private enum CrowdingWords {
    static let ofColumns = [
        "observations": "seen", "with_status": "known", "share_low": "low", "share_moderate": "mod",
        "share_high": "high", "share_very_crowded": "very", "mode_status": "mode", "worst_status": "worst",
        "percentage_p50": "p50", "percentage_p90": "p90",
    ]
    static let ofStatuses = [
        "empty", "many seats", "few seats", "standing", "crushed", "full", "not accepting",
    ]
}

typealias OccupancyRows = ReportRows<CrowdingGroups>

extension OccupancyRows {
    func crowding(_ position: Int) -> CrowdingFigures { source.crowding(group(position)) }

    /// The schedule's name for an id; nil if it has none.
    func scheduleName(_ name: ScheduleName, of id: String) -> String? { source.names?.name(name, of: id) }

    /// What the routes of the rows are called, each by both of its names; empty without a schedule.
    var routeLabels: RouteLabels {
        guard let names = source.names, let place = columns.keys.firstIndex(of: .routeID) else {
            return RouteLabels([])
        }
        var seen: Set<String> = []
        var routes: [RouteLabels.Route] = []
        for position in 0..<count {
            guard case .text(let id) = keys(position)[place], seen.insert(id).inserted else { continue }
            let known = [ScheduleName.routeShortName, .routeLongName].compactMap { names.name($0, of: id) }
                .filter { !$0.isEmpty }
            guard !known.isEmpty else { continue }
            routes.append(
                RouteLabels.Route(
                    id: id, name: known.joined(separator: " "), mode: names.mode(ofRoute: id), longName: nil))
        }
        return RouteLabels(routes)
    }

    // MARK: For people

    /// The columns that say most: a terminal gets fewer, and shorter words.
    var text: ReportText {
        let hasPercentages = (0..<count).contains { source.hasPercentages(group($0)) }
        var text = ReportText(words: CrowdingWords.ofColumns)
        text.shows = { column, isMarkdown in
            switch column.name {
            case "percentage_p50", "percentage_p90": hasPercentages
            case "vehicles", "trips", "route_long_name": isMarkdown
            default:
                column.key != nil || ScheduleName(rawValue: column.name) != nil
                    || CrowdingWords.ofColumns[column.name] != nil
            }
        }
        text.text = { column, row, cell, isMarkdown in
            switch (column.name, cell) {
            case ("percentage_p50", .integer(let value)), ("percentage_p90", .integer(let value)): return "\(value)%"
            case ("mode_status", .integer(let code)), ("worst_status", .integer(let code)):
                return isMarkdown ? OccupancyStatus(code: code).name : CrowdingWords.ofStatuses[code]
            case (_, .share):
                // Of the counts: what is not nothing is not shown as nothing.
                let figures = source.crowding(row.number)
                return OccupancyLevel.allCases.first { column.name == "share_" + $0.rawValue }.flatMap {
                    CrowdingFigures.percent(figures.count(of: $0), of: figures.withStatus)
                }
            case (_, .null) where ScheduleName(rawValue: column.name) != nil: return ""
            default: return nil
            }
        }
        return text
    }
}
