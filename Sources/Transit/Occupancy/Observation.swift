/// One observation of the occupancy of a vehicle or one of its carriages.
public struct Observation: Sendable, Equatable {
    /// The value of a missing time.
    public static let noTime = UInt32.max
    /// The value of a missing percentage: -1 in the 32 bits of the field.
    public static let noPercentage = UInt32.max
    /// The largest accepted percentage.
    public static let largestPercentage = Int(UInt32.max) - 1

    /// The vehicle in the upper 48 bits and 16 of the carriage's 40 bits, so that an observation takes 40 bytes.
    private var vehicleAndCarriage: UInt64
    /// The fingerprint of the feed, the trip and its start date, of which 48 bits count; 0 without a trip.
    public let trip: UInt64
    private var carriageRest: UInt32
    /// POSIX seconds; `noTime` without any.
    public var timestamp: UInt32
    /// POSIX seconds of the message; `noTime` without any.
    public var feedTimestamp: UInt32
    public var status: StatusRank
    /// The percentage of the capacity, which may exceed 100; `noPercentage` if missing.
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

    /// The fingerprint of the feed and the vehicle, of which the upper 48 bits count; 0 if the vehicle is not
    /// identified.
    public var vehicle: UInt64 { vehicleAndCarriage & ~0xFFFF }

    /// The fingerprint of the carriage within the vehicle, of which 40 bits count; 0 for the whole vehicle.
    public var carriage: UInt64 {
        get { UInt64(carriageRest) << 16 | vehicleAndCarriage & 0xFFFF }
        set {
            vehicleAndCarriage = vehicle | newValue & 0xFFFF
            carriageRest = UInt32(truncatingIfNeeded: newValue >> 16) & 0xFF_FFFF
        }
    }

    /// The row of the report in which the observation counts; less than `GroupKeys.capacity`.
    public var group: Int {
        get { Int(groupNumber) }
        set { groupNumber = UInt32(newValue) }
    }

    /// Returns whether both observations are of the same vehicle and carriage.
    @inline(__always)
    func isSameVehicle(as other: Observation) -> Bool {
        vehicleAndCarriage == other.vehicleAndCarriage && carriageRest == other.carriageRest
    }

    /// The 48 bits of a fingerprint that identify a trip, never 0.
    public static func trip(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 16, 1) }

    /// The 48 bits of a fingerprint that identify a vehicle, in the upper part of the word, never 0.
    public static func vehicle(_ fingerprint: UInt64) -> UInt64 { max(fingerprint & ~0xFFFF, 0x1_0000) }

    /// The 40 bits of a fingerprint that identify a carriage within its vehicle, never 0.
    public static func carriage(_ fingerprint: UInt64) -> UInt64 { max(fingerprint >> 24, 1) }
}

/// A status that compares like its number; a missing status is below every number.
public struct StatusRank: Sendable, Hashable, Comparable {
    let code: Int32

    /// A missing or invalid status.
    public static let absent = StatusRank(kept: .min)

    private init(kept code: Int32) { self.code = code }

    /// A number as sent. Enumerations have 32 bits; larger values count as the nearest number that fits.
    public init(code: Int) { self.init(kept: Int32(clamping: max(code, Int(Int32.min) + 1))) }

    /// The index among the ten counts of the report: 0 to 8 for the codes of the specification, 9 for missing and other
    /// values.
    public var column: Int { code >= 0 && code <= 8 ? Int(code) : 9 }

    public static func < (left: StatusRank, right: StatusRank) -> Bool { left.code < right.code }
}
