import Reports
import StageKit
import TimeZones

/// What `performance-report` is asked to do.
public struct PerformanceReportOptions: StageOptions {
    public enum Kind: String, Sendable, CaseIterable {
        case punctuality, headways, segments, load, delivery, predictions
    }

    public enum OwnFormat: String, OutputFormat {
        case ndjson, markdown, table, html, svg

        public var gloss: String? {
            switch self {
            case .html: "a page"
            case .svg: "a picture"
            default: nil
            }
        }
    }

    public typealias Format = StageFormat<OwnFormat>

    /// Which end of a visit is looked at.
    public enum VisitEnd: String, Sendable, CaseIterable {
        case departure, arrival
    }

    /// `OccupancyLevel`, as it is typed.
    public enum Level: String, Sendable, CaseIterable {
        case low, moderate, high
        case veryCrowded = "very_crowded"
    }

    /// What has one maximum load point, beside the keys.
    public enum LoadPoint: String, Sendable, CaseIterable {
        case pattern, route
    }

    /// nil only with `mergesPartials`, for that of the parts.
    public var kind: Kind?
    /// Further figures on the same page.
    public var others: [Kind] = []
    /// The keys asked for; nil for route and hour, or when merging for those of the parts.
    public var keys: [PerformanceKey]?
    /// nil for an hour, or when merging for that of the parts.
    public var bin: TimeBin?
    /// A schedule that gives names and the places of stops.
    public var feed: String?
    /// An IANA name; nil for the clock that the records' times are written on.
    public var timezone: String?
    public var window = ReportWindow()
    public var format = Format.own(.ndjson)
    /// Writes `performance_partials` instead of a report.
    public var writesPartials = false
    /// Reads `performance_partials` instead of visits.
    public var mergesPartials = false
    /// Records; none is standard input.
    public var files: [String] = []

    // Parameters of a kind of figures; nil where they are not given.

    /// Seconds.
    public var early: Int?
    public var late: Int?
    public var end: VisitEnd?
    public var timepointsOnly = false
    public var bunched: Double?
    public var gapped: Double?
    /// Seconds.
    public var longestHeadway: Int?
    public var crowded: Level?
    public var loadPoint: LoadPoint?
    /// What rows are sorted by; nil for their keys.
    public var sort: RowSort?

    public init() {}

    static let usualKeys: [PerformanceKey] = [.routeID, .hour]

    public var problem: String? {
        if kind == nil, !mergesPartials { return "name the figures with --of: \(PerformanceReportOptions.kinds)" }
        if let keys {
            if keys.isEmpty { return "--by names no key" }
            for (place, key) in keys.enumerated() where keys[..<place].contains(key) {
                return "--by names \(key.name) twice"
            }
            if let kind, let reason = kind.conflict(with: keys) { return reason }
            if let kind, let reason = PerformanceReportOptions.conflict(of: kind, keys, format) { return reason }
        }
        if let reason = problemOfPage { return reason }
        if let kind, let stranger = given.first(where: { $0.kind != kind && !others.contains($0.kind) }) {
            return "\(stranger.option) belongs to --of \(stranger.kind.rawValue), not to --of \(kind.rawValue)"
        }
        for (share, option) in [(bunched, "--bunched"), (gapped, "--gapped")] {
            if let share, !(share.isFinite && share >= 0) { return "\(option) takes a number from 0" }
        }
        if let reason = window.problem { return reason }
        if writesPartials {
            if mergesPartials { return "--partial and --merge exclude each other" }
            if format != .own(.ndjson) { return "--partial writes records: it needs --format ndjson" }
            if sort != nil { return "--sort belongs to the run with --merge, not to --partial" }
        }
        if mergesPartials, !window.isEverything {
            return "--from, --to and --days belong to the runs with --partial, not to --merge"
        }
        if let sort, !others.isEmpty {
            return "--sort \(sort.column): several kinds of figures have no columns in common"
        }
        if let sort, let kind, !mergesPartials || keys != nil {
            let names = PerformanceColumns(
                kind, keys: kind.keys(keys ?? PerformanceReportOptions.usualKeys), zone: timezone
            ).names
            if !names.contains(sort.column) { return sort.unknownColumn(names) }
        }
        return nil
    }

    /// What is wrong with several kinds on one page.
    private var problemOfPage: String? {
        guard let kind, !others.isEmpty else { return nil }
        let kinds = [kind] + others
        if let twice = kinds.first(where: { kind in kinds.count { $0 == kind } > 1 }) {
            return "--of names \(twice.rawValue) twice"
        }
        if format != .own(.html) || mergesPartials || writesPartials {
            return "several kinds of figures share a page: --of with more than one needs --format html"
        }
        if files.isEmpty || files.contains("-") {
            return "several kinds of figures are read one after the other: name files, not standard input"
        }
        if let keys {
            for kind in others {
                if let reason = kind.conflict(with: keys) { return reason }
                if let reason = PerformanceReportOptions.conflict(of: kind, keys, format) { return reason }
            }
        }
        return nil
    }

    /// The kinds that `--of` names.
    public static func kinds(_ text: String) throws(UnusableOption) -> [Kind] {
        var kinds: [Kind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Kind(rawValue: String(name)) else {
                let known = NearestNames.words(String(name), among: Kind.allCases.map(\.rawValue))
                throw UnusableOption("--of: no figures '\(name)'; \(known)")
            }
            kinds.append(kind)
        }
        return kinds
    }

    public func problem(with common: CommonOptions) -> String? {
        if common.feedID != nil, let keys, keys.contains(.feedID) {
            return "--feed-id would overwrite the key feed_id of --by"
        }
        if common.passThrough, format != .own(.ndjson) {
            return "--pass-through forwards records: it needs --format ndjson"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }

    /// The parameters that were given.
    var given: [PerformanceParameters.Name] {
        PerformanceParameters.Name.allCases.filter { name in
            switch name {
            case .early: early != nil
            case .late: late != nil
            case .at: end != nil
            case .timepoints: timepointsOnly
            case .bunched: bunched != nil
            case .gapped: gapped != nil
            case .maxHeadway: longestHeadway != nil
            case .crowded: crowded != nil
            case .loadPoint: loadPoint != nil
            }
        }
    }

    /// Why a picture cannot show groups by these keys, or nil.
    static func conflict(of kind: Kind, _ keys: [PerformanceKey], _ format: Format) -> String? {
        guard format == .own(.html) || format == .own(.svg), keys.count > PerformanceDrawing.mostKeys,
            PerformanceDrawing.isHeatMap(kind, keys)
        else { return nil }
        return
            "--format \(format.rawValue) draws at most \(PerformanceDrawing.mostKeys) keys: rows, columns, pictures; "
            + "there are \(keys.count)"
    }

    // MARK: As it is written

    /// Every kind in a sentence.
    static let kinds =
        Kind.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
        + " or " + (Kind.allCases.last?.rawValue ?? "")

    /// The keys that `--by` names.
    public static func keys(_ text: String) throws(UnusableOption) -> [PerformanceKey] {
        var keys: [PerformanceKey] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let key = PerformanceKey(named: String(name)) else {
                let known = NearestNames.words(String(name), among: PerformanceKey.allCases.map(\.name))
                throw UnusableOption("--by: no key '\(name)'; \(known)")
            }
            keys.append(key)
        }
        return keys
    }

    /// Whole seconds of an option's length of time.
    public static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        guard let span = TimeSpan(text), span.nanoseconds % 1_000_000_000 == 0 else {
            throw UnusableOption("\(option) takes whole seconds such as 60s, 5m or 300")
        }
        return span.seconds
    }
}

extension PerformanceReportOptions.Kind {
    /// Why figures of this kind cannot be grouped by these keys, or nil.
    func conflict(with keys: [PerformanceKey]) -> String? {
        switch self {
        case .delivery:
            guard let key = keys.first(where: { $0 == .stopID || $0 == .stopSequence }) else { return nil }
            return "--by \(key.name): trips are delivered as a whole, --of delivery knows no stops"
        case .segments:
            guard keys.contains(.stopID) else { return nil }
            return
                "--by stop_id: a segment has two stops, from_stop_id and to_stop_id, by which rows are told apart anyway"
        default: return nil
        }
    }

    /// The keys of a row: those asked for, and for load those of the place along the way.
    func keys(_ asked: [PerformanceKey]) -> [PerformanceKey] {
        guard self == .load else { return asked }
        return asked + [.patternID, .stopSequence, .stopID].filter { !asked.contains($0) }
    }
}
