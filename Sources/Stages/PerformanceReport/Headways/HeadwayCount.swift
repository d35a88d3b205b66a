import Containers
import Contract
import Reports
import StageKit
import Visits

/// How evenly vehicles came: departures of a route and direction from a stop on a service day, in their order.
///
/// Memory: 48 bytes a departure or scheduled one that nobody saw, until the end.
final class HeadwayCount: VisitCount {
    typealias RowTable = Tables.Headways

    static let pageKeys: [ReportKey] = [.routeID, .hour]
    static let readsListing = true
    static let words = [
        "scheduled_headway_mean": "due every", "headway_mean": "came every", "headway_cv": "cv",
        "scheduled_wait": "due wait", "observed_wait": "wait", "excess_wait_time": "excess",
        "broken_by_no_data": "broken",
    ]

    private let rules: HeadwayRules
    let input: VisitInput
    private var places = GroupKeys()
    private let placeKey = GroupKeyBytes()
    private var events: [Event] = []
    /// Names of routes and stops by their place among the pairs of both.
    private var names = PairPlaces()
    private(set) var labels = RowLabels()
    private var tallies: [HeadwayTally] = []

    /// A departure, or one that was due and that nobody saw.
    private struct Event {
        /// The scheduled run, in 53 bits: two vehicles on it are one.
        var trip: UInt64
        /// POSIX seconds; `never` where there is none.
        var actual: Int
        var scheduled: Int
        /// Service day, route, direction and stop.
        var place: UInt32
        /// The keys' values; of an observed departure only.
        var group: UInt32
        var run: UInt32
        var sequence: UInt32
        var name: UInt32
        /// Whether `--where` takes it, and whether a pair that it ends lies in the window.
        var isTaken: Bool
        var isInWindow: Bool

        static let never = Int.min

        var isObserved: Bool { actual != Event.never }
        /// Whether a row may count it.
        var isInFigures: Bool { isObserved && isTaken && isInWindow }
    }

    private static let visit = Tables.StopVisits.columns

    init(_ parameters: PerformanceParameters, _ input: VisitInput) {
        rules = parameters.headways
        self.input = input
    }

    var columns: [any AnyColumn] {
        let visit = HeadwayCount.visit
        return VisitTimes.columns + [visit.routeID, visit.directionID, visit.stopID, visit.tripID, visit.startTime]
    }

    func take(_ visit: Visit, _ record: Record, _ input: VisitInput) throws {
        let departure: VisitDeparture
        switch VisitDeparture.read(visit, record, input.reader) {
        case .departure(let known): departure = known
        case .leftOut(let reason, _): return input.leaveOut(reason)
        }
        let times = departure.times
        var event = Event(
            trip: input.reader.scheduledRun(
                record, HeadwayCount.visit.tripID, performed: input.runs.fingerprint(of: visit.run)),
            actual: departure.actual ?? Event.never, scheduled: departure.scheduled ?? Event.never,
            place: try place(visit, record), group: 0, run: UInt32(truncatingIfNeeded: visit.run),
            sequence: UInt32(truncatingIfNeeded: visit.sequence), name: 0, isTaken: visit.isTaken, isInWindow: false)
        if event.isObserved, visit.isTaken {
            event.isInWindow = input.clock.takes(day: visit.day, times.atDeparture)
            if !event.isInWindow { input.outsideVisits += 1 }
            event.group = UInt32(truncatingIfNeeded: try input.group(visit, record, at: times.atDeparture))
            event.name = number(of: input.names(record))
        }
        events.append(event)
    }

    private func number(of names: VisitNames) -> UInt32 {
        UInt32(truncatingIfNeeded: self.names.place(Int(names.route), Int(names.stop)))
    }

    private func names(of event: Event) -> VisitNames {
        let (route, stop) = names[Int(event.name)]
        return VisitNames(route: UInt32(truncatingIfNeeded: route), stop: UInt32(truncatingIfNeeded: stop))
    }

    private func place(_ visit: Visit, _ record: Record) throws -> UInt32 {
        let columns = HeadwayCount.visit
        placeKey.removeAll()
        placeKey.append(input.reader.text(record, Tables.AnyRecord.columns.feedID))
        placeKey.append(visit.day)
        placeKey.append(input.reader.text(record, columns.routeID))
        placeKey.append(input.reader.whole(record, columns.directionID, in: VisitReader.counts))
        placeKey.append(input.reader.text(record, columns.stopID))
        guard let place = places.intern(placeKey.bytes) else { throw VisitGroups.tooMany }
        return UInt32(truncatingIfNeeded: place)
    }

    // MARK: Pairs

    func finish(_ input: VisitInput) {
        settleRuns()
        if input.writesParts { return }
        if input.listing.isListed != true, !events.isEmpty {
            RunListing.report(
                "headways may span runs that were not observed, and the scheduled figures cover only observed runs",
                input.context)
        }
        for _ in tallies.count..<max(tallies.count, rows.count) { tallies.append(HeadwayTally()) }
        let groupRanks = HeadwayCount.ranks(rows)
        var secondVehicles = 0
        forEachPlace { secondVehicles += count($0, groupRanks) }
        HeadwaySequence.report(secondVehicles: secondVehicles, input.context.diagnostics)
    }

    /// Takes out what is no departure once all records are read.
    private func settleRuns() {
        guard input.runs.count > 0 else { return }
        var lastStops = 0
        var kept = 0
        for place in events.indices {
            var event = events[place]
            let departure = input.runs.settled(
                (event.isObserved ? event.actual : nil, event.scheduled != Event.never ? event.scheduled : nil),
                at: Int(event.sequence), of: Int(event.run))
            guard let departure else {
                if event.isObserved { lastStops += 1 }
                continue
            }
            event.scheduled = departure.scheduled ?? Event.never
            events[kept] = event
            kept += 1
        }
        events.removeLast(events.count - kept)
        input.leaveOut(.lastStop, times: lastStops)
    }

    /// Calls with the events of each place. Cost: two passes.
    private func forEachPlace(_ body: ([Event]) -> Void) {
        var ends = [Int](repeating: 0, count: places.count)
        for event in events { ends[Int(event.place)] += 1 }
        var sum = 0
        for place in ends.indices {
            sum += ends[place]
            ends[place] = sum - ends[place]
        }
        var numbers = [UInt32](repeating: 0, count: events.count)
        for (number, event) in events.enumerated() {
            numbers[ends[Int(event.place)]] = UInt32(number)
            ends[Int(event.place)] += 1
        }
        var start = 0
        var part: [Event] = []
        for end in ends {
            part.removeAll(keepingCapacity: true)
            for number in numbers[start..<end] { part.append(events[Int(number)]) }
            body(part)
            start = end
        }
    }

    /// Counts the headways of one place.
    /// - Parameter groupRanks: the place of each group among all of them in their order.
    /// - Returns: how many departures are of a second vehicle.
    private func count(_ events: [Event], _ groupRanks: [Int]) -> Int {
        let sequence = HeadwaySequence(
            events.map { event in
                HeadwaySequence.Departure(
                    trip: event.trip, sequence: event.sequence, actual: event.isObserved ? event.actual : nil,
                    scheduled: event.scheduled != Event.never ? event.scheduled : nil,
                    rank: event.isInFigures ? groupRanks[Int(event.group)] : .max)
            })
        for event in events where event.isInFigures {
            labels.note(names(of: event), row: Int(event.group), input.texts)
        }
        for pair in sequence.observed where events[pair.earlier].isTaken && events[pair.later].isInFigures {
            count(pair, Int(events[pair.later].group))
        }
        for pair in sequence.scheduled
        where events[pair.earlier].isTaken && events[pair.later].isInFigures
            && rules.takes(scheduled: pair.seconds)
        {
            tallies[Int(events[pair.later].group)].scheduled.add(pair.seconds)
        }
        return sequence.secondVehicles.count
    }

    private func count(_ pair: HeadwaySequence.Observed, _ group: Int) {
        if pair.isBroken {
            tallies[group].broken += 1
            return
        }
        tallies[group].events += 1
        guard rules.takes(scheduled: pair.scheduled) else { return }
        tallies[group].actual.add(pair.seconds)
        if rules.isBunched(pair.seconds, scheduled: pair.scheduled) { tallies[group].bunched += 1 }
        if rules.isGapped(pair.seconds, scheduled: pair.scheduled) { tallies[group].gapped += 1 }
    }

    // MARK: Rows

    func isRow(_ row: Int) -> Bool {
        tallies[row].events > 0 || tallies[row].broken > 0 || tallies[row].scheduled.count > 0
    }
    func events(_ row: Int) -> Int { tallies[row].events }

    func figures(_ row: Int, _ places: FeedPlaces?) -> [ReportCell] {
        let tally = tallies[row]
        return [
            .integer(tally.events), ReportCell(tally.scheduled.mean, decimals: 1),
            ReportCell(tally.actual.mean, decimals: 1), ReportCell(tally.actual.variation, decimals: 4),
            ReportCell(tally.scheduled.wait, decimals: 1), ReportCell(tally.actual.wait, decimals: 1),
            ReportCell(tally.excessWait, decimals: 1), .integer(tally.bunched), .integer(tally.gapped),
            .integer(tally.broken),
        ]
    }

    func bases(_ row: Int) -> [Int]? {
        let (scheduled, actual) = (tallies[row].scheduled.count, tallies[row].actual.count)
        return [0, scheduled, actual, actual, scheduled, actual, min(scheduled, actual), 0, 0, 0]
    }

    // MARK: Parts

    /// Events of one part; a line must not grow without bound.
    private static let eventsPerPart = 50_000

    func writeParts(_ write: (UnsafeRawBufferPointer, (PartWriter) -> Void) throws -> Void) throws {
        // Groups have their numbers in the order of the input, keys and places have one of their own.
        let groupOrder = HeadwayCount.ranks(rows)
        let placeOrder = HeadwayCount.ranks(places)
        events.sort { left, right in
            let (first, second) = (left.isInFigures, right.isInFigures)
            if first != second { return first }
            if first, left.group != right.group { return groupOrder[Int(left.group)] < groupOrder[Int(right.group)] }
            if left.place != right.place { return placeOrder[Int(left.place)] < placeOrder[Int(right.place)] }
            if left.isObserved != right.isObserved { return left.isObserved }
            return (left.actual, left.scheduled, left.sequence, left.trip)
                < (right.actual, right.scheduled, right.sequence, right.trip)
        }
        let noKeys = GroupKeyBytes()
        for _ in input.groups.keys { noKeys.appendNull() }
        var from = 0
        while from < events.count {
            let first = events[from]
            var until = from
            while until < events.count, until - from < HeadwayCount.eventsPerPart,
                events[until].place == first.place, events[until].isInFigures == first.isInFigures,
                !first.isInFigures || events[until].group == first.group
            { until += 1 }
            let part = events[from..<until]
            if first.isInFigures {
                try rows.withKey(Int(first.group)) { keys in try write(keys) { self.write(part, $0) } }
            } else {
                try write(noKeys.bytes) { self.write(part, $0) }
            }
            from = until
        }
    }

    private func write(_ events: ArraySlice<Event>, _ part: PartWriter) {
        guard let first = events.first else { return }
        if first.isInFigures {
            var labels = RowLabels()
            for event in events { labels.note(names(of: event), row: 0, input.texts) }
            labels.write(0, input.texts, to: part)
        }
        let place = places.withKey(Int(first.place), GroupKeyBytes.values)
        for (member, value) in zip(HeadwayCount.placeMembers, place) {
            switch value {
            case .null: break
            case .integer(let number): part.integer(member, number)
            case .text(let text): part.text(member, text)
            }
        }
        part.lists("events") { add in
            for event in events {
                add([
                    Int(event.trip), Int(event.sequence), event.isObserved ? event.actual : nil,
                    event.scheduled != Event.never ? event.scheduled : nil,
                    (event.isTaken ? 1 : 0) + (event.isInWindow ? 2 : 0),
                ])
            }
        }
    }

    private static let placeMembers: [StaticString] = ["feed_id", "service_day", "route_id", "direction_id", "stop_id"]

    /// The place of each key among all of them in their order.
    private static func ranks(_ keys: GroupKeys) -> [Int] {
        var ranks = [Int](repeating: 0, count: keys.count)
        for (rank, number) in keys.inOrder().enumerated() { ranks[number] = rank }
        return ranks
    }

    func takePart(keys: UnsafeRawBufferPointer, _ values: PartReader) throws {
        let group = UInt32(truncatingIfNeeded: try input.groups.number(of: keys))
        let name = number(of: try RowLabels.names(values, input))
        placeKey.removeAll()
        for member in HeadwayCount.placeMembers {
            switch "\(member)" {
            case "service_day", "direction_id":
                placeKey.append(try values.integer(member))
            default:
                placeKey.append(try values.text(member))
            }
        }
        guard let place = places.intern(placeKey.bytes) else { throw VisitGroups.tooMany }
        try values.lists("events", of: 5) { list in
            guard let trip = list[0], trip >= 0, let sequence = list[1],
                (1...PerformedRuns.mostStops).contains(sequence),
                let flags = list[4], (0...3).contains(flags), list[2] != nil || list[3] != nil
            else { throw BrokenPart("events") }
            events.append(
                Event(
                    trip: UInt64(trip), actual: list[2] ?? Event.never, scheduled: list[3] ?? Event.never,
                    place: UInt32(truncatingIfNeeded: place), group: group, run: 0,
                    sequence: UInt32(truncatingIfNeeded: sequence), name: name, isTaken: flags & 1 != 0,
                    isInWindow: flags & 2 != 0))
        }
    }
}

// MARK: Its picture

extension HeadwayCount {
    static let drawsHeatMaps = true

    static func picture(_ figures: PerformanceFigures) -> any PerformancePicture {
        if PerformanceDrawing.areOfHeatMap(figures.keys) { return HeatPicture.map(figures) }
        return BarPicture(
            figures,
            .init(
                title: "Waiting times", noun: "pair", meaning: figures.headwaysSentence,
                columns: [.waits(figures), .pairs(figures)]))
    }
}
