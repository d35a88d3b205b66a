/// How bad the realtime is made, each dose for itself; without any it is as good as the city's equipment lets it be.
///
/// They change what is told of the vehicles, never what the vehicles do.
public struct Doses: Sendable, Equatable {
    /// What current_stop_sequence and stop_sequence count.
    public enum Sequences: String, CaseIterable, Sendable {
        /// The timetable's stop_sequence.
        case kept
        /// The stop's place among the trip's stops from 0; positions have no stop_id.
        case position
    }

    /// The share of vehicle positions that snapshots lack.
    public var drop = 0.0
    /// The share of vehicles that are stuck now and then: they go on, what they tell stays.
    public var freeze = 0.0
    /// The most seconds that something measured comes late into the feed.
    public var late = 0
    public var sequences = Sequences.kept
    /// The share of runs on which a second vehicle tells the same trip for a part of the way.
    public var twins = 0.0
    /// How many metres positions lie off at the most; nil is what the city's receivers do.
    public var off: Double?

    public init() {}

    var problem: String? {
        for (name, share) in [("--drop", drop), ("--freeze", freeze), ("--twins", twins)] where !(0...1 ~= share) {
            return "\(name) takes a share from 0 to 1"
        }
        if !(0...3600 ~= late) { return "--late takes a number from 0 to 3600" }
        if let off, !(0...10_000 ~= off) { return "--off takes a number from 0 to 10000" }
        return nil
    }
}
