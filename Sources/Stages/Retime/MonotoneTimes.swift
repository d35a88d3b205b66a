import Containers

/// Times that must not run backwards.
enum MonotoneTimes {
    /// Returns the times, made never to fall, with the smallest possible sum of changes.
    ///
    /// Times that never fall come back unchanged. Cost: n log n.
    static func nearest(_ times: [Int]) -> [Int] {
        guard zip(times, times.dropFirst()).contains(where: { $0 > $1 }) else { return times }
        // The sum of changes up to a time is a convex function of the bound there; the heap holds, negated, the places
        // where its slope rises.
        var heap = Heap<Int>()
        var best: [Int] = []
        best.reserveCapacity(times.count)
        for time in times {
            heap.insert(-time)
            if let first = heap.first, -first > time {
                heap.removeFirst()
                heap.insert(-time)
            }
            best.append(-(heap.first ?? -time))
        }
        for place in best.indices.reversed().dropFirst() { best[place] = min(best[place], best[place + 1]) }
        return best
    }
}
