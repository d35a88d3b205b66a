/// An instant on a clock of which the offset is known: what RFC 3339 §5.6 writes.
public struct OffsetTime: Sendable, Equatable {
    /// POSIX seconds.
    public let instant: Int
    /// Seconds east of Greenwich, in whole minutes.
    public let offset: Int

    public init(_ instant: Int, offset: Int) {
        self.instant = instant
        self.offset = offset / 60 * 60
    }

    /// Bytes of `2026-03-02T07:00:00+10:00`, for the years 0000 to 9999.
    public static let length = 25

    /// Seconds of the day that the clock shows.
    public var secondOfDay: Int { CivilDate.split(instant + offset).secondOfDay }

    /// Writes `2026-03-02T07:00:00+10:00`, or `…Z` with an offset of 0 as `+00:00`, and returns how many bytes it is.
    public func write(to place: UnsafeMutableRawPointer) -> Int {
        let (days, second) = CivilDate.split(instant + offset)
        let date = CivilDate(daysSinceEpoch: days)
        let year = date.compact / 10_000
        OffsetTime.two(year / 100, place)
        OffsetTime.two(year % 100, place + 2)
        OffsetTime.two(date.compact / 100 % 100, place + 5)
        OffsetTime.two(date.compact % 100, place + 8)
        OffsetTime.two(second / 3600, place + 11)
        OffsetTime.two(second / 60 % 60, place + 14)
        OffsetTime.two(second % 60, place + 17)
        let minutes = abs(offset) / 60
        OffsetTime.two(minutes / 60, place + 20)
        OffsetTime.two(minutes % 60, place + 23)
        for (position, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":"), (22, ":")]
            as [(Int, Unicode.Scalar)]
        {
            place.storeBytes(of: UInt8(ascii: mark), toByteOffset: position, as: UInt8.self)
        }
        place.storeBytes(of: offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"), toByteOffset: 19, as: UInt8.self)
        return OffsetTime.length
    }

    @inline(__always)
    private static func two(_ value: Int, _ place: UnsafeMutableRawPointer) {
        place.storeBytes(of: UInt8(truncatingIfNeeded: 0x30 + value / 10 % 10), as: UInt8.self)
        place.storeBytes(of: UInt8(truncatingIfNeeded: 0x30 + value % 10), toByteOffset: 1, as: UInt8.self)
    }

    /// Reads RFC 3339, a fraction of the second left out; nil for anything else.
    public init?(rfc3339 bytes: UnsafeRawBufferPointer) {
        var scanner = TimeScanner(bytes)
        guard let date = scanner.date(), scanner.takeDateEnd(), let clock = scanner.clock(), clock.hasSeconds,
            scanner.fraction(), let offset = scanner.offset(), scanner.isAtEnd
        else { return nil }
        self.init(date.daysSinceEpoch * 86_400 + clock.second - offset, offset: offset)
    }
}

extension ZoneClock {
    /// An instant as the zone's clock shows it. POSIX seconds.
    public mutating func time(at instant: Int) -> OffsetTime { OffsetTime(instant, offset: offset(at: instant)) }
}
