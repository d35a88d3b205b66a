import Containers
import Contract
import Hashing
import Occupancy
import RealtimeJoin
import Reports
import Schedule
import StageKit
import TimeZones

/// Turns position records into observations and gives each its group.
struct PositionStage: HasFeedOption, ReadsOnlyColumns {
    let tables = [Tables.VehiclePositions.name]
    let columns: [any AnyColumn]
    /// Messages without entities are counted too: they have nobody on board.
    let needs = RecordNeeds(
        anyOf: [Tables.VehiclePositions.name, Tables.FeedMessages.name],
        advice: [
            (Tables.OccupancyPartials.name, "merge them with --merge"),
            (Tables.FeedEntities.name, "run decode-rt without --nested"),
        ])
    let scansAhead = true

    private let feedID = Tables.AnyRecord.columns.feedID
    private let rungs = VehicleRung.allCases.map { ($0, $0.first) }
    private let position = Tables.VehiclePositions.columns
    private let context: StageContext
    private let keys: [ReportKey]
    private let needsTime: Bool
    private let countsCarriages: Bool
    private let accumulator: CrowdingAccumulator
    private let reader: PositionReader
    private let bin: TimeBin
    /// nil where every time counts.
    private let window: ReportWindow.Filter?
    private let match: (report: MatchReport, schedule: ScheduleNames)?
    /// nil where no key needs a stop, or no timetable knows any.
    let stops: PositionStops?
    private let figures: TableFigures
    private var clock: ZoneClock
    private var carriageReader = CarriageReader()
    private let keyBytes = GroupKeyBytes()
    /// The local date last used, which is most often the next one's too.
    private var lastDays = Int.min
    private var lastDate = 0

    init(
        keys: [ReportKey], zone: Zone, bin: TimeBin, window: ReportWindow, countsCarriages: Bool,
        into accumulator: CrowdingAccumulator, match: (report: MatchReport, schedule: ScheduleNames)?,
        finder: (any StopFinder)?, context: StageContext
    ) {
        self.context = context
        self.keys = keys
        self.countsCarriages = countsCarriages
        self.accumulator = accumulator
        self.match = match
        self.bin = bin
        self.window = window.isEverything ? nil : window.on(zone)
        needsTime = keys.contains { $0.isLocal }
        reader = PositionReader(context.diagnostics)
        figures = context.summary.table(Tables.VehiclePositions.name)
        clock = ZoneClock(zone)
        stops = finder.flatMap { [reader] in PositionStops($0, keys: keys, reader) }
        columns = PositionStage.columns(
            keys, findsStops: stops != nil, matches: match != nil, countsCarriages: countsCarriages)
    }

    /// The columns that a report needs, in the order in which a record has them: others are not looked for in a line.
    private static func columns(
        _ keys: [ReportKey], findsStops: Bool, matches: Bool, countsCarriages: Bool
    ) -> [any AnyColumn] {
        let position = Tables.VehiclePositions.columns
        var columns: [any AnyColumn] = [
            Tables.AnyRecord.columns.feedID, position.feedTimestamp, position.entityID, position.tripID,
        ]
        if matches || keys.contains(.routeID) { columns.append(position.routeID) }
        if keys.contains(.directionID) { columns.append(position.directionID) }
        columns += [position.startDate, position.vehicleID, position.vehicleLabel, position.licensePlate]
        if findsStops { columns += [position.latitude, position.longitude] as [any AnyColumn] }
        if findsStops || keys.contains(.stopSequence) { columns.append(position.currentStopSequence) }
        if findsStops || matches || keys.contains(.stopID) { columns.append(position.stopID) }
        columns.append(position.timestamp)
        if countsCarriages { return columns + CarriageReader.lists }
        return columns + [position.occupancyStatus, position.occupancyPercentage]
    }

    mutating func process(_ record: Record) throws {
        reader.begin()
        if countsCarriages, !carriageReader.hasCarriages(record, reader) {
            figures.ignored += 1
            context.diagnostics.report(
                .note, "no_carriages", file: record.displayName, line: record.line
            ) { _ in "the position has no carriages; skipped" }
            return
        }
        let feedTimestamp = reader.time(record, position.feedTimestamp)
        var timestamp = reader.time(record, position.timestamp)
        if timestamp == Observation.noTime { timestamp = feedTimestamp }
        if let window, !takes(record, timestamp, window) {
            figures.filtered += 1
            figures.outsideWindow += 1
            return
        }
        if let match { see(record, match.report, match.schedule) }
        if let stops { stops.see(record, timestamp) }
        if let match, timestamp != Observation.noTime { match.report.see(instant: Int(timestamp)) }
        let feed = reader.text(record, feedID).map { Fingerprint.of($0) } ?? 0
        let trip = self.trip(record, feed)
        var observation = Observation(
            vehicle: vehicle(record, feed, trip), trip: trip.map(Observation.trip) ?? 0, timestamp: timestamp,
            feedTimestamp: feedTimestamp, status: .absent, percentage: Observation.noPercentage, group: 0)
        guard countsCarriages else {
            observation.status = reader.status(record, record[position.occupancyStatus])
            observation.percentage = reader.percentage(record, record[position.occupancyPercentage])
            observation.group = try group(record, timestamp, carriage: nil)
            return accumulator.add(observation)
        }
        // Apart while it is used: the groups of this stage change with each carriage.
        var carriages = carriageReader
        try carriages.forEach(of: record, reader) { carriage in
            observation.status = reader.status(record, carriage.status)
            observation.percentage = reader.percentage(record, carriage.percentage)
            observation.carriage = carriage.name.withUnsafeBytes {
                Observation.carriage(Fingerprint.of($0, seed: PositionStage.seed(carriage.occurrence)))
            }
            observation.group = try group(record, timestamp, carriage: carriage.name)
            accumulator.add(observation)
        }
        carriageReader = carriages
    }

    func finish() throws {}

    /// What tells carriages of one name apart. As it stands in the seed a number would only change the last letter of a
    /// short name: the second `2` of a train would be its `3`.
    private static func seed(_ occurrence: Int) -> UInt64 {
        occurrence == 0 ? 0 : withUnsafeBytes(of: UInt64(occurrence).littleEndian) { Fingerprint.of($0) }
    }

    @inline(__always)
    private func see(_ record: Record, _ match: MatchReport, _ schedule: ScheduleNames) {
        if let id = reader.text(record, position.tripID) { match.see(.trip, id, isKnown: schedule.knows(.trip, id)) }
        if let id = reader.text(record, position.routeID) { match.see(.route, id, isKnown: schedule.knows(.route, id)) }
        if let id = reader.text(record, position.stopID) { match.see(.stop, id, isKnown: schedule.knows(.stop, id)) }
        if let date = reader.text(record, position.startDate).flatMap(MatchReport.date) { match.see(date: date) }
    }

    /// Whether a record is of a time that the report looks at.
    private mutating func takes(_ record: Record, _ timestamp: UInt32, _ window: ReportWindow.Filter) -> Bool {
        guard timestamp != Observation.noTime else {
            context.diagnostics.report(
                .warning, "no_time_for_window", file: record.displayName, line: record.line
            ) { _ in "the position has no timestamp, so it lies outside --days, --from and --to; skipped" }
            return false
        }
        let (days, second) = clock.local(at: Int(timestamp))
        return window.takes(day: days) && window.takes(Int(timestamp), secondOfDay: second)
    }

    // MARK: Identity

    /// The fingerprint of the feed, the trip and its start date; nil without a trip.
    @inline(__always)
    private func trip(_ record: Record, _ feed: UInt64) -> UInt64? {
        guard let id = reader.text(record, position.tripID) else { return nil }
        let fingerprint = Fingerprint.of(id, seed: feed)
        let date = reader.text(record, position.startDate) ?? UnsafeRawBufferPointer(start: nil, count: 0)
        return Fingerprint.of(date, seed: fingerprint)
    }

    /// The fingerprint of the feed and the first rung of the ladder that the record has; 0 if it has none.
    @inline(__always)
    private func vehicle(_ record: Record, _ feed: UInt64, _ trip: UInt64?) -> UInt64 {
        for (rung, column) in rungs {
            if rung == .trip {
                if let trip { return Observation.vehicle(trip) }
            } else if let id = reader.text(record, column) {
                return Observation.vehicle(Fingerprint.of(id, seed: feed))
            }
        }
        context.diagnostics.report(
            .warning, "no_vehicle_identity", file: record.displayName, line: record.line
        ) { _ in "the position does not identify its vehicle, so repeats cannot be recognised; counted" }
        return 0
    }

    // MARK: Groups

    @inline(__always)
    private mutating func group(_ record: Record, _ timestamp: UInt32, carriage: [UInt8]?) throws -> Int {
        keyBytes.removeAll()
        var days = 0
        var second = 0
        let hasTime = timestamp != Observation.noTime
        if needsTime, hasTime { (days, second) = clock.local(at: Int(timestamp)) }
        for key in keys {
            switch key {
            case .routeID: keyBytes.append(reader.text(record, position.routeID))
            case .tripID: keyBytes.append(reader.text(record, position.tripID))
            case .stopID:
                if let found = stops?.foundID {
                    found.withUnsafeBytes { keyBytes.append($0) }
                } else {
                    keyBytes.append(reader.text(record, position.stopID))
                }
            case .stopSequence:
                keyBytes.append(stops?.foundSequence ?? reader.stopSequence(record))
            case .vehicleID: keyBytes.append(reader.text(record, position.vehicleID))
            case .feedID: keyBytes.append(reader.text(record, feedID))
            // No key of positions.
            case .patternID: keyBytes.appendNull()
            case .directionID: keyBytes.append(reader.whole(record, position.directionID, "not a direction"))
            case .carriage:
                if let carriage, !carriage.isEmpty {
                    carriage.withUnsafeBytes { keyBytes.append($0) }
                } else {
                    keyBytes.appendNull()
                }
            case .hour: keyBytes.append(hasTime ? second / 3600 : nil)
            case .timeBin: keyBytes.append(hasTime ? bin.place(ofSecond: second) * bin.seconds : nil)
            case .weekday: keyBytes.append(hasTime ? CivilDate.weekday(daysSinceEpoch: days) : nil)
            case .dayType: keyBytes.append(hasTime ? DayTypes.place(ofDay: days) : nil)
            case .date: keyBytes.append(hasTime ? date(days) : nil)
            case .serviceDate: keyBytes.append(reader.date(record, position.startDate) ?? (hasTime ? date(days) : nil))
            }
        }
        if let group = accumulator.intern(keyBytes.bytes) { return group }
        throw StageFailure(
            .dataUnusable,
            "more than \(GroupKeys.capacity) groups; choose fewer or coarser keys with --by")
    }

    private mutating func date(_ days: Int) -> Int {
        if days != lastDays {
            lastDays = days
            lastDate = CivilDate(daysSinceEpoch: days).compact
        }
        return lastDate
    }
}
