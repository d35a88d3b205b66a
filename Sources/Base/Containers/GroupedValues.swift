/// Values of groups, each group's together and ascending.
///
/// Memory: the size of each value, and 16 bytes a group.
public struct GroupedValues<Value: FixedWidthInteger> {
    private var starts: [Int] = []
    private var ends: [Int] = []
    private var values: [Value] = []

    /// No values.
    public init() {}

    /// - Parameters:
    ///   - counts: how many values each group gets at most.
    ///   - fill: hands over the values, each with its group.
    public init(counts: [Int], _ fill: ((_ value: Value, _ group: Int) -> Void) -> Void) {
        starts.reserveCapacity(counts.count)
        var sum = 0
        for count in counts {
            starts.append(sum)
            sum += count
        }
        var ends = starts
        var values: [Value] = Array(repeating: 0, count: sum)
        fill { value, group in
            values[ends[group]] = value
            ends[group] &+= 1
        }
        values.withUnsafeMutableBufferPointer { all in
            for group in starts.indices {
                var part = UnsafeMutableBufferPointer(rebasing: all[starts[group]..<ends[group]])
                part.sort()
            }
        }
        (self.ends, self.values) = (ends, values)
    }

    /// Leaves each value of a group in it once.
    public mutating func removeRepeats() {
        for group in starts.indices {
            var end = starts[group]
            for place in starts[group]..<ends[group] where end == starts[group] || values[place] != values[end - 1] {
                values[end] = values[place]
                end += 1
            }
            ends[group] = end
        }
    }

    public subscript(group: Int) -> ArraySlice<Value> {
        group < starts.count ? values[starts[group]..<ends[group]] : []
    }
}
