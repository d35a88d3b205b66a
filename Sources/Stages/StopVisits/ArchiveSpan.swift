import Containers

/// Which stretches of time the archive has snapshots of.
///
/// Memory: eight bytes for each distinct time of a snapshot.
final class ArchiveSpan {
    /// Seconds without a snapshot that are a gap.
    static let gap = 300

    /// In order, each once.
    private var times: [Int] = []
    /// Times that came out of order.
    private var late: [Int] = []
    private var last = Int.min

    /// The newest time of any snapshot, POSIX seconds.
    var newest: Int { times.last ?? .min }

    /// Takes the time at which a snapshot was made.
    @inline(__always)
    func see(_ time: Int) {
        guard time != last else { return }
        last = time
        if time > newest { times.append(time) } else { late.append(time) }
    }

    private func ordered() -> [Int] {
        guard !late.isEmpty else { return times }
        late.sort()
        var merged: [Int] = []
        merged.reserveCapacity(times.count + late.count)
        var (left, right) = (0, 0)
        while left < times.count || right < late.count {
            let next: Int
            if right == late.count || left < times.count && times[left] <= late[right] {
                next = times[left]
                left += 1
            } else {
                next = late[right]
                right += 1
            }
            if merged.last != next { merged.append(next) }
        }
        times = merged
        late.removeAll(keepingCapacity: true)
        return times
    }

    var first: Int? { ordered().first }

    /// Stretches of more than five minutes between two snapshots, in order.
    var gaps: [(from: Int, to: Int)] {
        let times = ordered()
        return zip(times, times.dropFirst()).filter { $1 - $0 > ArchiveSpan.gap }.map { ($0, $1) }
    }

    /// The part of a stretch that the archive covers, 0 to 1: what lies between two snapshots not more than five
    /// minutes apart.
    func share(of stretch: ClosedRange<Int>) -> Double {
        let times = ordered()
        // An instant is a stretch of a second.
        let (begin, end) = (stretch.lowerBound, max(stretch.upperBound, stretch.lowerBound + 1))
        // From the last snapshot that is not after the beginning.
        var covered = 0
        var place = max(times.firstPlace { $0 > begin } - 1, 0)
        while place + 1 < times.count, times[place] < end {
            let (from, to) = (times[place], times[place + 1])
            if to - from <= ArchiveSpan.gap { covered += max(0, min(to, end) - max(from, begin)) }
            place += 1
        }
        return Double(covered) / Double(end - begin)
    }
}
