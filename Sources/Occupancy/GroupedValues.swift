/// Values of groups, each group's together and ascending.
///
/// Memory: 8 bytes a value and 16 a group.
struct GroupedValues {
    private var starts: [Int]
    private var ends: [Int]
    private var values: [UInt64]

    /// - Parameter counts: how many values each group will get.
    init(counts: [Int]) {
        starts = []
        starts.reserveCapacity(counts.count)
        var sum = 0
        for count in counts {
            starts.append(sum)
            sum += count
        }
        ends = starts
        values = Array(repeating: 0, count: sum)
    }

    @inline(__always)
    mutating func append(_ value: UInt64, to group: Int) {
        values[ends[group]] = value
        ends[group] &+= 1
    }

    mutating func sort() {
        values.withUnsafeMutableBufferPointer { all in
            for group in starts.indices where ends[group] - starts[group] > 1 {
                var part = UnsafeMutableBufferPointer(rebasing: all[starts[group]..<ends[group]])
                part.sort()
            }
        }
    }

    subscript(group: Int) -> ArraySlice<UInt64> {
        group < starts.count ? values[starts[group]..<ends[group]] : []
    }
}
