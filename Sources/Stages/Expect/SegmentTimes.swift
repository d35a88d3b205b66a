import Containers
import Reports
import StageKit
import Visits

/// The driving times between successive stops of performed trips, of which `typical_segments` are made.
///
/// Memory: 40 bytes a visit with a time, and 24 a segment that was driven.
struct SegmentTimes {
    /// What a run did at a stop.
    struct Call {
        var run: Int
        /// The place among the run's stops.
        var sequence: Int
        /// The numbers of its pattern with the type of day, and of its stop.
        var pattern: Int
        var stop: Int
        /// Days after 1970-01-01.
        var day: Int
        /// The hour in which it was to leave.
        var hour: Int
        /// POSIX seconds; nil where nobody saw it.
        var arrival: Int?
        var departure: Int?
    }

    private struct Kept {
        var run: UInt32
        var sequence: Int32
        var pattern: UInt32
        var stop: UInt32
        var day: Int32
        var hour: Int8
        /// Seconds; 0 if unknown.
        var arrival: UInt32
        var departure: UInt32
    }

    private struct Driven {
        var runTime: Int32
        /// At the first of the two stops; -1 if unknown.
        var dwell: Int32
        var day: Int32
        var segment: UInt32
    }

    /// A segment that takes longer was not driven without a break, in seconds.
    private static let longest = 4 * 3600

    private var patterns = GroupKeys()
    private var stops = GroupKeys()
    private var calls: [Kept] = []
    private var driven: [Driven] = []
    private var segments = GroupKeys()
    private let key = GroupKeyBytes()

    /// The number of a pattern on a type of day; each text is asked for when it is its turn.
    mutating func pattern(
        routeID: @autoclosure () -> UnsafeRawBufferPointer?, directionID: Int?,
        patternID: @autoclosure () -> UnsafeRawBufferPointer?, dayType: Int
    ) throws -> Int {
        key.removeAll()
        key.append(routeID())
        key.append(directionID)
        key.append(patternID())
        key.append(dayType)
        return try SegmentTimes.number(key, in: &patterns)
    }

    mutating func stop(_ id: UnsafeRawBufferPointer) throws -> Int {
        key.removeAll()
        key.append(id)
        return try SegmentTimes.number(key, in: &stops)
    }

    private static func number(_ key: GroupKeyBytes, in keys: inout GroupKeys) throws -> Int {
        guard let number = keys.intern(key.bytes) else { throw TypicalCount.tooMany }
        return number
    }

    mutating func add(_ call: Call) {
        guard call.arrival != nil || call.departure != nil else { return }
        calls.append(
            Kept(
                run: UInt32(truncatingIfNeeded: call.run), sequence: Int32(truncatingIfNeeded: call.sequence),
                pattern: UInt32(truncatingIfNeeded: call.pattern), stop: UInt32(truncatingIfNeeded: call.stop),
                day: Int32(truncatingIfNeeded: call.day), hour: Int8(truncatingIfNeeded: call.hour),
                arrival: UInt32(clamping: call.arrival ?? 0), departure: UInt32(clamping: call.departure ?? 0)))
    }

    /// Pairs the calls of each run.
    /// - Returns: the number of segments whose times run backwards or that took hours, which are left out.
    mutating func finish() throws -> Int {
        calls.sort { ($0.run, $0.sequence) < ($1.run, $1.sequence) }
        var turned = 0
        for place in calls.indices.dropFirst() {
            let (from, to) = (calls[place - 1], calls[place])
            guard from.run == to.run, from.sequence + 1 == to.sequence, from.pattern == to.pattern,
                from.departure > 0, to.arrival > 0
            else { continue }
            let runTime = Int(to.arrival) - Int(from.departure)
            guard 0...SegmentTimes.longest ~= runTime else {
                turned += 1
                continue
            }
            key.removeAll()
            patterns.withKey(Int(from.pattern)) { key.append(values: $0) }
            for stop in [from.stop, to.stop] { stops.withKey(Int(stop)) { key.append(values: $0) } }
            key.append(Int(from.hour))
            let dwell = from.arrival > 0 ? Int(from.departure) - Int(from.arrival) : -1
            driven.append(
                Driven(
                    runTime: Int32(runTime), dwell: Int32(clamping: max(dwell, -1)), day: from.day,
                    segment: UInt32(truncatingIfNeeded: try SegmentTimes.number(key, in: &segments))))
        }
        calls = []
        return turned
    }

    /// Calls `body` with each segment that was driven, in the order of the keys.
    func forEachSegment(_ body: (SegmentKey, SegmentRow) throws -> Void) throws {
        var counts = Array(repeating: 0, count: segments.count)
        for one in driven { counts[Int(one.segment)] += 1 }
        let places = GroupedValues<UInt32>(counts: counts) { add in
            for (place, one) in driven.enumerated() { add(UInt32(truncatingIfNeeded: place), Int(one.segment)) }
        }
        for segment in segments.inOrder() {
            let key = segments.withKey(segment, GroupKeyBytes.values)
            guard let key = SegmentKey(key) else { continue }
            try body(key, row(places[segment]))
        }
    }

    private func row(_ places: ArraySlice<UInt32>) -> SegmentRow {
        var (days, dwellDays): ([Int32], [Int32]) = ([], [])
        var (runTimes, dwells): ([(value: Int, count: Int)], [(value: Int, count: Int)]) = ([], [])
        for place in places {
            let one = driven[Int(place)]
            days.append(one.day)
            runTimes.append((Int(one.runTime), 1))
            guard one.dwell >= 0 else { continue }
            dwellDays.append(one.day)
            dwells.append((Int(one.dwell), 1))
        }
        let dayCount = TypicalCount.distinct(&days)
        return SegmentRow(
            days: dayCount, first: Int(days.first ?? 0), last: Int(days.last ?? 0),
            runTimes: Distribution(runTimes.sorted { $0.value < $1.value }),
            dwellDays: TypicalCount.distinct(&dwellDays),
            dwells: Distribution(dwells.sorted { $0.value < $1.value }))
    }
}

/// The key of a `typical_segments` record.
struct SegmentKey {
    let routeID: String?
    let directionID: Int?
    let patternID: String
    /// The place in `ReportKey.dayTypes`.
    let dayType: Int
    let fromStopID: String
    let toStopID: String
    let hour: Int

    fileprivate init?(_ values: [GroupKeyBytes.Value]) {
        func text(_ place: Int) -> String? { if case .text(let text) = values[place] { text } else { nil } }
        func number(_ place: Int) -> Int? { if case .integer(let number) = values[place] { number } else { nil } }
        guard values.count == 7, let pattern = text(2), let dayType = number(3), let from = text(4), let to = text(5),
            let hour = number(6)
        else { return nil }
        (routeID, directionID, patternID, self.dayType) = (text(0), number(1), pattern, dayType)
        (fromStopID, toStopID, self.hour) = (from, to, hour)
    }
}

/// The figures of a segment.
struct SegmentRow {
    /// Service dates.
    let days: Int
    /// Days after 1970-01-01.
    let first: Int
    let last: Int
    let runTimes: Distribution
    let dwellDays: Int
    let dwells: Distribution
}
