/// One look at how full a vehicle, or one of its carriages, was.
public struct Observation: Sendable, Equatable {
    /// A time that nobody gave.
    public static let noTime = UInt32.max
    /// A percentage that nobody gave.
    public static let noPercentage = UInt16.max
    /// The largest percentage that is kept.
    public static let largestPercentage = 65_534

    /// Fingerprint of the feed and the vehicle, of which the upper 48 bits count; 0 where nothing names the vehicle.
    public var vehicle: UInt64
    /// Fingerprint of the feed, the trip and its start date, of which 48 bits count; 0 without a trip.
    public var trip: UInt64
    /// Fingerprint of the carriage within the vehicle, of which 40 bits count; 0 for the vehicle as a whole.
    public var carriage: UInt64
    /// POSIX seconds; `noTime` without any.
    public var timestamp: UInt32
    /// POSIX seconds of the message; `noTime` without any.
    public var feedTimestamp: UInt32
    public var status: StatusRank
    /// Per cent of the capacity, which may pass 100; `noPercentage` without any.
    public var percentage: UInt16
    /// The row of the report it counts in.
    public var group: Int

    public init(
        vehicle: UInt64, trip: UInt64, carriage: UInt64 = 0, timestamp: UInt32, feedTimestamp: UInt32,
        status: StatusRank, percentage: UInt16, group: Int
    ) {
        self.vehicle = vehicle & ~0xFFFF
        self.trip = trip & 0xFFFF_FFFF_FFFF
        self.carriage = carriage & 0xFF_FFFF_FFFF
        self.timestamp = timestamp
        self.feedTimestamp = feedTimestamp
        self.status = status
        self.percentage = percentage
        self.group = group
    }

    /// The 48 bits of a fingerprint that a trip is known by, never 0.
    public static func trip(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 16, 1) }

    /// The 48 bits of a fingerprint that a vehicle is known by, in the upper part of the word, never 0.
    public static func vehicle(_ fingerprint: UInt64) -> UInt64 { max(fingerprint & ~0xFFFF, 0x1_0000) }

    /// The 40 bits of a fingerprint that a carriage is known by within its vehicle, never 0.
    public static func carriage(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 24, 1) }
}

/// A status in four bits that compare as the numbers do: absent is below every number.
public struct StatusRank: Sendable, Hashable, Comparable {
    let bits: UInt8

    init(bits: UInt8) { self.bits = bits }

    /// No status was sent; or something that is none.
    public static let absent = StatusRank(bits: 0)

    /// A number as it was sent. Numbers below 0 share a rank, as do those from 13 on: the specification has none of them.
    public init(code: Int) { bits = code < 0 ? 1 : UInt8(min(code, 13) + 2) }

    /// The position among the report's ten counts: 0 to 8 for the specification's codes, 9 for absence and any other.
    public var column: Int { bits >= 2 && bits <= 10 ? Int(bits) - 2 : 9 }

    public static func < (left: StatusRank, right: StatusRank) -> Bool { left.bits < right.bits }
}
