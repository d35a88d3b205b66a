/// How an observation lies in memory: 21 bytes, or 26 with a carriage.
///
/// | bytes | what |
/// |---|---|
/// | 0–4 | 40 bits of the vehicle's fingerprint; 8 more follow from the shard |
/// | 5–8 | timestamp |
/// | 9–14 | 48 bits of the trip's fingerprint |
/// | 15–16 | feed timestamp less timestamp |
/// | 17–20 | status (4 bits), percentage (8 bits), group + 1 (20 bits; 0 marks a free slot) |
/// | 21–25 | 40 bits of the carriage's fingerprint |
///
/// A lag, percentage or group that does not fit is marked so and kept elsewhere.
enum ObservationEntry {
    static let stride = 21
    static let strideWithCarriage = 26
    static let noLag: UInt64 = 0
    static let farLag: UInt64 = 1
    private static let lagBase = 8194
    static let farPercentage: UInt64 = 254
    static let noPercentage: UInt64 = 255
    static let farGroup: UInt64 = 0xF_FFFF
    private static let groupOffset = 17

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
        entry.loadUnaligned(fromByteOffset: groupOffset, as: UInt32.self) >> 12 != 0
    }

    @inline(__always)
    static func key(_ entry: UnsafeMutableRawPointer, stride: Int) -> Key {
        Key(
            first: entry.loadUnaligned(as: UInt64.self),
            timeHigh: UInt64(entry.load(fromByteOffset: 8, as: UInt8.self)),
            carriage: stride == strideWithCarriage
                ? entry.loadUnaligned(fromByteOffset: 21, as: UInt64.self) & 0xFF_FFFF_FFFF : 0)
    }

    @inline(__always)
    static func trip(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        (entry.loadUnaligned(fromByteOffset: 8, as: UInt64.self) >> 8) & 0xFFFF_FFFF_FFFF
    }

    /// Lag (16 bits), status (4), percentage (8) and group + 1 (20).
    @inline(__always)
    static func tail(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        entry.loadUnaligned(fromByteOffset: 15, as: UInt64.self) & 0xFFFF_FFFF_FFFF
    }

    @inline(__always)
    static func order(_ entry: UnsafeMutableRawPointer, stride: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: key(entry, stride: stride).hash)
    }

    @inline(__always)
    static func store(_ key: Key, trip: UInt64, tail: UInt64, in entry: UnsafeMutableRawPointer, stride: Int) {
        entry.storeBytes(of: key.first, as: UInt64.self)
        // The upper byte belongs to the tail, which is written over it.
        (entry + 8).storeBytes(of: key.timeHigh | trip << 8, as: UInt64.self)
        (entry + 15).storeBytes(of: UInt32(truncatingIfNeeded: tail), as: UInt32.self)
        (entry + 19).storeBytes(of: UInt16(truncatingIfNeeded: tail >> 32), as: UInt16.self)
        if stride == strideWithCarriage {
            (entry + 21).storeBytes(of: UInt32(truncatingIfNeeded: key.carriage), as: UInt32.self)
            (entry + 25).storeBytes(of: UInt8(truncatingIfNeeded: key.carriage >> 32), as: UInt8.self)
        }
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
