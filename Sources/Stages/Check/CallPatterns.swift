import Containers
import Hashing
import Platform

/// The stop times of a feed by their trips, whose rows may come in any order.
///
/// Trips that call at the same stops after the same seconds share one pattern: when the rows of a trip end, they are compared
/// with the patterns before. Nothing is sorted until the calls of a trip are asked for.
///
/// Memory: 20 bytes for each stop time of a pattern, 28 where distances are given; 16 bytes for each run of rows of one trip
/// (so for rows in random order at most 36, or 44, for each row), 4 for each trip and up to 16 for each pattern.
final class CallPatterns {
    /// A stop time of a trip.
    struct Call: BitwiseCopyable {
        let stopTime: CheckedFeed.StopTime
        let sequence: UInt32
        /// NaN where not given.
        let distance: Double
        /// Grows in the order of rows, by one from a row to the row after it.
        let order: Int
    }

    /// What is kept of a row: its times count from the base of its run, and its line from the line of the first row.
    private struct Kept: BitwiseCopyable {
        var stopTime: CheckedFeed.StopTime
        let sequence: UInt32
    }

    /// Rows of one trip that follow each other.
    private struct Run: BitwiseCopyable {
        let pattern: UInt32
        /// Seconds of the service day: the first time of the run; 0 if it has none.
        let base: Int32
        /// The line of the first row.
        let line: UInt32
        /// The run of the same trip before; `noRun` for the first.
        let previous: UInt32
    }

    private let rows = GrowingColumn<Kept>()
    /// By place of the row; empty as long as none has one.
    private let distances = GrowingColumn<Double>()
    /// Where each pattern begins.
    private let starts = GrowingColumn<UInt32>()
    private let hashes = GrowingColumn<UInt32>()
    /// By hash, the number of a pattern + 1; 0 for an empty slot.
    private var slots = [UInt32](repeating: 0, count: 1 << 8)
    private let runs = GrowingColumn<Run>()
    /// The last run of each trip.
    private let heads = GrowingColumn<UInt32>()
    /// The trip of the rows that have no run yet, which begin at `open`.
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
        var number = heads[trip.index]
        var isAscending = number == CallPatterns.noRun || runs[Int(number)].previous == CallPatterns.noRun
        while number != CallPatterns.noRun {
            let run = runs[Int(number)]
            let (start, end) = bounds(Int(run.pattern))
            for place in start..<end {
                let row = rows[place]
                if let last = calls.last, last.sequence > row.sequence { isAscending = false }
                calls.append(
                    Call(
                        stopTime: row.stopTime.moved(by: run.base, lines: run.line), sequence: row.sequence,
                        distance: place < distances.count ? distances[place] : .nan,
                        order: Int(number) << 32 | (place - start)))
            }
            number = run.previous
        }
        if !isAscending { calls.sort { ($0.sequence, $0.order) < ($1.sequence, $1.order) } }
    }

    private func bounds(_ pattern: Int) -> (start: Int, end: Int) {
        (Int(starts[pattern]), pattern + 1 < starts.count ? Int(starts[pattern + 1]) : open)
    }

    // MARK: The end of a run

    private func endRun() {
        guard open < rows.count else { return }
        let line = rows[open].stopTime.line
        let base = makeRelative(line)
        let count = UInt32(runs.count)
        while heads.count <= trip.index { heads.append(CallPatterns.noRun) }
        runs.append(Run(pattern: findPattern(), base: base, line: line, previous: heads[trip.index]))
        heads[trip.index] = count
        trip = .none
        open = rows.count
    }

    /// Counts times and lines of the open rows from the first.
    /// - Returns: the base of the times.
    private func makeRelative(_ line: UInt32) -> Int32 {
        let rows = UnsafeMutableBufferPointer(rebasing: rows.mutableValues[open...])
        var base: Int32 = 0
        if let first = rows.first(where: { $0.stopTime.firstTime != nil })?.stopTime.firstTime { base = first }
        // A difference that looks as if there were no time cannot be told from one that is not given.
        if !rows.allSatisfy({ $0.stopTime.canMove(by: 0 &- base) }) { base = 0 }
        for place in rows.indices {
            rows[place].stopTime = rows[place].stopTime.moved(by: 0 &- base, lines: 0 &- line)
        }
        return base
    }

    /// The number of the pattern of the open rows, which are forgotten if a pattern before is the same.
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

    /// Whether `moved(by:lines:)` does not lose a time.
    @inline(__always)
    fileprivate func canMove(by seconds: Int32) -> Bool {
        (!Self.isTime(arrival) || Self.isTime(arrival &+ seconds))
            && (!Self.isTime(departure) || Self.isTime(departure &+ seconds))
    }

    /// The same with later times, where there are times, at a later line.
    @inline(__always)
    fileprivate func moved(by seconds: Int32, lines: UInt32) -> Self {
        func moved(_ time: Int32) -> Int32 { Self.isTime(time) ? time &+ seconds : time }
        return Self(
            stop: stop, arrival: moved(arrival), departure: moved(departure), line: Int(line &+ lines),
            hasWindow: hasWindow)
    }
}
