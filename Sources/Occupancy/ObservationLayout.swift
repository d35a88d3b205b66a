import Hashing

/// How an observation lies in memory: 21 bytes, and more where a run has what does not fit in them.
///
/// | bytes | what |
/// |---|---|
/// | 0–4 | 40 bits of the vehicle's fingerprint; 8 more follow from the shard |
/// | 5–8 | timestamp |
/// | 9–14 | 48 bits of the trip's fingerprint |
/// | 15–16 | feed timestamp less timestamp; with a wide lag the lower half of the feed timestamp |
/// | 17–20 | status (4 bits), percentage (8 bits), group (20 bits; 0 marks a free slot) |
/// | then 1, 2 or 5 | the number of the carriage, or 40 bits of its fingerprint |
/// | then 1 | with a wide group 8 bits more of it |
/// | then 2 | with a wide percentage 16 bits more of it |
/// | then 2 | with a wide lag the upper half of the feed timestamp |
///
/// A few lags and percentages that do not fit are marked so and kept elsewhere; many make all entries wider.
struct ObservationLayout: Equatable {
    enum Carriage { case none, shortNumber, number, fingerprint }

    /// What an entry has more room for.
    struct Widths: OptionSet {
        let rawValue: Int

        static let group = Widths(rawValue: 1)
        static let percentage = Widths(rawValue: 2)
        static let lag = Widths(rawValue: 4)
    }

    let carriage: Carriage
    let widths: Widths
    let stride: Int
    private let carriageMask: UInt64
    private let groupOffset: Int
    private let percentageOffset: Int
    private let lagOffset: Int

    init(_ carriage: Carriage, _ widths: Widths) {
        self.carriage = carriage
        self.widths = widths
        let carriageBytes = carriage == .none ? 0 : carriage == .shortNumber ? 1 : carriage == .number ? 2 : 5
        carriageMask = 1 << UInt64(carriageBytes * 8) - 1
        groupOffset = 21 + carriageBytes
        percentageOffset = groupOffset + (widths.contains(.group) ? 1 : 0)
        lagOffset = percentageOffset + (widths.contains(.percentage) ? 2 : 0)
        stride = lagOffset + (widths.contains(.lag) ? 2 : 0)
    }

    /// As many groups as 20 bits tell apart, 0 being taken.
    static let narrowGroups = (1 << 20) - 1

    static let noLag: UInt64 = 0
    static let farLag: UInt64 = 1
    private static let lagBase = 8194

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
            carriage: carriage == .none ? 0 : entry.loadUnaligned(fromByteOffset: 21, as: UInt64.self) & carriageMask)
    }

    @inline(__always)
    static func trip(_ entry: UnsafeMutableRawPointer) -> UInt64 {
        (entry.loadUnaligned(fromByteOffset: 8, as: UInt64.self) >> 8) & 0xFFFF_FFFF_FFFF
    }

    @inline(__always)
    func order(_ entry: UnsafeMutableRawPointer) -> UInt32 { UInt32(truncatingIfNeeded: key(entry).hash) }

    // MARK: Values

    /// All that an entry has beside its key and trip, each as it is packed.
    struct Values {
        /// 16 bits, or the whole feed timestamp with a wide lag.
        var lag: UInt64
        /// 4 bits.
        var status: UInt64
        /// 8 bits, or 24.
        var percentage: UInt64
        var group: Int
    }

    @inline(__always)
    func store(_ key: Key, trip: UInt64, _ values: Values, in entry: UnsafeMutableRawPointer) {
        let isWide = widths.contains(.group)
        let (high, low) = isWide ? values.group.quotientAndRemainder(dividingBy: Self.narrowGroups) : (0, values.group)
        entry.storeBytes(of: key.first, as: UInt64.self)
        // The upper byte belongs to the values, which are written over it.
        (entry + 8).storeBytes(of: key.timeHigh | trip << 8, as: UInt64.self)
        (entry + 15).storeBytes(of: UInt16(truncatingIfNeeded: values.lag), as: UInt16.self)
        let packed = values.status | (values.percentage & 0xFF) << 4 | UInt64(low &+ 1) << 12
        (entry + 17).storeBytes(of: UInt32(truncatingIfNeeded: packed), as: UInt32.self)
        if carriage != .none {
            (entry + 21).storeBytes(of: UInt8(truncatingIfNeeded: key.carriage), as: UInt8.self)
            if carriage != .shortNumber {
                (entry + 22).storeBytes(of: UInt8(truncatingIfNeeded: key.carriage >> 8), as: UInt8.self)
            }
            if carriage == .fingerprint {
                (entry + 23).storeBytes(of: UInt16(truncatingIfNeeded: key.carriage >> 16), as: UInt16.self)
                (entry + 25).storeBytes(of: UInt8(truncatingIfNeeded: key.carriage >> 32), as: UInt8.self)
            }
        }
        if isWide { (entry + groupOffset).storeBytes(of: UInt8(truncatingIfNeeded: high), as: UInt8.self) }
        if widths.contains(.percentage) {
            (entry + percentageOffset).storeBytes(
                of: UInt16(truncatingIfNeeded: values.percentage >> 8), as: UInt16.self)
        }
        if widths.contains(.lag) {
            (entry + lagOffset).storeBytes(of: UInt16(truncatingIfNeeded: values.lag >> 16), as: UInt16.self)
        }
    }

    @inline(__always)
    func values(_ entry: UnsafeMutableRawPointer) -> Values {
        let packed = UInt64(entry.loadUnaligned(fromByteOffset: 17, as: UInt32.self))
        var values = Values(
            lag: UInt64(entry.loadUnaligned(fromByteOffset: 15, as: UInt16.self)), status: packed & 15,
            percentage: packed >> 4 & 0xFF, group: Int(packed >> 12) &- 1)
        if widths.contains(.group) {
            values.group &+= Int(entry.load(fromByteOffset: groupOffset, as: UInt8.self)) &* Self.narrowGroups
        }
        if widths.contains(.percentage) {
            values.percentage |= UInt64(entry.loadUnaligned(fromByteOffset: percentageOffset, as: UInt16.self)) << 8
        }
        if widths.contains(.lag) {
            values.lag |= UInt64(entry.loadUnaligned(fromByteOffset: lagOffset, as: UInt16.self)) << 16
        }
        return values
    }

    /// The largest percentage in its place, of which the last two are taken: one stands for a percentage that is kept
    /// elsewhere, the other for none.
    @inline(__always)
    var noPercentage: UInt64 { widths.contains(.percentage) ? 0xFF_FFFF : 0xFF }

    @inline(__always)
    var farPercentage: UInt64 { noPercentage &- 1 }

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
