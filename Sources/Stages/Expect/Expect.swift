import Contract
import Expectations
import Reports
import Schedule
import StageKit

/// The stage `expect`: what usually happens, from the visits of several days.
public enum Expect: Stage {
    public static let name = "expect"

    /// Reads visits and writes typical crowding and delays.
    /// - Throws: `StageFailure`: 65 for visits of several feeds and for a file that is not a schedule, 66 for a missing
    ///   one. Visits of too few days leave nothing to write.
    public static func run(_ options: ExpectOptions, _ context: StageContext) throws {
        try context.check(options)
        let timetable = try options.feed.map { try WholeTimetable.read($0, context) }
        var taker = VisitTaker(options, context)
        let tables = taker.tables.map { context.summary.table($0) }
        let taken = tables.map(\.taken)
        try context.feed(options.files, to: &taker)
        for (place, table) in tables.enumerated() { table.merged += table.taken - taken[place] - taker.rejected[place] }
        guard let days = taker.count.days else {
            let reason = context.allFiltered(of: [tables[0].table])
            return try context.nothingToDo(
                "nothing_counted", reason ?? "none of the \(grouped(tables[0].read)) stop_visits could be counted")
        }
        let valid = (days.upperBound + 1)...(days.upperBound + options.validDays)
        var rows = RowChoice(options, timetable)
        var written = 0
        if options.format == .own(.occupancies) {
            let writer = try OccupanciesWriter(options, valid: valid, timetable, context)
            try taker.count.forEachGroup { bytes, row in
                if let key = rows.key(bytes, row, keepsThin: true) { try writer.take(key, row) }
            }
            try writer.finish()
            written = writer.written
        } else {
            if let format = options.format.table { try context.writeTable(Tables.Typical.self, as: format) }
            let writer = TypicalWriter(options, valid: valid, context)
            try taker.count.forEachGroup { bytes, row in
                guard let key = rows.key(bytes, row, keepsThin: false) else { return }
                try writer.write(key, row)
                written += 1
            }
        }
        rows.report(context.diagnostics)
        if let segments = taker.segments {
            var writer = SegmentWriter(options, valid: valid, context)
            try segments.forEachSegment { try writer.write($0, $1) }
            writer.report(context.diagnostics)
            written += writer.written
        }
        tables[0].merged -= written
        if written == 0 { try nothing(options, taker, context) }
    }

    private static func nothing(_ options: ExpectOptions, _ taker: VisitTaker, _ context: StageContext) throws {
        guard let days = taker.count.days else { return }
        if options.format == .own(.occupancies) {
            return try context.nothingToDo(
                "no_typical_status",
                "no stop of a trip has a status on \(counted(options.minimumDays, "day")) of one type; the visits are of "
                    + "\(ServiceDates.words(days))")
        }
        try context.nothingToDo(
            "too_few_days",
            "at no stop is an occupancy status or a delay known on "
                + (options.minimumDays == 1 ? "a day" : "\(options.minimumDays) days of one type")
                + "; the visits are of \(ServiceDates.words(days))"
                + (options.minimumDays == 1 ? "" : "; give more days or a smaller --min-days"))
    }
}

/// Chooses the groups that are written, and counts the others.
private struct RowChoice {
    private let options: ExpectOptions
    private let timetable: WholeTimetable?
    private var thinTrips = 0
    private var thinRoutes = 0
    /// Trips that the feed does not have. Keys of one trip come one after another.
    private var strangers = 0
    private var lastStranger: String?

    init(_ options: ExpectOptions, _ timetable: WholeTimetable?) {
        self.options = options
        self.timetable = timetable
    }

    /// The key of a group that is written; nil for another one, which is counted.
    /// - Parameter keepsThin: whether groups of too few days are kept nevertheless, after they were counted.
    mutating func key(_ bytes: UnsafeRawBufferPointer, _ row: TypicalRow, keepsThin: Bool) -> TypicalKey? {
        guard let key = TypicalKey(bytes) else { return nil }
        if let timetable, let trip = key.tripID, timetable.trip(trip) == nil {
            if trip != lastStranger { strangers += 1 }
            lastStranger = trip
            return nil
        }
        guard max(row.statusDays, row.delayDays) < options.minimumDays else { return key }
        if key.tripID == nil { thinRoutes += 1 } else { thinTrips += 1 }
        return keepsThin ? key : nil
    }

    func report(_ diagnostics: Diagnostics) {
        func tell(_ code: String, _ count: Int, _ one: String, _ several: String, _ rest: String) {
            guard count > 0 else { return }
            diagnostics.report(
                Finding(.surprise, code, message: "\(counted(count, one, plural: several)) \(rest)"))
        }
        let limit = "on fewer than \(counted(options.minimumDays, "day")) of one type"
        tell(
            "trip_on_too_few_days", thinTrips, "stop of a trip was", "stops of trips were",
            "seen \(limit); the records of routes apply instead")
        tell(
            "route_on_too_few_days", thinRoutes, "stop of a route and direction was",
            "stops of routes and directions were", "seen in a time bin \(limit); nothing is known of that time")
        tell("trip_not_in_feed", strangers, "trip is", "trips are", "not in the feed of --feed; not written")
    }
}
