import TimeZones

/// Dates as HTTP writes them (RFC 9110 §5.6.7).
public enum HTTPDate {
    private static let months = CivilDate.monthNames.map { $0.prefix(3).lowercased() }

    /// The POSIX seconds of a date in any of the three forms: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`; nil for anything else.
    public static func posix(_ text: String) -> Int? {
        let words = text.split { " ,-".contains($0) }.map { $0.lowercased() }
        // Weekday, day, month, year, time, zone; or weekday, month, day, time, year.
        if words.count == 6, words[5] == "gmt" || words[5] == "utc" {
            return posix(day: words[1], month: words[2], year: words[3], time: words[4])
        }
        if words.count == 5 { return posix(day: words[2], month: words[1], year: words[4], time: words[3]) }
        return nil
    }

    private static func posix(day: String, month: String, year: String, time: String) -> Int? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0)) }
        guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            let day = number(day), let month = months.firstIndex(of: month), var full = number(year),
            1...31 ~= day, hour < 24, minute < 60, second < 61, full < 10_000
        else { return nil }
        // A year of two digits lies at most fifty years ahead; none of those of today's servers does.
        if year.utf8.count == 2 { full += full < 70 ? 2000 : 1900 }
        guard full >= 1970 else { return nil }
        return CivilDate(year: full, month: month + 1, day: day).daysSinceEpoch * 86_400 + hour * 3600 + minute * 60
            + second
    }

    private static func number(_ text: String) -> Int? {
        guard 1...4 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }

    /// The seconds that a `Retry-After` header (RFC 9110 §10.2.3) asks to wait; nil where it cannot be read.
    ///
    /// A date counts from the answer's own `Date`, where it has one: the clocks may differ.
    public static func retryAfter(_ text: String, date: String?, now: Int) -> Int? {
        if !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) { return Int(text) ?? Int.max }
        guard let target = posix(text) else { return nil }
        return max(target - (date.flatMap(posix) ?? now), 0)
    }
}
