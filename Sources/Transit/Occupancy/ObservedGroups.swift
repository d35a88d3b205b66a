import Containers

/// The groups of a run while observations replace each other; groups without observations are released.
///
/// Otherwise the keys would grow with the records of a feed whose vehicles keep their time and change groups. The
/// groups are checked only after so many replacements that the cost of each is small. Memory: keys of unused groups are
/// at most as many as used ones, or a thirty-second of the observations, or 8192.
public struct ObservedGroups: ~Copyable {
    /// The number of replacements before unused groups are searched for.
    public static let patience = 1 << 13

    public private(set) var keys = GroupKeys()
    private var looked = 0
    private var limit = ObservedGroups.patience

    public init() {}

    /// Returns the number of a new or known key, valid until the next `insert`; nil if there are too many groups.
    @inline(__always)
    public mutating func intern(_ key: UnsafeRawBufferPointer) -> Int? { keys.intern(key) }

    /// Keeps an observation; one that it makes final goes to the tally.
    @inline(__always)
    public mutating func insert(
        _ observation: Observation, into observations: inout DistinctObservations, _ tally: inout CrowdingTally
    ) {
        if let settled = observations.insert(observation, groups: keys) { tally.add(settled) }
        letGo(&observations, &tally)
    }

    /// Releases unused groups, if there may be many.
    @inline(__always)
    private mutating func letGo(_ observations: inout DistinctObservations, _ tally: inout CrowdingTally) {
        if observations.displaced &- looked >= limit { look(&observations, &tally) }
    }

    private mutating func look(_ observations: inout DistinctObservations, _ tally: inout CrowdingTally) {
        looked = observations.displaced
        var isUsed = Array(repeating: false, count: keys.count)
        observations.forEach { isUsed[$0.group] = true }
        tally.mark(&isUsed)
        let used = isUsed.count { $0 }
        limit = max(ObservedGroups.patience, used, observations.count / 32)
        guard used < keys.count else { return }
        let numbers = keys.keep(isUsed)
        observations.renumber(numbers)
        tally.renumber(numbers, isUsed)
    }
}
