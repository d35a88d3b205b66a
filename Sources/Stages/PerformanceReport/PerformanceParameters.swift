import Reports
import TimeZones

/// What the figures are counted by beside their keys; parts of one report have them in common.
struct PerformanceParameters: Equatable, Sendable {
    /// Seconds.
    var early = 60
    var late = 300
    var end = PerformanceReportOptions.VisitEnd.departure
    var timepointsOnly = false
    var headways = HeadwayRules()
    var crowded = PerformanceReportOptions.Level.high
    var loadPoint = PerformanceReportOptions.LoadPoint.pattern

    init() {}

    init(_ options: PerformanceReportOptions) {
        if let early = options.early { self.early = early }
        if let late = options.late { self.late = late }
        if let end = options.end { self.end = end }
        timepointsOnly = options.timepointsOnly
        if let bunched = options.bunched { headways.bunched = bunched }
        if let gapped = options.gapped { headways.gapped = gapped }
        if let longest = options.longestHeadway { headways.longest = longest }
        if let crowded = options.crowded { self.crowded = crowded }
        if let loadPoint = options.loadPoint { self.loadPoint = loadPoint }
    }

    /// Those that a kind of figures knows, by their names in a part and as options.
    enum Name: String, CaseIterable {
        case early, late, at, timepoints, bunched, gapped
        case maxHeadway = "max_headway"
        case crowded
        case loadPoint = "load_point"

        var option: String { "--" + rawValue.split(separator: "_").joined(separator: "-") }

        /// The kind that it belongs to.
        var kind: PerformanceReportOptions.Kind {
            switch self {
            case .early, .late, .at, .timepoints: .punctuality
            case .bunched, .gapped, .maxHeadway: .headways
            case .crowded, .loadPoint: .load
            }
        }
    }

    /// A parameter's value as a part has it, numbers as numbers.
    subscript(name: Name) -> PerformanceCell {
        switch name {
        case .early: .integer(early)
        case .late: .integer(late)
        case .at: .text(end.rawValue)
        case .timepoints: .flag(timepointsOnly)
        case .bunched: .number(headways.bunched, decimals: -1)
        case .gapped: .number(headways.gapped, decimals: -1)
        case .maxHeadway: .integer(headways.longest)
        case .crowded: .text(crowded.rawValue)
        case .loadPoint: .text(loadPoint.rawValue)
        }
    }

    /// As it would be typed.
    func words(of kind: PerformanceReportOptions.Kind) -> String {
        var words = ""
        for name in Name.allCases where name.kind == kind {
            switch self[name] {
            case .flag(let isSet): if isSet { words += " \(name.option)" }
            case .text(let text): words += " \(name.option) \(text)"
            case .number(let number, _): words += " \(name.option) \(number)"
            case .integer(let seconds): words += " \(name.option) \(TimeSpan(seconds: seconds).text)"
            case .null, .share: break
            }
        }
        return words
    }
}
