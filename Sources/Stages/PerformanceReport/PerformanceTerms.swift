import Contract
import NDJSON
import Reports
import StageKit
import TimeZones

/// What all parts of one report must have in common.
struct PerformanceTerms: Equatable {
    var kind: PerformanceReportOptions.Kind
    /// As they were asked for.
    var keys: [PerformanceKey]
    var parameters: PerformanceParameters
    /// Of bins of the day; nil where no key is one.
    var binSeconds: Int?
    /// nil where nothing is read off a clock, or it is each time's own.
    var zone: String?
    /// The window as it would be typed; nil where everything is looked at.
    var window: String?

    static let version = 2

    init(
        kind: PerformanceReportOptions.Kind, keys: [PerformanceKey], parameters: PerformanceParameters, bin: TimeBin,
        window: ReportWindow, zone: String?
    ) {
        self.kind = kind
        self.keys = keys
        self.parameters = parameters
        binSeconds = keys.contains(.timeBin) ? bin.seconds : nil
        self.zone = keys.contains { $0.isOfTime } || !window.isEverything ? zone : nil
        self.window = window.isEverything ? nil : String(window.words.dropFirst())
    }

    /// The keys of a row.
    var rowKeys: [PerformanceKey] { kind.keys(keys) }

    private static let bin: StaticString = "bin"
    private static let window: StaticString = "window"

    /// Those of a part's head.
    static let heads: [Column<Tables.PerformancePartials, Anything, WhereAsked>] = {
        let part = Tables.PerformancePartials.columns
        return [part.partialVersion.json, part.of.json, part.by.json, part.parameters.json, part.timezone.json]
    }()

    func write(_ row: Row<Tables.PerformancePartials>, _ columns: Tables.PerformancePartials) {
        row[columns.partialVersion] = PerformanceTerms.version
        row[columns.of] = kind.rawValue
        row.texts(columns.by, keys.map(\.name))
        row.json(columns.parameters) { writer in
            writer.beginObject()
            for name in PerformanceParameters.Name.allCases where name.kind == kind {
                writer.separator()
                writer.string(name.rawValue)
                writer.append(":")
                parameters[name].write(to: writer)
            }
            if let binSeconds { PartWriter(writer: writer).integer(PerformanceTerms.bin, binSeconds) }
            if let window { PartWriter(writer: writer).text(PerformanceTerms.window, window) }
            writer.endObject()
        }
        row[columns.timezone] = zone
    }

    /// The terms of a part.
    /// - Throws: `BrokenPart` for what `--partial` does not write.
    init(_ record: Record) throws(BrokenPart) {
        let part = Tables.PerformancePartials.columns
        guard record[part.partialVersion].integer == PerformanceTerms.version else {
            throw BrokenPart(member: "partial_version")
        }
        guard let kind = record[part.of].string.flatMap(PerformanceReportOptions.Kind.init(rawValue:)) else {
            throw BrokenPart(member: "of")
        }
        var keys: [PerformanceKey?] = []
        record[part.by].forEachElement { keys.append($0.string.flatMap(PerformanceKey.init(named:))) }
        let known = keys.compactMap { $0 }
        guard !known.isEmpty, known.count == keys.count, Set(known).count == known.count,
            kind.conflict(with: known) == nil
        else { throw BrokenPart(member: "by") }
        self.kind = kind
        self.keys = known
        parameters = PerformanceParameters()
        binSeconds = nil
        zone = record[part.timezone].string
        window = nil
        var isSound = record[part.parameters].kind == .object
        var names: Set<String> = []
        record[part.parameters].forEachMember { key, value in
            let name = String(decoding: key.inside, as: UTF8.self)
            names.insert(name)
            if name == "\(PerformanceTerms.bin)" {
                binSeconds = value.integer
            } else if name == "\(PerformanceTerms.window)" {
                window = value.string
                isSound = window != nil && isSound
            } else if let parameter = PerformanceParameters.Name(rawValue: name), parameter.kind == kind {
                isSound = parameters.set(parameter, value) && isSound
            } else {
                isSound = false
            }
        }
        let expected =
            PerformanceParameters.Name.allCases.filter { $0.kind == kind }.map(\.rawValue)
            + (known.contains(.timeBin) ? ["\(PerformanceTerms.bin)"] : [])
        guard isSound, names.subtracting(["\(PerformanceTerms.window)"]) == Set(expected),
            binSeconds.map({ $0 > 0 && 86_400 % $0 == 0 }) ?? true
        else {
            throw BrokenPart(member: "parameters")
        }
    }

    /// As it would be typed.
    var words: String {
        "--of \(kind.rawValue) --by \(keys.map(\.name).joined(separator: ","))"
            + (binSeconds.map { " --bin \(TimeSpan(seconds: $0).text)" } ?? "")
            + (window.map { " " + $0 } ?? "") + (zone.map { " --timezone \($0)" } ?? "") + parameters.words(of: kind)
    }

    /// Why parts made with these terms are not what the command line asks for, or nil.
    func conflict(with options: PerformanceReportOptions) -> String? {
        let made = "this part was made with \(words), which is not"
        if let kind = options.kind, kind != self.kind { return "\(made) --of \(kind.rawValue)" }
        if let keys = options.keys, keys != self.keys {
            return "\(made) --by \(keys.map(\.name).joined(separator: ","))"
        }
        if let bin = options.bin, let binSeconds, bin.seconds != binSeconds {
            return "\(made) --bin \(bin.length)"
        }
        if let zone = options.timezone, keys.contains(where: { $0.isOfTime }) || window != nil, zone != self.zone {
            return "\(made) --timezone \(zone)"
        }
        let asked = PerformanceParameters(options)
        for name in options.given where name.kind != kind || asked[name] != parameters[name] {
            return "\(made) what \(name.option) asks for"
        }
        return nil
    }
}

extension PerformanceParameters {
    /// Takes a parameter as a part has it; false for what `--partial` does not write.
    mutating func set(_ name: Name, _ value: JSONValue) -> Bool {
        func seconds() -> Int? { value.integer.flatMap { (0...(1 << 40)).contains($0) ? $0 : nil } }
        func share() -> Double? { value.double.flatMap { $0 >= 0 ? $0 : nil } }
        switch name {
        case .early:
            guard let early = seconds() else { return false }
            self.early = early
        case .late:
            guard let late = seconds() else { return false }
            self.late = late
        case .at:
            guard let end = value.string.flatMap(PerformanceReportOptions.VisitEnd.init(rawValue:)) else {
                return false
            }
            self.end = end
        case .timepoints:
            guard let flag = value.bool else { return false }
            timepointsOnly = flag
        case .bunched:
            guard let share = share() else { return false }
            headways.bunched = share
        case .gapped:
            guard let share = share() else { return false }
            headways.gapped = share
        case .maxHeadway:
            guard let longest = seconds() else { return false }
            headways.longest = longest
        case .crowded:
            guard let level = value.string.flatMap(PerformanceReportOptions.Level.init(rawValue:)) else { return false }
            crowded = level
        case .loadPoint:
            guard let point = value.string.flatMap(PerformanceReportOptions.LoadPoint.init(rawValue:)) else {
                return false
            }
            loadPoint = point
        }
        return true
    }
}
