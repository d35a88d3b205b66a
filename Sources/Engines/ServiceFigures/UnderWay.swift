/// The highest number of trips or vehicles under way at once, and when.
struct Peak {
    var count: Int32
    /// The length of the period with this number under way, in seconds.
    var length: Int32
    /// The start of the period, in seconds of the service day.
    var start: Int32

    /// Returns the larger peak; of equal ones the longer, then the earlier.
    func orBetter(_ other: Peak) -> Peak {
        (other.count, other.length, start) > (count, length, other.start) ? other : self
    }
}

extension Optional<Peak> {
    mutating func raise(to other: Peak) { self = map { $0.orBetter(other) } ?? other }
}

/// Counts how many trips or vehicles are under way at once.
///
/// Each is under way from its first departure until just before its last arrival, so that a vehicle that continues as
/// another trip counts once. Memory: 16 bytes for each.
struct UnderWay {
    /// Seconds of the service day.
    private var starts: [Int] = []
    private var ends: [Int] = []

    /// The last hour that is counted separately: ten days.
    private static let lastHour = 240

    mutating func add(from start: Int, until end: Int) {
        starts.append(start)
        // A trip without a length is under way for a moment all the same.
        ends.append(max(end, start + 1))
    }

    /// The peak of the whole day or a part of it.
    func peak(in window: Range<Int>?) -> Peak? {
        var peak: Peak?
        forEachStretch(in: window) { start, end, count in
            peak.raise(to: Peak(start, end, count))
        }
        return peak
    }

    /// The peak of each hour of the service day.
    func peaks(in window: Range<Int>?) -> [Int: Peak] {
        var peaks: [Int: Peak] = [:]
        forEachStretch(in: window) { start, end, count in
            let first = max(start, 0) / 3600
            for hour in first...max(first, min((end - 1) / 3600, UnderWay.lastHour)) {
                let piece = Peak(max(start, hour * 3600), min(end, (hour + 1) * 3600), count)
                peaks[hour, default: piece] = peaks[hour]?.orBetter(piece) ?? piece
            }
        }
        return peaks
    }

    /// Calls `body` with each maximal period in which the number under way is constant and not 0.
    private func forEachStretch(in window: Range<Int>?, _ body: (_ start: Int, _ end: Int, _ count: Int) -> Void) {
        var open: (start: Int, end: Int, count: Int)?
        func close() {
            guard let stretch = open else { return }
            let start = max(stretch.start, window?.lowerBound ?? .min)
            let end = min(stretch.end, window?.upperBound ?? .max)
            if start < end, stretch.count > 0 { body(start, end, stretch.count) }
        }
        forEachPiece { start, end, count in
            if let stretch = open, stretch.end == start, stretch.count == count {
                open?.end = end
            } else {
                close()
                open = (start, end, count)
            }
        }
        close()
    }

    /// Calls `body` with the periods between consecutive starts and ends.
    private func forEachPiece(_ body: (_ start: Int, _ end: Int, _ count: Int) -> Void) {
        let starts = starts.sorted()
        let ends = ends.sorted()
        var (begun, ended) = (0, 0)
        while ended < ends.count {
            let isStart = begun < starts.count && starts[begun] < ends[ended]
            let time = isStart ? starts[begun] : ends[ended]
            if isStart { begun += 1 } else { ended += 1 }
            let next =
                begun < starts.count
                ? min(starts[begun], ended < ends.count ? ends[ended] : .max)
                : ended < ends.count ? ends[ended] : time
            // Several at one moment are one stretch's.
            if next > time { body(time, next, begun - ended) }
        }
    }
}

extension Peak {
    init(_ start: Int, _ end: Int, _ count: Int) {
        self.count = Int32(clamping: count)
        length = Int32(clamping: end - start)
        self.start = Int32(clamping: start)
    }
}
