/// When to try again: exponential backoff with full jitter (M. Brooker, "Exponential Backoff And Jitter", 2015).
public enum RetryPolicy {
    /// Nanoseconds: the most before the first further try; it doubles with each.
    public static let base: UInt64 = 500_000_000
    /// Nanoseconds: the most before any further try.
    public static let cap: UInt64 = 60_000_000_000
    /// Seconds: a server that asks for more patience gets this much.
    public static let patience = 300

    /// Nanoseconds to wait after the try of that number, counted from 1.
    public static func delay(after attempt: Int, retryAfter: Int?, _ random: inout any RandomNumberGenerator) -> UInt64
    {
        let ceiling = min(cap, base << UInt64(min(max(attempt - 1, 0), 20)))
        let jitter = UInt64.random(in: 0...ceiling, using: &random)
        return max(jitter, asked(retryAfter))
    }

    /// What a server asked for, as far as it is granted, in nanoseconds.
    public static func asked(_ retryAfter: Int?) -> UInt64 {
        UInt64(min(max(retryAfter ?? 0, 0), patience)) * 1_000_000_000
    }

    /// Whether a status may be another one next time.
    public static func isPassing(status: Int) -> Bool {
        switch status {
        case 408, 425, 429: true
        case 501, 505: false
        default: status >= 500
        }
    }
}
