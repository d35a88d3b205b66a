import StageKit
import TimeZones

/// The time window of a report: `--days`, `--from` and `--to`.
public struct ReportWindow: Sendable, Equatable {
    /// Monday's bit is the lowest; nil for every day.
    public var weekdays: UInt8?
    /// The first time inside the window and the first one after it. A time of day applies to every day; if `from` is
    /// later than `to`, the window crosses midnight.
    public var from: WrittenTime?
    public var to: WrittenTime?

    public init() {}

    /// Whether the window contains all times.
    public var isEverything: Bool { weekdays == nil && from == nil && to == nil }

    /// What is wrong with the window, as a message; nil if it is valid.
    public var problem: String? {
        if let from, from == to { return "--from and --to are the same time, so the window is empty" }
        if case .instant(let first)? = from, case .instant(let end)? = to, end <= first {
            return "--to is before --from"
        }
        return nil
    }

    // MARK: As it is written

    private static let names = CivilDate.weekdayNames.map { $0.lowercased() }

    /// The values of `--days`: groups of days and single days.
    public static let dayWords = ["weekday", "weekend"] + names

    /// Parses `weekday`, `saturday`, `sunday`, `weekend`, or a comma-separated list of weekdays, by three letters or
    /// full name.
    public static func weekdays(_ text: String) throws(UnusableOption) -> UInt8 {
        var days: UInt8 = 0
        for word in text.lowercased().split(separator: ",", omittingEmptySubsequences: false) {
            switch word {
            case "weekday", "weekdays": days |= 0b001_1111
            case "weekend": days |= 0b110_0000
            default:
                guard let place = names.firstIndex(where: { $0 == word || $0.prefix(3) == word }) else {
                    throw UnusableOption(
                        "--days: unknown day '\(word)'; \(NearestNames.words(String(word), among: ["weekday", "weekend"] + names))"
                    )
                }
                days |= 1 << UInt8(place)
            }
        }
        return days
    }

    /// Parses a time of day `07:00`, RFC 3339, POSIX seconds or a local time.
    public static func time(_ text: String, _ option: String) throws(UnusableOption) -> WrittenTime {
        if let time = WrittenTime(text) { return time }
        throw UnusableOption(
            "\(option) takes a time of day such as 07:00, or a time such as 2026-03-02T07:00 or 2026-03-01T21:00:00Z")
    }

    // MARK: On a clock

    /// The window in a time zone, for hot loops.
    public func on(_ zone: Zone) -> Filter { Filter(self, zone) }

    public struct Filter: Sendable {
        private var weekdays: UInt8 = 0b111_1111
        private var instants = Int.min..<Int.max
        private var firstSecond = 0
        private var endSecond = 86_400

        fileprivate init(_ window: ReportWindow, _ zone: Zone) {
            if let days = window.weekdays { weekdays = days }
            var first = Int.min
            var end = Int.max
            switch window.from {
            case .clock(let second)?: firstSecond = second
            case let time?: first = time.instant(in: zone, now: 0)
            case nil: break
            }
            switch window.to {
            case .clock(let second)?: endSecond = second
            case let time?: end = time.instant(in: zone, now: 0)
            case nil: break
            }
            instants = first..<max(first, end)
        }

        /// Returns whether a day is in the window; days since 1970-01-01.
        @inline(__always)
        public func takes(day: Int) -> Bool {
            weekdays == 0b111_1111 || weekdays & (1 << UInt8(CivilDate.weekday(daysSinceEpoch: day))) != 0
        }

        /// Returns whether a time is in the window.
        /// - Parameters:
        ///   - instant: POSIX seconds.
        ///   - secondOfDay: the local time of day.
        @inline(__always)
        public func takes(_ instant: Int, secondOfDay: Int) -> Bool {
            guard instants.contains(instant) else { return false }
            return firstSecond <= endSecond
                ? secondOfDay >= firstSecond && secondOfDay < endSecond
                : secondOfDay >= firstSecond || secondOfDay < endSecond
        }
    }
}
