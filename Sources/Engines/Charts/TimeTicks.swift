/// Round times along an axis, as far apart as their labels need.
package enum TimeTicks {
    private static let steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map { $0 * 60 }

    /// Seconds from one tick to the next: what divides a day and takes at least `room` units.
    package static func step(unitsPerSecond scale: Double, room: Double) -> Int {
        if let step = steps.first(where: { Double($0) * scale >= room }) { return step }
        var days = 1
        while Double(days * 86_400) * scale < room, days < 1 << 20 { days *= 2 }
        return days * 86_400
    }

    /// The times at which a clock shows round readings.
    /// - Parameter offset: the clock's, in seconds east of Greenwich, at a time.
    package static func times(in range: Range<Int>, step: Int, offset: (Int) -> Int) -> [Int] {
        guard step > 0, range.count / step < 10_000 else { return [] }
        var times: [Int] = []
        // Offsets are multiples of a quarter of an hour, and change at such.
        let stride = step % 900 == 0 ? 900 : step
        var time = range.lowerBound
        let shown = time + offset(time)
        time += (stride - shown % stride) % stride
        while time < range.upperBound {
            if (time + offset(time)) % step == 0 { times.append(time) }
            time += stride
        }
        return times
    }
}
