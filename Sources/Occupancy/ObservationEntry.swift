/// How an observation lies in memory: 23 bytes, or 28 with a carriage.
///
/// | bytes | what |
/// |---|---|
/// | 0–5 | 48 bits of the vehicle's fingerprint; 8 more follow from the shard |
/// | 6–9 | timestamp |
/// | 10–15 | 48 bits of the trip's fingerprint |
/// | 16–17 | feed timestamp less timestamp |
/// | 18–19 | status (5 bits), percentage (11 bits) |
/// | 20–22 | group + 1; 0 marks a free slot |
/// | 23–27 | 40 bits of the carriage's fingerprint |
enum ObservationEntry {
    static let stride = 23
    static let strideWithCarriage = 28
    /// The feed timestamp lies too far away and is kept elsewhere.
    static let farLag: UInt16 = 1
    static let noLag: UInt16 = 0
    private static let lagBase = 8194
    static let farPercentage: UInt16 = 2046
    static let noPercentage: UInt16 = 2047

    @inline(__always)
    static func first(_ entry: UnsafeMutableRawPointer) -> UInt64 { entry.loadUnaligned(as: UInt64.self) }

    @inline(__always)
    static func second(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        entry.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    }

    @inline(__always)
    static func isOccupied(_ entry: UnsafeMutableRawPointer) -> Bool {
        entry.loadUnaligned(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF != 0
    }

    @inline(__always)
    static func carriage(_ entry: UnsafeMutableRawPointer, stride: Int) -> UInt64 {
        stride == strideWithCarriage
            ? entry.loadUnaligned(fromByteOffset: 23, as: UInt64.self) & 0xFF_FFFF_FFFF : 0
    }

    /// The hash of a key: 8 bits choose the shard, 32 the order within it.
    @inline(__always)
    static func hash(_ first: UInt64, _ timeHigh: UInt64, _ carriage: UInt64) -> UInt64 {
        Fingerprint.mix(first ^ 0x2D35_8DCC_AA6C_78A5, (timeHigh | carriage << 16) ^ 0x8BB8_4B93_962E_ACC9)
    }

    @inline(__always)
    static func order(_ entry: UnsafeMutableRawPointer, stride: Int) -> UInt32 {
        UInt32(
            truncatingIfNeeded: hash(first(entry), second(entry) & 0xFFFF, carriage(entry, stride: stride)))
    }

    /// The difference of the two times in 16 bits; `farLag` where it does not fit.
    @inline(__always)
    static func lag(_ timestamp: UInt32, _ feedTimestamp: UInt32) -> UInt16 {
        if feedTimestamp == Observation.noTime { return noLag }
        let lag = Int(feedTimestamp) &- Int(timestamp) &+ lagBase
        return lag >= 2 && lag <= 0xFFFF ? UInt16(lag) : farLag
    }

    @inline(__always)
    static func feedTimestamp(_ timestamp: UInt32, lag: UInt16) -> UInt32 {
        UInt32(truncatingIfNeeded: Int(timestamp) &+ Int(lag) &- lagBase)
    }
}
