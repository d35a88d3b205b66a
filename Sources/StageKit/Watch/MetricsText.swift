import NDJSON

/// Metrics in the text format of Prometheus (exposition format 0.0.4), in a file that is replaced atomically, as the
/// textfile collector of node_exporter reads it.
public struct MetricsText {
    public enum Kind: String {
        case counter, gauge
    }

    private var text = ""

    public init() {}

    /// Adds a family: its kind, its help, and a sample for each item that has a value.
    public mutating func family<Items: Sequence>(
        _ name: String, _ kind: Kind, _ help: String, of items: Items, labels: (Items.Element) -> [(String, String)],
        _ value: (Items.Element) -> String?
    ) {
        var samples = ""
        for item in items {
            guard let value = value(item) else { continue }
            let pairs = labels(item).map { "\($0.0)=\"\(MetricsText.escaped($0.1))\"" }
            samples += name + (pairs.isEmpty ? "" : "{" + pairs.joined(separator: ",") + "}") + " \(value)\n"
        }
        guard !samples.isEmpty else { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n" + samples
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    /// Adds what is known of feeds.
    /// - Parameters:
    ///   - labels: what stands before the label `feed`.
    ///   - now: POSIX seconds.
    public mutating func add(_ feeds: [FeedStatus], labels: [(String, String)] = [], at now: Int) {
        func add(_ name: String, _ kind: Kind, _ help: String, _ value: (FeedStatus) -> Int?) {
            family("linefeed_feed_" + name, kind, help, of: feeds, labels: { labels + [("feed", $0.feed)] }) {
                value($0).map(String.init)
            }
        }
        add("attempts_total", .counter, "Attempts to fetch the feed.") { $0.attempts }
        add("failed_attempts_total", .counter, "Attempts that failed.") { $0.failedAttempts }
        add("rejected_total", .counter, "Responses that were not the feed.") { $0.rejected }
        add("new_contents_total", .counter, "Contents that were new.") { $0.newContents }
        add("received_bytes_total", .counter, "Bytes of decompressed bodies.") { $0.bytes }
        add("failures", .gauge, "Turns in a row that failed.") { $0.outage.count }
        add("stale", .gauge, "1 if no fetch has succeeded for too long, or the content is too old.") {
            $0.needsAlert(at: now) ? 1 : 0
        }
        add("last_attempt_timestamp_seconds", .gauge, "When the last attempt began.") { $0.lastAttempt }
        add("last_success_timestamp_seconds", .gauge, "When the last attempt that succeeded began.") { $0.lastSuccess }
        add("last_change_timestamp_seconds", .gauge, "When the newest content arrived.") { $0.lastChange }
        add("content_timestamp_seconds", .gauge, "The newest content's own time.") { $0.contentTime }
        add("success_age_seconds", .gauge, "Seconds from the last success to the writing of this file.") { feed in
            feed.lastSuccess.map { now - $0 }
        }
        add("content_age_seconds", .gauge, "Seconds from the newest content's own time to the writing of this file.") {
            feed in feed.contentTime.map { now - $0 }
        }
    }

    /// Replaces the file.
    /// - Throws: `StageFailure` with status 73 or 74.
    public func write(to path: String) throws {
        try Array(text.utf8).withUnsafeBytes { try StateFile.replace(path, with: $0, isDurable: false) }
    }
}
