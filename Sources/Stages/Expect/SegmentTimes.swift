import Containers
import Reports
import StageKit
import Visits

/// The driving times between successive stops of performed trips, of which `typical_segments` are made.
///
/// Memory: 12 bytes a segment that was driven, 36 a performed trip, and 60 a visit that comes out of order.
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

    /// A call as it waits for its neighbours.
    private struct Kept {
        var run: UInt32
        var sequence: Int32
        var pattern: UInt32
        var stop: UInt32
        var day: UInt16
        var hour: Int8
        /// Whether nothing can come before it: it is the first stop, or its predecessor came.
        var hasBefore: Bool
        /// Seconds; 0 if unknown.
        var arrival: UInt32
        var departure: UInt32
    }

    /// A segment that takes longer was not driven without a break, in seconds.
    private static let longest = 4 * 3600

    private var patterns = GroupKeys()
    private var stops = GroupKeys()
    private var last: Kept?
    /// Calls that a later record may be a neighbour of: the last one of each run, by run, and others by run and place.
    private var ends: [Kept?] = []
    private var waiting: [UInt64: Kept] = [:]
    private var numberedDays = NumberedDays()
    /// Segments that were driven, a column for each value: seconds, seconds at the first of the two stops with -1 for
    /// unknown, the day, the segment.
    private let runTimes = ChunkedColumn<UInt16>()
    private let dwells = ChunkedColumn<Int32>()
    private let dayNumbers = ChunkedColumn<UInt16>()
    private let segmentNumbers = ChunkedColumn<UInt32>()
    private var turned = 0
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

    /// Adds a call, and pairs it with those of its neighbours that came before it.
    mutating func add(_ call: Call) throws {
        guard call.arrival != nil || call.departure != nil else { return }
        var kept = Kept(
            run: UInt32(truncatingIfNeeded: call.run), sequence: Int32(truncatingIfNeeded: call.sequence),
            pattern: UInt32(truncatingIfNeeded: call.pattern), stop: UInt32(truncatingIfNeeded: call.stop),
            day: try numberedDays.number(of: call.day), hour: Int8(truncatingIfNeeded: call.hour),
            hasBefore: call.sequence == 1, arrival: UInt32(clamping: call.arrival ?? 0),
            departure: UInt32(clamping: call.departure ?? 0))
        if let before = last, before.run == kept.run, before.sequence + 1 == kept.sequence {
            try pair(before, kept)
            kept.hasBefore = true
            if !before.hasBefore { wait(before) }
        } else {
            if let last { wait(last) }
            if let before = waitingCall(kept.run, kept.sequence - 1) {
                try pair(before, kept)
                kept.hasBefore = true
            }
        }
        if let after = waitingCall(kept.run, kept.sequence + 1) { try pair(kept, after) }
        last = kept
    }

    private mutating func wait(_ call: Kept) {
        let run = Int(call.run)
        while ends.count <= run { ends.append(nil) }
        if let before = ends[run] { waiting[SegmentTimes.place(before.run, before.sequence)] = before }
        ends[run] = call
    }

    private func waitingCall(_ run: UInt32, _ sequence: Int32) -> Kept? {
        if Int(run) < ends.count, let call = ends[Int(run)], call.sequence == sequence { return call }
        return waiting.isEmpty ? nil : waiting[SegmentTimes.place(run, sequence)]
    }

    private static func place(_ run: UInt32, _ sequence: Int32) -> UInt64 {
        UInt64(run) << 32 | UInt64(UInt32(bitPattern: sequence))
    }

    private mutating func pair(_ from: Kept, _ to: Kept) throws {
        guard from.pattern == to.pattern, from.departure > 0, to.arrival > 0 else { return }
        let runTime = Int(to.arrival) - Int(from.departure)
        guard 0...SegmentTimes.longest ~= runTime else {
            turned += 1
            return
        }
        key.removeAll()
        patterns.withKey(Int(from.pattern)) { key.append(values: $0) }
        for stop in [from.stop, to.stop] { stops.withKey(Int(stop)) { key.append(values: $0) } }
        key.append(Int(from.hour))
        let dwell = from.arrival > 0 ? Int(from.departure) - Int(from.arrival) : -1
        segmentNumbers.append(UInt32(truncatingIfNeeded: try SegmentTimes.number(key, in: &segments)))
        runTimes.append(UInt16(truncatingIfNeeded: runTime))
        dwells.append(Int32(clamping: max(dwell, -1)))
        dayNumbers.append(from.day)
    }

    /// Ends the input.
    /// - Returns: the number of segments whose times run backwards or that took hours, which are left out.
    mutating func finish() -> Int {
        last = nil
        ends = []
        waiting = [:]
        return turned
    }

    /// Calls `body` with each segment that was driven, in the order of the keys.
    func forEachSegment(_ body: (SegmentKey, SegmentRow) throws -> Void) throws {
        try GroupBlocks.forEach(
            segments.inOrder(), of: segments.count,
            { add in
                for place in 0..<segmentNumbers.count {
                    add(UInt32(truncatingIfNeeded: place), Int(segmentNumbers[place]))
                }
            },
            { segment, places in
                guard let key = SegmentKey(segments.withKey(segment, GroupKeyBytes.values)) else { return }
                try body(key, row(places))
            })
    }

    private func row(_ places: ArraySlice<UInt32>) -> SegmentRow {
        var (days, dwellDays): ([Int32], [Int32]) = ([], [])
        var (driven, stood): ([(value: Int, count: Int)], [(value: Int, count: Int)]) = ([], [])
        for place in places {
            let place = Int(place)
            let day = numberedDays[dayNumbers[place]]
            days.append(day)
            driven.append((Int(runTimes[place]), 1))
            guard dwells[place] >= 0 else { continue }
            dwellDays.append(day)
            stood.append((Int(dwells[place]), 1))
        }
        let dayCount = TypicalCount.distinct(&days)
        return SegmentRow(
            days: dayCount, first: Int(days.first ?? 0), last: Int(days.last ?? 0),
            runTimes: Distribution(driven.sorted { $0.value < $1.value }),
            dwellDays: TypicalCount.distinct(&dwellDays),
            dwells: Distribution(stood.sorted { $0.value < $1.value }))
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
