import Reports

extension PunctualityCount {
    static let parameters: [PerformanceParameter] = [early, late, at, timepoints]

    fileprivate static let early = PerformanceParameter.seconds("early", 60)
    fileprivate static let late = PerformanceParameter.seconds("late", 300)
    fileprivate static let at = PerformanceParameter.word("at", VisitEnd.departure)
    fileprivate static let timepoints = PerformanceParameter.flag("timepoints")
}

/// Which end of a visit is looked at.
package enum VisitEnd: String, Sendable, CaseIterable {
    case departure, arrival
}

extension PerformanceParameters {
    /// Seconds before the scheduled time from which on a visit is early.
    package var early: Int {
        get { seconds(PunctualityCount.early) }
        set { self[PunctualityCount.early] = .integer(newValue) }
    }

    /// Seconds after the scheduled time from which on a visit is late.
    package var late: Int {
        get { seconds(PunctualityCount.late) }
        set { self[PunctualityCount.late] = .integer(newValue) }
    }

    package var end: VisitEnd {
        get { word(PunctualityCount.at, .departure) }
        set { self[PunctualityCount.at] = .text(newValue.rawValue) }
    }

    package var timepointsOnly: Bool {
        get { self[PunctualityCount.timepoints] == .flag(true) }
        set { self[PunctualityCount.timepoints] = .flag(newValue) }
    }
}
