import Expectations
import GTFSSchedule
import RealtimeJoin
import Schedule
import StageKit
import TimeZones

/// A schedule and realtime, opened to make a board of them: all of `departures` but the writing.
package struct BoardReading {
    private let options: DeparturesOptions
    private let context: StageContext
    private let realtime: RealtimeReader
    private let source: any TimetableSource
    private let predicts: Bool
    private let alerts: [ServiceAlert]

    /// - Parameters:
    ///   - realtime: what was read of it, also where that is nothing.
    ///   - alerts: those that hold.
    ///   - predicts: whether realtime was asked for at all, so that its match with the schedule is of interest.
    /// - Throws: `StageFailure` with status 66 for a missing feed, 65 for a store that is none.
    package init(
        _ options: DeparturesOptions, _ realtime: RealtimeReader, alerts: [ServiceAlert] = [], predicts: Bool,
        _ context: StageContext
    ) throws {
        self.options = options
        self.context = context
        self.realtime = realtime
        self.predicts = predicts
        self.alerts = alerts
        realtime.countAsMerged(context.summary)
        source = try ScheduleSource.open(options.feed, context)
    }

    /// Counts what was read of the schedule as living on in other records.
    func countAsMerged(written: Int) { source.countAsMerged(context.summary, written: written) }

    /// Reads the part of the schedule that the board needs, and finds its departures.
    ///
    /// - Parameters:
    ///   - keepsAll: whether the departures are kept however many they are.
    ///   - typical: what is usual; it is asked once for each departure that is handed over.
    /// - Throws: `StageFailure`: 65 for an unknown stop, a feed that is none, or realtime that matches less than asked
    ///   for; 66 for a missing feed.
    package func answer(keepsAll: Bool, typical: TypicalFile? = nil) throws -> BoardAnswer {
        let clock = BoardClock(options, context)
        var request = TimetableRequest()
        request.stops = options.stops
        request.namedTrips = realtime.context.tripIDs
        request.trips = realtime.context.tripIDsToResolve
        request.namedStops = realtime.context.stopIDs()
        request.namedRoutes = realtime.context.routeIDsOfExtras
        realtime.context.addDetours(to: &request)
        if options.match == .loose { request.looseTrips = realtime.context.looseTrips }
        request.window = clock.window(_:)
        request.namedRoutes += ListOption.ids(options.routes)
        request.namedTrips += alerts.values(\.tripID)
        request.allRoutes = alerts.needsAllRoutes
        // Alerts may name a trip by the time at which it starts, and loose matching compares all its stops.
        request.needsWholeTrips = !alerts.isEmpty || options.match == .loose
        let timetable = try source.timetable(for: request)
        try UnknownRoutes.report(options.routes, source, realtime.context, feed: options.feed, context)
        let window = try clock.window(timetable)
        let clocks = StopClocks(timetable, agencyZone: clock.zone, context.diagnostics)
        let boards = try BoardCounts(ListOption.ids(options.stops), timetable, clocks)
        tell(boards, clock.zone)
        let at = window.instants.lowerBound
        let runs = TripRuns(timetable, realtime.context, zone: clock.zone, now: at, match: options.match)
        for time in runs.unbelieved { time.report(context.diagnostics) }
        runs.modified.report(context.diagnostics)
        var stopZones: [StopIndex: Zone] = [:]
        for platform in source.platforms { stopZones[platform] = try clocks.zone(of: platform) }
        let board = Board(
            runs: runs, platforms: source.platforms, window: window.instants,
            includesCanceled: options.includesCanceled, routes: Set(ListOption.ids(options.routes)),
            stopZones: stopZones)
        let match = try BoardMatch(runs, source, board, alerts: alerts)
        let records = realtime.taken.reduce(0, +) + alerts.count
        let found = predicts ? try match.findings(at: at, records: records) : nil
        if let found {
            if let least = options.minimumMatch, let failure = found.failure(below: least) { throw failure }
            found.report(context)
        }
        let answer = BoardAnswer(
            board, extras: match.extras, limit: options.limit, boards, found,
            alerts: alerts.isEmpty
                ? nil
                : BoardAlerts(
                    AlertJoin(alerts, runs, now: at, languages: options.languages), boards, window.instants),
            typical: typical, keepsAll: keepsAll)
        answer.alerts?.report(context.diagnostics)
        if answer.boards.isEmpty { try explainEmptiness(window, clock.zone) }
        return answer
    }

    /// Says of stops whose clock is not the one that the board shows that there is another.
    private func tell(_ boards: BoardCounts, _ zone: Zone) {
        guard options.clock == .agency, let board = boards.boards.first(where: { $0.zone != nil }),
            let own = board.zone
        else { return }
        context.diagnostics.report(
            .note, "stop_has_its_own_clock", field: "stop_timezone", value: own.name,
            message:
                "stop \(Finding.quoted(board.id)) is in the time zone \(Finding.printable(own.name)), but the board "
                + "shows the agency's, \(zone.name); use --clock stop for the stop's")
    }

    /// Says why nothing departs, where the feed tells: it has no service then, or lacks what every departure needs.
    private func explainEmptiness(_ window: ServiceWindow, _ zone: Zone) throws {
        if let gap = source.gaps.first {
            return try context.nothingToDo("no_timetable", gap)
        }
        if let complaint = try source.unusableStopTimes() {
            return try context.nothingToDo("no_usable_stop_times", "\(options.feed): \(complaint)")
        }
        let last = max(window.instants.lowerBound, window.instants.upperBound - 1)
        let days = zone.date(at: window.instants.lowerBound).daysSinceEpoch...zone.date(at: last).daysSinceEpoch
        guard let sentence = DayWithoutService.sentence(try source.calendar(), on: days) else { return }
        context.diagnostics.report(.surprise, "no_service", message: sentence)
    }
}

/// The departures of a board, and how many of them stand on which stop's.
package struct BoardAnswer {
    private let board: Board
    private let extras: [TripRun]
    private let limit: Int?
    package private(set) var boards: BoardCounts
    /// What of realtime the schedule knows; nil if none was asked for.
    package let match: MatchFindings?
    private var kept: [BoardDeparture]?
    /// nil without alerts.
    package let alerts: BoardAlerts?
    private let typical: TypicalFile?

    /// POSIX seconds: from the board's time to before the horizon's end.
    package var window: Range<Int> { board.window }
    /// The clock of the first agency.
    package var zone: Zone { board.runs.zone }

    /// Departures that are kept between counting and writing.
    private static let mostKept = 20_000

    fileprivate init(
        _ board: Board, extras: [TripRun], limit: Int?, _ boards: BoardCounts, _ match: MatchFindings?,
        alerts: BoardAlerts?, typical: TypicalFile?, keepsAll: Bool
    ) {
        self.alerts = alerts
        self.typical = typical
        self.board = board
        self.extras = extras
        self.limit = limit
        self.match = match
        // How many there are comes first: a few are kept meanwhile, more are searched twice.
        var counted = boards
        var kept: [BoardDeparture]? = []
        board.forEachDeparture(extras: extras, limit: limit) { departure in
            counted.add(departure)
            if let alerts, let place = counted.place(of: departure) { alerts.add(departure, board: place) }
            kept?.append(departure)
            if !keepsAll, let count = kept?.count, count > BoardAnswer.mostKept { kept = nil }
        }
        self.boards = counted
        self.kept = kept
    }

    /// Hands over all departures, by departure_time, trip_id and stop_sequence.
    package func forEachDeparture(_ take: (BoardDeparture) throws -> Void) rethrows {
        if let kept { return try kept.forEach { try take(withTypical($0)) } }
        try board.forEachDeparture(extras: extras, limit: limit) { try take(withTypical($0)) }
    }

    /// The departure with what is usual there; nothing is usual of a trip that realtime adds or cancels.
    private func withTypical(_ departure: BoardDeparture) -> BoardDeparture {
        guard let typical, let scheduled = departure.scheduledTime,
            departure.scheduleRelationship != TripRelationship.canceled,
            departure.scheduleRelationship != TripRelationship.deleted
        else { return departure }
        var departure = departure
        departure.typical = typical.figure(
            TypicalQuestion(
                tripID: departure.tripID, startTime: departure.startTime, routeID: departure.routeID,
                directionID: departure.directionID, stopSequence: departure.stopSequence, stopID: departure.stopID,
                day: departure.startDate.daysSinceEpoch, second: nil), at: scheduled, zone)
        return departure
    }
}

/// The board's stretch of time, which is known once the agencies' zone is.
private final class BoardClock {
    private let options: DeparturesOptions
    private let context: StageContext
    private(set) var zone = Zone.utc
    private var known: ServiceWindow?

    init(_ options: DeparturesOptions, _ context: StageContext) {
        self.options = options
        self.context = context
    }

    /// The stretch on the clock of the first agency; a time that is asked for may be on that of the first stop. The first
    /// answer stays.
    func window(_ timetable: Timetable) throws -> ServiceWindow {
        if let known { return known }
        zone = try ScheduleZone.zone(ofAgencies: timetable.agencies.compactMap(\.timezone), context, advice: "")
        let now = context.clock.posix
        var clock = zone
        if options.clock == .stop,
            let stop = ListOption.ids(options.stops).lazy.compactMap({ timetable.stopNumbers[$0] }).first
        {
            clock = try StopClocks(timetable, agencyZone: zone, context.diagnostics).zone(of: stop) ?? zone
        }
        let at = options.at?.instant(in: clock, now: now) ?? now
        let window = ServiceWindow(at..<(at + options.horizon), zone)
        known = window
        return window
    }
}
