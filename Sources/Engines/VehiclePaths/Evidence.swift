/// The source of an inferred time, the best first.
package enum TimeSource: Int, Comparable {
    /// Fixes that say the vehicle is stopped there.
    case stopped
    /// Fixes that stay at the stop.
    case halted
    /// A fix before the stop and one after it.
    case passed
    /// The last prediction before it was passed.
    case finalPrediction

    package var word: String {
        switch self {
        case .stopped: "stopped"
        case .halted: "halted"
        case .passed: "passed"
        case .finalPrediction: "final_prediction"
        }
    }

    package static func < (left: TimeSource, right: TimeSource) -> Bool { left.rawValue < right.rawValue }
}

/// An actual time and how well it is known.
package struct KnownTime {
    /// POSIX seconds.
    package var time: Int
    package let source: TimeSource
    /// The true time lies within ± so many seconds in at least 95 % of cases.
    package let uncertainty: Int

    package init(time: Int, source: TimeSource, uncertainty: Int) {
        self.time = time
        self.source = source
        self.uncertainty = uncertainty
    }
}

/// What a vehicle's fixes say of one stop of its run.
package struct StopEvidence {
    package var arrival: KnownTime?
    package var departure: KnownTime?
    /// The fixes at the stop, or those before and after it, by their places.
    package var fixes: ClosedRange<Int>?
    /// The fixes at the stop alone; nil if the vehicle passed the stop between two fixes.
    package var there: ClosedRange<Int>?
    /// The stop_id that fixes name, where it is another platform of the station.
    package var stop: Int32 = -1

    package var isEmpty: Bool { arrival == nil && departure == nil }
}
