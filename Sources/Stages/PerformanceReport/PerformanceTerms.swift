import Contract
import NDJSON
import Reports
import StageKit

/// What all parts of one report must have in common.
struct PerformanceTerms: PartTerms {
    var kind: PerformanceReportOptions.Kind
    /// With the keys as they were asked for.
    var report: ReportTerms
    var parameters: PerformanceParameters

    private static let version = 2
    private static let bin: StaticString = "bin"
    private static let window: StaticString = "window"

    typealias Part = Tables.PerformancePartials
    private static let part = Part.columns
    static let heads = [
        part.partialVersion.json, part.of.json, part.by.json, part.parameters.json, part.timezone.json,
    ]

    init(_ kind: PerformanceReportOptions.Kind, _ options: PerformanceReportOptions) {
        self.kind = kind
        parameters = options.parameters
        report = ReportTerms(
            keys: options.report.usedKeys, bin: options.bin ?? .hour, zone: options.timezone, window: options.window)
        if !readsClock { report.zone = nil }
    }

    /// The keys of a row.
    var rowKeys: [ReportKey] { kind.keys(report.keys) }

    private var readsClock: Bool { report.keys.contains { $0.isOfClock } || !report.window.isEverything }

    func write(_ row: Row<Tables.PerformancePartials>, _ columns: Tables.PerformancePartials) {
        row[columns.partialVersion] = PerformanceTerms.version
        row[columns.of] = kind.rawValue
        row.texts(columns.by, report.keys.map(\.name))
        row.json(columns.parameters) { writer in
            writer.beginObject()
            for parameter in kind.count.parameters {
                writer.separator()
                writer.string(parameter.name)
                writer.append(":")
                parameters[parameter].write(to: writer)
            }
            PartWriter(writer).integer(PerformanceTerms.bin, report.bin?.seconds)
            if !report.window.isEverything {
                PartWriter(writer).text(PerformanceTerms.window, String(report.window.words.dropFirst()))
            }
            writer.endObject()
        }
        row[columns.timezone] = report.zone
    }

    init(_ record: Record) throws {
        let part = PerformanceTerms.part
        guard record[part.partialVersion].integer == PerformanceTerms.version else {
            throw BrokenPart("partial_version")
        }
        guard let kind = record[part.of].string.flatMap(PerformanceReportOptions.Kind.init(rawValue:)) else {
            throw BrokenPart("of")
        }
        var keys: [ReportKey] = []
        try record[part.by].forEachElement { value in
            let key = value.string.flatMap { name in PerformanceReportOptions.knownKeys.first { $0.name == name } }
            guard let key else { throw BrokenPart("by") }
            keys.append(key)
        }
        guard ReportKey.problem(of: keys) == nil, kind.count.conflict(with: keys) == nil else { throw BrokenPart("by") }
        let broken = BrokenPart("parameters")
        guard record[part.parameters].kind == .object else { throw broken }
        var (bin, window, parameters) = (TimeBin?.none, ReportWindow(), PerformanceParameters())
        var missing = Set(kind.count.parameters.map(\.name))
        try record[part.parameters].forEachMember { key, value in
            if PerformanceTerms.bin.isSame(key.inside) {
                bin = value.integer.flatMap({ TimeBin(seconds: $0) })
                if bin == nil { throw broken }
            } else if PerformanceTerms.window.isSame(key.inside) {
                guard let known = value.string.flatMap({ ReportWindow(words: $0) }) else { throw broken }
                window = known
            } else {
                let name = String(decoding: key.inside, as: UTF8.self)
                guard let parameter = kind.count.parameters.first(where: { $0.name == name }),
                    let known = parameter.read(value)
                else { throw broken }
                parameters[parameter] = known
                missing.remove(name)
            }
        }
        guard missing.isEmpty, (bin != nil) == keys.contains(.timeBin) else { throw broken }
        self.kind = kind
        self.parameters = parameters
        report = ReportTerms(keys: keys, bin: bin, zone: record[part.timezone].string, window: window)
    }

    var words: String { "--of \(kind.rawValue) " + report.words + parameters.words(of: kind) }

    /// What of the command line parts made with these terms are not, or nil.
    func conflict(with options: PerformanceReportOptions) -> String? {
        if let kind = options.kind, kind != self.kind { return "--of \(kind.rawValue)" }
        if let conflict = report.conflict(with: options.report, readsClock: readsClock) { return conflict }
        return options.given.first { $0.kind != kind || options.parameters[$0.parameter] != parameters[$0.parameter] }
            .map { "the value of \($0.parameter.option)" }
    }
}
