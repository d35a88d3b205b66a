/// A time written by a user: an instant, or a local time whose zone is not known yet.
public enum WrittenTime: Sendable, Equatable {
    /// POSIX seconds.
    case instant(Int)
    case local(CivilDate, secondOfDay: Int)
    /// A time of day, on the current local date.
    case clock(secondOfDay: Int)

    /// Reads POSIX seconds (`1775316600`), RFC 3339 (`2026-04-05T01:30:00+11:00`, `…Z`), a local time
    /// (`2026-04-05T01:30`, seconds allowed, a blank for the T, or a date alone, `20260405` too) or a clock (`14:05`); nil for anything
    /// else.
    public init?(_ text: String) {
        if let number = Int(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Eight digits are a date, as GTFS writes it: as an instant they would lie in 1970.
            if text.utf8.count == 8 {
                guard let date = CivilDate(compact: text) else { return nil }
                self = .local(date, secondOfDay: 0)
                return
            }
            guard number < 253_402_300_800 else { return nil }
            self = .instant(number)
            return
        }
        guard let time = TimeScanner.read(text, WrittenTime.clock) ?? TimeScanner.read(text, WrittenTime.dated) else {
            return nil
        }
        self = time
    }

    private static func clock(_ scanner: inout TimeScanner) -> WrittenTime? {
        guard let second = secondOfDay(&scanner), scanner.isAtEnd else { return nil }
        return .clock(secondOfDay: second)
    }

    private static func dated(_ scanner: inout TimeScanner) -> WrittenTime? {
        guard let date = scanner.date() else { return nil }
        if scanner.isAtEnd { return .local(date, secondOfDay: 0) }
        guard scanner.takeDateEnd(), let second = secondOfDay(&scanner) else { return nil }
        if scanner.isAtEnd { return .local(date, secondOfDay: second) }
        guard let offset = scanner.offset(needsColon: false), scanner.isAtEnd else { return nil }
        return .instant(date.daysSinceEpoch * 86_400 + second - offset)
    }

    /// `HH:MM` or `HH:MM:SS`, a fraction of the second left out.
    private static func secondOfDay(_ scanner: inout TimeScanner) -> Int? {
        guard let clock = scanner.clock(), !clock.hasSeconds || scanner.fraction() else { return nil }
        return clock.second
    }

    /// Returns the POSIX seconds in the time zone `zone`.
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
