/// A time zone of the IANA database, read from the system's compiled zone files (TZif, RFC 9636).
///
/// Times before the first change use the first type of the file (RFC 9636 §3.2); times after the last change follow the
/// rule in the footer, however far in the future.
public struct Zone: Sendable {
    /// A period without a change of the clock.
    public struct Period: Sendable, Equatable {
        /// The first second of the period, POSIX seconds.
        public let start: Int
        /// The first second after the period, POSIX seconds.
        public let end: Int
        /// Seconds east of Greenwich.
        public let offset: Int
        public let isDaylight: Bool
        public let abbreviation: String
    }

    /// The IANA name, `Australia/Sydney`.
    public let name: String
    private let transitions: [Int]
    private let typeIndexes: [UInt8]
    private let types: [TZif.LocalTimeType]
    private let rule: PosixRule?

    /// UTC, which needs no zone file.
    public static let utc = Zone(name: "UTC", offset: 0, abbreviation: "UTC")

    private init(name: String, offset: Int, abbreviation: String) {
        self.name = name
        transitions = []
        typeIndexes = []
        types = [TZif.LocalTimeType(offset: offset, isDaylight: false, abbreviation: abbreviation)]
        rule = nil
    }

    /// Reads a zone from the folder in `TZDIR`, or from the system's folder if that is not set.
    ///
    /// `UTC` and `Etc/UTC` need no zone file.
    /// - Throws: `ZoneFault`, which distinguishes invalid names, unknown zones and missing zone files.
    public init(named name: String) throws(ZoneFault) {
        if name == "UTC" || name == "Etc/UTC" {
            self.init(name: name, offset: 0, abbreviation: "UTC")
            return
        }
        let (path, bytes) = try ZoneFiles.read(name)
        do {
            self.init(name: name, file: try TZif(bytes))
        } catch {
            throw .unreadable(name, path: path, reason: error.reason)
        }
    }

    init(name: String, file: TZif) {
        self.name = name
        transitions = file.transitions
        typeIndexes = file.typeIndexes
        types = file.types
        rule = file.rule
    }

    /// Returns the period without a change of the clock around an instant in POSIX seconds. Cost: a binary search and,
    /// after the last change, a few date computations; for many instants keep a `ZoneClock`.
    public func period(at instant: Int) -> Period {
        // Nobody's feed is older than the universe; the arithmetic below must not overflow.
        let instant = min(max(instant, -1 << 55), 1 << 55)
        guard let last = transitions.last, instant < last else { return afterLast(instant) }
        var low = 0
        var high = transitions.count
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= instant { low = middle + 1 } else { high = middle }
        }
        let type = low == 0 ? types[0] : types[Int(typeIndexes[low - 1])]
        return period(low == 0 ? .min : transitions[low - 1], transitions[low], type)
    }

    private func afterLast(_ instant: Int) -> Period {
        let from = transitions.last ?? .min
        guard let rule else { return period(from, .max, typeIndexes.last.map { types[Int($0)] } ?? types[0]) }
        let (start, end, type) = rule.stretch(at: instant)
        return period(max(start, from), end, type)
    }

    private func period(_ start: Int, _ end: Int, _ type: TZif.LocalTimeType) -> Period {
        Period(
            start: start, end: end, offset: type.offset, isDaylight: type.isDaylight, abbreviation: type.abbreviation)
    }

    /// Returns the seconds east of Greenwich at an instant in POSIX seconds.
    public func offset(at instant: Int) -> Int { period(at: instant).offset }

    /// Returns the POSIX seconds at which the zone's clock shows a date and a second of the day.
    ///
    /// If the clock shows the time twice, the first occurrence counts. If the clock skips the time, it is read with the
    /// offset before the change, so the result is later by the skipped amount, as in RFC 5545 §3.3.5.
    public func instant(of date: CivilDate, secondOfDay: Int) -> Int {
        let local = date.daysSinceEpoch * 86_400 + secondOfDay
        // Offsets reach 26 hours, so the clock a day and a half before is one that has not yet changed, or is the one.
        let before = period(at: local - offset(at: local) - 129_600)
        var guess = local - before.offset
        var period = before
        while guess >= period.end {
            let next = self.period(at: period.end)
            // Still before the change on the new clock: the time was leapt over.
            if local - next.offset < next.start { return guess }
            period = next
            guess = local - next.offset
        }
        return guess
    }

    /// The dates that the zone's clock never showed, as it was put forward by a whole day: 2011-12-30 in Pacific/Apia. Days
    /// since 1970-01-01, in order.
    public var absentDates: [Int] {
        var dates: [Int] = []
        for (place, instant) in transitions.enumerated() {
            let before = place == 0 ? types[0].offset : types[Int(typeIndexes[place - 1])].offset
            let after = types[Int(typeIndexes[place])].offset
            // Nobody's feed is older than the universe; the arithmetic must not overflow.
            guard after - before >= 86_400, abs(instant) < 1 << 55 else { continue }
            // From the first midnight that was leapt over to the last one.
            dates += CivilDate.split(instant + before + 86_399).days..<CivilDate.split(instant + after).days
        }
        return dates
    }

    /// Returns the instant from which GTFS times of a service day count: noon minus 12 hours.
    public func startOfServiceDay(_ date: CivilDate) -> Int { instant(of: date, secondOfDay: 43_200) - 43_200 }
}
