import TimeZones

/// Failures in a row of one thing, and when to report them: the first one at once, then after 1 minute, 10 minutes, and
/// each hour, and the end of them.
public struct RepeatedFailures: Equatable, Sendable {
    /// Failures since the last success.
    public internal(set) var count = 0
    /// POSIX seconds of the first of them.
    public internal(set) var since: Int?
    /// POSIX seconds of the last one that was reported.
    var reported: Int?

    public init() {}

    /// Counts a failure.
    /// - Parameter now: POSIX seconds.
    /// - Returns: whether it is to be reported.
    public mutating func fail(at now: Int) -> Bool {
        count += 1
        guard let since, let reported else {
            since = now
            self.reported = now
            return true
        }
        guard RepeatedFailures.step(now - since) > RepeatedFailures.step(reported - since) else { return false }
        self.reported = now
        return true
    }

    /// Ends the row.
    /// - Returns: the failures that it had and the seconds since the first; nil if there were none.
    public mutating func succeed(at now: Int) -> (count: Int, seconds: Int)? {
        defer { self = RepeatedFailures() }
        return ended(at: now)
    }

    /// What the row is if it ends now.
    public func ended(at now: Int) -> (count: Int, seconds: Int)? {
        guard count > 0, let since else { return nil }
        return (count, max(now - since, 0))
    }

    /// How many reports are due so many seconds after the first failure, besides the first.
    private static func step(_ seconds: Int) -> Int {
        switch seconds {
        case ..<60: 0
        case ..<600: 1
        case ..<3600: 2
        default: 2 + seconds / 3600
        }
    }

    /// For the end of a message: nothing for a first failure.
    public var words: String {
        guard count > 1, let since else { return "" }
        return "; \(count) failures in a row since \(RFC3339.text(since))"
    }

    /// For the message about the end of a row.
    public static func words(_ ended: (count: Int, seconds: Int)) -> String {
        "\(ended.count) failure\(ended.count == 1 ? "" : "s") in "
            + TimeSpan.text(nanoseconds: UInt64(ended.seconds) * 1_000_000_000)
    }
}
