import Containers
import Hashing

/// The distinct observations of a run. Of several observations of a vehicle at the same time, the one with the largest
/// feed timestamp counts, then the largest status, in any order of arrival.
///
/// An observation counts only once it is final, so a replaced observation leaves no trace. Vehicles are identified by
/// 48 bits of a fingerprint. Memory: 47 to 54 bytes for each observation, 40 of which hold its values.
public struct DistinctObservations: ~Copyable {
    /// The observations kept for a vehicle or one of its carriages.
    public enum Kept: Sendable {
        /// All observations.
        case all
        /// Only the latest observation, for archives sorted by time.
        case last
    }

    private var list = ObservationList()
    private var places: ObservationPlaces
    private let kept: Kept
    /// A seed that differs in each run, so that nobody can craft colliding observations.
    private let seed = UInt64.random(in: .min ... .max)
    /// The number of observations that replaced an observation of another group.
    private(set) var displaced = 0

    public init(_ kept: Kept) {
        self.kept = kept
        places = ObservationPlaces(dependsOnTime: kept == .all)
    }

    public var count: Int { list.count }

    /// Keeps an observation, or the better one if there already is one for its vehicle and time.
    /// - Parameter groups: decides between observations that differ only in their groups.
    /// - Returns: the vehicle's previous observation, which is now final, if only the latest is kept.
    @inline(__always)
    @discardableResult
    public mutating func insert(_ observation: Observation, groups: borrowing GroupKeys) -> Observation? {
        let isOfAnyTime = kept == .last
        let hash = DistinctObservations.hash(observation, seed, isOfAnyTime)
        let found = places.place(observation.timestamp, hash) {
            let known = list[$0]
            return known.isSameVehicle(as: observation) && (isOfAnyTime || known.timestamp == observation.timestamp)
        }
        guard let found else {
            places.add(list.count, observation.timestamp, hash) {
                DistinctObservations.hash(list[$0], seed, isOfAnyTime)
            }
            list.append(observation)
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

    /// The order of conflicting observations: feed timestamp, status, then any other difference, so that the result
    /// does not depend on the order of arrival.
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
    @inline(__always)
    public func forEach(_ body: (Observation) -> Void) { list.forEach(body) }

    /// Renumbers the groups of all observations.
    mutating func renumber(_ numbers: [Int]) {
        for place in 0..<count { list[place].group = numbers[list[place].group] }
    }

    /// Frees the look-up table; no observation can be inserted afterwards.
    mutating func close() { places = ObservationPlaces(dependsOnTime: false) }
}
