import Containers

/// The groups of a run while observations give way to others: groups that none is left of are let go.
///
/// Without that the keys of a feed whose vehicles stand still in time, and move from group to group, would grow with its
/// records. A look at what is used is taken when so many observations have given way that it costs little by each.
/// Memory: keys of groups that are let go are at most as many as those in use, or a thirty-second of the
/// observations, or 8192.
public struct ObservedGroups: ~Copyable {
    /// Groups that nothing is left of are not looked for before so many observations have given way.
    public static let patience = 1 << 13

    public private(set) var keys = GroupKeys()
    private var looked = 0
    private var limit = ObservedGroups.patience

    public init() {}

    /// The number of a key, new or known; nil when there are more groups than can be told apart. It is good until the
    /// next `letGo`.
    @inline(__always)
    public mutating func intern(_ key: UnsafeRawBufferPointer) -> Int? { keys.intern(key) }

    /// Lets go of the groups that nothing is left of, where there may be many.
    @inline(__always)
    public mutating func letGo(_ observations: inout DistinctObservations, _ tally: inout CrowdingTally) {
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
