extension Zone {
    /// An instant on the zone's clock as RFC 3339 §5.6 has it, `2026-04-05T01:30:00+11:00`.
    ///
    /// Offsets of that format have no seconds: of zones that had some, before 1972, the clock is shown with the offset's
    /// whole minutes.
    public func rfc3339(_ instant: Int) -> String {
        let offset = self.offset(at: instant)
        let minutes = offset / 60
        let (days, second) = floorDivide(instant + minutes * 60, by: 86_400)
        let date = CivilDate(daysSinceEpoch: days)
        func padded(_ value: Int, _ width: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let clock = [second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined(separator: ":")
        let zone = (minutes < 0 ? "-" : "+") + padded(abs(minutes) / 60, 2) + ":" + padded(abs(minutes) % 60, 2)
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(clock)\(zone)"
    }

    /// The date that the zone's clock shows at an instant.
    public func date(at instant: Int) -> CivilDate {
        CivilDate(daysSinceEpoch: floorDivide(instant + offset(at: instant), by: 86_400).quotient)
    }
}

/// A time as people write it: an instant, or a reading of a clock whose zone is yet to be known.
public enum WrittenTime: Sendable, Equatable {
    /// POSIX seconds.
    case instant(Int)
    case local(CivilDate, secondOfDay: Int)
    /// On the day that the clock shows now.
    case clock(secondOfDay: Int)

    /// Reads POSIX seconds (`1775316600`), RFC 3339 (`2026-04-05T01:30:00+11:00`, `…Z`), a local time
    /// (`2026-04-05T01:30`, seconds allowed, a blank for the T, or a date alone, `20260405` too) or a clock (`14:05`); nil for anything
    /// else.
    public init?(_ text: String) {
        if let number = Int(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Eight digits are a date, as GTFS writes it: as an instant they would lie in 1970.
            if text.utf8.count == 8 {
                let date = CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
                guard (1...12).contains(date.month), CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date else {
                    return nil
                }
                self = .local(date, secondOfDay: 0)
                return
            }
            guard number < 253_402_300_800 else { return nil }
            self = .instant(number)
            return
        }
        var scanner = TimeScanner(Array(text.utf8))
        if let clock = scanner.clock(), scanner.isAtEnd {
            self = .clock(secondOfDay: clock)
            return
        }
        scanner = TimeScanner(Array(text.utf8))
        guard let date = scanner.date() else { return nil }
        if scanner.isAtEnd {
            self = .local(date, secondOfDay: 0)
            return
        }
        guard scanner.take("T") || scanner.take("t") || scanner.take(" "), let clock = scanner.clock() else {
            return nil
        }
        if scanner.isAtEnd {
            self = .local(date, secondOfDay: clock)
        } else {
            guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
            self = .instant(date.daysSinceEpoch * 86_400 + clock - offset)
        }
    }

    /// POSIX seconds, on the clock of `zone`.
    ///
    /// - Parameter now: POSIX seconds, for the day of a clock alone.
    public func instant(in zone: Zone, now: Int) -> Int {
        switch self {
        case .instant(let seconds): seconds
        case .local(let date, let second): zone.instant(of: date, secondOfDay: second)
        case .clock(let second): zone.instant(of: zone.date(at: now), secondOfDay: second)
        }
    }
}

/// Reads the parts of a written time.
private struct TimeScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        var value = 0
        for byte in bytes[position..<(position + count)] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        position += count
        return value
    }

    mutating func date() -> CivilDate? {
        guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2) else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard (1...12).contains(month), CivilDate(daysSinceEpoch: date.daysSinceEpoch) == date else { return nil }
        return date
    }

    /// `HH:MM` or `HH:MM:SS`, a fraction of the second left out.
    mutating func clock() -> Int? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60 else { return nil }
        var second = 0
        if take(":") {
            guard let seconds = digits(2), seconds < 60 else { return nil }
            second = seconds
            if take(".") {
                guard digits(1) != nil else { return nil }
                while digits(1) != nil {}
            }
        }
        return hour * 3600 + minute * 60 + second
    }

    /// `Z`, `+HH:MM` or `-HH:MM`, in seconds.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hour = digits(2), hour < 24 else { return nil }
        _ = take(":")
        guard let minute = digits(2), minute < 60 else { return nil }
        return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
    }
}
