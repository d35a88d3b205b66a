/// The most trips that are under way at once.
///
/// A trip is under way from its first departure until its last arrival, that moment left out, so that a vehicle which goes
/// on as another trip is one.
struct VehiclesUnderWay {
    /// Seconds of the service day.
    private var starts: [Int] = []
    private var ends: [Int] = []

    /// No hour after this one is told apart: ten days.
    private static let lastHour = 240

    mutating func add(from start: Int, until end: Int) {
        starts.append(start)
        // A trip without a length is under way for a moment all the same.
        ends.append(max(end, start + 1))
    }

    /// Over the whole day.
    var peak: Int? {
        var most: Int?
        forEachStretch { _, _, count in most = max(most ?? count, count) }
        return most
    }

    /// By hour of the service day.
    var peaks: [Int: Int] {
        var peaks: [Int: Int] = [:]
        forEachStretch { start, end, count in
            guard count > 0 else { return }
            let first = max(start, 0) / 3600
            for hour in first...max(first, min((end - 1) / 3600, VehiclesUnderWay.lastHour)) {
                peaks[hour] = max(peaks[hour] ?? 0, count)
            }
        }
        return peaks
    }

    /// Calls `body` with each stretch of time in which the number of trips under way stays.
    private func forEachStretch(_ body: (_ start: Int, _ end: Int, _ count: Int) -> Void) {
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
