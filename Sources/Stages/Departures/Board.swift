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

    /// How much of the window is looked at in one go, in seconds: what departs in it is in memory at once.
    private static let stride = 86_400

    /// Whether all departures are in memory at once in any case.
    var isOfOneDay: Bool { window.count <= Board.stride }

    /// Hands over all departures, by departure_time, trip_id and stop_sequence.
    ///
    /// - Parameters:
    ///   - extras: runs that the timetable does not have.
    ///   - limit: how many at most.
    func forEachDeparture(extras: [TripRun], limit: Int?, _ take: (BoardDeparture) throws -> Void) rethrows {
        var board = self
        board.piece = window
        let added = board.departures(extras)
        var place = 0
        var left = limit ?? Int.max
        var start = window.lowerBound
        while start < window.upperBound, left > 0 {
            let end = min(start + Board.stride, window.upperBound)
            let next = added[place...].firstIndex { $0.departureTime >= end } ?? added.count
            board.piece = start..<end
            let found = (board.departures() + added[place..<next]).sorted(by: Board.order)
            for departure in found.prefix(left) { try take(departure) }
            left -= min(left, found.count)
            place = next
            start = end
        }
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
                collectScheduled(number, trip, window, updated, into: &found)
            } else {
                for day in days(of: trip, window, updated) where timetable.runs(trip, on: day) {
                    for start in starts(of: trip, on: day) {
                        collect(number, trip, day, startTime: start, into: &found)
                    }
                }
            }
        }
        return found
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

    /// The service days whose runs of a trip of frequencies may depart in the piece, and those of which realtime speaks.
    private func days(of trip: Timetable.Trip, _ window: ServiceWindow, _ updated: [Int]) -> [Int] {
        guard let service = trip.service,
            let days = timetable.calendar.days(window.days(reaching: trip.latestTime), of: service.index)
        else { return updated }
        return updated.isEmpty ? Array(days) : Set(days).union(updated).sorted()
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

    /// Start times of a frequency's runs that may depart from a platform in the piece.
    private func starts(of trip: Timetable.Trip, on day: Int) -> [Int] {
        guard let first = trip.firstTime else { return [] }
        let offsets = trip.stopTimes.filter { $0.stop.map(platforms.contains) ?? false }
            .compactMap { $0.departure.map { $0 - first } }
        let start = runs.start(of: day)
        // Without a platform of its own the trip may still be sent to one: only realtime's runs are looked at.
        guard let least = offsets.min(), let most = offsets.max() else {
            return runs.startTimes(of: trip, on: day, within: Int.min / 2...Int.min / 2)
        }
        let lower = piece.lowerBound - start - most
        // A call long before the trip's start is nonsense, and not worth a run for each second until then.
        let upper = piece.upperBound - 1 - start - max(least, -86_400)
        return runs.startTimes(of: trip, on: day, within: lower...max(lower, upper))
    }

    /// Adds a run of the timetable.
    private func collect(
        _ number: TripIndex, _ trip: Timetable.Trip, _ day: Int, startTime: Int?,
        into found: inout [BoardDeparture]
    ) {
        let update = runs.update(of: number, on: day, startTime: startTime)
        if update == nil {
            // Nothing is predicted: most runs of most boards, of which only the platforms' rows are looked at.
            let shift = runs.start(of: day) + (startTime.map { $0 - (trip.firstTime ?? $0) } ?? 0)
            let departs = trip.stopTimes.dropLast().contains { stopTime in
                guard let stop = stopTime.stop, platforms.contains(stop), let time = stopTime.departure else {
                    return false
                }
                return piece.contains(shift + time)
            }
            guard departs else { return }
        }
        collect(runs.run(of: number, on: day, startTime: startTime, update: update), into: &found)
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
