import StageKit
import TimeZones

/// Parts of the day of one length, counted from midnight: `--bin`.
public struct TimeBin: Sendable, Equatable {
    /// Divides a day.
    public let seconds: Int

    public static let hour = TimeBin(3600)

    private init(_ seconds: Int) { self.seconds = seconds }

    /// `15m`, `1h`: minutes that part a day evenly.
    public init(_ text: String) throws(UnusableOption) {
        guard let bin = TimeSpan(text).flatMap({ TimeBin(seconds: $0.seconds) }) else {
            throw UnusableOption("--bin takes whole minutes that divide a day evenly, such as 15m, 30m, 1h or 2h")
        }
        self = bin
    }

    /// nil for a length that does not part a day evenly, or is not of whole minutes.
    package init?(seconds: Int) {
        guard seconds >= 60, seconds <= 86_400, seconds % 60 == 0, 86_400 % seconds == 0 else { return nil }
        self.seconds = seconds
    }

    /// The place of the bin that a second of the day lies in.
    @inline(__always)
    public func place(ofSecond second: Int) -> Int { second / seconds }

    /// As it is typed: `15m`.
    public var length: String { TimeSpan(seconds: seconds).text }

    /// When a bin begins: `07:15`.
    public func text(_ place: Int) -> String { ClockTime.shortText(place * seconds) }
}
