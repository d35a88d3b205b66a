/// How an observation lies in memory: 21 bytes, 5 more with a carriage, 1 more with over a million groups.
///
/// | bytes | what |
/// |---|---|
/// | 0–4 | 40 bits of the vehicle's fingerprint; 8 more follow from the shard |
/// | 5–8 | timestamp |
/// | 9–14 | 48 bits of the trip's fingerprint |
/// | 15–16 | feed timestamp less timestamp |
/// | 17–20 | status (4 bits), percentage (8 bits), group (20 bits; 0 marks a free slot) |
/// | then 5 | 40 bits of the carriage's fingerprint |
/// | then 1 | 8 bits more of the group |
///
/// A lag or percentage that does not fit is marked so and kept elsewhere.
struct ObservationLayout {
    let hasCarriage: Bool
    /// Whether an entry has room for a group beyond the first million.
    let isWide: Bool
    let stride: Int

    init(hasCarriage: Bool, isWide: Bool) {
        self.hasCarriage = hasCarriage
        self.isWide = isWide
        stride = 21 + (hasCarriage ? 5 : 0) + (isWide ? 1 : 0)
    }

    /// As many groups as 20 bits tell apart, 0 being taken.
    static let narrowGroups = (1 << 20) - 1

    static let noLag: UInt64 = 0
    static let farLag: UInt64 = 1
    private static let lagBase = 8194
    static let farPercentage: UInt64 = 254
    static let noPercentage: UInt64 = 255

    /// An entry's key: vehicle, time and carriage.
    struct Key: Hashable {
        /// 40 bits of the vehicle, 24 of the timestamp.
        let first: UInt64
        /// The upper 8 bits of the timestamp.
        let timeHigh: UInt64
        let carriage: UInt64

        /// 8 bits choose the shard, the low 32 the order within it.
        @inline(__always)
        var hash: UInt64 {
            Fingerprint.mix(first ^ 0x2D35_8DCC_AA6C_78A5, (timeHigh | carriage << 8) ^ 0x8BB8_4B93_962E_ACC9)
        }
    }

    @inline(__always)
    static func isOccupied(_ entry: UnsafeMutableRawPointer) -> Bool {
        entry.loadUnaligned(fromByteOffset: 17, as: UInt32.self) >> 12 != 0
    }

    @inline(__always)
    func key(_ entry: UnsafeMutableRawPointer) -> Key {
        Key(
            first: entry.loadUnaligned(as: UInt64.self),
            timeHigh: UInt64(entry.load(fromByteOffset: 8, as: UInt8.self)),
            carriage: hasCarriage ? entry.loadUnaligned(fromByteOffset: 21, as: UInt64.self) & 0xFF_FFFF_FFFF : 0)
    }

    @inline(__always)
    static func trip(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        (entry.loadUnaligned(fromByteOffset: 8, as: UInt64.self) >> 8) & 0xFFFF_FFFF_FFFF
    }

    /// Lag (16 bits), status (4), percentage (8) and group (20).
    @inline(__always)
    static func tail(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        entry.loadUnaligned(fromByteOffset: 15, as: UInt64.self) & 0xFFFF_FFFF_FFFF
    }

    @inline(__always)
    func order(_ entry: UnsafeMutableRawPointer) -> UInt32 { UInt32(truncatingIfNeeded: key(entry).hash) }

    /// - Parameter tail: all but the group.
    @inline(__always)
    func store(_ key: Key, trip: UInt64, tail: UInt64, group: Int, in entry: UnsafeMutableRawPointer) {
        let (high, low) = isWide ? group.quotientAndRemainder(dividingBy: Self.narrowGroups) : (0, group)
        let tail = tail | UInt64(low &+ 1) << 28
        entry.storeBytes(of: key.first, as: UInt64.self)
        // The upper byte belongs to the tail, which is written over it.
        (entry + 8).storeBytes(of: key.timeHigh | trip << 8, as: UInt64.self)
        (entry + 15).storeBytes(of: UInt32(truncatingIfNeeded: tail), as: UInt32.self)
        (entry + 19).storeBytes(of: UInt16(truncatingIfNeeded: tail >> 32), as: UInt16.self)
        if hasCarriage {
            (entry + 21).storeBytes(of: UInt32(truncatingIfNeeded: key.carriage), as: UInt32.self)
            (entry + 25).storeBytes(of: UInt8(truncatingIfNeeded: key.carriage >> 32), as: UInt8.self)
        }
        if isWide { (entry + stride - 1).storeBytes(of: UInt8(truncatingIfNeeded: high), as: UInt8.self) }
    }

    @inline(__always)
    func group(_ entry: UnsafeMutableRawPointer, tail: UInt64) -> Int {
        let low = Int(tail >> 28) &- 1
        return isWide ? low &+ Int(entry.load(fromByteOffset: stride - 1, as: UInt8.self)) &* Self.narrowGroups : low
    }

    // MARK: Times

    @inline(__always)
    static func key(vehicle: UInt64, timestamp: UInt32, carriage: UInt64) -> Key {
        Key(
            first: vehicle >> 24 | UInt64(timestamp & 0xFF_FFFF) << 40, timeHigh: UInt64(timestamp >> 24),
            carriage: carriage)
    }

    @inline(__always)
    static func timestamp(_ key: Key) -> UInt32 {
        UInt32(truncatingIfNeeded: key.first >> 40 | key.timeHigh << 24)
    }

    /// The difference of the two times in 16 bits; `farLag` where it does not fit.
    @inline(__always)
    static func lag(_ timestamp: UInt32, _ feedTimestamp: UInt32) -> UInt64 {
        if feedTimestamp == Observation.noTime { return noLag }
        let lag = Int(feedTimestamp) &- Int(timestamp) &+ lagBase
        return lag >= 2 && lag <= 0xFFFF ? UInt64(lag) : farLag
    }

    @inline(__always)
    static func feedTimestamp(_ timestamp: UInt32, lag: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: Int(timestamp) &+ Int(lag) &- lagBase)
    }
}
