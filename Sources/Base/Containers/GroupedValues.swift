import Hashing

/// Integers by group. The values of each group are contiguous and ascending.
///
/// Memory: the size of each value, and 16 bytes a group.
public struct GroupedValues<Value: FixedWidthInteger & UnsignedInteger> {
    private var starts: [Int] = []
    private var ends: [Int] = []
    private var values: [Value] = []

    /// No values.
    public init() {}

    /// - Parameters:
    ///   - counts: how many values each group gets at most.
    ///   - keepsRepeats: true if a group keeps each repeated value, false if it keeps each value once.
    ///   - fill: hands over the values, each with its group.
    @inline(__always)
    public init(counts: [Int], keepsRepeats: Bool = true, _ fill: (Filler) -> Void) {
        self.init(counts)
        values.withUnsafeMutableBufferPointer { values in
            ends.withUnsafeMutableBufferPointer { ends in fill(Filler(values: values, ends: ends)) }
        }
        arrange(keepsRepeats)
    }

    /// Receives the values of all groups.
    public struct Filler {
        fileprivate let values: UnsafeMutableBufferPointer<Value>
        /// Of each group, where its next value goes.
        fileprivate let ends: UnsafeMutableBufferPointer<Int>

        @inline(__always)
        public func add(_ value: Value, _ group: Int) {
            precondition(group >= 0 && group < ends.count)
            let place = ends[group]
            precondition(place < values.count)
            values[place] = value
            ends[group] = place &+ 1
        }
    }

    /// Makes room for the values.
    private init(_ counts: [Int]) {
        starts.reserveCapacity(counts.count)
        var sum = 0
        for count in counts {
            starts.append(sum)
            sum += count
        }
        ends = starts
        values = Array(repeating: 0, count: sum)
    }

    /// Sorts each group.
    private mutating func arrange(_ keepsRepeats: Bool) {
        var repeats = RepeatedValues()
        values.withUnsafeMutableBufferPointer { all in
            for group in starts.indices {
                var part = UnsafeMutableBufferPointer(rebasing: all[starts[group]..<ends[group]])
                if !keepsRepeats {
                    part = UnsafeMutableBufferPointer(rebasing: part[..<repeats.remove(from: part)])
                    ends[group] = starts[group] + part.count
                }
                GroupedValues.sort(&part)
            }
        }
    }

    /// A group of at least 64 values is sorted by counting if its largest value is below this and below the number of values.
    private static var mostCounted: Int { 4096 }

    private static func sort(_ values: inout UnsafeMutableBufferPointer<Value>) {
        guard values.count >= 64, let largest = values.max(), largest < GroupedValues.mostCounted,
            values.count > Int(largest)
        else { return values.sort() }
        withUnsafeTemporaryAllocation(of: Int.self, capacity: Int(largest) + 1) { counts in
            counts.initialize(repeating: 0)
            for value in values { counts[Int(value)] &+= 1 }
            var place = 0
            for (value, count) in counts.enumerated() {
                for _ in 0..<count {
                    values[place] = Value(truncatingIfNeeded: value)
                    place &+= 1
                }
            }
        }
    }

    public subscript(group: Int) -> ArraySlice<Value> {
        group < starts.count ? values[starts[group]..<ends[group]] : []
    }
}

/// Removes repeated values. If a group repeats values often, this is several times as fast as sorting the whole group.
///
/// Memory: 8 to 16 bytes for each distinct value of the largest group.
private struct RepeatedValues {
    /// The place of a value among the distinct ones, plus 1; 0 if the slot is free.
    private var slots: [UInt32] = []
    private static let leastSlots = 64
    /// It differs in each run, so that nobody can craft values that collide.
    private let seed = UInt64.random(in: .min ... .max)

    /// Moves the distinct values to the front, in the order in which each came first.
    /// - Returns: how many there are.
    mutating func remove<Value: FixedWidthInteger & UnsignedInteger>(
        from values: UnsafeMutableBufferPointer<Value>
    ) -> Int {
        clear(RepeatedValues.leastSlots)
        var mask = RepeatedValues.leastSlots &- 1
        var count = 0
        for place in values.indices {
            let value = values[place]
            var slot = hash(value) & mask
            while slots[slot] != 0, values[Int(slots[slot]) &- 1] != value { slot = (slot &+ 1) & mask }
            guard slots[slot] == 0 else { continue }
            values[count] = value
            count &+= 1
            slots[slot] = UInt32(count)
            guard count &* 2 > mask else { continue }
            mask = mask &* 2 &+ 1
            clear(mask &+ 1)
            for known in 0..<count {
                var slot = hash(values[known]) & mask
                while slots[slot] != 0 { slot = (slot &+ 1) & mask }
                slots[slot] = UInt32(known &+ 1)
            }
        }
        return count
    }

    @inline(__always)
    private func hash<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) -> Int {
        Int(truncatingIfNeeded: Fingerprint.of(UInt64(truncatingIfNeeded: value), seed))
    }

    /// Empties the first `count` slots, and adds those that are missing.
    private mutating func clear(_ count: Int) {
        for slot in 0..<min(count, slots.count) { slots[slot] = 0 }
        if slots.count < count { slots.append(contentsOf: repeatElement(0, count: count - slots.count)) }
    }
}
