import Charts
import Reports
import StageKit
import TimeZones

/// What `performance-report` is asked to do.
@dynamicMemberLookup
package struct PerformanceReportOptions: StageOptions {
    /// nil only when merging, for that of the parts.
    package var kind: Kind?
    /// Further figures on the same page.
    package var others: [Kind] = []
    /// What every report is asked. The feed gives names and the places of stops; without `timezone` times are read off the
    /// clock that they are written on.
    package var report = ReportOptions()
    /// What kinds of figures are counted by.
    package var parameters = PerformanceParameters()

    /// The keys that `--by` may name.
    package static let knownKeys: [ReportKey] = [
        .routeID, .directionID, .patternID, .tripID, .stopID, .stopSequence, .vehicleID, .hour, .timeBin, .weekday,
        .dayType, .serviceDate, .feedID,
    ]

    package init() {}

    package subscript<Value>(dynamicMember path: WritableKeyPath<ReportOptions, Value>) -> Value {
        get { report[keyPath: path] }
        set { report[keyPath: path] = newValue }
    }

    private var all: [Kind] { (kind.map { [$0] } ?? []) + others }

    /// The parameters that were given, each with its kind.
    var given: [(kind: Kind, parameter: PerformanceParameter)] {
        Kind.allCases.flatMap { kind in kind.count.parameters.map { (kind, $0) } }
            .filter { parameters.isGiven($0.parameter) }
    }

    package var problem: String? {
        if kind == nil, !report.mergesPartials {
            return "--of is required: \(PerformanceReportOptions.kinds)"
        }
        if let keys = report.keys {
            for kind in all { if let reason = conflict(of: kind, keys) { return reason } }
        }
        if let reason = problemOfPage { return reason }
        if let kind, let stranger = given.first(where: { !all.contains($0.kind) }) {
            return "\(stranger.parameter.option) works with --of \(stranger.kind.rawValue), "
                + "not with --of \(kind.rawValue)"
        }
        for (_, parameter) in given {
            if case .number(let share, _) = parameters[parameter], !(share.isFinite && share >= 0) {
                return "\(parameter.option) takes a number, 0 or more"
            }
        }
        if let sort = report.sort, !others.isEmpty {
            return "--sort \(sort.column) works with a single kind in --of"
        }
        return report.problem { keys in kind.map { $0.columns($0.keys(keys), zone: report.timezone).names } }
    }

    /// What is wrong with several kinds on one page.
    private var problemOfPage: String? {
        guard !others.isEmpty else { return nil }
        if let twice = all.first(where: { kind in all.count { $0 == kind } > 1 }) {
            return "--of names \(twice.rawValue) twice"
        }
        if report.format != .html || report.mergesPartials || report.writesPartials {
            return "--of with several kinds needs --format html"
        }
        if report.files.isEmpty || report.files.contains("-") {
            return "--of with several kinds reads the input several times; name files instead of standard input"
        }
        return nil
    }

    /// Why figures of a kind cannot be grouped by these keys, or not in a picture, or nil.
    func conflict(of kind: Kind, _ keys: [ReportKey]) -> String? {
        if let reason = kind.count.conflict(with: keys) { return reason }
        return kind.count.drawsHeatMaps && PerformanceDrawing.areOfHeatMap(keys)
            ? report.tooManyKeys(keys, most: HeatMap.mostKeys) : nil
    }

    package func problem(with common: CommonOptions) -> String? { report.problem(with: common) }

    package func addFiles(to named: inout NamedFiles, in world: World) { report.addFiles(to: &named) }

    // MARK: As it is written

    /// The kinds that `--of` names.
    package static func kinds(_ text: String) throws(UnusableOption) -> [Kind] {
        var kinds: [Kind] = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = Kind(rawValue: String(name)) else {
                let known = NearestNames.words(String(name), among: Kind.allCases.map(\.rawValue))
                throw UnusableOption("--of: unknown kind '\(name)'; \(known)")
            }
            kinds.append(kind)
        }
        return kinds
    }

    /// Every kind in a sentence.
    private static let kinds =
        Kind.allCases.dropLast().map(\.rawValue).joined(separator: ", ")
        + " or " + (Kind.allCases.last?.rawValue ?? "")

    /// Whole seconds of an option's length of time.
    package static func seconds(_ text: String, _ option: String) throws(UnusableOption) -> Int {
        guard let span = TimeSpan(text), span.nanoseconds % 1_000_000_000 == 0 else {
            throw UnusableOption("\(option) takes whole seconds such as 60s, 5m or 300")
        }
        return span.seconds
    }
}
