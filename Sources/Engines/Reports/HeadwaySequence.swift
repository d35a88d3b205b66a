import Containers

/// The departures from one place on one service day in two orders: as vehicles left, and as the timetable has them.
///
/// A run departs once, with the first vehicle on it. A pair of departures within which a run was due that nobody saw
/// leave tells nothing of the headway, and neither does a scheduled headway that such a run begins or ends.
package struct HeadwaySequence {
    /// A departure, or one that was due and that nobody saw.
    package struct Departure {
        /// The run of the timetable, and the place of the stop among its stops: two vehicles on it are one departure.
        package var trip: UInt64
        package var sequence: UInt32
        /// POSIX seconds; nil if nobody saw it.
        package var actual: Int?
        /// POSIX seconds; nil if the timetable does not have it, or the run was cancelled.
        package var scheduled: Int?
        /// Decides the order of departures that left, and were due, in the same second.
        package var rank: Int

        package init(trip: UInt64, sequence: UInt32, actual: Int?, scheduled: Int?, rank: Int) {
            self.trip = trip
            self.sequence = sequence
            self.actual = actual
            self.scheduled = scheduled
            self.rank = rank
        }
    }

    /// The time from one departure to the next. Both ends are places in the list that the sequence was made of.
    package struct Observed {
        package let earlier: Int
        package let later: Int
        package let seconds: Int
        /// The scheduled headway of the run that left later, from its predecessor in the timetable; nil if the run has no
        /// scheduled time or no predecessor.
        package let scheduled: Int?
        /// Whether a run was due within it that nobody saw.
        package let isBroken: Bool
    }

    /// The time between two neighbours in the timetable that were both seen.
    package struct Scheduled {
        package let earlier: Int
        package let later: Int
        package let seconds: Int
    }

    package private(set) var observed: [Observed] = []
    package private(set) var scheduled: [Scheduled] = []
    /// Places of departures of a second vehicle on a run: they are in neither order.
    package private(set) var secondVehicles: [Int] = []

    private struct Call: Hashable {
        let trip: UInt64
        let sequence: UInt32
    }

    /// A run in the timetable's order.
    private struct Due {
        let time: Int
        /// Where it stands in the order in which vehicles left; `unseen` if nobody saw it.
        let order: Int

        static let unseen = Int.max
    }

    /// - Parameter departures: those of one place and service day, in any order. Cost: a sort of them.
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
        var due = times.enumerated().compactMap { order, time in time.map { Due(time: $0, order: order) } }
        var unseen: [Int] = []
        var counted: Set<Call> = []
        for departure in departures where departure.actual == nil {
            let call = Call(trip: departure.trip, sequence: departure.sequence)
            guard let time = departure.scheduled, orders[call] == nil, counted.insert(call).inserted else { continue }
            unseen.append(time)
            due.append(Due(time: time, order: Due.unseen))
        }
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

    private static func precedes(_ left: Departure, _ right: Departure) -> Bool {
        let (first, second) = (left.actual ?? .max, right.actual ?? .max)
        if first != second { return first < second }
        let (firstDue, secondDue) = (left.scheduled ?? .max, right.scheduled ?? .max)
        if firstDue != secondDue { return firstDue < secondDue }
        return (left.rank, left.sequence, left.trip) < (right.rank, right.sequence, right.trip)
    }

    /// Whether any of some times, ascending, lies in a span, its ends included.
    private static func hasAny(_ times: [Int], in span: ClosedRange<Int>) -> Bool {
        let place = times.firstPlace { $0 >= span.lowerBound }
        return place < times.count && times[place] <= span.upperBound
    }
}

/// What makes a headway bunched or gapped: parts of the scheduled headway of the run that ends it.
package struct HeadwayRules: Equatable, Sendable {
    package var bunched = 0.5
    package var gapped = 1.5
    /// Seconds; longer scheduled headways are not judged.
    package var longest = 900

    package init() {}

    /// Whether a headway is of service frequent enough to be judged.
    /// - Parameter scheduled: that of the run that ends it; nil if there is none.
    package func takes(scheduled: Int?) -> Bool { scheduled.map { $0 <= longest } ?? true }

    /// Of two runs that are due in the same second no headway is too small.
    package func isBunched(_ headway: Int, scheduled: Int?) -> Bool {
        guard let scheduled, scheduled > 0, scheduled <= longest else { return false }
        return Double(headway) < bunched * Double(scheduled)
    }

    package func isGapped(_ headway: Int, scheduled: Int?) -> Bool {
        guard let scheduled, scheduled > 0, scheduled <= longest else { return false }
        return Double(headway) > gapped * Double(scheduled)
    }
}
