import Containers

/// What is known of each performed trip of the input, whatever the order in which its records come.
///
/// Memory: 50 to 60 bytes a performed trip. Two are told apart by 64 bits of a hash.
public struct PerformedRuns {
    private struct Run {
        var fingerprint: UInt64 = 0
        /// Which of the first 64 stops were seen.
        var seen: UInt64 = 0
        /// The largest place of a stop that was seen, and how many stops the timetable has.
        var largest: Int32 = 0
        var scheduled: Int32 = 0
        var hasRecord = false
        var isCanceled = false
        /// Whether its visits were worked on already.
        var isSettled = false
    }

    private var runs: [Run] = []
    private var numbers = PlaceIndex()
    /// Stops past the 64th.
    private var farStops: Set<UInt64> = []

    /// Stops of one run are fewer.
    public static let mostStops = 1 << 20

    public init() {}

    public var count: Int { runs.count }

    /// The number of a run, new or known.
    @inline(__always)
    public mutating func number(of fingerprint: UInt64) -> Int {
        if let known = numbers.place(fingerprint, { runs[$0].fingerprint == fingerprint }) { return known }
        runs.append(Run(fingerprint: fingerprint))
        numbers.append(fingerprint) { runs[$0].fingerprint }
        return runs.count &- 1
    }

    /// Notes that a run has a visit; false if it had that one before.
    @inline(__always)
    public mutating func see(_ sequence: Int, of run: Int) -> Bool {
        if runs[run].largest < sequence { runs[run].largest = Int32(truncatingIfNeeded: sequence) }
        guard sequence <= 64 else { return farStops.insert(UInt64(run) << 20 | UInt64(sequence - 1)).inserted }
        let bit: UInt64 = 1 << UInt64(sequence &- 1)
        if runs[run].seen & bit != 0 { return false }
        runs[run].seen |= bit
        return true
    }

    /// Notes a run's record of `trips_performed`; false if it had one before.
    public mutating func see(stops: Int, isCanceled: Bool, of run: Int) -> Bool {
        if runs[run].hasRecord { return false }
        runs[run].hasRecord = true
        runs[run].scheduled = Int32(clamping: stops)
        runs[run].isCanceled = isCanceled
        return true
    }

    /// The place of the run's last stop: what `trips_performed` says, else the largest seen.
    @inline(__always)
    public func last(of run: Int) -> Int { Int(max(runs[run].scheduled, runs[run].largest)) }

    @inline(__always)
    public func largest(of run: Int) -> Int { Int(runs[run].largest) }

    /// Whether `trips_performed` has a record of the run.
    package func hasRecord(of run: Int) -> Bool { runs[run].hasRecord }
    /// The number of stops in the run's pattern, as its record says; nil if unknown.
    package func stopCount(of run: Int) -> Int? { runs[run].scheduled > 0 ? Int(runs[run].scheduled) : nil }

    public func fingerprint(of run: Int) -> UInt64 { runs[run].fingerprint }

    public mutating func settle(_ run: Int) { runs[run].isSettled = true }
    @inline(__always)
    public func isSettled(_ run: Int) -> Bool { runs[run].isSettled }

    public func isCanceled(_ run: Int) -> Bool { runs[run].isCanceled }
}
