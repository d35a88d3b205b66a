import NDJSON
import StageKit

/// How bad the realtime is made, each dose for itself; without any it is as good as the city's equipment lets it be.
///
/// Doses change what the feed says about the vehicles, never what the vehicles do.
public struct Doses: Sendable, Equatable {
    /// What the feed says about the stop that a vehicle is at or comes to next.
    public enum Sequences: String, CaseIterable, Sendable {
        /// The timetable's stop_sequence.
        case kept
        /// The stop's place among the trip's stops, counted from 0; positions have no stop_id.
        case position
        /// Nothing: positions have no current_stop_sequence, no current_status and no stop_id.
        case absent
    }

    /// Positions that lie far from where they should.
    public struct Stray: Sendable, Equatable {
        /// The share of fixes that are strays.
        public var share: Double
        /// How many metres a stray lies off.
        public var metres: ClosedRange<Double>
    }

    /// Timestamps that are wrong.
    public struct ClockSlip: Sendable, Equatable {
        /// The share of fixes whose timestamp is wrong.
        public var share: Double
        /// How many seconds such a timestamp is off at the most, in either direction.
        public var seconds: Int
    }

    /// The share of vehicle positions that snapshots lack.
    public var drop = 0.0
    /// The share of vehicles that are stuck now and then: they drive on, and their positions repeat.
    public var freeze = 0.0
    /// The most seconds that a measurement comes late into the feed.
    public var late = 0
    public var sequences = Sequences.kept
    /// The share of runs on which a second vehicle reports the same trip for a part of the run.
    public var twins = 0.0
    /// How many metres positions lie off at the most; nil is what the city's receivers do.
    public var off: Double?
    /// The standard deviation in metres, in each axis, of an error that wanders: consecutive fixes err alike.
    public var noise = 0.0
    public var stray: Stray?
    public var clockSlip: ClockSlip?

    public init() {}

    var problem: String? {
        for (name, share) in [("--drop", drop), ("--freeze", freeze), ("--twins", twins)] where !(0...1 ~= share) {
            return "\(name) takes a share from 0 to 1"
        }
        if !(0...3600 ~= late) { return "--lag takes a number from 0 to 3600" }
        if let off, !(0...10_000 ~= off) { return "--off takes a number from 0 to 10000" }
        if !(0...10_000 ~= noise) { return "--noise takes a number from 0 to 10000" }
        if let stray, !(0...1 ~= stray.share && 0 <= stray.metres.lowerBound && stray.metres.upperBound <= 100_000) {
            return "--stray takes a share from 0 to 1 and metres from 0 to 100000"
        }
        if let clockSlip, !(0...1 ~= clockSlip.share && 1...86_400 ~= clockSlip.seconds) {
            return "--clock-slip takes a share from 0 to 1 and seconds from 1 to 86400"
        }
        return nil
    }
}

// MARK: As they are written

extension Doses {
    /// The strays that `P:METRES` or `P:LOW-HIGH` names.
    public static func stray(_ text: String) throws(UnusableOption) -> Stray {
        if let (share, metres) = parts(text) {
            let ends = metres.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false).map(number)
            if let low = ends[0], let high = ends[ends.count - 1], low <= high {
                return Stray(share: share, metres: low...high)
            }
        }
        throw UnusableOption("--stray takes a share and metres, as in 0.05:80 or 0.05:60-150; not '\(text)'")
    }

    /// The clock slips that `P:SECONDS` names.
    public static func clockSlip(_ text: String) throws(UnusableOption) -> ClockSlip {
        if let (share, seconds) = parts(text), let whole = number(seconds).flatMap(Int.init(exactly:)) {
            return ClockSlip(share: share, seconds: whole)
        }
        throw UnusableOption("--clock-slip takes a share and whole seconds, as in 0.01:120; not '\(text)'")
    }

    /// The share before a colon, and the text after it; nil where there is none.
    private static func parts(_ text: String) -> (share: Double, rest: Substring)? {
        let halves = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let share = number(halves[0]) else { return nil }
        return (share, halves[1])
    }

    /// A decimal number without sign or exponent; nil for anything else.
    static func number(_ text: Substring) -> Double? {
        guard text.utf8.first.map(isDigit) == true, text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Array(text.utf8).withUnsafeBytes { JSONNumber.double($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
