/// Dates and times of Australia/Brisbane, which is ten hours ahead of UTC all year round.
public enum CivilTime {
    static let zone = "Australia/Brisbane"
    static let offset = 36_000
    static let day = 86_400

    /// POSIX seconds of `YYYY-MM-DDTHH:MM[:SS]`, local where no offset (`Z`, `+10:00`) follows; nil for anything else,
    /// dates outside 2000 to 2999 included.
    public static func posix(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start + count <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[start..<(start + count)] {
                guard byte >= 48, byte < 58 else { return nil }
                value = value * 10 + Int(byte) - 48
            }
            return value
        }
        func has(_ character: Character, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == character.asciiValue
        }
        guard let year = number(0, 4), has("-", at: 4), let month = number(5, 2), has("-", at: 7),
            let date = number(8, 2), has("T", at: 10) || has("t", at: 10) || has(" ", at: 10),
            let hour = number(11, 2), has(":", at: 13), let minute = number(14, 2)
        else { return nil }
        guard (2000...2999).contains(year), (1...12).contains(month), date >= 1, hour < 24, minute < 60 else {
            return nil
        }
        let days = days(year: year, month: month, day: date)
        guard calendar(days) == (year, month, date) else { return nil }
        var position = 16
        var second = 0
        if has(":", at: 16) {
            guard let given = number(17, 2), given < 60 else { return nil }
            second = given
            position = 19
        }
        var ahead = offset
        if has("Z", at: position) || has("z", at: position) {
            ahead = 0
            position += 1
        } else if has("+", at: position) || has("-", at: position) {
            guard let hours = number(position + 1, 2), has(":", at: position + 3),
                let minutes = number(position + 4, 2),
                hours < 24, minutes < 60
            else { return nil }
            ahead = (hours * 3600 + minutes * 60) * (has("-", at: position) ? -1 : 1)
            position += 6
        }
        guard position == bytes.count else { return nil }
        return days * day + hour * 3600 + minute * 60 + second - ahead
    }

    /// Days since 1970-01-01 of a date in the proleptic Gregorian calendar (Hinnant, chrono-Compatible Low-Level Date
    /// Algorithms).
    static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The date of a count of days since 1970-01-01.
    static func calendar(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        )
    }

    /// The local date an instant lies in, as days since 1970-01-01.
    static func localDay(_ posix: Int) -> Int { (posix + offset) / day }

    /// Midnight of a local date; noon minus 12 hours, from which GTFS times count, is the same without summer time.
    static func midnight(_ days: Int) -> Int { days * day - offset }

    /// 0 for Monday to 6 for Sunday.
    static func weekday(_ days: Int) -> Int { (days + 3) % 7 }

    /// `YYYYMMDD`
    static func date(_ days: Int) -> String {
        let (year, month, day) = calendar(days)
        return String(year * 10_000 + month * 100 + day)
    }

    /// `HH:MM:SS`, past 24:00:00 where the service day is left.
    static func time(_ seconds: Int) -> String {
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
    }
}
