import Hashing

/// Leaves out an observation that repeats its vehicle's last one, for archives in the order of time.
///
/// Of repeats the better one counts, by the rule of `ObservationTable`. Memory: about 90 bytes a vehicle.
public struct ConsecutiveObservations {
    private var slots: [UInt32] = Array(repeating: 0, count: 64)
    private var last: [Observation] = []

    public init() {}

    /// Observations of another group than the one that they gave way to.
    private(set) var displaced = 0

    /// Takes the next observation and returns one that is settled, if the vehicle had another before.
    public mutating func next(_ observation: Observation, groups: borrowing GroupTable) -> Observation? {
        let mask = slots.count - 1
        var slot = home(observation) & mask
        while slots[slot] != 0 {
            let index = Int(slots[slot]) - 1
            let known = last[index]
            if known.vehicle == observation.vehicle, known.carriage == observation.carriage {
                guard known.timestamp == observation.timestamp else {
                    last[index] = observation
                    return known
                }
                if observation.group != known.group { displaced &+= 1 }
                if ObservationTable.isBetter(observation, than: known, groups) { last[index] = observation }
                return nil
            }
            slot = (slot + 1) & mask
        }
        last.append(observation)
        slots[slot] = UInt32(last.count)
        if last.count * 2 > slots.count { rehash() }
        return nil
    }

    /// Calls `body` with the last observation of every vehicle.
    public func forEachLast(_ body: (Observation) -> Void) { last.forEach(body) }

    /// Gives every observation the new number of its group.
    mutating func renumber(_ numbers: [Int]) {
        for index in last.indices { last[index].group = numbers[last[index].group] }
    }

    private func home(_ observation: Observation) -> Int {
        Int(truncatingIfNeeded: Fingerprint.of(observation.vehicle, observation.carriage))
    }

    private mutating func rehash() {
        slots = Array(repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (index, observation) in last.enumerated() {
            var slot = home(observation) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(index + 1)
        }
    }
}
