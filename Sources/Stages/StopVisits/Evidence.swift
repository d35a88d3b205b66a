/// The source of an inferred time, the best first.
enum TimeSource: Int, Comparable {
    /// Fixes that say the vehicle is stopped there.
    case stopped
    /// Fixes that stay at the stop.
    case halted
    /// A fix before the stop and one after it.
    case passed
    /// The last prediction before it was passed.
    case finalPrediction

    var word: String {
        switch self {
        case .stopped: "stopped"
        case .halted: "halted"
        case .passed: "passed"
        case .finalPrediction: "final_prediction"
        }
    }

    static func < (left: TimeSource, right: TimeSource) -> Bool { left.rawValue < right.rawValue }
}

/// An actual time and how well it is known.
struct KnownTime {
    /// POSIX seconds.
    var time: Int
    let source: TimeSource
    /// The true time lies within ± so many seconds in at least 95 % of cases.
    let uncertainty: Int
}

/// What a vehicle's fixes say of one stop of its run.
struct StopEvidence {
    var arrival: KnownTime?
    var departure: KnownTime?
    /// The fixes at the stop, or those before and after it, by their places.
    var fixes: ClosedRange<Int>?
    /// The fixes at the stop alone; nil if the vehicle passed the stop between two fixes.
    var there: ClosedRange<Int>?
    /// The stop_id that fixes name, where it is another platform of the station.
    var stop: Int32 = -1

    var isEmpty: Bool { arrival == nil && departure == nil }
}
