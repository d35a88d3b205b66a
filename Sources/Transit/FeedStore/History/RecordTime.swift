import Contract
import NDJSON
import TimeZones

/// The POSIX seconds that a member tells: a number of seconds, a date, or a date and time of RFC 3339.
enum RecordTime {
    /// The first second of the year 10000.
    private static let end = 253_402_300_800

    /// Seconds, fractions cut off; nil for a value that is not a time from `least` on: numbers by the rule of `Instant`,
    /// texts up to the year 9999.
    static func seconds(_ value: JSONValue, least: Int) -> Int? {
        var seconds: Int?
        switch value.kind {
        case .number:
            if let whole = value.integer {
                seconds = Instant.seconds(whole)
            } else if let double = value.double, double.magnitude < 1e15 {
                seconds = Instant.seconds(Int(double.rounded(.down)))
            }
        case .string: seconds = value.hasEscapes ? nil : instant(value.inside)
        default: return nil
        }
        guard let seconds, seconds >= least, seconds < end else { return nil }
        return seconds
    }

    /// `20240131`, `2024-01-31`, `2024-01-31T07:05:00Z`, `2024-01-31T07:05:00.25+10:00`; a date is its midnight UTC.
    static func instant(_ text: UnsafeRawBufferPointer) -> Int? {
        var scanner = TimeScanner(text)
        if text.count == 8, let all = scanner.digits(8) { return midnight(all / 10_000, all / 100 % 100, all % 100) }
        guard let date = scanner.numbers(), let midnight = midnight(date.year, date.month, date.day) else { return nil }
        if scanner.isAtEnd { return midnight }
        guard scanner.takeDateEnd(), let clock = scanner.clock(hours: 25, seconds: 61), clock.hasSeconds,
            scanner.fraction(least: 0), let offset = scanner.offset(isBounded: false), scanner.isAtEnd
        else { return nil }
        return midnight + clock.second - offset
    }

    /// Any day up to a 31st: what follows a month's end is the next month's.
    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        return CivilDate(year: year, month: month, day: day).daysSinceEpoch * 86_400
    }
}
