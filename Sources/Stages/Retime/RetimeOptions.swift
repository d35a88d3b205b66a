import StageKit
import TimeZones

/// The options of `retime`.
public struct RetimeOptions: StageOptions {
    /// The schedule whose times are replaced: a zip, a folder, a store, or a file of ingest records.
    public var feed = ""
    /// Days since 1970-01-01; empty for all days of the visits.
    public var serviceDates: [Int] = []
    /// The percentile of the times over the days; nil for the times of one day.
    public var percentile: Int?
    /// The weekdays whose visits count, Monday's bit lowest; nil for all.
    public var weekdays: UInt8?
    /// The number of days with observed times that a percentile needs.
    public var minimumDays = 5
    /// Whether trips of the day that nobody observed stay as planned.
    public var keepsUnseen = false
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    /// The values of `--percentile`.
    public static let percentiles = [50, 85, 95]

    public var problem: String? {
        if feed.isEmpty { return "--feed is required: it names the schedule whose times are replaced" }
        if feed == "-", files.isEmpty || files.contains("-") {
            return "--feed - reads the schedule from standard input, so records must come from files"
        }
        if let percentile, !RetimeOptions.percentiles.contains(percentile) {
            return "--percentile takes 50, 85 or 95"
        }
        if !(1...366).contains(minimumDays) { return "--min-days takes a number of days from 1 to 366" }
        if keepsUnseen, percentile != nil {
            return "--keep-unseen applies to one day; with --percentile, unseen trips always stay as planned"
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.readFeed(feed)
        named.read(files.isEmpty ? ["-"] : files)
    }

    /// Parses a service day; days since 1970-01-01.
    public static func serviceDate(_ text: String) throws(UnusableOption) -> Int {
        guard let date = CivilDate(written: text) else {
            throw UnusableOption("--service-date takes a date such as 20260302; not '\(text)'")
        }
        return date.daysSinceEpoch
    }
}
