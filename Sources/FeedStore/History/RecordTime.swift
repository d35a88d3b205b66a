import NDJSON

/// The POSIX seconds that a member tells: a number of seconds, a date, or a date and time of RFC 3339.
enum RecordTime {
    /// The first second of the year 10000; numbers from there on are milliseconds or no times.
    private static let end = 253_402_300_800

    /// Seconds, fractions cut off; nil for a value that is no time from `least` to the year 9999.
    static func seconds(_ value: JSONValue, least: Int) -> Int? {
        var seconds: Int?
        switch value.kind {
        case .number:
            seconds = value.integer
            if seconds == nil, let double = value.double, double.magnitude < 1e15 {
                seconds = Int(double.rounded(.down))
            }
        case .string: seconds = value.hasEscapes ? nil : instant(value.inside)
        default: return nil
        }
        guard let seconds, seconds >= least, seconds < end else { return nil }
        return seconds
    }

    /// `20240131`, `2024-01-31`, `2024-01-31T07:05:00Z`, `2024-01-31T07:05:00.25+10:00`; a date is its midnight UTC.
    static func instant(_ text: UnsafeRawBufferPointer) -> Int? {
        func number(_ from: Int, _ count: Int) -> Int? {
            guard from + count <= text.count else { return nil }
            var value = 0
            for byte in text[from..<(from + count)] {
                guard byte &- 0x30 < 10 else { return nil }
                value = value * 10 + Int(byte &- 0x30)
            }
            return value
        }
        func has(_ byte: Character, at place: Int) -> Bool { place < text.count && text[place] == byte.asciiValue }
        if text.count == 8, let all = number(0, 8) { return midnight(all / 10_000, all / 100 % 100, all % 100) }
        guard let year = number(0, 4), has("-", at: 4), let month = number(5, 2), has("-", at: 7),
            let day = number(8, 2), let midnight = midnight(year, month, day)
        else { return nil }
        if text.count == 10 { return midnight }
        guard has("T", at: 10) || has("t", at: 10) || has(" ", at: 10), let hour = number(11, 2), has(":", at: 13),
            let minute = number(14, 2), has(":", at: 16), let second = number(17, 2), hour < 25, minute < 60,
            second < 61
        else { return nil }
        var place = 19
        if has(".", at: place) {
            place += 1
            while place < text.count, text[place] &- 0x30 < 10 { place += 1 }
        }
        let time = midnight + hour * 3600 + minute * 60 + second
        if has("Z", at: place) || has("z", at: place) { return place + 1 == text.count ? time : nil }
        guard has("+", at: place) || has("-", at: place), let hours = number(place + 1, 2), has(":", at: place + 3),
            let minutes = number(place + 4, 2), place + 6 == text.count
        else { return nil }
        let offset = hours * 3600 + minutes * 60
        return has("+", at: place) ? time - offset : time + offset
    }

    /// Days are counted in eras of 400 years that begin in March (Hinnant, "chrono-compatible date algorithms").
    private static func midnight(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        guard (1...12).contains(month), (1...31).contains(day) else { return nil }
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return (era * 146_097 + dayOfEra - 719_468) * 86_400
    }
}
