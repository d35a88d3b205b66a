import Containers
import StageKit

/// The departures from one place on one service day, in order of departure and in order of the timetable.
///
/// A run departs once, with its first vehicle. If a run was due between two departures and was not observed, that pair
/// gives no headway. A scheduled headway that begins or ends with an unobserved run is not used either.
package struct HeadwaySequence {
    /// A departure, observed or only scheduled.
    package struct Departure {
        /// The run in the timetable and the index of the stop; two vehicles on the same run are one departure.
        package var trip: UInt64
        package var sequence: UInt32
        /// The actual time in POSIX seconds; nil if it was not observed.
        package var actual: Int?
        /// The scheduled time in POSIX seconds; nil if the run is not in the timetable or was canceled.
        package var scheduled: Int?
        /// A tie-breaker for departures with equal actual and scheduled times.
        package var rank: Int

        package init(trip: UInt64, sequence: UInt32, actual: Int?, scheduled: Int?, rank: Int) {
            self.trip = trip
            self.sequence = sequence
            self.actual = actual
            self.scheduled = scheduled
            self.rank = rank
        }
    }

    /// The time from one departure to the next; both ends are indices in the list of departures.
    package struct Observed {
        package let earlier: Int
        package let later: Int
        package let seconds: Int
        /// The scheduled headway of the later run after its predecessor in the timetable; nil without a scheduled time
        /// or predecessor.
        package let scheduled: Int?
        /// Whether an unobserved run was due within the headway.
        package let isBroken: Bool
    }

    /// The scheduled time between two consecutive departures in the timetable that were both observed.
    package struct Scheduled {
        package let earlier: Int
        package let later: Int
        package let seconds: Int
    }

    package private(set) var observed: [Observed] = []
    package private(set) var scheduled: [Scheduled] = []
    /// The indices of departures of a second vehicle of a run, which are in neither order.
    package private(set) var secondVehicles: [Int] = []

    private struct Call: Hashable {
        let trip: UInt64
        let sequence: UInt32
    }

    /// A run in the timetable's order.
    private struct Due {
        let time: Int
        /// The index in the order of departure; `unseen` if it was not observed.
        let order: Int

        static let unseen = Int.max
    }

    /// - Parameter departures: the departures of one place and service day, in any order. Cost: sorting them.
    package init(_ departures: [Departure]) {
        let left = departures.indices.filter { departures[$0].actual != nil }.sorted {
            HeadwaySequence.precedes(departures[$0], departures[$1])
        }
        var orders: [Call: Int] = [:]
        orders.reserveCapacity(departures.count)
        var firsts: [Int] = []
        var times: [Int?] = []
        for place in left {
            let departure = departures[place]
            let call = Call(trip: departure.trip, sequence: departure.sequence)
            if let order = orders[call] {
                secondVehicles.append(place)
                // The timetable may be known of the second vehicle alone.
                times[order] = times[order] ?? departure.scheduled
                continue
            }
            orders[call] = firsts.count
            firsts.append(place)
            times.append(departure.scheduled)
        }
        // The earliest time of each call that nobody saw: the order of the records must not matter.
        var missed: [Call: Int] = [:]
        for departure in departures where departure.actual == nil {
            let call = Call(trip: departure.trip, sequence: departure.sequence)
            guard let time = departure.scheduled else { continue }
            missed[call] = min(missed[call] ?? time, time)
        }
        // A record of the same run that has no departure may still tell when it was due.
        for (call, time) in missed {
            guard let order = orders[call] else { continue }
            times[order] = times[order] ?? time
            missed[call] = nil
        }
        var due = times.enumerated().compactMap { order, time in time.map { Due(time: $0, order: order) } }
        due += missed.values.map { Due(time: $0, order: Due.unseen) }
        var unseen = Array(missed.values)
        unseen.sort()
        due.sort { ($0.time, $0.order) < ($1.time, $1.order) }
        var headways = [Int?](repeating: nil, count: firsts.count)
        for (before, run) in zip(due, due.dropFirst()) where run.order != Due.unseen {
            headways[run.order] = run.time - before.time
            guard before.order != Due.unseen else { continue }
            scheduled.append(
                Scheduled(earlier: firsts[before.order], later: firsts[run.order], seconds: run.time - before.time))
        }
        for order in firsts.indices.dropFirst() {
            let (earlier, later) = (departures[firsts[order - 1]].actual ?? 0, departures[firsts[order]].actual ?? 0)
            observed.append(
                Observed(
                    earlier: firsts[order - 1], later: firsts[order], seconds: later - earlier,
                    scheduled: headways[order], isBroken: HeadwaySequence.hasAny(unseen, in: earlier...later)))
        }
    }

    /// Reports how many departures belong to a second vehicle of a run.
    package static func report(secondVehicles count: Int, _ diagnostics: Diagnostics) {
        guard count > 0 else { return }
        diagnostics.report(
            Finding(
                .note, "second_vehicles",
                message: "\(grouped(count)) departures belong to a second vehicle of a run; only the first vehicle "
                    + "counts; skipped"))
    }

    private static func precedes(_ left: Departure, _ right: Departure) -> Bool {
        let (first, second) = (left.actual ?? .max, right.actual ?? .max)
        if first != second { return first < second }
        let (firstDue, secondDue) = (left.scheduled ?? .max, right.scheduled ?? .max)
        if firstDue != secondDue { return firstDue < secondDue }
        return (left.rank, left.sequence, left.trip) < (right.rank, right.sequence, right.trip)
    }

    /// Returns whether any of the ascending times lies in a span, including its ends.
    private static func hasAny(_ times: [Int], in span: ClosedRange<Int>) -> Bool {
        let place = times.firstPlace { $0 >= span.lowerBound }
        return place < times.count && times[place] <= span.upperBound
    }
}

/// The limits for bunched and gapped headways, as fractions of the scheduled headway of the later run.
package struct HeadwayRules: Equatable, Sendable {
    package var bunched = 0.5
    package var gapped = 1.5
    /// The longest scheduled headway that is judged, in seconds.
    package var longest = 900

    package init() {}

    /// Returns whether the service is frequent enough for a headway to be judged.
    /// - Parameter scheduled: the scheduled headway of the later run; nil without one.
    package func takes(scheduled: Int?) -> Bool { scheduled.map { $0 <= longest } ?? true }

    /// If two runs are due in the same second, no headway is too small.
    package func isBunched(_ headway: Int, scheduled: Int?) -> Bool {
        guard let scheduled, scheduled > 0, scheduled <= longest else { return false }
        return Double(headway) < bunched * Double(scheduled)
    }

    package func isGapped(_ headway: Int, scheduled: Int?) -> Bool {
        guard let scheduled, scheduled > 0, scheduled <= longest else { return false }
        return Double(headway) > gapped * Double(scheduled)
    }
}
