/// Values of observations that an entry has no room for, and what numbers in entries stand for.
struct ObservationSideTable {
    struct Key: Hashable {
        let key: ObservationLayout.Key
        let shard: Int
    }

    /// More values of a kind than these, some 60 bytes each, and all entries are made wider instead.
    static let limit = 1024
    /// More carriages than these, some 24 bytes each, and entries have fingerprints instead of numbers.
    static let carriageLimit = 1 << 14

    /// Only looked up, never gone through.
    private(set) var feedTimestamps: [Key: UInt32] = [:]
    private(set) var percentages: [Key: UInt32] = [:]
    private var statuses: [Key: Int32] = [:]
    /// Numbers that the specification lacks, in the order of their first appearance: a feed has few.
    private var oddStatuses: [Int32] = []
    private var carriageNumbers: [UInt64: UInt16] = [:]
    private var carriages: [UInt64] = []

    mutating func keep(feedTimestamp: UInt32, _ key: Key) { feedTimestamps[key] = feedTimestamp }

    mutating func keep(percentage: UInt32, _ key: Key) { percentages[key] = percentage }

    // MARK: Statuses

    private static let firstOdd: UInt64 = 10
    private static let farStatus: UInt64 = 15

    /// Four bits for a status: 0 absence, 1 to 9 the specification's codes, 10 to 14 other numbers, 15 elsewhere.
    @inline(__always)
    mutating func bits(_ status: StatusRank, _ key: @autoclosure () -> Key) -> UInt64 {
        if status.code >= 0, status.code <= 8 { return UInt64(status.code) &+ 1 }
        if status == .absent { return 0 }
        return oddBits(status, key())
    }

    private mutating func oddBits(_ status: StatusRank, _ key: Key) -> UInt64 {
        if let place = oddStatuses.firstIndex(of: status.code) { return Self.firstOdd + UInt64(place) }
        if oddStatuses.count < Int(Self.farStatus - Self.firstOdd) {
            oddStatuses.append(status.code)
            return Self.firstOdd + UInt64(oddStatuses.count - 1)
        }
        statuses[key] = status.code
        return Self.farStatus
    }

    @inline(__always)
    func status(_ bits: UInt64, _ key: @autoclosure () -> Key) -> StatusRank {
        if bits == 0 { return .absent }
        if bits < Self.firstOdd { return StatusRank(code: Int(bits) &- 1) }
        if bits < Self.farStatus { return StatusRank(kept: oddStatuses[Int(bits - Self.firstOdd)]) }
        return statuses[key()].map(StatusRank.init(kept:)) ?? .absent
    }

    // MARK: Carriages

    /// The number of a carriage, new or known; nil when there are too many.
    mutating func number(ofCarriage fingerprint: UInt64) -> UInt64? {
        if let known = carriageNumbers[fingerprint] { return UInt64(known) }
        guard carriages.count < Self.carriageLimit else { return nil }
        carriages.append(fingerprint)
        carriageNumbers[fingerprint] = UInt16(carriages.count - 1)
        return UInt64(carriages.count - 1)
    }

    /// Takes over the numbers of another table, so that they stay the same.
    mutating func takeCarriages(of other: ObservationSideTable) {
        carriageNumbers = other.carriageNumbers
        carriages = other.carriages
    }

    func carriage(_ number: UInt64) -> UInt64 { carriages[Int(number)] }
}
