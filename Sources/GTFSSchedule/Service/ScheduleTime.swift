import TimeZones

/// A time of a schedule: seconds from noon minus 12 hours of the service day, so past 24:00:00 after midnight.
public enum ScheduleTime {
    /// The seconds of `H:MM:SS`, `HH:MM:SS` or longer hours; nil for anything else.
    public static func seconds(_ text: UnsafeRawBufferPointer) -> Int? {
        var parts = (0, 0, 0)
        var colons = 0
        var digits = 0
        for byte in text {
            if byte == UInt8(ascii: ":") {
                guard digits > 0, colons < 2, colons == 0 || digits == 2 else { return nil }
                colons += 1
                digits = 0
                continue
            }
            let digit = Int(byte) - 0x30
            guard digit >= 0, digit < 10, digits < 6 else { return nil }
            digits += 1
            switch colons {
            case 0: parts.0 = parts.0 * 10 + digit
            case 1: parts.1 = parts.1 * 10 + digit
            default: parts.2 = parts.2 * 10 + digit
            }
        }
        guard colons == 2, digits == 2, parts.1 < 60, parts.2 < 60 else { return nil }
        return parts.0 * 3600 + parts.1 * 60 + parts.2
    }

    /// The same of a string.
    public static func seconds(_ text: String) -> Int? {
        var copy = text
        return copy.withUTF8 { seconds(UnsafeRawBufferPointer($0)) }
    }

    /// `HH:MM:SS`; the hours may pass 24 and take more than two digits.
    public static func text(_ seconds: Int) -> String {
        let seconds = max(seconds, 0)
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return two(seconds / 3600) + ":" + two(seconds / 60 % 60) + ":" + two(seconds % 60)
    }
}

extension CivilDate {
    /// The date of `YYYYMMDD`; nil for anything else, 20260230 included.
    public init?(compact text: UnsafeRawBufferPointer) {
        guard text.count == 8 else { return nil }
        var number = 0
        for byte in text {
            let digit = Int(byte) - 0x30
            guard digit >= 0, digit < 10 else { return nil }
            number = number * 10 + digit
        }
        let date = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
        guard (1...12).contains(date.month), CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date else { return nil }
        self = date
    }

    /// The same of a string.
    public init?(compact text: String) {
        var copy = text
        guard let date = copy.withUTF8({ CivilDate(compact: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = date
    }

    /// `YYYYMMDD` as people type it, also with hyphens; nil for what is no date.
    public init?(written text: String) {
        self.init(compact: text.split(separator: "-", omittingEmptySubsequences: false).joined())
    }

    /// `YYYYMMDD`.
    public var compactText: String {
        let digits = String(compact)
        return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
    }
}
