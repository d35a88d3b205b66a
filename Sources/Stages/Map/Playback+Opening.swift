import Motion

/// When a page begins to play: at its busiest time, so that the first that is seen are vehicles.
extension Playback {
    /// A minute counts as busy if as much of the busiest minute's vehicles are there.
    static let busyShare = 0.95
    private static let minute = 60

    /// POSIX seconds of the first busy minute: at its beginning at least 95 % as many vehicles are there as at the beginning
    /// of the busiest. The first minute of all does not count, in which vehicles still enter; of a shorter span it is the
    /// middle.
    var opening: Int {
        guard let span else { return 0 }
        let step = min(Playback.minute, max(1, (span.upperBound - span.lowerBound) / 2))
        // How many are there changes at events only, so only the first minutes after them are looked at.
        var changes: [Int: Int] = [:]
        for life in lives {
            changes[life.lowerBound, default: 0] += 1
            changes[life.upperBound, default: 0] -= 1
        }
        let times = changes.keys.sorted()
        var minutes: [(time: Int, count: Int)] = []
        var count = 0
        for (place, time) in times.enumerated() {
            count += changes[time] ?? 0
            let minute = span.lowerBound + max(1, (time - span.lowerBound + step - 1) / step) * step
            let next = place + 1 < times.count ? times[place + 1] : span.upperBound + 1
            if minute < next, minute <= span.upperBound { minutes.append((minute, count)) }
        }
        let most = minutes.map(\.count).max() ?? 0
        return minutes.first { Double($0.count) >= Double(most) * Playback.busyShare }?.time ?? span.lowerBound + step
    }

    /// From when until before when vehicles are there; those that never leave, until after the last event.
    private var lives: [Range<Int>] {
        let end = (span?.upperBound ?? 0) + 1
        var begins = [Int?](repeating: nil, count: vehicles.count)
        var lives: [Range<Int>] = []
        for fix in inOrder {
            let vehicle = Int(fix.vehicle)
            if fix.kind == .exit {
                if let begin = begins[vehicle] { lives.append(begin..<max(begin, fix.at)) }
                begins[vehicle] = nil
            } else if begins[vehicle] == nil {
                begins[vehicle] = fix.at
            }
        }
        return lives + begins.compactMap { $0.map { $0..<max($0, end) } }
    }

    /// The last event of each vehicle that is there at a time.
    func fixes(at time: Int) -> [Fix] {
        var last = [Fix?](repeating: nil, count: vehicles.count)
        for fix in inOrder where fix.at <= time { last[Int(fix.vehicle)] = fix.kind == .exit ? nil : fix }
        return last.compactMap { $0 }
    }

    private var inOrder: [Fix] { fixes.indices.sorted { (fixes[$0].at, $0) < (fixes[$1].at, $1) }.map { fixes[$0] } }
}

extension PlaybackFrames {
    /// The first frame with at least 95 % as many vehicles as the fullest; nil without frames.
    var openingFrame: Int32? {
        var counts = [Int](repeating: 0, count: frames.count)
        for sight in sights { counts[Int(sight.frame)] += 1 }
        let most = Double(counts.max() ?? 0) * Playback.busyShare
        return counts.firstIndex { Double($0) >= most }.map { Int32($0) }
    }
}
