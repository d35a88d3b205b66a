/// A date of the proleptic Gregorian calendar.
public struct CivilDate: Sendable, Hashable {
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date that many days after 1970-01-01 (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    public init(daysSinceEpoch days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The date, if the calendar has it: nil for 30 February.
    public init?(exactly year: Int, month: Int, day: Int) {
        self.init(year: year, month: month, day: day)
        guard (1...12).contains(month), CivilDate(daysSinceEpoch: daysSinceEpoch) == self else { return nil }
    }

    /// Days after 1970-01-01; negative before it.
    public var daysSinceEpoch: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { CivilDate.weekday(daysSinceEpoch: daysSinceEpoch) }

    /// `YYYYMMDD` as a number, for years 0 to 9999.
    public var compact: Int { year * 10_000 + month * 100 + day }

    /// 0 for Monday to 6 for Sunday; 1970-01-01 was a Thursday.
    public static func weekday(daysSinceEpoch days: Int) -> Int {
        let remainder = (days + 3) % 7
        return remainder < 0 ? remainder + 7 : remainder
    }

    public static let weekdayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]
    public static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    public var weekdayName: String { CivilDate.weekdayNames[weekday] }
    public var monthName: String { CivilDate.monthNames[month - 1] }

    /// The day that seconds after 1970-01-01 lie in, and the second of that day.
    @inlinable @inline(__always)
    public static func split(_ seconds: Int) -> (days: Int, secondOfDay: Int) {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: 86_400)
        return remainder < 0 ? (quotient - 1, remainder + 86_400) : (quotient, remainder)
    }

    public static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

// MARK: As text

extension CivilDate {
    /// The date of `YYYYMMDD`; nil for anything else, 20260230 included.
    public init?(compact text: UnsafeRawBufferPointer) {
        var scanner = TimeScanner(text)
        guard text.count == 8, let number = scanner.digits(8) else { return nil }
        self.init(exactly: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    /// The same of a string.
    public init?(compact text: String) {
        var copy = text
        guard let date = copy.withUTF8({ CivilDate(compact: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = date
    }

    /// The date of `YYYYMMDD` or `YYYY-MM-DD`, as people write it; nil for anything else.
    public init?(written text: String) {
        let bytes = Array(text.utf8)
        let dash = UInt8(ascii: "-")
        let isDashed = bytes.count == 10 && bytes[4] == dash && bytes[7] == dash
        self.init(compact: isDashed ? String(decoding: bytes.filter { $0 != dash }, as: UTF8.self) : text)
    }

    /// `YYYYMMDD`.
    public var compactText: String { String(compact, digits: 8) }

    /// `YYYY-MM-DD`.
    public var text: String { String(year, digits: 4) + "-" + String(month, digits: 2) + "-" + String(day, digits: 2) }
}
