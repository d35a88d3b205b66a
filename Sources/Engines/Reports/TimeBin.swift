import StageKit
import TimeZones

/// Bins of equal length, counted from midnight: `--bin`.
public struct TimeBin: Sendable, Equatable {
    /// The length in minutes, which divides a day evenly.
    public let seconds: Int

    public static let hour = TimeBin(3600)

    private init(_ seconds: Int) { self.seconds = seconds }

    /// Parses `15m` or `1h`: minutes that divide a day evenly.
    public init(_ text: String) throws(UnusableOption) {
        guard let bin = TimeSpan(text).flatMap({ TimeBin(seconds: $0.seconds) }) else {
            throw UnusableOption("--bin takes whole minutes that divide a day evenly, such as 15m, 30m, 1h or 2h")
        }
        self = bin
    }

    /// Creates a bin; returns nil for a length that does not divide a day evenly or is not in whole minutes.
    package init?(seconds: Int) {
        guard seconds >= 60, seconds <= 86_400, seconds % 60 == 0, 86_400 % seconds == 0 else { return nil }
        self.seconds = seconds
    }

    /// Returns the index of the bin that contains a second of the day.
    @inline(__always)
    public func place(ofSecond second: Int) -> Int { second / seconds }

    /// The length as typed: `15m`.
    public var length: String { TimeSpan(seconds: seconds).text }
}
