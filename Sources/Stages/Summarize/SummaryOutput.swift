import Charts
import Contract
import Drawing
import Reports
import StageKit
import TimeZones

/// Writes summaries as records, as text, or as a page.
struct SummaryOutput {
    private let feed: FeedSummary?
    private let archive: [ArchiveSummary]
    private let format: SummarizeOptions.OwnFormat
    private let context: StageContext
    private static let gapLimit = 100

    init(
        _ feed: FeedSummary?, _ archive: [ArchiveSummary], _ format: SummarizeOptions.OwnFormat, _ context: StageContext
    ) {
        self.feed = feed
        self.archive = archive
        self.format = format
        self.context = context
    }

    func write() throws {
        switch format {
        case .ndjson: try writeRecords()
        case .table:
            for section in sections {
                try context.sink.text("\(Finding.printable(section.title))\n")
                for line in section.lines { try context.sink.text(SummaryOutput.text(line)) }
                try context.sink.text("\n")
                try TextTable(columns: section.columns, rowCount: section.rowCount, zone: nil)
                    .writeAligned(context.sink, limit: 60)
                try context.sink.text("\n")
            }
        case .html: try writePage()
        }
    }

    // MARK: Records

    private func writeRecords() throws {
        if let feed { try write(feed) }
        let rows = context.rows(of: Tables.ArchiveSummaries.self)
        for summary in archive {
            try rows.write { row, columns in
                row[columns.entityTable] = summary.fill.table
                row[columns.records] = summary.fill.rows
                row[columns.firstTimestamp] = summary.times.first
                row[columns.lastTimestamp] = summary.times.last
                row[columns.timestamps] = summary.times.count
                row[columns.withoutTimestamp] = summary.withoutTime
                row[columns.intervalP50] = summary.intervalP50
                row[columns.gapCount] = summary.gaps.count
                row.objects(columns.gaps, summary.gaps.prefix(SummaryOutput.gapLimit)) { row, gap in
                    let columns = Tables.MatchReports.ArchiveGap.columns
                    row[columns.from] = gap.from
                    row[columns.to] = gap.to
                }
                row[columns.vehicles] = summary.vehicles
                row[columns.trips] = summary.trips
                row[columns.routes] = summary.routes
                row[columns.stops] = summary.stops
                row.objects(columns.fields, summary.fill.columns) { row, field in
                    let columns = Tables.SummaryField.columns
                    row[columns.field] = field.name
                    row[columns.count] = field.count
                }
            }
        }
    }

    private func write(_ feed: FeedSummary) throws {
        try context.rows(of: Tables.FeedSummaries.self).write { row, columns in
            row[columns.source] = feed.source
            row[columns.bytes] = feed.bytes
            row[columns.feedPublisherName] = feed.publisher.name
            row[columns.feedPublisherURL] = feed.publisher.url
            row[columns.feedLang] = feed.publisher.language
            row[columns.feedVersion] = feed.publisher.version
            row[columns.feedStartDate] = feed.publisher.first
            row[columns.feedEndDate] = feed.publisher.last
            row[columns.agencyCount] = feed.agencyCount
            row.objects(columns.agencies, feed.agencies) { row, agency in
                let columns = Tables.SummaryAgency.columns
                row[columns.agencyID] = agency.id
                row[columns.agencyName] = agency.name
                row[columns.agencyURL] = agency.url
                row[columns.agencyTimezone] = agency.zone
                row[columns.agencyLang] = agency.language
            }
            row[columns.serviceFirstDate] = feed.firstDay
            row[columns.serviceLastDate] = feed.lastDay
            row[columns.serviceDays] = feed.dayCount
            row.objects(columns.modes, feed.modes) { row, mode in
                let columns = Tables.SummaryMode.columns
                row[columns.routeType] = mode.type
                row[columns.mode] = mode.word
                row[columns.routes] = mode.routes
                row[columns.trips] = mode.trips
            }
            row.numbers(
                columns.bbox, feed.bounds.map { [$0.west, $0.south, $0.east, $0.north] }, decimals: 6)
            row.texts(columns.features, feed.features.map(\.name))
            row.objects(columns.tables, feed.tables) { row, fill in
                let columns = Tables.SummaryTable.columns
                row[columns.file] = Tables.file(of: fill.table)
                row[columns.rows] = fill.rows
                row.texts(columns.columnsWithValues, fill.columns.map(\.name))
            }
            row[columns.fingerprint] = feed.fingerprint
        }
    }

    // MARK: For people

    private struct Section {
        let title: String
        let id: String
        let lines: [(name: String, value: String)]
        let columns: [TextTable.Column]
        var rowCount: Int { columns.first?.cells.count ?? 0 }
    }

    /// Values stand in one column.
    private static func text(_ line: (name: String, value: String)) -> String {
        let blanks = String(repeating: " ", count: max(1, 14 - line.name.count))
        return "  \(line.name)\(blanks)\(Finding.printable(line.value, limit: 1000))\n"
    }

    private var sections: [Section] { (feed.map { [section(of: $0)] } ?? []) + archive.map(section) }

    private func section(of feed: FeedSummary) -> Section {
        var lines: [(String, String)] = []
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { lines.append((name, value)) } }
        add("publisher", feed.publisher.name)
        add("version", feed.publisher.version)
        add("valid", SummaryOutput.span(feed.publisher.first, feed.publisher.last))
        let names = feed.agencies.prefix(5).compactMap(\.name).joined(separator: ", ")
        add("agencies", feed.agencyCount > 5 ? "\(names) and \(grouped(feed.agencyCount - 5)) more" : names)
        add("time zone", Set(feed.agencies.compactMap(\.zone)).sorted().joined(separator: ", "))
        let span = SummaryOutput.span(feed.firstDay, feed.lastDay).map {
            "\($0), \(counted(feed.dayCount, "day")) with service"
        }
        add("service", span ?? "no trip ever runs")
        add(
            "modes",
            feed.modes.map { mode in
                "\(mode.word ?? mode.type.map { "route_type \($0)" } ?? "no valid route_type") "
                    + "(\(counted(mode.routes, "route")), \(counted(mode.trips, "trip")))"
            }.joined(separator: ", "))
        add(
            "area",
            feed.bounds.map {
                "\(fixed($0.south, 4)), \(fixed($0.west, 4)) to \(fixed($0.north, 4)), \(fixed($0.east, 4))"
            })
        add("features", feed.features.map(\.name).joined(separator: ", "))
        add("bytes", feed.bytes.map(grouped))
        add("fingerprint", feed.fingerprint)
        let columns = [
            TextTable.Column(title: "file", isNumber: false, cells: feed.tables.map { Tables.file(of: $0.table) }),
            TextTable.Column(title: "rows", isNumber: true, cells: feed.tables.map { grouped($0.rows) }),
            TextTable.Column(title: "columns", isNumber: true, cells: feed.tables.map { String($0.columns.count) }),
        ]
        return Section(
            title: feed.source == "-" ? "standard input" : InputFile.displayName(feed.source), id: "feed", lines: lines,
            columns: columns)
    }

    private func section(of summary: ArchiveSummary) -> Section {
        var lines: [(String, String)] = [("records", grouped(summary.fill.rows))]
        if let first = summary.times.first, let last = summary.times.last {
            lines.append(("span", "\(Zone.utc.rfc3339(first)) to \(Zone.utc.rfc3339(last))"))
        }
        lines.append(("messages", "\(grouped(summary.times.count)) distinct timestamps"))
        if let interval = summary.intervalP50 { lines.append(("interval", "\(interval) s (median)")) }
        let gaps = summary.gaps
        if let longest = gaps.max(by: { $0.to - $0.from < $1.to - $1.from }) {
            lines.append(
                (
                    "gaps",
                    "\(grouped(gaps.count)) of more than 5 minutes; the longest, \(grouped(longest.to - longest.from)) s, "
                        + "begins at \(Zone.utc.rfc3339(longest.from))"
                ))
        }
        for (name, count) in [
            ("vehicles", summary.vehicles), ("trips", summary.trips), ("routes", summary.routes),
            ("stops", summary.stops),
        ] {
            if let count, count > 0 { lines.append((name, grouped(count))) }
        }
        let fields = summary.fill.columns
        let columns = [
            TextTable.Column(title: "field", isNumber: false, cells: fields.map(\.name)),
            TextTable.Column(title: "values", isNumber: true, cells: fields.map { grouped($0.count) }),
            TextTable.Column(
                title: "% of records", isNumber: true,
                cells: fields.map { field in
                    // Of a member of an array it would be no share.
                    field.name.contains(".")
                        ? "" : fixed(Double(field.count) / Double(max(summary.fill.rows, 1)) * 100, 1)
                }),
        ]
        return Section(
            title: summary.fill.table, id: summary.fill.table, lines: lines,
            columns: columns)
    }

    private func counted(_ count: Int, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    private static func span(_ first: Int?, _ last: Int?) -> String? {
        guard first != nil || last != nil else { return nil }
        let words = [first, last].map { $0.map { CivilDate(daysSinceEpoch: $0).text } ?? "…" }
        return words.joined(separator: " to ")
    }

    private static let style =
        "h1{margin:1rem 20px .5rem}"
        + "dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem;margin:0 20px;max-width:60rem}"
        + "dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}"

    private func writePage() throws {
        let title = "Summary of " + (feed == nil ? "realtime messages" : sections.first?.title ?? "")
        try ChartPage(title: title, style: SummaryOutput.style)
            .write(sections: title, to: context.sink) {
                for section in sections {
                    try context.sink.text("<h2>\(MarkupText.escaped(section.title))</h2>\n<dl>\n")
                    for line in section.lines {
                        try context.sink.text(
                            "<dt>\(MarkupText.escaped(line.name))</dt><dd><bdi>\(MarkupText.escaped(line.value))</bdi></dd>\n"
                        )
                    }
                    try context.sink.text("</dl>\n")
                    let table = try ChartTable(
                        section.id == "feed" ? "Files" : "Fields", id: section.id,
                        introduction: section.id == "feed"
                            ? "Columns are counted if they have at least one value."
                            : "Fields that have a value at least once.",
                        columns: section.columns.map(\.title), to: context.sink)
                    for row in 0..<section.rowCount {
                        try table.write(
                            section.columns.map { $0.isNumber ? .number($0.cells[row]) : .text($0.cells[row]) })
                    }
                    try table.end()
                }
            }
    }
}
