import Reports
import ServiceFigures
import StageKit

/// What `service-levels` is asked to count.
public struct ServiceLevelsOptions: StageOptions {
    public enum OwnFormat: String, OutputFormat {
        case ndjson, markdown, table, html, svg

        public var gloss: String? {
            switch self {
            case .html: "a calendar as a page"
            case .svg: "as a picture"
            default: nil
            }
        }

        /// Whether it is a calendar.
        var isPicture: Bool { self == .html || self == .svg }
    }

    public typealias Format = StageFormat<OwnFormat>
    private var isPicture: Bool { if case .own(let format) = format { format.isPicture } else { false } }

    /// nil for route and date, of a calendar for the date alone.
    package var keys: [LevelKey]?
    /// Service days, days after 1970-01-01; nil for all of the timetable.
    public var dates: ClosedRange<Int>?
    /// Monday's bit is the lowest; nil for every day.
    public var weekdays: UInt8?
    /// The part of each service day that is looked at.
    public var window = ServiceDayWindow()
    /// Leaves out rows of stops without service.
    public var servedOnly = false
    public var format = Format.own(.ndjson)
    /// A zip, a folder, a store or a file of records; nil for `files`.
    public var feed: String?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    /// What is grouped by.
    var usedKeys: [LevelKey] { keys ?? (isPicture ? [.date] : [.routeID, .date]) }

    public var problem: String? {
        if feed != nil, !files.isEmpty { return "--feed names the feed, and FILE its records: give one of them" }
        if let keys {
            for (place, key) in keys.enumerated() where keys[..<place].contains(key) {
                return "--by names \(key.name) twice"
            }
            if isPicture, !keys.contains(.date) {
                return "--format \(format.rawValue) draws a calendar: --by needs date"
            }
        }
        if servedOnly, !usedKeys.contains(.stopID) {
            return "--served-only leaves out stops without service: it needs --by with stop_id"
        }
        return window.problem
    }

    public func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, format != .own(.ndjson) else { return nil }
        return "--pass-through forwards records: it needs --format ndjson"
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        if feed == nil { named.read(files.isEmpty ? ["-"] : files) }
    }

    // MARK: As it is written

    /// Takes the keys that `--by` names.
    public mutating func setKeys(_ text: String) throws(UnusableOption) { keys = try LevelKey.list(text) }
}
