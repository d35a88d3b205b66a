import GTFSSchedule

/// When a trip of the timetable runs: the data needed to match a message with one of its runs.
package struct TripService {
    package let service: ServiceIndex?
    /// The first and last departure in seconds of the service day; nil for a trip without times.
    package let first: Int?
    package let last: Int?
    package let frequencies: [Timetable.Frequency]

    /// Returns whether a trip in frequencies.txt starts at a time by its headways; other trips do at any time.
    package func isRun(_ startTime: Int?) -> Bool {
        guard !frequencies.isEmpty else { return true }
        guard let startTime else { return false }
        return frequencies.contains {
            startTime >= $0.start && startTime < $0.end && (startTime - $0.start) % $0.headway == 0
        }
    }
}

extension TripService {
    package init(_ trip: Timetable.Trip) {
        self.init(
            service: trip.service, first: trip.firstTime,
            last: trip.stopTimes.last { $0.departure != nil }?.departure, frequencies: trip.frequencies)
    }
}
