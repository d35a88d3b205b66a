import GTFSSchedule
import NDJSON
import StageKit
import TimeZones

/// The board of a stop: the timetable of some stops with what realtime says about it.
public enum Departures {
    /// Reads realtime, then the part of the schedule that the board needs, and writes the departures.
    ///
    /// - Throws: `StageFailure`: 65 for an unknown stop, a feed that is none, or realtime that matches less than asked
    ///   for; 66 for a missing feed.
    public static func run(_ options: DeparturesOptions, _ context: StageContext) throws {
        let realtime = try readRealtime(options.realtime, context)
        let source = try ScheduleFile(options.feed, reader: options.reader ?? NoScheduleReader(), context)
        var request = TimetableRequest()
        request.stops = options.stops
        request.namedTrips = realtime.context.tripIDs
        request.trips = tripsSentElsewhere(realtime.context)
        let timetable = try source.timetable(for: request)
        let zone = ScheduleZone.zone(ofAgencies: timetable.agencies.compactMap(\.timezone), context, advice: "")
        let at = options.at?.instant(in: zone, now: options.now) ?? options.now
        let window = at..<(at + options.horizon)
        let runs = TripRuns(
            timetable, realtime.context, zone: zone, days: serviceDays(window, zone), now: at)
        let board = Board(
            runs: runs, platforms: source.platforms, window: window, includesCanceled: options.includesCanceled,
            routes: Set(options.routes))
        var extras: [TripRun] = []
        for place in realtime.context.updates.indices {
            if case .extra(let run) = runs.meaning(ofUpdate: place) { extras.append(run) }
        }
        var departures = board.departures(extras: extras)
        if let limit = options.limit { departures = Array(departures.prefix(limit)) }
        let writer = DepartureWriter(context, zone: zone)
        if options.format == .csv {
            try context.sink.writeCSV(
                table: DepartureSchemas.departures.name,
                columns: (context.options.feedID == nil ? [] : ["feed_id"])
                    + DepartureSchemas.departures.columns.map(\.name))
        }
        for departure in departures { try writer.write(departure) }
        source.countAsMerged(context.summary, written: departures.count)
        realtime.countAsMerged(context.summary)
    }

    /// Service days whose trips may run in a stretch of time: from two before to one after.
    static func serviceDays(_ window: Range<Int>, _ zone: Zone) -> ClosedRange<Int> {
        let first = zone.date(at: window.lowerBound).daysSinceEpoch - 2
        let last = zone.date(at: max(window.lowerBound, window.upperBound - 1)).daysSinceEpoch + 1
        return first...last
    }

    /// Trips that realtime sends to stops where the timetable does not have them.
    private static func tripsSentElsewhere(_ realtime: RealtimeContext) -> [String] {
        realtime.updates.compactMap { update in
            let isMoved =
                update.trip.relationship == TripRelationship.replacement
                || update.trip.relationship == TripRelationship.duplicated
                || update.stops.contains { $0.assignedStopID != nil }
            return isMoved ? update.trip.tripID : nil
        }
    }

    static func readRealtime(_ files: [String]?, _ context: StageContext) throws -> RealtimeReader {
        var stage = RealtimeRecords(context.diagnostics)
        if let files { try context.read(files, to: &stage) }
        return stage.reader
    }
}

/// Takes realtime records of a pipe.
private struct RealtimeRecords: RecordStage {
    let tables = RealtimeReader.tables
    let fields = RealtimeField.names
    var reader: RealtimeReader
    init(_ diagnostics: Diagnostics) { reader = RealtimeReader(diagnostics) }
    mutating func process(_ record: Record) { reader.take(record, table: record.table) }
    func finish() {}
}
