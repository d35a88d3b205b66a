/// A time zone of the IANA database, read from the system's compiled zone files (TZif, RFC 9636).
///
/// Times before the first change have the file's first type, as RFC 9636 §3.2 has it; times after the last follow the
/// footer's rule, however far in the future.
public struct Zone: Sendable {
    /// A stretch of time in which the clock is not changed.
    public struct Period: Sendable, Equatable {
        /// POSIX seconds of its first second.
        public let start: Int
        /// POSIX seconds of the first second after it.
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

    /// Universal time, which needs no file.
    public static let utc = Zone(name: "UTC", offset: 0, abbreviation: "UTC")

    private init(name: String, offset: Int, abbreviation: String) {
        self.name = name
        transitions = []
        typeIndexes = []
        types = [TZif.LocalTimeType(offset: offset, isDaylight: false, abbreviation: abbreviation)]
        rule = nil
    }

    /// Reads a zone from `$TZDIR`, or from the system's folder where that is not set.
    ///
    /// `UTC` and `Etc/UTC` are there without any file.
    /// - Throws: `ZoneFault`, which tells a name that cannot be one from an unknown zone, and both from missing files.
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

    /// The stretch of unchanging clock around an instant in POSIX seconds. Cost: a binary search, and past the last
    /// change a few dates; keep a `ZoneClock` where many instants are asked for.
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

    /// Seconds east of Greenwich at an instant in POSIX seconds.
    public func offset(at instant: Int) -> Int { period(at: instant).offset }

    /// The POSIX seconds at which the zone's clock shows a date and a second of the day.
    ///
    /// A time that the clock shows twice is its first showing; one that it leaps over is read with the offset before
    /// the leap, so it lies that much later, as RFC 5545 §3.3.5 has it.
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

    /// The instant that GTFS times of a service day count from: noon minus 12 hours.
    public func startOfServiceDay(_ date: CivilDate) -> Int { instant(of: date, secondOfDay: 43_200) - 43_200 }
}
