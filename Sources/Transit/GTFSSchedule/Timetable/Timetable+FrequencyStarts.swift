extension Timetable.Trip {
    /// Leaves of frequencies of one start_time, which is half the key of frequencies.txt, the first.
    public mutating func dropRepeatedFrequencies() {
        guard frequencies.count > 1 else { return }
        var starts: Set<Int> = []
        frequencies.removeAll { $0.end > $0.start && !starts.insert($0.start).inserted }
    }

    /// Start times of a frequency's trips on one service day, in order: from `start` in steps of the headway, `end`
    /// left out (frequencies.txt); at most `Frequency.mostStarts`.
    ///
    /// - Parameter within: seconds of the service day at which a trip of interest may start.
    public static func starts(of frequency: Timetable.Frequency, within: ClosedRange<Int>) -> [Int] {
        guard let (first, count) = stretch(of: frequency, within: within) else { return [] }
        return (0..<count).map { first + $0 * frequency.headway }
    }

    /// How many start times `starts` gives.
    public static func startCount(of frequency: Timetable.Frequency, within: ClosedRange<Int>) -> Int {
        stretch(of: frequency, within: within)?.count ?? 0
    }

    private static func stretch(
        of frequency: Timetable.Frequency, within: ClosedRange<Int>
    ) -> (first: Int, count: Int)? {
        guard frequency.end > frequency.start else { return nil }
        var first = frequency.start
        if within.lowerBound > first {
            first += (within.lowerBound - first + frequency.headway - 1) / frequency.headway * frequency.headway
        }
        let last = min(frequency.end - 1, within.upperBound)
        guard first <= last else { return nil }
        return (first, min((last - first) / frequency.headway + 1, Timetable.Frequency.mostStarts))
    }

    /// Start times of a trip by its rows of frequencies on one service day, each once and in order.
    ///
    /// - Parameter within: seconds of the service day at which a trip of interest may start.
    public static func starts(of frequencies: [Timetable.Frequency], within: ClosedRange<Int>) -> [Int] {
        if frequencies.count == 1 { return starts(of: frequencies[0], within: within) }
        return frequencies.reduce(into: Set()) { $0.formUnion(starts(of: $1, within: within)) }.sorted()
    }
}
