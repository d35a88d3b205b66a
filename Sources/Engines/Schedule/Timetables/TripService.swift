import GTFSSchedule

/// When a trip of the timetable runs: what it takes to say which of its runs a message means.
package struct TripService {
    package let service: ServiceIndex?
    /// Seconds of the service day of the first and of the last departure; nil for a trip without times.
    package let first: Int?
    package let last: Int?
    package let frequencies: [Timetable.Frequency]

    package init(
        service: ServiceIndex?, first: Int?, last: Int?, frequencies: [Timetable.Frequency]
    ) {
        self.service = service
        self.first = first
        self.last = last
        self.frequencies = frequencies
    }

    package init(_ trip: Timetable.Trip) {
        self.init(
            service: trip.service, first: trip.firstTime,
            last: trip.stopTimes.last { $0.departure != nil }?.departure, frequencies: trip.frequencies)
    }

    /// Whether a trip of frequencies starts at a time, by its headways; one of a timetable does at any.
    package func isRun(_ startTime: Int?) -> Bool {
        guard !frequencies.isEmpty else { return true }
        guard let startTime else { return false }
        return frequencies.contains {
            startTime >= $0.start && startTime < $0.end && (startTime - $0.start) % $0.headway == 0
        }
    }
}
