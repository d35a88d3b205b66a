import TimeZones

/// Dates and times of Australia/Brisbane, which is ten hours ahead of UTC all year round.
public enum CivilTime {
    static let zone = "Australia/Brisbane"
    static let offset = 36_000
    static let day = 86_400

    /// POSIX seconds of `YYYY-MM-DDTHH:MM[:SS]`, local where no offset (`Z`, `+10:00`) follows; nil for anything else,
    /// dates outside 2000 to 2999 included.
    public static func posix(_ text: String) -> Int? {
        TimeScanner.read(text) { scanner in
            guard let date = scanner.date(), (2000...2999).contains(date.year), scanner.takeDateEnd(),
                let clock = scanner.clock(), let ahead = scanner.isAtEnd ? offset : scanner.offset(), scanner.isAtEnd
            else { return nil }
            return date.daysSinceEpoch * day + clock.second - ahead
        }
    }

    /// The local date an instant lies in, as days since 1970-01-01.
    static func localDay(_ posix: Int) -> Int { (posix + offset) / day }

    /// Midnight of a local date; noon minus 12 hours, from which GTFS times count, is the same without summer time.
    static func midnight(_ days: Int) -> Int { days * day - offset }

    /// `YYYYMMDD`
    static func date(_ days: Int) -> String { CivilDate(daysSinceEpoch: days).compactText }
}
