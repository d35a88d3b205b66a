import GTFSSchedule
import Occupancy
import RealtimeJoin
import Schedule
import TimeZones

/// The departures of some platforms in a stretch of time.
struct Board {
    let runs: TripRuns
    /// Their numbers in the timetable.
    let platforms: Set<StopIndex>
    /// POSIX seconds: from the board's time to before the horizon's end.
    let window: Range<Int>
    /// The part of the window that is looked at.
    private var piece = 0..<0
    let includesCanceled: Bool
    /// Only these routes; all where empty.
    let routes: Set<String>
    /// The clocks at platforms, where they are not the agency's.
    let stopZones: [StopIndex: Zone]

    private var timetable: Timetable { runs.timetable }

    init(
        runs: TripRuns, platforms: Set<StopIndex>, window: Range<Int>, includesCanceled: Bool,
        routes: Set<String>, stopZones: [StopIndex: Zone]
    ) {
        self.runs = runs
        self.platforms = platforms
        self.window = window
        self.includesCanceled = includesCanceled
        self.routes = routes
        self.stopZones = stopZones
    }

    /// The longest part of the window that is searched in one go, in seconds.
    private static let stride = 86_400
    /// Departures of frequencies that are in memory at once: a part of the window that may have more is searched in
    /// smaller parts.
    private static let mostAtOnce = 20_000

    /// Hands over all departures, by departure_time, trip_id and stop_sequence.
    ///
    /// - Parameters:
    ///   - extras: runs that the timetable does not have.
    ///   - limit: how many at most.
    func forEachDeparture(extras: [TripRun], limit: Int?, _ take: (BoardDeparture) throws -> Void) rethrows {
        var board = self
        board.piece = window
        let added = board.departures(extras)
        let frequent = timetable.trips.indices.filter { !timetable.trips[$0].frequencies.isEmpty }.map { TripIndex($0) }
        var place = 0
        var left = limit ?? Int.max
        var start = window.lowerBound
        while start < window.upperBound, left > 0 {
            board.piece = start..<min(start + Board.stride, window.upperBound)
            while board.piece.count > 1, board.isCrowded(frequent) {
                board.piece = start..<(start + board.piece.count / 2)
            }
            let end = board.piece.upperBound
            let next = added[place...].firstIndex { $0.departureTime >= end } ?? added.count
            let found = (board.departures() + added[place..<next]).sorted(by: Board.order)
            for departure in found.prefix(left) { try take(departure) }
            left -= min(left, found.count)
            place = next
            start = end
        }
    }

    /// Whether frequencies make more departures in the piece than may be in memory at once.
    private func isCrowded(_ trips: [TripIndex]) -> Bool {
        let window = ServiceWindow(piece, runs.zone)
        var count = 0
        for number in trips where count <= Board.mostAtOnce {
            let trip = timetable[number]
            forEachFrequentCall(trip, window) { call in
                for frequency in trip.frequencies where count <= Board.mostAtOnce {
                    count += Timetable.Trip.startCount(of: frequency, within: call.within)
                }
            }
        }
        return count > Board.mostAtOnce
    }

    /// Departures of the timetable's runs.
    private func departures() -> [BoardDeparture] {
        var found: [BoardDeparture] = []
        let window = ServiceWindow(piece, runs.zone)
        for index in timetable.trips.indices {
            let trip = timetable.trips[index]
            guard trip.isListed, !trip.stopTimes.isEmpty, isWanted(trip.routeID) else { continue }
            let number = TripIndex(index)
            // Of which realtime speaks, however late they are.
            let updated = runs.updatedDays(of: number)
            if trip.frequencies.isEmpty {
                for day in updated where timetable.runs(trip, on: day) {
                    if let update = runs.update(of: number, on: day, startTime: nil) {
                        collect(runs.run(of: number, on: day, update: update), into: &found)
                    }
                }
                let detoured = detouredDays(of: number, trip, window)
                for day in detoured where !updated.contains(day) {
                    collect(runs.run(of: number, on: day), into: &found)
                }
                collectScheduled(number, trip, window, updated + detoured, into: &found)
            } else {
                for day in updated where timetable.runs(trip, on: day) {
                    for start in runs.startTimesOfUpdates(of: trip, on: day) {
                        guard let update = runs.update(of: number, on: day, startTime: start) else { continue }
                        collect(runs.run(of: number, on: day, startTime: start, update: update), into: &found)
                    }
                }
                collectFrequent(number, trip, window, into: &found)
                collectDetoured(number, trip, window, into: &found)
            }
        }
        return found
    }

    /// The days on which a detour changes a trip's runs that may reach the piece.
    private func detouredDays(of number: TripIndex, _ trip: Timetable.Trip, _ window: ServiceWindow) -> [Int] {
        guard !runs.modified.isEmpty else { return [] }
        let days = runs.modified.days(of: number)
        guard !days.isEmpty else { return [] }
        let reach = window.days(reaching: max(trip.latestTime, runs.modified.latestTime(of: number)))
        return days.filter { day in
            reach.contains(day) && timetable.runs(trip, on: day)
                && (!trip.frequencies.isEmpty || runs.modified.entry(of: number, on: day, startTime: nil) != nil)
        }
    }

    /// Adds the departures of a frequency trip's detoured runs of which realtime says nothing else.
    private func collectDetoured(
        _ number: TripIndex, _ trip: Timetable.Trip, _ window: ServiceWindow, into found: inout [BoardDeparture]
    ) {
        guard let first = trip.firstTime else { return }
        let length = max(trip.latestTime, runs.modified.latestTime(of: number)) - first
        for day in detouredDays(of: number, trip, window) {
            let start = runs.start(of: day)
            let within = (piece.lowerBound - start - length)...(piece.upperBound - start + length)
            for time in Timetable.Trip.starts(of: trip.frequencies, within: within)
            where runs.modified.entry(of: number, on: day, startTime: time) != nil
                && runs.update(of: number, on: day, startTime: time) == nil
            {
                collect(runs.run(of: number, on: day, startTime: time), into: &found)
            }
        }
    }

    /// Adds the departures of a trip's runs of which realtime says nothing: each row of a platform on the days on which
    /// it lies in the piece, however many days after the run began that is.
    private func collectScheduled(
        _ number: TripIndex, _ trip: Timetable.Trip, _ window: ServiceWindow, _ updated: [Int],
        into found: inout [BoardDeparture]
    ) {
        for place in trip.stopTimes.indices.dropLast() {
            let row = trip.stopTimes[place]
            guard row.pickupType != 1, let stop = row.stop, platforms.contains(stop), let time = row.departure else {
                continue
            }
            for day in window.days(at: time) where timetable.runs(trip, on: day) {
                let departure = runs.start(of: day) + time
                guard piece.contains(departure), !updated.contains(day) else { continue }
                let run = runs.scheduledRun(of: number, on: day, stopTime: place)
                found.append(
                    self.departure(
                        run.stopTimes[0], stop, departure, of: run, route: routeID(run), vehicle: runs.vehicle(of: run))
                )
            }
        }
    }

    /// A call of a frequency trip at a platform on a service day.
    private struct FrequentCall {
        /// The call's place among the trip's stop times.
        let place: Int
        let stop: StopIndex
        let day: Int
        /// The departure's POSIX seconds for a run that starts at second 0 of the day.
        let origin: Int
        /// Seconds of the day: the starts by which the call lies in the piece.
        let within: ClosedRange<Int>
    }

    private func forEachFrequentCall(
        _ trip: Timetable.Trip, _ window: ServiceWindow, _ body: (FrequentCall) -> Void
    ) {
        guard trip.isListed, isWanted(trip.routeID), let first = trip.firstTime, let service = trip.service,
            let days = timetable.calendar.days(window.days(reaching: trip.latestTime), of: service.index)
        else { return }
        for place in trip.stopTimes.indices.dropLast() {
            let row = trip.stopTimes[place]
            guard row.pickupType != 1, let stop = row.stop, platforms.contains(stop), let time = row.departure else {
                continue
            }
            for day in days where timetable.runs(trip, on: day) {
                let origin = runs.start(of: day) + time - first
                body(
                    FrequentCall(
                        place: place, stop: stop, day: day, origin: origin,
                        within: (piece.lowerBound - origin)...(piece.upperBound - 1 - origin)))
            }
        }
    }

    /// Adds the departures of a frequency trip's runs of which realtime says nothing.
    private func collectFrequent(
        _ number: TripIndex, _ trip: Timetable.Trip, _ window: ServiceWindow, into found: inout [BoardDeparture]
    ) {
        forEachFrequentCall(trip, window) { call in
            for start in Timetable.Trip.starts(of: trip.frequencies, within: call.within)
            where runs.update(of: number, on: call.day, startTime: start) == nil
                && runs.modified.entry(of: number, on: call.day, startTime: start) == nil
            {
                let run = runs.scheduledRun(of: number, on: call.day, startTime: start, stopTime: call.place)
                found.append(
                    departure(
                        run.stopTimes[0], call.stop, call.origin + start, of: run, route: routeID(run),
                        vehicle: runs.vehicle(of: run)))
            }
        }
    }

    private func departures(_ runs: [TripRun]) -> [BoardDeparture] {
        var found: [BoardDeparture] = []
        for run in runs { collect(run, into: &found) }
        return found.sorted(by: Board.order)
    }

    private static func order(_ left: BoardDeparture, _ right: BoardDeparture) -> Bool {
        if left.departureTime != right.departureTime { return left.departureTime < right.departureTime }
        if left.tripID != right.tripID { return left.tripID.utf8.lexicographicallyPrecedes(right.tripID.utf8) }
        if left.stopSequence != right.stopSequence { return (left.stopSequence ?? -1) < (right.stopSequence ?? -1) }
        // Only runs of one trip are left: on several days, or of a frequency.
        if left.startDate != right.startDate { return left.startDate.compact < right.startDate.compact }
        return (left.startTime ?? -1) < (right.startTime ?? -1)
    }

    private func isWanted(_ route: String?) -> Bool {
        routes.isEmpty || (route.map { routes.contains($0) } ?? false)
    }

    private func collect(_ run: TripRun, into found: inout [BoardDeparture]) {
        guard includesCanceled || !run.isCanceled else { return }
        let route = routeID(run)
        guard isWanted(route) else { return }
        var vehicle: VehicleState??
        // The last call is where everybody gets off.
        let last = run.stopTimes.indices.last { !run.stopTimes[$0].isSkipped }
        for (index, stopTime) in run.stopTimes.enumerated() where index != last && index < run.stopTimes.count - 1 {
            guard !stopTime.isSkipped, stopTime.pickupType != 1, let stop = stopTime.stop, platforms.contains(stop),
                let departure = stopTime.departure, piece.contains(departure)
            else { continue }
            if vehicle == nil { vehicle = .some(run.isCanceled ? nil : runs.vehicle(of: run)) }
            found.append(self.departure(stopTime, stop, departure, of: run, route: route, vehicle: vehicle ?? nil))
        }
    }

    /// The departures from the platforms in the window that a detour takes away.
    func detouredAway() -> (count: Int, first: DetouredDeparture?) {
        var (count, first): (Int, DetouredDeparture?) = (0, nil)
        guard !runs.modified.isEmpty else { return (0, nil) }
        let window = ServiceWindow(self.window, runs.zone)
        for number in runs.modified.trips.sorted(by: { $0.index < $1.index }) where isWanted(timetable[number].routeID)
        {
            let trip = timetable[number]
            for day in window.days(reaching: trip.latestTime) where timetable.runs(trip, on: day) {
                let starts: [Int?] =
                    trip.frequencies.isEmpty
                    ? [nil] : Timetable.Trip.starts(of: trip.frequencies, within: 0...Int.max)
                for start in starts {
                    guard let entry = runs.modified.entry(of: number, on: day, startTime: start) else { continue }
                    let origin = runs.start(of: day) + (start.map { $0 - (trip.firstTime ?? $0) } ?? 0)
                    for place in entry.rows.removed where place < trip.stopTimes.count - 1 {
                        let row = trip.stopTimes[place]
                        guard row.pickupType != 1, let stop = row.stop, platforms.contains(stop),
                            let time = row.departure, self.window.contains(origin + time)
                        else { continue }
                        count += 1
                        first =
                            first
                            ?? DetouredDeparture(
                                tripID: trip.id, stopID: timetable[stop].id, modificationsID: entry.id, day: day)
                    }
                }
            }
        }
        return (count, first)
    }

    private func routeID(_ run: TripRun) -> String? {
        run.trip.flatMap { timetable[$0].routeID } ?? run.update.flatMap { runs.realtime.updates[$0].trip.routeID }
    }

    private func departure(
        _ stopTime: TripRun.StopTime, _ stop: StopIndex, _ time: Int, of run: TripRun,
        route routeID: String?,
        vehicle: VehicleState?
    ) -> BoardDeparture {
        let trip = run.trip.map { timetable[$0] }
        let update = run.update.map { runs.realtime.updates[$0] }
        let place = timetable[stop]
        let route = routeID.flatMap { timetable.routeNumbers[$0] }.map { timetable[$0] }
        var departure = BoardDeparture(
            stopID: place.id, stopName: place.name, platformCode: place.platformCode, tripID: run.tripID,
            startDate: CivilDate(daysSinceEpoch: run.day), departureTime: time,
            countdown: time - window.lowerBound)
        departure.stopZone = stopZones[stop]
        departure.startTime = run.startTime
        departure.stopSequence = stopTime.sequence
        departure.routeID = routeID
        departure.routeShortName = route?.shortName
        departure.routeLongName = route?.longName
        departure.routeColor = route?.color
        departure.routeTextColor = route?.textColor
        departure.routeType = route?.type
        departure.headsign = stopTime.headsign ?? update?.properties.headsign ?? trip?.headsign
        departure.directionID = trip == nil ? update?.trip.directionID : trip?.directionID
        departure.wheelchairAccessible =
            WheelchairAccess.asScheduled(update?.wheelchairAccessible) ?? WheelchairAccess.asScheduled(
                vehicle?.wheelchairAccessible)
            ?? trip?.wheelchairAccessible
        departure.scheduledTime = stopTime.scheduledDeparture
        departure.delay = stopTime.delay
        departure.isRealtime = stopTime.isPredicted || run.isCanceled
        departure.isInterpolated = stopTime.isInterpolated
        departure.scheduleRelationship = run.relationship
        departure.modificationsID = run.modificationsID
        departure.match = runs.looseEvidence(of: run)
        departure.vehicleID = update?.vehicleID ?? vehicle?.vehicleID
        setOccupancy(stopTime, vehicle, of: &departure)
        return departure
    }

    private func setOccupancy(
        _ stopTime: TripRun.StopTime, _ vehicle: VehicleState?, of departure: inout BoardDeparture
    ) {
        func crowding(_ code: Int?) -> OccupancyStatus? {
            code.flatMap { OccupancyStatus.crowdingCodes.contains($0) ? OccupancyStatus(code: $0) : nil }
        }
        if let status = crowding(stopTime.occupancyStatus) {
            departure.occupancyStatus = status
        } else {
            departure.occupancyStatus = crowding(vehicle?.occupancyStatus)
            departure.occupancyPercentage = vehicle?.occupancyPercentage
        }
    }
}

/// A departure that a detour takes away.
struct DetouredDeparture {
    let tripID: String
    let stopID: String
    let modificationsID: String
    /// Days after 1970-01-01.
    let day: Int
}
