import Containers
import Hashing

/// The observations of a run, each once: of several for the same vehicle and time the one with the largest feed
/// timestamp counts, then the largest status, whatever the order of arrival.
///
/// Nothing is counted before it is settled, so a replaced observation leaves no trace. Two vehicles are told apart by
/// 48 bits of a fingerprint. Memory: 48 to 56 bytes an observation, 40 of which are its own.
public struct DistinctObservations {
    /// What is kept of a vehicle, or of one of its carriages.
    public enum Kept: Sendable {
        /// The observations of all times.
        case all
        /// That of the last time only, for archives in the order of time.
        case last
    }

    private var list = ObservationList()
    private var places = PlaceIndex()
    private let kept: Kept
    /// Another in each run: nobody can send observations that are meant to collide.
    private let seed = UInt64.random(in: .min ... .max)
    /// Observations of another group than the one that they gave way to.
    private(set) var displaced = 0

    public init(_ kept: Kept) { self.kept = kept }

    public var count: Int { list.count }

    /// Keeps an observation, or the better of it and the one that is there for its vehicle and time.
    /// - Parameter groups: decides between observations that are alike in all but their groups.
    /// - Returns: the observation of the vehicle's time before, if only the last is kept: it is settled.
    @inline(__always)
    @discardableResult
    public mutating func insert(_ observation: Observation, groups: borrowing GroupKeys) -> Observation? {
        let isOfAnyTime = kept == .last
        let hash = DistinctObservations.hash(observation, seed, isOfAnyTime)
        let found = places.place(hash) {
            let known = list[$0]
            return known.isSameVehicle(as: observation) && (isOfAnyTime || known.timestamp == observation.timestamp)
        }
        guard let found else {
            list.append(observation)
            places.append(hash) { DistinctObservations.hash(list[$0], seed, isOfAnyTime) }
            return nil
        }
        let known = list[found]
        if known.timestamp != observation.timestamp {
            list[found] = observation
            return known
        }
        if observation.group != known.group { displaced &+= 1 }
        if DistinctObservations.isBetter(observation, than: known, groups) { list[found] = observation }
        return nil
    }

    @inline(__always)
    private static func hash(_ observation: Observation, _ seed: UInt64, _ isOfAnyTime: Bool) -> UInt64 {
        let time = isOfAnyTime ? 0 : UInt64(observation.timestamp)
        return Fingerprint.of(observation.vehicle ^ seed, observation.carriage << 24 ^ time)
    }

    /// The order in which conflicting observations win: feed timestamp, status, and then whatever tells them apart, so
    /// that the outcome cannot depend on which came first.
    static func isBetter(_ new: Observation, than old: Observation, _ groups: borrowing GroupKeys) -> Bool {
        if new.feedTimestamp != old.feedTimestamp {
            // Absent is the largest number and counts least.
            return new.feedTimestamp &+ 1 > old.feedTimestamp &+ 1
        }
        if new.status != old.status { return new.status > old.status }
        if new.percentage != old.percentage { return new.percentage &+ 1 > old.percentage &+ 1 }
        if new.group != old.group { return groups.precedes(old.group, new.group) }
        return new.trip > old.trip
    }

    /// Calls `body` with every observation.
    public func forEach(_ body: (Observation) -> Void) { list.forEach(body) }

    /// Gives every observation the new number of its group.
    mutating func renumber(_ numbers: [Int]) {
        for place in 0..<count { list[place].group = numbers[list[place].group] }
    }

    /// Lets go of what finds an observation: nothing is inserted any more.
    mutating func close() { places = PlaceIndex() }
}
