import Reports
import TimeZones

/// A time of a visit: an instant, and the offset of the clock that it was written on.
public struct Moment: Equatable, Sendable {
    /// POSIX seconds.
    public var instant: Int
    /// Seconds east of Greenwich.
    public var offset: Int

    public init(instant: Int, offset: Int) {
        self.instant = instant
        self.offset = offset
    }

    public static let none = Moment(instant: .min, offset: 0)

    /// The seconds of its service day at which a visit may be: a day before to a week after.
    private static let possible = -86_400...604_800

    /// Whether a visit of a service day may be at this time, as its own clock shows it.
    /// - Parameter day: days after 1970-01-01.
    @inline(__always)
    package func isOf(_ day: Int) -> Bool { Moment.possible.contains(instant &+ offset &- day &* 86_400) }

    public var isKnown: Bool { instant != .min }

    /// The first of two that is known.
    @inline(__always)
    public static func ?? (left: Moment, right: Moment) -> Moment { left.isKnown ? left : right }
}

extension ReportClock {
    @inline(__always)
    package mutating func second(at moment: Moment) -> Int { second(at: moment.instant, offset: moment.offset) }

    @inline(__always)
    package mutating func takes(day: Int, _ moment: Moment) -> Bool {
        takes(day: day, moment.isKnown ? moment.instant : nil, offset: moment.offset)
    }
}

/// Reads RFC 3339, most of it on the day last read.
public struct MomentReader {
    private var date: (UInt64, UInt16) = (0, 0)
    private var midnight = 0

    public init() {}

    /// nil for what is not RFC 3339.
    @inline(__always)
    public mutating func read(_ bytes: UnsafeRawBufferPointer) -> Moment? {
        // `2026-03-02T07:00:00+10:00`; whatever else RFC 3339 allows is read at leisure.
        guard bytes.count == OffsetTime.length, let start = bytes.baseAddress else { return MomentReader.other(bytes) }
        let day = (start.loadUnaligned(as: UInt64.self), start.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        guard day == date else { return first(bytes) }
        var wrong: UInt8 = 0
        @inline(__always) func two(_ place: Int) -> Int {
            let tens = start.load(fromByteOffset: place, as: UInt8.self) &- 0x30
            let ones = start.load(fromByteOffset: place &+ 1, as: UInt8.self) &- 0x30
            wrong |= tens > 9 || ones > 9 ? 1 : 0
            return Int(tens) &* 10 &+ Int(ones)
        }
        @inline(__always) func mark(_ place: Int) -> UInt8 { start.load(fromByteOffset: place, as: UInt8.self) }
        let (hour, minute, second) = (two(11), two(14), two(17))
        let (offsetHour, offsetMinute) = (two(20), two(23))
        let sign = mark(19)
        guard wrong == 0, hour < 24, minute < 60, second < 60, offsetHour < 24, offsetMinute < 60,
            mark(10) == UInt8(ascii: "T"), mark(13) == UInt8(ascii: ":"), mark(16) == UInt8(ascii: ":"),
            mark(22) == UInt8(ascii: ":"), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        else { return MomentReader.other(bytes) }
        let east = offsetHour &* 3600 &+ offsetMinute &* 60
        let offset = sign == UInt8(ascii: "-") ? -east : east
        return Moment(
            instant: midnight &+ hour &* 3600 &+ minute &* 60 &+ second &- offset, offset: offset)
    }

    /// A time of another day, which is remembered.
    @inline(never)
    private mutating func first(_ bytes: UnsafeRawBufferPointer) -> Moment? {
        guard let moment = MomentReader.other(bytes), let start = bytes.baseAddress else { return nil }
        midnight = CivilDate.split(moment.instant + moment.offset).days * 86_400
        date = (start.loadUnaligned(as: UInt64.self), start.loadUnaligned(fromByteOffset: 8, as: UInt16.self))
        return moment
    }

    @inline(never)
    private static func other(_ bytes: UnsafeRawBufferPointer) -> Moment? {
        OffsetTime(rfc3339: bytes).map { Moment(instant: $0.instant, offset: $0.offset) }
    }
}
