import DeparturesStage
import RealtimeJoin
import StageKit
import TimeZones

/// The departures from one or more stops within a time window, sorted by departure time, trip and stop sequence.
public struct DepartureBoard: RandomAccessCollection, Sendable {
    /// A requested stop.
    public struct Stop: Sendable {
        public let id: String
        public let name: String?
        /// The number of departures from this stop; a departure that two requested stops share counts for the first.
        public let departures: Int
        /// The alerts about the stop and about its departures, each once, the most severe first; at most 100. Empty if
        /// the board was made without realtime messages.
        public let alerts: [BoardAlert]
    }

    private let departures: [Departure]
    /// The requested stops, in the order of the request.
    public let stops: [Stop]
    /// The time window in POSIX seconds: from the board's time up to, but not including, the end of its horizon.
    public let window: Range<Int>
    /// Findings about the feed and the messages, for example why nothing departs.
    public let findings: [FeedFinding]
    private let zone: Zone

    init(_ answer: BoardAnswer, _ findings: [FeedFinding]) {
        var departures: [Departure] = []
        answer.forEachDeparture { departure in
            departures.append(Departure(departure, alertIDs: answer.alerts?.ids(of: departure) ?? []))
        }
        self.departures = departures
        stops = answer.boards.boards.enumerated().map { place, board in
            Stop(
                id: board.id, name: board.name, departures: board.departures,
                alerts: (answer.alerts?.values(ofBoard: place) ?? []).map(BoardAlert.init))
        }
        window = answer.window
        zone = answer.zone
        self.findings = findings
    }

    public var startIndex: Int { departures.startIndex }
    public var endIndex: Int { departures.endIndex }
    public subscript(position: Int) -> Departure { departures[position] }

    /// Formats an instant in RFC 3339, in the time zone of the feed's first agency: `2026-03-02T08:05:00+10:00`.
    ///
    /// - Parameter instant: POSIX seconds.
    public func localTime(_ instant: Int) -> String { zone.rfc3339(instant) }
}

extension Feed {
    /// Returns the next departures from stops.
    ///
    /// Cost: the call reads stop_times once, about 3 million rows a second; a database answers without that pass.
    /// - Parameters:
    ///   - stops: ids from stops.txt; a station includes all of its platforms.
    ///   - time: the start of the board.
    ///   - horizon: how far ahead the board looks; above 0.
    ///   - limit: the maximum number of departures; nil for all.
    ///   - routes: ids of the routes to include; all routes if empty.
    ///   - includesCancelled: whether canceled departures are included.
    ///   - realtime: messages with predictions and alerts.
    ///   - languages: the preferred languages of alerts, best first, as BCP 47 tags such as `fr`. If an alert has none
    ///     of them, its texts are in the language of feed_info.txt, or else without a language tag, or else in its
    ///     first language.
    /// - Throws: `FeedError`: `unusable` for an unknown stop or a feed without a timetable, `missing` for a feed that is
    ///   gone, `wrongRequest` for no stops, a time that is not one, or a horizon that is not above 0.
    public func departures(
        at stops: [String], from time: BoardTime = .now, horizon: Duration = .seconds(7200), limit: Int? = nil,
        routes: [String] = [], includesCancelled: Bool = false, realtime: RealtimeMessages? = nil,
        languages: [String] = []
    ) throws(FeedError) -> DepartureBoard {
        var options = DeparturesOptions()
        options.feed = path
        options.stops = stops
        options.at = try time.written()
        options.horizon = Int(horizon.components.seconds)
        options.limit = limit
        options.routes = routes
        options.includesCanceled = includesCancelled
        options.languages = languages
        let request = options
        let reading = try Reading(path, stage: Departures.name)
        let answer = try reading.answer { context in
            try context.check(request)
            var records = RealtimeRecords(context.diagnostics, readsAlerts: true)
            if let realtime { try realtime.read(to: &records, context) }
            return try BoardReading(
                request, records.reader, alerts: records.alerts.alerts.current, predicts: realtime != nil, context
            ).answer(keepsAll: true)
        }
        return DepartureBoard(answer, reading.findings)
    }
}
