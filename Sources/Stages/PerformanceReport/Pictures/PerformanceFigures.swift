import Charts
import Reports
import TimeZones

/// A report's rows as pictures ask them: cells by name, keys as words.
struct PerformanceFigures {
    let rows: PerformanceRows
    let all: [ReportRow]
    private let places: [String: Int]
    private let routes: RouteLabels

    init(_ rows: PerformanceRows) {
        self.rows = rows
        all = rows.all
        routes = rows.routeLabels(all)
        places = Dictionary(
            rows.columns.all.enumerated().map { ($0.element.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
    }

    var keys: [ReportKey] { rows.columns.keys }
    /// What all figures are of.
    var events: Int { all.reduce(0) { $0 + $1.events } }
    /// The clock that keys of time are read off, for a sentence.
    var clock: String { rows.columns.hasZone ? rows.zone.map { "; times: \($0)" } ?? "" : "" }

    func cell(_ row: ReportRow, _ name: String) -> ReportCell { places[name].map { row.cells[$0] } ?? .null }

    func integer(_ row: ReportRow, _ name: String) -> Int? {
        switch cell(row, name) {
        case .integer(let value): value
        case .number(let value, _) where value.magnitude < 1e15: Int(value.rounded())
        default: nil
        }
    }

    func count(_ row: ReportRow, _ name: String) -> Int { integer(row, name) ?? 0 }

    func number(_ row: ReportRow, _ name: String) -> Double? {
        switch cell(row, name) {
        case .integer(let value): Double(value)
        case .number(let value, _): value
        default: nil
        }
    }

    /// Ten-thousandths.
    func share(_ row: ReportRow, _ name: String) -> Int? {
        if case .share(let part) = cell(row, name) { part } else { nil }
    }

    func text(_ row: ReportRow, _ name: String) -> String? {
        if case .text(let text) = cell(row, name), !text.isEmpty { text } else { nil }
    }

    /// How many values a figure is of.
    func basis(_ row: ReportRow, _ name: String) -> Int { places[name].map { rows.bases(row)[$0] } ?? 0 }

    func flag(_ row: ReportRow, _ name: String) -> Bool { cell(row, name) == .flag(true) }

    // MARK: What they are of

    /// The service days, and that rows are sums over them.
    var days: String {
        guard let days = rows.days else { return "" }
        let first = CivilDate(daysSinceEpoch: days.lowerBound).text
        if days.count == 1 { return " Service day \(first)." }
        let text = " Service days \(first) to \(CivilDate(daysSinceEpoch: days.upperBound).text)"
        if keys.contains(.serviceDate) { return text + ", in separate rows." }
        return keys.contains(.weekday) || keys.contains(.dayType)
            ? text + "; each row covers all days of its type." : text + "; each row covers all of them."
    }

    /// What "on time" means, in a sentence.
    var punctualitySentence: String {
        let parameters = rows.parameters
        let end = parameters.end == .departure
        return
            " On time: \(end ? "departures" : "arrivals") at most \(PerformanceFigures.span(parameters.early)) early and "
            + "at most \(PerformanceFigures.span(parameters.late)) late"
            + (parameters.timepointsOnly ? ", at timepoints only" : "")
            + "; each trip's \(end ? "last" : "first") stop is not counted."
    }

    /// Which headways are figures, in a sentence.
    var headwaysSentence: String {
        let rules = rows.parameters.headways
        return " Headways of runs scheduled at most \(PerformanceFigures.span(rules.longest)) after the previous one."
    }

    /// `45 s`, `5 min`, `1 h 30 min`
    private static func span(_ seconds: Int) -> String {
        let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")].filter { $0.0 > 0 }
        return parts.isEmpty ? "0 s" : parts.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }

    // MARK: Keys as words

    /// A key's value as a picture writes it: names where they are known.
    func label(_ key: ReportKey, _ row: ReportRow) -> String {
        if key == .routeID, let name = text(row, key.name).flatMap({ routes.label($0) }) { return name }
        if key == .stopID, let name = text(row, "stop_name") { return name }
        return key.words(cell(row, key.name))
    }

    /// With its key and its id.
    func fullLabel(_ key: ReportKey, _ row: ReportRow) -> String {
        let short = label(key, row)
        guard case .text(let id) = cell(row, key.name), id != short, key == .routeID || key == .stopID else {
            return "\(key.word) \(ChartWords.brief(short))"
        }
        return "\(key.word) \(ChartWords.brief(short)) (\(ChartWords.brief(id)))"
    }

    /// Several keys in one: the first as it is, the others with their words.
    func label(_ keys: [ReportKey], _ row: ReportRow) -> String {
        keys.enumerated().map { $0 == 0 ? label($1, row) : "\($1.word) \(label($1, row))" }.joined(separator: ", ")
    }

    func fullLabel(_ keys: [ReportKey], _ row: ReportRow) -> String {
        keys.map { fullLabel($0, row) }.joined(separator: ", ")
    }

    // MARK: Figures as words

    /// `0:45`, `−1:30`
    static func duration(_ seconds: Int) -> String {
        let size = abs(seconds)
        let text =
            size < 3600
            ? "\(size / 60):\(String(size % 60, digits: 2))"
            : "\(size / 3600):\(String(size / 60 % 60, digits: 2)):\(String(size % 60, digits: 2))"
        return seconds < 0 ? "−" + text : text
    }

    /// `1 of 3` as a share of ten-thousandths.
    static func percent(_ share: Int?) -> String { share.map { ChartWords.percent($0, of: 10_000) } ?? "–" }
}
