import Platform
import StageKit

/// The feeds that the stages of a run fetch: which of them somebody must look at, and whether the stages of `on_stale` and
/// `on_recover` have run for that. A file beside the states of the feeds keeps this beyond the run.
final class FeedAlerts {
    /// Nanoseconds between two looks.
    static let interval: UInt64 = 5_000_000_000
    /// Nanoseconds until a stage that failed is tried again.
    static let retry: UInt64 = 60_000_000_000

    private let states: FeedStates
    /// Feeds that no fetch has asked for since then are none of this run's.
    private let since: Int
    private var alerted: Set<String>
    /// Monotonic time before which no stage of an alert runs.
    var retryAt: UInt64 = 0

    init(_ states: FeedStates, since: Int) {
        self.states = states
        self.since = since
        let line = StateFile.line(of: FeedAlerts.path(states), isOwn: true) ?? []
        alerted = Set(String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init))
    }

    private static func path(_ states: FeedStates) -> String { states.folder + "/alerted" }

    /// The states of the feeds of a run that began at `since`, in the order of their names.
    static func feeds(_ states: FeedStates, since: Int) -> [FeedStatus] {
        states.all.filter { ($0.lastAttempt ?? 0) >= since }
    }

    var feeds: [FeedStatus] { FeedAlerts.feeds(states, since: since) }

    /// Those that became stale since the last alert, and those that recovered since.
    func changes(_ feeds: [FeedStatus], at now: Int) -> (stale: [FeedStatus], recovered: [FeedStatus]) {
        (
            feeds.filter { $0.needsAlert(at: now) && !alerted.contains($0.feed) },
            feeds.filter { !$0.needsAlert(at: now) && alerted.contains($0.feed) }
        )
    }

    /// Notes that an alert about these feeds was given.
    func note(_ feeds: [FeedStatus], areStale: Bool) {
        for feed in feeds { if areStale { alerted.insert(feed.feed) } else { alerted.remove(feed.feed) } }
        let line = Array((alerted.sorted().joined(separator: " ") + "\n").utf8)
        // Without the file an alert may be given twice, which is better than not at all.
        try? line.withUnsafeBytes { try StateFile.replace(FeedAlerts.path(states), with: $0, isDurable: false) }
    }

    /// The feeds that failed since `start`: their fetches have reported that.
    func failed(since start: Int) -> [FeedStatus] {
        feeds.filter { $0.outage.count > 0 && ($0.lastAttempt ?? 0) >= start }
    }
}
