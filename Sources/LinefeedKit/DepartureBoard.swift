import DeparturesStage
import StageKit
import TimeZones

/// The departures of some stops in a stretch of time, by departure time, trip and stop sequence.
public struct DepartureBoard: RandomAccessCollection, Sendable {
    /// A stop that was asked for.
    public struct Stop: Sendable {
        public let id: String
        public let name: String?
        /// How many of the departures are from it; what two stops share counts for the first.
        public let departures: Int
    }

    private let departures: [Departure]
    /// In the order in which they were asked for.
    public let stops: [Stop]
    /// POSIX seconds: from the board's time to before the end of its horizon.
    public let window: Range<Int>
    /// What was noticed; why nothing departs, for instance.
    public let findings: [FeedFinding]
    private let zone: Zone

    init(_ answer: BoardAnswer, _ findings: [FeedFinding]) {
        var departures: [Departure] = []
        answer.forEachDeparture { departures.append(Departure($0)) }
        self.departures = departures
        stops = answer.boards.boards.map { Stop(id: $0.id, name: $0.name, departures: $0.departures) }
        window = answer.window
        zone = answer.zone
        self.findings = findings
    }

    public var startIndex: Int { departures.startIndex }
    public var endIndex: Int { departures.endIndex }
    public subscript(position: Int) -> Departure { departures[position] }

    /// An instant on the clock of the feed's first agency, in RFC 3339: `2026-03-02T08:05:00+10:00`.
    ///
    /// - Parameter instant: POSIX seconds.
    public func localTime(_ instant: Int) -> String { zone.rfc3339(instant) }
}

extension Feed {
    /// The next departures of stops.
    ///
    /// Cost: stop_times is gone through once, 3 million rows a second; a store answers at once.
    /// - Parameters:
    ///   - stops: ids of stops.txt; a station stands for all its platforms.
    ///   - horizon: how far the board looks ahead.
    ///   - limit: how many departures at most.
    ///   - routes: only these; all if empty.
    ///   - realtime: what is predicted.
    /// - Throws: `FeedError`: `unusable` for an unknown stop or a feed without a timetable, `missing` for a feed that is
    ///   gone, `wrongRequest` for no stops, a time that is not one, or a horizon that is not above 0.
    public func departures(
        at stops: [String], from time: BoardTime = .now, horizon: Duration = .seconds(7200), limit: Int? = nil,
        routes: [String] = [], includesCancelled: Bool = false, realtime: RealtimeMessages? = nil
    ) throws(FeedError) -> DepartureBoard {
        var options = DeparturesOptions()
        options.feed = path
        options.stops = stops
        options.at = try time.written()
        options.horizon = Int(horizon.components.seconds)
        options.limit = limit
        options.routes = routes
        options.includesCanceled = includesCancelled
        let request = options
        let reading = try Reading(path, stage: Departures.name)
        let answer = try reading.answer { context in
            try context.check(request)
            var records = RealtimeRecords(context.diagnostics)
            if let realtime { try realtime.read(to: &records, context) }
            return try BoardReading(request, records.reader, predicts: realtime != nil, context)
                .answer(keepsAll: true)
        }
        return DepartureBoard(answer, reading.findings)
    }
}
