/// One look at how full a vehicle, or one of its carriages, was.
public struct Observation: Sendable, Equatable {
    /// A time that nobody gave.
    public static let noTime = UInt32.max
    /// A percentage that nobody gave: what -1 is in the 32 bits of the field.
    public static let noPercentage = UInt32.max
    /// The largest percentage that there is.
    public static let largestPercentage = Int(UInt32.max) - 1

    /// The vehicle in the upper 48 bits, and 16 of the carriage's 40: so an observation takes 40 bytes.
    private var vehicleAndCarriage: UInt64
    /// Fingerprint of the feed, the trip and its start date, of which 48 bits count; 0 without a trip.
    public let trip: UInt64
    private var carriageRest: UInt32
    /// POSIX seconds; `noTime` without any.
    public var timestamp: UInt32
    /// POSIX seconds of the message; `noTime` without any.
    public var feedTimestamp: UInt32
    public var status: StatusRank
    /// Per cent of the capacity, which may pass 100; `noPercentage` without any.
    public var percentage: UInt32
    private var groupNumber: UInt32

    public init(
        vehicle: UInt64, trip: UInt64, carriage: UInt64 = 0, timestamp: UInt32, feedTimestamp: UInt32,
        status: StatusRank, percentage: UInt32, group: Int
    ) {
        vehicleAndCarriage = vehicle & ~0xFFFF
        carriageRest = 0
        self.trip = trip & 0xFFFF_FFFF_FFFF
        self.timestamp = timestamp
        self.feedTimestamp = feedTimestamp
        self.status = status
        self.percentage = percentage
        groupNumber = UInt32(group)
        self.carriage = carriage
    }

    /// Fingerprint of the feed and the vehicle, of which the upper 48 bits count; 0 where nothing names the vehicle.
    public var vehicle: UInt64 { vehicleAndCarriage & ~0xFFFF }

    /// Fingerprint of the carriage within the vehicle, of which 40 bits count; 0 for the vehicle as a whole.
    public var carriage: UInt64 {
        get { UInt64(carriageRest) << 16 | vehicleAndCarriage & 0xFFFF }
        set {
            vehicleAndCarriage = vehicle | newValue & 0xFFFF
            carriageRest = UInt32(truncatingIfNeeded: newValue >> 16) & 0xFF_FFFF
        }
    }

    /// The row of the report it counts in; less than `GroupKeys.capacity`.
    public var group: Int {
        get { Int(groupNumber) }
        set { groupNumber = UInt32(newValue) }
    }

    /// Whether both are of one vehicle and one carriage of it.
    @inline(__always)
    func isSameVehicle(as other: Observation) -> Bool {
        vehicleAndCarriage == other.vehicleAndCarriage && carriageRest == other.carriageRest
    }

    /// The 48 bits of a fingerprint that a trip is known by, never 0.
    public static func trip(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 16, 1) }

    /// The 48 bits of a fingerprint that a vehicle is known by, in the upper part of the word, never 0.
    public static func vehicle(_ fingerprint: UInt64) -> UInt64 { max(fingerprint & ~0xFFFF, 0x1_0000) }

    /// The 40 bits of a fingerprint that a carriage is known by within its vehicle, never 0.
    public static func carriage(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 24, 1) }
}

/// A status that compares as its number does: absent is below every number.
public struct StatusRank: Sendable, Hashable, Comparable {
    let code: Int32

    /// No status was sent; or something that is none.
    public static let absent = StatusRank(kept: .min)

    private init(kept code: Int32) { self.code = code }

    /// A number as it was sent. Enumerations have 32 bits: what has more counts as the nearest number that fits.
    public init(code: Int) { self.init(kept: Int32(clamping: max(code, Int(Int32.min) + 1))) }

    /// The position among the report's ten counts: 0 to 8 for the specification's codes, 9 for absence and any other.
    public var column: Int { code >= 0 && code <= 8 ? Int(code) : 9 }

    public static func < (left: StatusRank, right: StatusRank) -> Bool { left.code < right.code }
}
