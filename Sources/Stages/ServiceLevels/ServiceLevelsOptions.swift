import Reports
import StageKit

/// What `service-levels` is asked to count.
package struct ServiceLevelsOptions: StageOptions {
    /// The keys that `--by` may name.
    private static let knownKeys: [ReportKey] = [
        .routeID, .directionID, .stopID, .hour, .weekday, .dayType, .date,
    ]

    package static var keyNames: [String] { knownKeys.map(\.name) }

    /// nil for route and date, of a calendar for the date alone.
    package var keys: [ReportKey]?
    /// Service days, days after 1970-01-01; nil for all of the timetable.
    package var dates: ClosedRange<Int>?
    /// Monday's bit is the lowest; nil for every day.
    package var weekdays: UInt8?
    /// The part of each service day that is looked at.
    package var window = ServiceDayWindow()
    /// Leaves out rows of stops without service.
    package var servedOnly = false
    package var format = ReportFormat.ndjson
    /// A zip, a folder, a store or a file of records; nil for `files`.
    package var feed: String?
    /// A file of visits that are counted beside the timetable; `-` is standard input.
    package var observed: String?
    /// Records; none is standard input.
    package var files: [String] = []

    package init() {}

    /// What is grouped by.
    var usedKeys: [ReportKey] { keys ?? (format.isPicture ? [.date] : [.routeID, .date]) }

    package var problem: String? {
        if feed != nil, !files.isEmpty { return "--feed and FILE cannot be combined; give one of them" }
        if let keys {
            if let problem = ReportKey.problem(of: keys) { return problem }
            if format.isPicture, !keys.contains(.date) {
                return "--format \(format.rawValue) draws a calendar and needs --by with date"
            }
        }
        if servedOnly, !usedKeys.contains(.stopID) {
            return "--served-only needs --by with stop_id"
        }
        if observed != nil, format.isPicture {
            return "--observed needs a format of records or tables; --format \(format.rawValue) draws planned trips "
                + "only"
        }
        if observed == "-", feed == "-" || feed == nil && (files.isEmpty || files.contains("-")) {
            return "--observed - reads the visits from standard input, so the timetable must come from a file"
        }
        return window.problem
    }

    package func problem(with common: CommonOptions) -> String? {
        if observed != nil, !common.conditions.isEmpty {
            return "--observed cannot be combined with --where; choose records of the output instead"
        }
        return format.problem(with: common)
    }

    package func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        if feed == nil { named.read(files.isEmpty ? ["-"] : files) }
        if let observed { named.read([observed], as: "--observed") }
    }

    // MARK: As it is written

    /// Takes the keys that `--by` names.
    package mutating func setKeys(_ text: String) throws(UnusableOption) {
        keys = try ReportKey.list(text, among: ServiceLevelsOptions.knownKeys)
    }
}
