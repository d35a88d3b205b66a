import Contract
import Expectations
import NDJSON
import Reports
import StageKit
import TimeZones
import Visits

/// Takes visits and performed trips, and gives each visit its groups.
///
/// Memory: 50 to 60 bytes a performed trip beside what `TypicalCount` needs.
struct VisitTaker: MindsGaps, HasFeedOption, ReadsOnlyColumns {
    let tables = [Tables.StopVisits.name, Tables.TripsPerformed.name]
    let columns: [any AnyColumn]
    let needs = RecordNeeds(
        anyOf: [Tables.StopVisits.name],
        advice: [
            (Tables.VehiclePositions.name, "pipe them through stop-visits --feed FEED"),
            (Tables.Occupancy.name, VisitTaker.notReports), (Tables.OccupancyPartials.name, VisitTaker.notReports),
        ])
    let scansAhead = true
    private static let notReports =
        "a report counts positions by the stop that a vehicle drives to, so it does not say how full the vehicle left "
        + "a stop, or how late; make visits of the same archive with stop-visits --feed FEED"
    var adviceOnMessages: String { "pipe it through decode-rt and stop-visits --feed FEED" }

    private let scope: ExpectOptions.Scope
    private let bin: TimeBin
    private let reader: VisitReader
    private var heads: VisitHeads
    private(set) var runs = PerformedRuns()
    private(set) var count = TypicalCount()
    /// The driving times between stops; nil where they are not asked for.
    private(set) var segments: SegmentTimes?
    private var clock = ReportClock(nil, ReportWindow())
    private let key = GroupKeyBytes()
    /// The feed_id of the first visit; two feeds cannot be told apart by trip_id.
    private var feed: [UInt8]?
    private var leftOut = LeftOutVisits()
    private let diagnostics: Diagnostics
    /// Records that were rejected, by the place of their table.
    var rejected: [Int] { heads.rejected }

    private static let visit = Tables.StopVisits.columns
    /// What a vehicle was seen doing; a prediction is no time of driving.
    private static let sources: [StaticString] = ["stopped", "halted", "passed", "truth"]

    init(_ options: ExpectOptions, _ context: StageContext) {
        scope = options.scope
        bin = options.bin
        diagnostics = context.diagnostics
        reader = VisitReader(context.diagnostics)
        heads = VisitHeads(reader, context.diagnostics)
        segments = options.writesSegments ? SegmentTimes() : nil
        let visit = VisitTaker.visit
        columns = VisitHeads.inOrder(
            VisitHeads.columns + VisitTimes.columns + [
                visit.tripID, visit.startTime, visit.routeID, visit.directionID, visit.scheduledStopSequence,
                visit.stopID, visit.departureDelay, visit.arrivalDelay, visit.occupancyStatus,
            ] + (options.writesSegments ? [visit.patternID, visit.arrivalSource, visit.departureSource] : []))
    }

    mutating func process(_ record: Record) throws { try take(record, isTaken: true) }

    mutating func recordPassedOver(_ record: Record) throws {
        // Which stop is the last of a run does not depend on --where.
        leftOut.count(.passedOver)
        try take(record, isTaken: false)
    }

    mutating func finish() throws {
        leftOut.count(.nothingKnown, times: count.finish(runs))
        if let turned = segments?.finish() { leftOut.count(.turnedTimes, times: turned) }
        leftOut.report(diagnostics)
    }

    private mutating func take(_ record: Record, isTaken: Bool) throws {
        guard record.table == 0 else {
            _ = heads.trip(record, isTaken, &runs)
            return
        }
        guard let visit = heads.visit(record, isTaken, &runs), isTaken else { return }
        try checkFeed(record)
        guard visit.relationship == .scheduled else { return leftOut.count(.notScheduled) }
        let columns = VisitTaker.visit
        let times = VisitTimes(record, of: visit.day, reader)
        let sequence = reader.whole(record, columns.scheduledStopSequence, in: VisitReader.counts)
        let direction = reader.whole(record, columns.directionID, in: VisitReader.counts)
        let dayType = DayTypes.place(ofDay: visit.day)
        var trip: Int?
        if scope == .trip, record[columns.tripID].isPresent {
            TypicalKey.layOut(
                trip: reader.text(record, columns.tripID), startTime: reader.serviceTime(record, columns.startTime),
                routeID: reader.text(record, columns.routeID), directionID: direction, stopSequence: sequence,
                stopID: reader.text(record, columns.stopID), dayType: dayType, in: key)
            trip = try count.group(key)
        }
        var route: Int?
        let moment = times.atDeparture
        if segments != nil { try takeSegment(record, visit, times, direction, dayType) }
        if record[columns.routeID].isPresent, moment.isKnown {
            TypicalKey.layOut(
                route: reader.text(record, columns.routeID), directionID: direction,
                timeBin: bin.place(ofSecond: clock.second(at: moment)) * bin.seconds, stopSequence: sequence,
                stopID: reader.text(record, columns.stopID), dayType: dayType, in: key)
            route = try count.group(key)
        }
        guard trip != nil || route != nil else { return leftOut.count(.noGroup) }
        try count.add(
            visit, trip: trip, route: route, status: reader.status(record, columns.occupancyStatus),
            departureDelay: delay(
                reader.whole(record, columns.departureDelay, in: VisitReader.seconds), times.departure,
                times.scheduledDeparture),
            arrivalDelay: delay(
                reader.whole(record, columns.arrivalDelay, in: VisitReader.seconds), times.arrival,
                times.scheduledArrival))
    }

    /// Takes what the visit says of the segments that it ends and begins.
    private mutating func takeSegment(
        _ record: Record, _ visit: Visit, _ times: VisitTimes, _ direction: Int?, _ dayType: Int
    ) throws {
        let columns = VisitTaker.visit
        let moment = times.atDeparture
        guard record[columns.patternID].isPresent, record[columns.stopID].isPresent, moment.isKnown else { return }
        func seen(_ time: Moment, _ source: Column<Tables.StopVisits, Text, IfKnown>) -> Int? {
            time.isKnown && reader.word(record, source, of: VisitTaker.sources) != nil ? time.instant : nil
        }
        guard let stop = try reader.text(record, columns.stopID).map({ try segments?.stop($0) }) ?? nil,
            let pattern = try segments?.pattern(
                routeID: reader.text(record, columns.routeID), directionID: direction,
                patternID: reader.text(record, columns.patternID), dayType: dayType)
        else { return }
        try segments?.add(
            SegmentTimes.Call(
                run: visit.run, sequence: visit.sequence, pattern: pattern, stop: stop, day: visit.day,
                hour: clock.second(at: moment) / 3600, arrival: seen(times.arrival, columns.arrivalSource),
                departure: seen(times.departure, columns.departureSource)))
    }

    /// A delay of an observed time; other producers of stop_visits write no delays.
    private func delay(_ known: Int?, _ actual: Moment, _ scheduled: Moment) -> Int? {
        guard actual.isKnown else { return nil }
        if let known { return known }
        guard scheduled.isKnown else { return nil }
        let delay = actual.instant - scheduled.instant
        return VisitReader.seconds.contains(delay) ? delay : nil
    }

    private mutating func checkFeed(_ record: Record) throws {
        let id = reader.text(record, Tables.AnyRecord.columns.feedID)
        guard let feed else {
            self.feed = id.map { Array($0) } ?? []
            return
        }
        guard id?.elementsEqual(feed) ?? feed.isEmpty else {
            throw StageFailure(
                .dataUnusable,
                "\(record.displayName):\(record.line): this visit has another feed_id than the visits before it; trips of "
                    + "two feeds may share ids, so choose one feed with --where feed_id=ID")
        }
    }
}

extension LeftOutVisits.Reason {
    fileprivate static let notScheduled = Self(
        code: "not_scheduled", one: "visit is Skipped, Added or Missing; not counted",
        words: "visits are Skipped, Added or Missing; not counted")
    fileprivate static let nothingKnown = Self(
        code: "nothing_known", one: "visit has neither an occupancy status nor a delay; not counted",
        words: "visits have neither an occupancy status nor a delay; not counted")
    fileprivate static let turnedTimes = Self(
        code: "turned_times",
        one: "segment has an arrival before the departure, or hours after it; not counted",
        words: "segments have an arrival before the departure, or hours after it; not counted")
    fileprivate static let noGroup = Self(
        code: "no_group", one: "visit has neither a trip_id nor a route_id with a time; not counted",
        words: "visits have neither a trip_id nor a route_id with a time; not counted")
}
