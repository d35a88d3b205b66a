import GTFSSchedule
import Geometry
import RealtimeJoin
import Schedule
import TimeZones

/// Finds a vehicle's stop along the way of its trip.
///
/// Memory: the schedule's trips, see `WholeTimetable`.
final class TimetableStops: StopFinder {
    private let timetable: WholeTimetable
    private let finder: RunFinder

    /// Positions further from the way of their trip are not on it, in metres.
    private static let limit = 200.0
    /// A vehicle that is so little past a stop is still at it, in metres.
    private static let past = 30.0
    /// What a second off the timetable costs beside metres from the way, for places at which a way passes twice.
    private static let metresPerSecond = 0.5

    init(_ timetable: WholeTimetable) {
        self.timetable = timetable
        // Only tells which of two passages of a way is meant: the first agency's clock is good enough.
        let name = timetable.frame.agencies.lazy.compactMap(\.timezone).first
        finder = RunFinder(timetable.frame.calendar, name.flatMap { try? Zone(named: $0) } ?? .utc)
    }

    func stop(_ question: StopQuestion) -> FoundStop? {
        guard let trip = timetable.trip(question.tripID), let times = timetable.runningTimes(of: trip) else {
            return nil
        }
        let rows = times.times.stopTimes
        if let sequence = question.stopSequence {
            return rows.first { $0.sequence == sequence }.flatMap { found($0) }
        }
        if let id = question.stopID {
            let calls = rows.indices.filter { place in
                rows[place].stop.map { timetable.frame[$0].id.withBytes { $0.elementsEqual(id) } } ?? false
            }
            guard calls.count > 1 else { return calls.first.flatMap { found(rows[$0]) } }
            guard let along = place(of: question, trip, rows), let way = timetable.way(of: trip) else { return nil }
            return calls.min { abs(way.stopPositions[$0] - along) < abs(way.stopPositions[$1] - along) }
                .flatMap { found(rows[$0]) }
        }
        guard let along = place(of: question, trip, rows), let way = timetable.way(of: trip) else { return nil }
        return rows.indices.first { way.stopPositions[$0] >= along - TimetableStops.past }.flatMap { found(rows[$0]) }
    }

    private func found(_ row: Timetable.StopTime) -> FoundStop? {
        row.stop.map { FoundStop(stopID: Array(timetable.frame[$0].id.utf8), stopSequence: row.sequence) }
    }

    /// Metres of way that the vehicle has come; of several places at which it may be the one that is nearest to it and
    /// to where the timetable has it.
    private func place(
        of question: StopQuestion, _ trip: WholeTimetable.TripIndex, _ rows: [Timetable.StopTime]
    ) -> Double? {
        guard let place = question.place, let way = timetable.way(of: trip) else { return nil }
        var feet: [MeasuredLine.Foot] = []
        way.line.appendFeet(of: place, within: TimetableStops.limit, to: &feet)
        guard feet.count > 1, let second = second(of: question, trip) else {
            return feet.min { $0.offset < $1.offset }?.along
        }
        func cost(_ foot: MeasuredLine.Foot) -> Double {
            foot.offset + TimetableStops.metresPerSecond * abs(expected(at: foot.along, way, rows) - Double(second))
        }
        return feet.min { cost($0) < cost($1) }?.along
    }

    /// Seconds after the trip's first time at which a position was measured; nil where its time does not tell.
    private func second(of question: StopQuestion, _ trip: WholeTimetable.TripIndex) -> Int? {
        let service = timetable.service(of: trip)
        // The runs of a frequency cannot be told apart here.
        guard let instant = question.instant, service.frequencies.isEmpty else { return nil }
        let date = question.startDate.flatMap { number in
            CivilDate(exactly: number / 10_000, month: number / 100 % 100, day: number % 100)?.daysSinceEpoch
        }
        guard let day = date ?? finder.nearestDay(of: service, startTime: nil, to: instant) else { return nil }
        return instant - finder.start(of: day) - timetable.origin(of: trip, startTime: nil)
    }

    /// Seconds after the trip's first time at which the timetable has it at a place of its way.
    private func expected(at along: Double, _ way: Way, _ rows: [Timetable.StopTime]) -> Double {
        var before: (along: Double, second: Int)?
        for (place, row) in rows.enumerated() {
            let position = way.stopPositions[place]
            guard !position.isNaN, let arrival = row.arrival, let departure = row.departure else { continue }
            guard position >= along else {
                before = (position, departure)
                continue
            }
            guard let before, position > before.along else { return Double(arrival) }
            let share = (along - before.along) / (position - before.along)
            return Double(before.second) + share * Double(arrival - before.second)
        }
        return Double(before?.second ?? 0)
    }
}
