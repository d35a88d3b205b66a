import Contract
import NDJSON
import Platform
import TimeZones

/// How the fetches of one feed go: `fetch` writes it, and `run` reads it.
public struct FeedStatus: Equatable, Sendable {
    public enum Condition: String, Sendable {
        case fresh, failing, stale
        case tooOld = "too_old"
    }

    /// Seconds by which what `fetch` has written may be older than what it knows.
    private static let delay = 15

    public var feed = ""
    /// Without secrets.
    public var url = ""
    /// POSIX seconds of the first attempt of all.
    public var firstAttempt: Int?
    public var lastAttempt: Int?
    public var lastSuccess: Int?
    /// POSIX seconds at which the newest content arrived.
    public var lastChange: Int?
    /// POSIX seconds of the newest content, by its own time.
    public var contentTime: Int?
    /// Turns in a row that failed.
    public var outage = RepeatedFailures()
    /// Without secrets.
    public var lastError: String?
    /// Seconds without a success after which the feed is stale; nil for never.
    public var alertAfter: Int?
    public var attempts = 0
    public var failedAttempts = 0
    /// Responses that were not the feed.
    public var rejected = 0
    public var newContents = 0
    public var bytes = 0
    /// 1 if `fetch` has found the feed stale, by a clock that nobody sets.
    private var staleness = 0
    private var excessAge = 0

    public init() {}

    public var isStale: Bool {
        get { staleness > 0 }
        set { staleness = newValue ? 1 : 0 }
    }

    /// Whether the newest content is older than `--max-age` allows.
    public var isTooOld: Bool {
        get { excessAge > 0 }
        set { excessAge = newValue ? 1 : 0 }
    }

    /// Seconds since the last success, or since the first attempt; nil if there was none.
    public func silence(at now: Int) -> Int? { (lastSuccess ?? firstAttempt).map { now - $0 } }

    /// - Parameter now: POSIX seconds.
    public func condition(at now: Int) -> Condition {
        if isStale { return .stale }
        // A fetch that hangs, or was killed, cannot say so.
        if let alertAfter, let silence = silence(at: now), silence > alertAfter + FeedStatus.delay { return .stale }
        return isTooOld ? .tooOld : outage.count > 0 ? .failing : .fresh
    }

    /// Whether somebody has to look at it.
    public func needsAlert(at now: Int) -> Bool {
        let condition = condition(at: now)
        return condition == .stale || condition == .tooOld
    }

    /// A sentence about it for people: `vehicles: no fetch has succeeded since …`.
    public func words(at now: Int) -> String {
        var text = feed + ": "
        switch condition(at: now) {
        case .fresh: text += "the last fetch succeeded"
        case .tooOld: text += "the newest content is too old"
        case .failing, .stale:
            text += lastSuccess.map { "no fetch has succeeded since \(RFC3339.text($0))" } ?? "no fetch has succeeded"
        }
        if outage.count > 0 { text += "; failures in a row: \(outage.count)" }
        return lastError.map { "\(text); the last one: \($0)" } ?? text
    }

    private static let members = StateMembers<FeedStatus>(
        [
            .required("feed", \.feed), .required("url", \.url), .number("first_attempt", \.firstAttempt),
            .number("last_attempt", \.lastAttempt), .number("last_success", \.lastSuccess),
            .number("last_change", \.lastChange), .number("content_time", \.contentTime),
            .count("failures", \.outage.count), .number("failing_since", \.outage.since),
            .number("reported", \.outage.reported), .text("last_error", \.lastError),
            .number("alert_after", \.alertAfter), .count("attempts", \.attempts),
            .count("failed_attempts", \.failedAttempts), .count("rejected", \.rejected),
            .count("new_contents", \.newContents), .count("bytes", \.bytes), .count("stale", \.staleness),
            .count("too_old", \.excessAge),
        ], version: 1)

    /// Writes the members of the table's record that follow `table`.
    public func write(_ row: Row<Tables.FeedStatus>, at now: Int) {
        let columns = Tables.FeedStatus.columns
        row[columns.feed] = feed
        row[columns.url] = url
        row[columns.state] = condition(at: now).rawValue
        row[columns.lastAttempt] = lastAttempt
        row[columns.lastSuccess] = lastSuccess
        row[columns.lastChange] = lastChange
        row[columns.contentTime] = contentTime
        row[columns.failures] = outage.count
        row[columns.failingSince] = outage.since
        row[columns.lastError] = lastError
        row[columns.alertAfter] = alertAfter
        row[columns.attempts] = attempts
        row[columns.failedAttempts] = failedAttempts
        row[columns.rejected] = rejected
        row[columns.newContents] = newContents
        row[columns.bytes] = bytes
    }
}

/// A folder with the states of feeds, a file for each: several processes may write it, each for its own feeds.
public struct FeedStates: Sendable {
    /// The environment variable that names the folder to `fetch`; `run` sets it for its stages.
    public static let variable = "LINEFEED_FEED_STATES"
    private static let ending = ".json"

    public let folder: String

    public init(_ folder: String) { self.folder = folder }

    private func path(_ feed: String) -> String { folder + "/" + feed + FeedStates.ending }

    /// The state of a feed; nil if there is none that can be read.
    public func read(_ feed: String) -> FeedStatus? {
        var status = FeedStatus()
        guard let line = StateFile.line(of: path(feed), isOwn: true), FeedStatus.read(line, into: &status) else {
            return nil
        }
        return status
    }

    /// The states of all feeds, in the order of their names.
    public var all: [FeedStatus] {
        (names(in: folder) ?? []).filter { $0.hasSuffix(FeedStates.ending) && !$0.hasPrefix(".") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .compactMap { read(String($0.dropLast(FeedStates.ending.utf8.count))) }
    }

    /// Replaces the state of a feed; the folder is created.
    /// - Throws: `StageFailure` with status 73 or 74.
    public func write(_ status: FeedStatus) throws {
        mkdir(folder, 0o777)
        let writer = RecordWriter(capacity: 512)
        writer.append("{")
        FeedStatus.write(status, into: writer)
        writer.append("}\n")
        try StateFile.replace(path(status.feed), with: writer.bytes, isDurable: false)
    }
}

extension FeedStatus {
    fileprivate static func read(_ line: [UInt8], into status: inout FeedStatus) -> Bool {
        members.read(line, into: &status)
    }

    fileprivate static func write(_ status: FeedStatus, into writer: RecordWriter) {
        members.write(status, into: writer)
    }
}
