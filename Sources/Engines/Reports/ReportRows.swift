import Containers

/// The results of a report: its groups and their figures.
package protocol ReportSource {
    /// The keys of the rows and any further identifying columns.
    var groups: GroupKeys { get }
    /// Whether a group has figures.
    func isRow(_ group: Int) -> Bool
    /// The number of events behind a group's figures.
    func events(_ group: Int) -> Int
    /// Passes on the cells with the names of key values.
    func names(
        _ group: Int, _ keys: [GroupKeyBytes.Value], _ columns: ReportColumns, _ take: (ReportCell) -> Void)
    /// Passes on the cells of the figures, in the order of the table's columns.
    func figures(_ group: Int, _ take: (ReportCell) -> Void)
    /// The number of values behind each figure, in order; nil if it is `events` for all.
    func bases(_ group: Int) -> [Int]?
}

extension ReportSource {
    package func bases(_ group: Int) -> [Int]? { nil }
}

/// One row of a report.
package struct ReportRow {
    /// In the order of the columns.
    package let cells: [ReportCell]
    /// The key values for sorting and any further identifying values.
    package let keys: [GroupKeyBytes.Value]
    /// The number of events behind the figures: visits, pairs, samples, trips, predictions or observations.
    package let events: Int
    /// The number of its group.
    package let number: Int
}

/// The rows of a report, sorted by key; each is made on demand.
package struct ReportRows<Source: ReportSource> {
    package let source: Source
    package let columns: ReportColumns
    /// The time zone of keys of time; nil if each time has its own.
    package let zone: String?
    /// The groups with too few events, and their number of events.
    package private(set) var belowMinimum = (groups: 0, events: 0)
    private var order: [Int] = []

    package init(_ source: Source, _ columns: ReportColumns, zone: String?, minimum: Int = 0) {
        self.source = source
        self.columns = columns
        self.zone = zone
        for group in source.groups.inOrder() where source.isRow(group) {
            if minimum > 0, source.events(group) < minimum {
                belowMinimum.groups += 1
                belowMinimum.events += source.events(group)
            } else {
                order.append(group)
            }
        }
    }

    package var count: Int { order.count }

    package var all: [ReportRow] { order.indices.map { self[$0] } }

    package subscript(position: Int) -> ReportRow {
        let group = order[position]
        let keys = keys(position)
        var cells: [ReportCell] = []
        cells.reserveCapacity(columns.all.count)
        forEachCell(of: group, keys) { cells.append($0) }
        return ReportRow(cells: cells, keys: keys, events: source.events(group), number: group)
    }

    /// Hands over the cells of a row in the order of the columns.
    package func forEachCell(_ position: Int, _ take: (ReportCell) -> Void) {
        forEachCell(of: order[position], keys(position), take)
    }

    private func forEachCell(of group: Int, _ values: [GroupKeyBytes.Value], _ take: (ReportCell) -> Void) {
        for (key, value) in zip(columns.keys, values) { take(key.cell(value)) }
        source.names(group, values, columns, take)
        source.figures(group, take)
        if columns.hasZone { take(ReportCell(zone)) }
    }

    /// The keys' values of a row.
    package func keys(_ position: Int) -> [GroupKeyBytes.Value] {
        source.groups.withKey(order[position], GroupKeyBytes.values)
    }

    /// The number of a row's group.
    package func group(_ position: Int) -> Int { order[position] }

    /// The number of values behind each cell of a row; 0 for keys, names and counts.
    package func bases(_ row: ReportRow) -> [Int] {
        let figures = columns.all.count - columns.headCount - (columns.hasZone ? 1 : 0)
        let own = source.bases(row.number) ?? Array(repeating: row.events, count: figures)
        return Array(repeating: 0, count: columns.headCount) + own + (columns.hasZone ? [0] : [])
    }

    /// Sorts by a column; null comes last in both directions, and equal rows keep the order of the keys.
    package mutating func sort(by sort: RowSort) {
        guard let column = columns.place(sort.column) else { return }
        let cells = order.indices.map { position in
            // Keys sort as they do without --sort.
            column < columns.keys.count ? ReportCell(sorted: keys(position)[column]) : self[position].cells[column]
        }
        order = sort.order(cells, null: .null) { $0.precedes($1) }.map { order[$0] }
    }
}
