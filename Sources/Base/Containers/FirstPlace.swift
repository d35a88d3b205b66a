extension RandomAccessCollection where Index == Int {
    /// The place of the first element of which something holds that holds of all after it too; the end if it holds of
    /// none. Cost: a binary search.
    @inlinable @inline(__always)
    public func firstPlace(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
