import GTFSSchedule
import Schedule
import TimeZones

/// The start of a run.
package struct RunStart: Hashable {
    /// The service day in days since 1970-01-01; nil if unknown.
    package let day: Int?
    /// The start time in seconds of the service day; nil if unknown.
    package let time: Int?
}

/// Finds the run of a trip to which a message refers.
package final class RunFinder {
    private let calendar: ServiceCalendar
    package let zone: Zone
    /// POSIX seconds of noon minus 12 hours, by day.
    private var dayStarts: [Int: Int] = [:]

    package init(_ calendar: ServiceCalendar, _ zone: Zone) {
        self.calendar = calendar
        self.zone = zone
    }

    /// POSIX seconds of noon minus 12 hours.
    package func start(of day: Int) -> Int {
        if let known = dayStarts[day] { return known }
        let start = zone.startOfServiceDay(CivilDate(daysSinceEpoch: day))
        dayStarts[day] = start
        return start
    }

    package func runs(_ trip: TripService, on day: Int) -> Bool {
        trip.service.map { calendar.runs($0.index, on: day) } ?? false
    }

    /// Returns the run of a trip to which a message refers.
    ///
    /// Without a start_date it is the run nearest to the time of the message. A start_date with a start_time is an
    /// instant: 00:15:00 is also 24:15:00 of the previous day.
    ///
    /// - Parameter instant: the time of the message, POSIX seconds.
    package func start(of reference: TripReference, _ trip: TripService, at instant: Int) -> RunStart {
        let time = reference.startTime
        let day =
            reference.startDate
            ?? nearestDay(of: trip, startTime: trip.frequencies.isEmpty ? nil : time, to: instant)
        guard let day, let time else { return RunStart(day: day, time: time) }
        let begin = start(of: day) + time
        // As many days before as the trip's own times reach.
        let latest = trip.frequencies.lazy.map(\.end).max() ?? trip.last ?? 0
        let earlier = (2...max(latest / 86_400, 2)).map { day - $0 }
        let ways = ([day, day - 1, day + 1] + (latest < 2 * 86_400 ? [] : earlier))
            .map { RunStart(day: $0, time: begin - start(of: $0)) }.filter { runs(trip, on: $0.day!) }
        let exact = ways.first { trip.frequencies.isEmpty ? $0.time == trip.first : trip.isRun($0.time) }
        let within = ways.first { way in
            trip.frequencies.contains { !$0.isExact && way.time! >= $0.start && way.time! < $0.end }
        }
        return exact ?? within ?? RunStart(day: day, time: time)
    }

    /// Returns the service day whose run is nearest to an instant; the earlier one of two equally near.
    ///
    /// Cost: a few steps; for a trip that lasts many days, at most the number of days of its service.
    package func nearestDay(of trip: TripService, startTime: Int?, to instant: Int) -> Int? {
        guard let service = trip.service?.index else { return nil }
        let first = trip.first ?? 0
        let last = trip.last ?? first
        let shift = trip.frequencies.isEmpty ? 0 : startTime.map { $0 - first } ?? 0
        var best: (distance: Int, day: Int)?
        // Realtime may be older or newer than what is asked about: look around its own time, and as far back as the trip's
        // own times reach.
        let middle = zone.date(at: instant).daysSinceEpoch
        let around = (middle - 2 - max(last + shift, 0) / 86_400)...(middle + 1)
        guard let days = calendar.days(around, of: service) else { return nil }
        for day in days where calendar.runs(service, on: day) {
            let start = self.start(of: day)
            let distance = max(start + first + shift - instant, instant - (start + last + shift), 0)
            if best == nil || distance < best!.distance { best = (distance, day) }
            if distance == 0 { break }
        }
        return best?.day
    }
}
