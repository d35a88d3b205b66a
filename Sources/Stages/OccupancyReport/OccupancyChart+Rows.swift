import Reports
import TimeZones

extension OccupancyChart {
    /// Gathers the rows of a report.
    ///
    /// Rows come in the report's order, so that `--sort` orders the picture too; columns and panels in the order of
    /// their values, and hours, bins and weekdays without a gap.
    ///
    /// Memory: some 150 bytes a group.
    init(_ report: OccupancyRows, _ terms: ReportTerms, minimumObservations: Int) {
        keys = report.columns.keys
        let bin = terms.bin ?? .hour
        self.bin = terms.bin
        window = terms.window
        zone = terms.zone
        self.minimumObservations = minimumObservations
        groups = report.count
        var rows = Places()
        var columns = Places()
        var panels = Places()
        var groups: [(panel: Int, row: Int, column: Int, counts: Counts)] = []
        groups.reserveCapacity(report.count)
        var labels: [Label] = []
        let routes = report.routeLabels
        for position in 0..<report.count {
            let keys = report.keys(position)
            let counts = Counts(report.crowding(position))
            total.add(counts)
            let row = rows.place(of: keys[0], counts.observations)
            if row == labels.count {
                labels.append(
                    OccupancyChart.label(
                        self.keys[0], keys[0], bin, report.columns, report.scheduleNames(position), routes))
            }
            let column = keys.count > 1 ? columns.place(of: keys[1], counts.observations) : 0
            let panel = keys.count > 2 ? panels.place(of: keys[2], counts.observations) : 0
            groups.append((panel, row, column, counts))
        }
        let columnOrder = columns.kept(OccupancyChart.mostColumns, isSorted: true)
        // The room is shared by the panels: each may show every row.
        let room = max(1, OccupancyChart.mostRows / max(1, panels.values.count))
        let rowOrder = rows.kept(room, isSorted: false)
        let panelOrder = panels.kept(OccupancyChart.mostRows, isSorted: true)
        omitted.rows = rows.values.count - rowOrder.count
        omitted.columns = columns.values.count - columnOrder.count
        var columnPlaces = [Int?](repeating: nil, count: max(1, columns.values.count))
        if keys.count > 1 {
            let sequence = OccupancyChart.sequence(columnOrder.map { columns.values[$0] }, keys[1], bin)
            self.columns = sequence.map { OccupancyChart.columnLabel(keys[1], $0, bin, report, routes) }
            for place in columnOrder { columnPlaces[place] = sequence.firstIndex(of: columns.values[place]) }
        }
        var rowPlaces = [Int?](repeating: nil, count: labels.count)
        for (place, row) in rowOrder.enumerated() { rowPlaces[row] = place }
        var panelPlaces = [Int?](repeating: nil, count: max(1, panels.values.count))
        for (place, panel) in panelOrder.enumerated() { panelPlaces[panel] = place }
        if keys.count < 3 { panelPlaces[0] = 0 }
        let blank = rowOrder.map { Row(label: labels[$0], cells: .init(repeating: nil, count: self.columns.count)) }
        self.panels =
            keys.count > 2
            ? panelOrder.map {
                Panel(label: OccupancyChart.columnLabel(keys[2], panels.values[$0], bin, report, routes), rows: blank)
            } : [Panel(label: nil, rows: blank)]
        for group in groups {
            guard let panel = panelPlaces[group.panel], let row = rowPlaces[group.row] else {
                omitted.groups += 1
                continue
            }
            // A row's bar is of all its groups, drawn as cells or not.
            self.panels[panel].rows[row].total.add(group.counts)
            guard keys.count > 1 else { continue }
            guard let column = columnPlaces[group.column] else {
                omitted.groups += 1
                continue
            }
            self.panels[panel].rows[row].cells[column] = group.counts
        }
        for panel in self.panels.indices { self.panels[panel].rows.removeAll { $0.total.observations == 0 } }
        self.panels.removeAll(where: \.rows.isEmpty)
    }

    /// Distinct values of a key in the order of their coming, each with its observations.
    private struct Places {
        private(set) var values: [GroupKeyBytes.Value] = []
        private var observations: [Int] = []
        private var texts: [String: Int] = [:]
        private var integers: [Int: Int] = [:]
        private var null: Int?

        mutating func place(of value: GroupKeyBytes.Value, _ count: Int) -> Int {
            let known: Int? =
                switch value {
                case .null: null
                case .integer(let number): integers[number]
                case .text(let text): texts[text]
                }
            if let known {
                observations[known] += count
                return known
            }
            let place = values.count
            values.append(value)
            observations.append(count)
            switch value {
            case .null: null = place
            case .integer(let number): integers[number] = place
            case .text(let text): texts[text] = place
            }
            return place
        }

        /// The `limit` places with the most observations, in the order of coming or of the values; null comes last.
        func kept(_ limit: Int, isSorted: Bool) -> [Int] {
            var places = Array(values.indices)
            if places.count > limit {
                places.sort { (observations[$0], $1) > (observations[$1], $0) }
                places = places.prefix(limit).sorted()
            }
            return isSorted ? places.sorted { OccupancyChart.precedes(values[$0], values[$1]) } : places
        }
    }

    private static func precedes(_ left: GroupKeyBytes.Value, _ right: GroupKeyBytes.Value) -> Bool {
        switch (left, right) {
        case (.null, _): false
        case (_, .null): true
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
        case (.integer, .text): true
        case (.text, .integer): false
        }
    }

    /// The values with those between them, where a gap would hide that nothing was observed.
    private static func sequence(
        _ values: [GroupKeyBytes.Value], _ key: ReportKey, _ bin: TimeBin
    ) -> [GroupKeyBytes.Value] {
        guard key == .hour || key == .weekday || key == .timeBin else { return values }
        let numbers = values.compactMap { value -> Int? in
            if case .integer(let number) = value { number } else { nil }
        }
        guard let first = numbers.first, let last = numbers.last else { return values }
        let all = stride(from: first, through: last, by: key == .timeBin ? bin.seconds : 1).map {
            GroupKeyBytes.Value.integer($0)
        }
        // Of bins of some minutes there are more than a picture has columns: those that there are stand side by side.
        guard all.count <= mostColumns else { return values }
        return all + (values.last == .null ? [.null] : [])
    }

    // MARK: Labels

    private static func label(
        _ key: ReportKey, _ value: GroupKeyBytes.Value, _ bin: TimeBin, _ columns: ReportColumns,
        _ names: [String?], _ routes: RouteLabels
    ) -> Label {
        let known = zip(columns.scheduleNames, names).compactMap { kind, name in
            kind.key == key && name?.isEmpty == false ? name : nil
        }
        let id = text(key, value)
        if key == .timeBin, case .integer(let second) = value {
            return Label(text: id, full: "\(key.name) \(id) to \(ClockTime.shortText(second + bin.seconds))")
        }
        guard !known.isEmpty else { return Label(text: id, full: "\(key.name) \(id)") }
        let name = (key == .routeID ? routes.label(id) : nil) ?? known.joined(separator: " ")
        return Label(text: name, full: "\(key.name) \(id): \(name)")
    }

    private static func columnLabel(
        _ key: ReportKey, _ value: GroupKeyBytes.Value, _ bin: TimeBin, _ report: OccupancyRows,
        _ routes: RouteLabels
    ) -> Label {
        let names: [String?] = report.columns.scheduleNames.map { name in
            guard name.key == key, case .text(let id) = value else { return nil }
            return report.scheduleName(name, of: id)
        }
        return label(key, value, bin, report.columns, names, routes)
    }

    /// A value as people write it.
    private static func text(_ key: ReportKey, _ value: GroupKeyBytes.Value) -> String {
        switch (key, key.cell(value)) {
        // Short, so that they stand upright beside numbers and clocks.
        case (.stopSequence, .null), (.timeBin, .null): "none"
        case (_, .null): "no \(key.name)"
        case (.hour, .integer(let hour)): hour < 10 ? "0\(hour)" : "\(hour)"
        case (.date, .text(let date)), (.serviceDate, .text(let date)):
            // YYYYMMDD, or whatever start_date held.
            date.utf8.count == 8 && date.utf8.allSatisfy { (48...57).contains($0) }
                ? "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))" : date
        case (_, .text(let text)): text.isEmpty ? "(empty)" : text
        case (_, let cell): cell.words
        }
    }
}
