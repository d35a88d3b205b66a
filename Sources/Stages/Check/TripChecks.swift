import Geometry
import Hashing
import TimeZones

/// Compares the stop times of each trip with each other, with the stops, and with the trip's shape.
///
/// Trips of one pattern, whose stops, distances and times from the first on are the same, are compared once.
final class TripChecks {
    /// A rule that a trip's stop times break at one of them.
    struct Breach {
        let rule: Rule
        /// Among the trip's stop times in their order; the other one of two.
        let place: Int
        let before: Int
        /// Of a speed or a distance.
        let measure: Double

        init(_ rule: Rule, at place: Int, before: Int = 0, measure: Double = 0) {
            self.rule = rule
            self.place = place
            self.before = before
            self.measure = measure
        }
    }

    private let checker: FeedChecker
    private let feed: CheckedFeed
    private let book: NoticeBook
    private let file: String
    private let tripsFile: String
    private var known: [UInt64: [Breach]] = [:]
    /// By pattern and headsign, the places of stops that have the headsign's name.
    private var named: [UInt64: [Int]] = [:]
    /// By headsign, a fingerprint without regard to capitals; 0 for one that is no stop's name.
    private var headsigns: [UInt64] = []
    private var hops: [UInt64: Double] = [:]
    private let shapes: ShapeMatches
    private var calls: [CallPatterns.Call] = []
    /// Of trips with a block: from the first time to the last.
    private(set) var blockTrips: [(block: IDSpace.ID, trip: IDSpace.ID, first: Int32, last: Int32)] = []

    init(_ checker: FeedChecker) {
        self.checker = checker
        feed = checker.feed
        book = checker.book
        file = checker.file("stop_times")
        tripsFile = checker.file("trips")
        shapes = ShapeMatches(checker)
    }

    func run() {
        findHeadsigns()
        for number in 0..<feed.tripIDs.count {
            let id = IDSpace.ID(number)
            feed.stopTimes.read(id, into: &calls)
            guard feed.tripIDs.isDefined(id) || !calls.isEmpty else { continue }
            check(id, feed.trip(id))
        }
    }

    private func check(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip) {
        let isDefined = feed.tripIDs.isDefined(id)
        if isDefined { check(defined: id, trip) }
        guard !calls.isEmpty else { return }
        checkOrder(id)
        let run = feed.stopTimes.onlyPattern(of: id)
        let pattern = pattern(trip, run)
        let breaches: [Breach]
        if let same = known[pattern] {
            breaches = same
        } else {
            breaches = self.breaches(trip)
            known[pattern] = breaches
        }
        for breach in breaches { note(breach, id) }
        if isDefined, !trip.shape.isNone, feed.shapeIDs.isDefined(trip.shape) {
            shapes.check(id, trip, calls, pattern: run?.number)
        }
        if !isDefined { return }
        checkHeadsign(id, trip, pattern)
        if trip.hasWindow { checkWindows(id, trip) }
        if !trip.route.isNone, feed.routeIDs.has(trip.route, CheckedFeed.inZoneFares) {
            for call in calls where !call.stopTime.stop.isNone {
                feed.stopIDs.mark(call.stopTime.stop, CheckedFeed.inZoneFares)
            }
        }
        noteBlock(id, trip)
    }

    /// A trip that its stop times do not make one that riders can take.
    private func check(defined id: IDSpace.ID, _ trip: CheckedFeed.Trip) {
        func note(_ rule: Rule) {
            book.add(
                rule, file: tripsFile, line: CheckedFeed.line(trip.line), [("trip_id", .text(feed.tripIDs.text(id)))])
        }
        if checker.isComplete("stop_times") {
            if calls.isEmpty { note(.unusedTrip) }
            if calls.count < 2 { note(.unusableTrip) }
        }
        if trip.lacksBikes, !trip.route.isNone, feed.routeIDs.isDefined(trip.route), feed.route(trip.route).type == 4 {
            note(.missingBikeAllowance)
        }
    }

    /// What trips of demand-responsive service break.
    private func checkWindows(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip) {
        let name: (name: String, value: NoticeSample.Value) = ("trip_id", .text(feed.tripIDs.text(id)))
        if trip.isBooked, calls.count == 1, checker.isComplete("stop_times") {
            book.add(.missingStopTimesRecord, file: file, line: CheckedFeed.line(row(0).line), [name])
        }
        guard !trip.route.isNone, feed.route(trip.route).isContinuous else { return }
        for place in calls.indices where row(place).hasWindow {
            book.add(
                .forbiddenContinuousPickupDropOff, file: file, line: CheckedFeed.line(row(place).line),
                [name, ("route_id", .text(feed.routeIDs.text(trip.route)))])
        }
    }

    /// Trips of a block are compared by their first and last times; one without those is not.
    private func noteBlock(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip) {
        guard !trip.block.isNone else { return }
        let isTime = CheckedFeed.StopTime.isTime
        let (first, last) = (row(0), row(calls.count - 1))
        guard isTime(first.arrival), isTime(first.departure), isTime(last.arrival), isTime(last.departure) else {
            return
        }
        blockTrips.append((trip.block, id, first.arrival, last.departure))
    }

    // MARK: Headsigns

    private func findHeadsigns() {
        let names = Set(feed.stops.lazy.filter(\.isRow).map(\.name))
        for number in 0..<feed.headsigns.count {
            let folded = feed.headsigns.withText(IDSpace.ID(number), TextForm.foldedFingerprint)
            headsigns.append(names.contains(folded) ? folded : 0)
        }
    }

    /// A headsign that names a stop before the last one sends riders off too early.
    private func checkHeadsign(_ id: IDSpace.ID, _ trip: CheckedFeed.Trip, _ pattern: UInt64) {
        guard !trip.headsign.isNone, calls.count > 1 else { return }
        let headsign = headsigns[trip.headsign.index]
        guard headsign != 0, row(0).stop != row(calls.count - 1).stop else { return }
        let key = pattern ^ headsign
        let places: [Int]
        if let same = named[key] {
            places = same
        } else {
            places = calls.indices.dropLast().filter { place in
                let stop = row(place).stop
                return !stop.isNone && feed.stopIDs.isDefined(stop) && feed.stop(stop).name == headsign
            }
            named[key] = places
        }
        for place in places {
            book.add(
                .tripHeadsignMatchesIntermediateStop, file: tripsFile, line: CheckedFeed.line(trip.line),
                [
                    ("trip_id", .text(feed.tripIDs.text(id))),
                    ("trip_headsign", .text(feed.headsigns.text(trip.headsign))),
                    ("stop_sequence", .whole(Int(calls[place].sequence))),
                    ("stop_id", .text(feed.stopIDs.text(row(place).stop))),
                ])
        }
    }

    private func row(_ place: Int) -> CheckedFeed.StopTime { calls[place].stopTime }

    /// Tells trips apart by what is compared.
    /// - Parameter run: the pattern of the trip's rows, if they follow each other.
    private func pattern(_ trip: CheckedFeed.Trip, _ run: (number: Int, base: Int32)?) -> UInt64 {
        let type = feed.routeIDs.isDefined(trip.route) ? feed.route(trip.route).type ?? -1 : -2
        var hash = UInt64(truncatingIfNeeded: type) &* 0x9E37_79B9_7F4A_7C15
        func mix(_ value: UInt64) { hash = Fingerprint.of(value, hash) }
        if let run {
            mix(UInt64(run.number))
            // Whether times are in whole minutes is part of the pattern.
            mix(UInt64(UInt32(bitPattern: run.base % 60)))
            return hash
        }
        let isTime = CheckedFeed.StopTime.isTime
        let base = calls.lazy.flatMap { [$0.stopTime.arrival, $0.stopTime.departure] }.first(where: isTime) ?? 0
        func mix(time: Int32) {
            mix(
                isTime(time)
                    ? UInt64(UInt32(bitPattern: time &- base &+ base % 60)) : UInt64(UInt32(bitPattern: time)) | 1 << 40
            )
        }
        for call in calls {
            mix(UInt64(call.stopTime.stop.number) | UInt64(call.sequence) << 32)
            mix(call.stopTime.hasWindow ? 1 : 0)
            mix(time: call.stopTime.arrival)
            mix(time: call.stopTime.departure)
            mix(call.distance.bitPattern)
        }
        return hash
    }

    private func checkOrder(_ id: IDSpace.ID) {
        for place in 1..<max(calls.count, 1)
        where calls[place].order != calls[place - 1].order + 1 || calls[place].sequence == calls[place - 1].sequence {
            let trip = feed.tripIDs.text(id)
            return book.add(
                .unsortedStopTimes, file: file, line: CheckedFeed.line(row(place).line),
                [
                    ("trip_id", .text(trip)),
                    ("stop_sequence", .whole(Int(calls[place].sequence))),
                ])
        }
    }

    // MARK: What a pattern breaks

    private func breaches(_ trip: CheckedFeed.Trip) -> [Breach] {
        var found: [Breach] = []
        let unknown = CheckedFeed.StopTime.unknown
        let isTime = CheckedFeed.StopTime.isTime
        // The last stop time before that says when the vehicle leaves, and the one before at a stop, if it has a distance.
        var timed: (place: Int, departure: Int32)?
        var measured: (place: Int, distance: Double)?
        for place in calls.indices {
            let row = row(place)
            if place > 0, calls[place].sequence == calls[place - 1].sequence {
                found.append(Breach(.duplicateKey, at: place))
            }
            let isEdge = place == 0 || place == calls.count - 1
            if isEdge, !row.hasWindow {
                // A trip of one stop time lacks them at its beginning and at its end.
                for _ in 0..<(calls.count == 1 ? 2 : 1) {
                    if row.arrival == unknown { found.append(Breach(.missingTripEdge, at: place, measure: 0)) }
                    if row.departure == unknown { found.append(Breach(.missingTripEdge, at: place, measure: 1)) }
                }
            }
            if let timed, isTime(row.arrival), timed.departure > row.arrival {
                found.append(
                    Breach(.stopTimeWithArrivalBeforePreviousDepartureTime, at: place, before: timed.place))
            }
            if isTime(row.departure) { timed = (place, row.departure) }
            guard !row.stop.isNone else { continue }
            let distance = calls[place].distance
            if let measured, distance <= measured.distance {
                found.append(Breach(.decreasingOrEqualStopTimeDistance, at: place, before: measured.place))
            }
            measured = distance.isNaN ? nil : (place, distance)
        }
        appendSpeeds(trip, to: &found)
        return found
    }

    private func appendSpeeds(_ trip: CheckedFeed.Trip, to found: inout [Breach]) {
        guard !trip.route.isNone, feed.routeIDs.isDefined(trip.route) else { return }
        let isTime = CheckedFeed.StopTime.isTime
        let limit = SpeedLimit.kilometresPerHour(routeType: feed.route(trip.route).type)
        func speed(_ metres: Double, _ departure: Int32, _ arrival: Int32) -> Double {
            metres / max(SpeedLimit.seconds(from: departure, to: arrival), 1) * 3.6
        }
        // Metres along the stops from the first on. Nothing is said over a stop whose place nobody knows: there the line
        // begins anew.
        var along: [Double] = [0]
        var begins = [0]
        // The last stop up to each that says when the vehicle leaves.
        var leaves = [isTime(row(0).departure) ? 0 : -1]
        for place in 1..<max(calls.count, 1) {
            let (from, to) = (row(place - 1), row(place))
            leaves.append(isTime(to.departure) ? place : leaves[place - 1])
            guard let metres = hop(from.stop, to.stop) else {
                along.append(0)
                begins.append(place)
                continue
            }
            along.append(along[place - 1] + metres)
            begins.append(begins[place - 1])
        }
        // Skips stops without a time or a position.
        var before = 0
        for place in 1..<max(calls.count, 1) {
            let (from, to) = (row(before), row(place))
            guard isTime(from.departure), !from.stop.isNone, feed.coordinate(from.stop) != nil else {
                before = place
                continue
            }
            guard isTime(to.arrival), let metres = hop(from.stop, to.stop) else {
                // A stop without an arrival still says when the vehicle leaves it.
                if isTime(to.departure), !to.stop.isNone, feed.coordinate(to.stop) != nil { before = place }
                continue
            }
            if to.arrival >= from.departure {
                let kph = speed(metres, from.departure, to.arrival)
                if kph > limit {
                    found.append(Breach(.fastTravelBetweenConsecutiveStops, at: place, before: before, measure: kph))
                }
            }
            before = place
        }
        var start = 0
        for place in along.indices.dropFirst() where isTime(row(place).arrival) {
            // The nearest stop before that is more than 10 km away, and where the vehicle says when it leaves.
            start = max(start, begins[place])
            while start + 1 < place, along[place] - along[start + 1] > 10_000 { start += 1 }
            let from = leaves[start]
            guard along[place] - along[start] > 10_000, from >= begins[place],
                row(place).arrival >= row(from).departure
            else { continue }
            let kph = speed(along[place] - along[from], row(from).departure, row(place).arrival)
            if kph > limit {
                return found.append(Breach(.fastTravelBetweenFarStops, at: place, before: from, measure: kph))
            }
        }
    }

    private func hop(_ from: IDSpace.ID, _ to: IDSpace.ID) -> Double? {
        guard !from.isNone, !to.isNone else { return nil }
        let key = UInt64(from.number) << 32 | UInt64(to.number)
        if let metres = hops[key] { return metres.isNaN ? nil : metres }
        var metres = Double.nan
        if let start = feed.coordinate(from), let end = feed.coordinate(to) { metres = Ellipsoid.distance(start, end) }
        hops[key] = metres
        return metres.isNaN ? nil : metres
    }

    // MARK: Notices

    private func note(_ breach: Breach, _ id: IDSpace.ID) {
        let row = row(breach.place)
        book.add(breach.rule, file: file, line: CheckedFeed.line(row.line), fields(breach, row, id))
    }

    private func fields(
        _ breach: Breach, _ row: CheckedFeed.StopTime, _ id: IDSpace.ID
    ) -> [(name: String, value: NoticeSample.Value)] {
        let before = self.row(breach.before)
        var fields: [(name: String, value: NoticeSample.Value)] = [
            ("trip_id", .text(feed.tripIDs.text(id))),
            ("stop_sequence", .whole(Int(calls[breach.place].sequence))),
        ]
        if !row.stop.isNone { fields.append(("stop_id", .text(feed.stopIDs.text(row.stop)))) }
        switch breach.rule {
        case .missingTripEdge:
            fields.append((breach.measure == 0 ? "arrival_time" : "departure_time", .null))
        case .stopTimeWithArrivalBeforePreviousDepartureTime:
            fields += [
                ("arrival_time", .time(row.arrival)), ("previous_departure_time", .time(before.departure)),
            ]
        case .decreasingOrEqualStopTimeDistance:
            fields += [
                ("shape_dist_traveled", .number(calls[breach.place].distance, decimals: -1)),
                ("previous_shape_dist_traveled", .number(calls[breach.before].distance, decimals: -1)),
            ]
        case .fastTravelBetweenConsecutiveStops, .fastTravelBetweenFarStops:
            fields += [
                ("previous_stop_id", before.stop.isNone ? .null : .text(feed.stopIDs.text(before.stop))),
                ("departure_time", .time(before.departure)), ("arrival_time", .time(row.arrival)),
                ("speed_kph", .number(breach.measure, decimals: 1)),
            ]
        default: break
        }
        return fields
    }
}

extension NoticeSample.Value {
    /// A time of the service day.
    static func time(_ seconds: Int32) -> NoticeSample.Value {
        !CheckedFeed.StopTime.isTime(seconds) ? .null : .text(ScheduleTime.text(Int(seconds)))
    }
}
