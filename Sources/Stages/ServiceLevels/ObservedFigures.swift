import Reports
import ServiceFigures

/// What was observed of the service of a row, summed over days.
struct ObservedFigures {
    /// The departures of a row on one day.
    struct Departures {
        /// Seconds of the service day.
        private var first: Int?
        private var last: Int?
        /// When unobserved departures were due.
        private var firstUnseen: Int?
        private var lastUnseen: Int?

        mutating func leave(at second: Int) {
            first = min(first ?? second, second)
            last = max(last ?? second, second)
        }

        mutating func miss(at second: Int) {
            firstUnseen = min(firstUnseen ?? second, second)
            lastUnseen = max(lastUnseen ?? second, second)
        }

        /// The first departure; nil if an unobserved one was due up to then.
        var earliest: Int? { first.flatMap { first in firstUnseen.map { $0 <= first } == true ? nil : first } }
        /// The last departure; nil if an unobserved one was due from then on.
        var latest: Int? { last.flatMap { last in lastUnseen.map { $0 >= last } == true ? nil : last } }
    }

    /// What was seen of a run.
    enum Fate {
        case observed, added, unobserved, canceled
    }

    private(set) var trips = 0
    private(set) var unobserved = 0
    private(set) var canceled = 0
    private(set) var added = 0
    private(set) var broken = 0
    /// Seconds of the service day.
    @Narrow private(set) var first: Int?
    @Narrow private(set) var last: Int?
    /// Days whose first departure was before 00:00:00.
    private(set) var earlyDays = 0
    private var observedGaps = GapCounts()
    private var scheduledGaps = GapCounts()

    /// The headways of a row on one day, in seconds.
    struct Headways {
        var observed: [UInt32] = []
        /// Scheduled ones, between runs that were both observed.
        var scheduled: [UInt32] = []
        var broken = 0
    }

    mutating func count(_ fate: Fate) {
        switch fate {
        case .observed: trips += 1
        case .added: (trips, added) = (trips + 1, added + 1)
        case .unobserved: unobserved += 1
        case .canceled: canceled += 1
        }
    }

    mutating func add(_ departures: Departures) {
        // The time of a service day has no sign.
        if let second = departures.earliest {
            first = min(first ?? .max, max(second, 0))
            if second < 0 { earlyDays += 1 }
        }
        if let second = departures.latest { last = max(last ?? 0, second) }
    }

    mutating func add(_ headways: Headways) {
        broken += headways.broken
        observedGaps.add(GapCounts(headways.observed))
        scheduledGaps.add(GapCounts(headways.scheduled))
    }

    var headway: Int? { observedGaps.median }
    var comparableHeadway: Int? { scheduledGaps.median }
}

/// The key of observed figures: that of a row.
struct ObservedKey: Hashable {
    let bundle: LevelCount.Bundle
    let cell: LevelCell
    let days: DayGroup
}
