import Containers
import Hashing
import Platform

/// The stop times of a feed by their trips, whose rows may come in any order.
///
/// Trips share one pattern if their rows agree in stops, seconds between times, steps of stop_sequence, distances, windows and
/// steps between lines: when the rows of a trip end, they are compared with the patterns before. Nothing is sorted until the
/// calls of a trip are asked for.
///
/// Memory: 20 bytes for each stop time of a pattern, 28 where distances are given, and up to 20 for each pattern; 20 bytes for
/// each run of rows of one trip, and 4 for each trip. So a row takes at most 60 or 68 bytes, if rows are in random order.
final class CallPatterns {
    /// A stop time of a trip.
    struct Call: BitwiseCopyable {
        let stopTime: CheckedFeed.StopTime
        let sequence: UInt32
        /// NaN where not given.
        let distance: Double
        /// Orders rows as they stand in the feed; it is exactly one more than another's only if the two rows follow each other
        /// directly.
        let order: Int
    }

    /// What is kept of a row. Once its run has ended, its times are relative to the run's base, its sequence to the run's least,
    /// and its line to the run's first line.
    private struct Kept: BitwiseCopyable {
        var stopTime: CheckedFeed.StopTime
        var sequence: UInt32
    }

    /// Rows of one trip that follow each other.
    private struct Run: BitwiseCopyable {
        let pattern: UInt32
        /// Seconds of the service day: the first time of the run; 0 if it has none.
        let base: Int32
        /// The least stop_sequence.
        let sequence: UInt32
        /// The line of the first row.
        let line: UInt32
        /// The run of the same trip before; `noRun` for the first.
        let previous: UInt32
    }

    private let rows = GrowingColumn<Kept>()
    /// The distance of each row of `rows`; empty as long as no row has one.
    private let distances = GrowingColumn<Double>()
    /// Where each pattern begins.
    private let starts = GrowingColumn<UInt32>()
    private let hashes = GrowingColumn<UInt32>()
    /// By hash, the number of a pattern + 1; 0 for an empty slot.
    private var slots = [UInt32](repeating: 0, count: 1 << 8)
    private let runs = GrowingColumn<Run>()
    /// The last run of each trip.
    private let heads = GrowingColumn<UInt32>()
    /// The rows from `open` on have no run yet; this is their trip.
    private var trip = IDSpace.ID.none
    private var open = 0
    private static let noRun = UInt32.max

    /// - Throws: `TooManyRows` past 2,147,483,647 rows or runs.
    @inline(__always)
    func append(
        _ stopTime: CheckedFeed.StopTime, sequence: UInt32, distance: Double, to trip: IDSpace.ID
    ) throws {
        if trip != self.trip { try begin(trip) }
        if distances.count > 0 || !distance.isNaN { note(distance) }
        rows.append(Kept(stopTime: stopTime, sequence: sequence))
    }

    /// Notes the distance of the row that comes next.
    private func note(_ distance: Double) {
        while distances.count < rows.count { distances.append(.nan) }
        distances.append(distance)
    }

    @inline(never)
    private func begin(_ trip: IDSpace.ID) throws {
        endRun()
        guard max(rows.count, runs.count) < Int(UInt32.max) / 2 else { throw TooManyRows() }
        self.trip = trip
    }

    /// The pattern of a trip all of whose rows follow each other, and the base of its times; nil for another trip.
    func onlyPattern(of trip: IDSpace.ID) -> (number: Int, base: Int32)? {
        endRun()
        guard trip.index < heads.count, heads[trip.index] != CallPatterns.noRun else { return nil }
        let run = runs[Int(heads[trip.index])]
        return run.previous == CallPatterns.noRun ? (Int(run.pattern), run.base) : nil
    }

    /// Replaces `calls` by those of a trip, in the order of their sequence; calls of the same sequence keep the order of their
    /// rows.
    func read(_ trip: IDSpace.ID, into calls: inout [Call]) {
        endRun()
        calls.removeAll(keepingCapacity: true)
        guard trip.index < heads.count else { return }
        calls.reserveCapacity(count(of: trip))
        var isAscending = true
        forEachRun(of: trip) { number, run in
            if run.previous != CallPatterns.noRun { isAscending = false }
            let (start, end) = bounds(Int(run.pattern))
            for place in start..<end {
                let row = rows[place]
                let sequence = row.sequence + run.sequence
                if let last = calls.last, last.sequence > sequence { isAscending = false }
                calls.append(
                    Call(
                        stopTime: row.stopTime.moved(by: run.base, lines: run.line), sequence: sequence,
                        distance: place < distances.count ? distances[place] : .nan,
                        order: number << 32 | (place - start)))
            }
        }
        if !isAscending { calls.sort { ($0.sequence, $0.order) < ($1.sequence, $1.order) } }
    }

    private func count(of trip: IDSpace.ID) -> Int {
        var count = 0
        forEachRun(of: trip) { _, run in
            let (start, end) = bounds(Int(run.pattern))
            count += end - start
        }
        return count
    }

    /// Calls `body` with the runs of a trip, the last one first.
    private func forEachRun(of trip: IDSpace.ID, _ body: (_ number: Int, Run) -> Void) {
        var number = heads[trip.index]
        while number != CallPatterns.noRun {
            let run = runs[Int(number)]
            body(Int(number), run)
            number = run.previous
        }
    }

    private func bounds(_ pattern: Int) -> (start: Int, end: Int) {
        (Int(starts[pattern]), pattern + 1 < starts.count ? Int(starts[pattern + 1]) : open)
    }

    // MARK: The end of a run

    private func endRun() {
        guard open < rows.count else { return }
        let line = rows[open].stopTime.line
        let (base, sequence) = makeRelative(line)
        let count = UInt32(runs.count)
        while heads.count <= trip.index { heads.append(CallPatterns.noRun) }
        runs.append(
            Run(pattern: findPattern(), base: base, sequence: sequence, line: line, previous: heads[trip.index]))
        heads[trip.index] = count
        trip = .none
        open = rows.count
    }

    /// Makes the open rows relative to their first time, least sequence and first line.
    private func makeRelative(_ line: UInt32) -> (base: Int32, sequence: UInt32) {
        let rows = UnsafeMutableBufferPointer(rebasing: rows.mutableValues[open...])
        var base: Int32 = 0
        if let first = rows.first(where: { $0.stopTime.firstTime != nil })?.stopTime.firstTime { base = first }
        // A difference could equal one of the two numbers that mean "no time"; then the times stay as they are.
        if !rows.allSatisfy({ $0.stopTime.canMove(by: 0 &- base) }) { base = 0 }
        var sequence = UInt32.max
        for row in rows { sequence = min(sequence, row.sequence) }
        for place in rows.indices {
            rows[place].stopTime = rows[place].stopTime.moved(by: 0 &- base, lines: 0 &- line)
            rows[place].sequence -= sequence
        }
        return (base, sequence)
    }

    /// Finds the pattern of the open rows; if an earlier pattern is equal, the open rows are dropped.
    private func findPattern() -> UInt32 {
        var hash = Fingerprint.of(UnsafeRawBufferPointer(rows.slice(open, rows.count)))
        if distances.count > open {
            hash = Fingerprint.of(UnsafeRawBufferPointer(distances.slice(open, distances.count)), seed: hash)
        }
        let short = UInt32(truncatingIfNeeded: hash >> 32)
        let mask = slots.count - 1
        var slot = Int(short) & mask
        while slots[slot] != 0 {
            let candidate = Int(slots[slot] - 1)
            if hashes[candidate] == short, isSame(candidate) {
                rows.truncate(to: open)
                if distances.count > open { distances.truncate(to: open) }
                return UInt32(candidate)
            }
            slot = (slot + 1) & mask
        }
        let number = UInt32(starts.count)
        starts.append(UInt32(open))
        hashes.append(short)
        slots[slot] = number + 1
        if starts.count * 3 > slots.count * 2 { widen() }
        return number
    }

    private func isSame(_ pattern: Int) -> Bool {
        let (start, end) = bounds(pattern)
        let count = rows.count - open
        guard end - start == count else { return false }
        func bytes<Value>(_ column: GrowingColumn<Value>, _ from: Int) -> UnsafeRawBufferPointer {
            UnsafeRawBufferPointer(column.slice(from, from + count))
        }
        func isEqual<Value>(_ column: GrowingColumn<Value>) -> Bool {
            let (left, right) = (bytes(column, start), bytes(column, open))
            return memcmp(left.baseAddress!, right.baseAddress!, left.count) == 0
        }
        return isEqual(rows) && (distances.count <= open || isEqual(distances))
    }

    private func widen() {
        let mask = slots.count * 2 - 1
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for number in 0..<starts.count {
            var slot = Int(hashes[number]) & mask
            while slots[slot] != 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(number + 1)
        }
    }
}

extension CheckedFeed.StopTime {
    /// The arrival, or else the departure; nil without either.
    fileprivate var firstTime: Int32? {
        Self.isTime(arrival) ? arrival : Self.isTime(departure) ? departure : nil
    }

    /// Whether every time is still a time after `moved(by:lines:)`.
    @inline(__always)
    fileprivate func canMove(by seconds: Int32) -> Bool {
        (!Self.isTime(arrival) || Self.isTime(arrival &+ seconds))
            && (!Self.isTime(departure) || Self.isTime(departure &+ seconds))
    }

    /// This stop time with `seconds` added to its times and `lines` to its line; what is no time stays as it is.
    @inline(__always)
    fileprivate func moved(by seconds: Int32, lines: UInt32) -> Self {
        func moved(_ time: Int32) -> Int32 { Self.isTime(time) ? time &+ seconds : time }
        return Self(
            stop: stop, arrival: moved(arrival), departure: moved(departure), line: Int(line &+ lines),
            hasWindow: hasWindow)
    }
}
