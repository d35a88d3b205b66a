import Contract
import Expectations
import RealtimeJoin
import StageKit

/// The board of a stop: the timetable of some stops with what realtime says about it.
public enum Departures: Stage {
    public static let name = "departures"

    /// Reads realtime, then the part of the schedule that the board needs, and writes the departures.
    ///
    /// - Throws: `StageFailure`: 65 for an unknown stop, a file that is not a feed, or realtime that matches less than asked
    ///   for; 66 for a missing feed.
    public static func run(_ options: DeparturesOptions, _ context: StageContext) throws {
        try context.check(options)
        let files = options.realtime.files(besides: options.feed, in: context.world)
        let records = try readRealtime(files, context)
        records.alerts.countAsMerged(context.summary)
        if options.matchesAlerts {
            records.reader.countAsMerged(context.summary)
            return try MatchedAlerts.write(records.alerts.alerts.current, options, context)
        }
        let reading = try BoardReading(
            options, records.reader, alerts: records.alerts.alerts.current, predicts: files != nil, context)
        // Also where the run fails: what was read came to nothing then.
        var written = 0
        defer { reading.countAsMerged(written: written) }
        let typical = try options.typical.map { try TypicalFile.read($0, context) }
        let answer = try reading.answer(keepsAll: options.format == .own(.table), typical: typical)
        switch options.format {
        case .own(.table): try writeTable(answer, options.clock, context)
        case .own(.ndjson), .table:
            if let format = options.format.table {
                try context.writeTable(
                    Tables.Departures.self,
                    columns: typical == nil ? Tables.Departures.withoutTypical : Tables.Departures.all, as: format)
            }
            let writer = DepartureWriter(context, zone: answer.zone, answer.alerts)
            if options.format == .own(.ndjson) {
                try answer.boards.write(
                    at: answer.window.lowerBound, horizon: options.horizon, alerts: answer.alerts, context)
                written += answer.boards.boards.count
            }
            try answer.forEachDeparture { departure in
                try writer.write(departure)
                written += 1
            }
        }
        typical?.report(context.diagnostics)
        if let match = answer.match, options.format == .own(.ndjson) {
            try match.write(context)
            written += 1
        }
    }

    /// Writes a board for each stop that was asked for; what two share stands on the first.
    private static func writeTable(
        _ answer: BoardAnswer, _ clock: DeparturesOptions.Clock, _ context: StageContext
    ) throws {
        let boards = answer.boards
        var departures: [[BoardDeparture]] = boards.boards.map { _ in [] }
        answer.forEachDeparture { departure in
            if let place = boards.place(of: departure) { departures[place].append(departure) }
        }
        let sections = boards.boards.indices.map { place in
            let (board, departures) = (boards.boards[place], departures[place])
            return BoardTable.Section(
                stopID: board.id, stopName: board.name, zone: clock == .stop ? board.zone ?? answer.zone : answer.zone,
                clock: board.zone == nil ? nil : clock == .stop ? "the stop's clock" : "the agency's clock",
                departures: departures, alerts: answer.alerts?.lines(ofBoard: place) ?? [],
                departureAlerts: departures.map { answer.alerts?.line(of: $0, board: place) })
        }
        let table = BoardTable(
            at: answer.window.lowerBound, until: answer.window.upperBound, width: context.textColumns,
            hasColor: context.textHasColor)
        for line in table.lines(sections) { try context.sink.text(line + "\n") }
    }

    private static func readRealtime(_ files: [String]?, _ context: StageContext) throws -> RealtimeRecords {
        var stage = RealtimeRecords(context.diagnostics, readsAlerts: true)
        if let files { try context.read(files, to: &stage) } else { try context.refuseConditions() }
        return stage
    }
}
