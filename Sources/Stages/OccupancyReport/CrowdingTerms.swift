import Contract
import Reports
import StageKit
import TimeZones

/// What all parts of one report of crowding must have in common.
struct CrowdingTerms: PartTerms {
    /// With instants in the place of local times.
    var report: ReportTerms
    var countsCarriages: Bool
    var deduplication: OccupancyReportOptions.Deduplication

    static let version = 1
    typealias Part = Tables.OccupancyPartials
    private static let part = Part.columns
    static let heads = [
        part.partialVersion.json, part.by.json, part.carriages.json, part.deduplicate.json, part.timezone.json,
        part.bin.json, part.days.json, part.from.json, part.to.json,
    ]

    init(_ report: ReportTerms, countsCarriages: Bool, _ deduplication: OccupancyReportOptions.Deduplication) {
        self.report = report
        self.countsCarriages = countsCarriages
        self.deduplication = deduplication
    }

    init(_ record: Record) throws {
        let part = CrowdingTerms.part
        func broken<V, P>(_ column: Column<Tables.OccupancyPartials, V, P>) -> BrokenPart {
            BrokenPart(column.name, isMissing: !record[column].isPresent)
        }
        guard record[part.partialVersion].integer == CrowdingTerms.version else { throw broken(part.partialVersion) }
        var keys: [ReportKey] = []
        try record[part.by].forEachElement { value in
            let key = value.string.flatMap { name in OccupancyReportOptions.knownKeys.first { $0.name == name } }
            guard let key else { throw broken(part.by) }
            keys.append(key)
        }
        guard ReportKey.problem(of: keys) == nil else { throw broken(part.by) }
        guard let carriages = record[part.carriages].bool else { throw broken(part.carriages) }
        let word = record[part.deduplicate].string
        guard let deduplication = word.flatMap(OccupancyReportOptions.Deduplication.init(rawValue:)) else {
            throw broken(part.deduplicate)
        }
        var window = ReportWindow()
        if record[part.days].isPresent {
            var names: [String] = []
            record[part.days].forEachElement { names.append($0.string ?? "") }
            guard let days = try? ReportWindow.weekdays(names.joined(separator: ",")) else { throw broken(part.days) }
            window.weekdays = days
        }
        func time(_ column: Column<Tables.OccupancyPartials, Text, IfKnown>) throws -> WrittenTime? {
            guard record[column].isPresent else { return nil }
            switch record[column].string.flatMap({ WrittenTime($0) }) {
            case .local?, nil: throw broken(column)
            case let time?: return time
            }
        }
        window.from = try time(part.from)
        window.to = try time(part.to)
        let zone = record[part.timezone].string
        guard (zone != nil) == CrowdingTerms.readsClock(keys, window) else { throw broken(part.timezone) }
        let bin = record[part.bin].string.flatMap { try? TimeBin($0) }
        guard (bin != nil) == keys.contains(.timeBin), (bin != nil) == record[part.bin].isPresent else {
            throw broken(part.bin)
        }
        self.init(
            ReportTerms(keys: keys, bin: bin, zone: zone, window: window), countsCarriages: carriages, deduplication)
    }

    /// Whether anything of a report depends on the zone.
    static func readsClock(_ keys: [ReportKey], _ window: ReportWindow) -> Bool {
        keys.contains { $0.isLocal } || !window.isEverything
    }

    var words: String {
        report.words + " --deduplicate \(deduplication.rawValue)" + (countsCarriages ? " --carriages" : "")
    }

    /// What of the command line parts made with these terms are not, or nil.
    func conflict(with options: OccupancyReportOptions) -> String? {
        if let conflict = report.conflict(with: options.report, readsClock: report.zone != nil) { return conflict }
        if let deduplication = options.deduplication, deduplication != self.deduplication {
            return "--deduplicate \(deduplication.rawValue)"
        }
        return options.countsCarriages && !countsCarriages ? "--carriages" : nil
    }

    func write(_ row: Row<Tables.OccupancyPartials>, _ columns: Tables.OccupancyPartials) {
        row[columns.partialVersion] = CrowdingTerms.version
        row.texts(columns.by, report.keys.map(\.name))
        row[columns.carriages] = countsCarriages
        row[columns.deduplicate] = deduplication.rawValue
        row[columns.timezone] = report.zone
        row[columns.bin] = report.bin?.length
        if let days = report.window.dayNames { row.texts(columns.days, days) }
        row[columns.from] = report.window.from.map(ReportWindow.text)
        row[columns.to] = report.window.to.map(ReportWindow.text)
    }
}
