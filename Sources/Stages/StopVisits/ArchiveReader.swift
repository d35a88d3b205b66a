import Contract
import Geometry
import Hashing
import NDJSON
import RealtimeJoin
import Schedule
import StageKit
import TimeZones
import VehiclePaths

/// Takes the records of an archive into the runs that they are of.
final class ArchiveReader: ReadsOnlyColumns {
    let tables = RealtimeReader.tables
    let scansAhead = true
    let columns: [any AnyColumn] =
        RealtimeReader.columns + [
            Tables.VehiclePositions.columns.entityID, Tables.VehiclePositions.columns.licensePlate,
            Tables.VehiclePositions.columns.odometer,
        ]
    let needs = RecordNeeds(
        anyOf: Array(RealtimeReader.tables.prefix(4)),
        advice: [(Tables.FeedEntities.name, "run decode-rt without --nested")])

    private let position = Tables.VehiclePositions.columns
    private let values: ColumnReader
    private let fixes: FixReader
    private let realtime: RealtimeReader
    private let context: StageContext
    private let writesLocations: Bool
    /// Whether trips without a valid trip_id are matched by other means.
    private let isLoose: Bool
    private let figures: [TableFigures]
    let pass: ArchivePass
    private let clock: SnapshotClock
    /// The time of the snapshot read last, POSIX seconds.
    private var now = Int.min
    /// Rows of stop_time_updates that follow each other and are of one update.
    private var gathered: (reference: UInt64, made: Int?, feed: Int, update: TripUpdate)?

    init(_ pass: ArchivePass, _ options: StopVisitsOptions, _ context: StageContext) {
        self.pass = pass
        self.context = context
        values = ColumnReader(context.diagnostics)
        fixes = FixReader(values, context.diagnostics)
        realtime = RealtimeReader(context.diagnostics)
        isLoose = options.match == .loose
        writesLocations = options.writesLocations || options.tides != nil
        figures = RealtimeReader.tables.map { context.summary.table($0) }
        let columns = columns
        clock = SnapshotClock { HeldRecords(columns) }
        clock.release = { [unowned self] held in
            try self.advance(to: held.time)
            try held.records.forEach(self.take)
        }
        clock.refuse = { [unowned self] held in self.refuse(held) }
    }

    func process(_ record: Record) throws {
        if let time = time(of: record) {
            if case .held(let held) = try clock.judge(time) { return held.records.hold(record) }
            try advance(to: time)
        }
        try take(record)
    }

    /// The time of the snapshot that a record is of: its message's, else its own; nil where neither is a time.
    @inline(__always)
    private func time(of record: Record) -> Int? {
        // Of a message this is all that is read; what is not as it should be with others is reported as they are taken.
        if record.table == 0 { return context.diagnostics.instant(record, position.timestamp) }
        return Instant.seconds(record[position.feedTimestamp]) ?? Instant.seconds(record[position.timestamp])
    }

    @inline(__always)
    private func advance(to time: Int) throws {
        // What was gathered is of before, and its run has to hear of it before it may end.
        if time != now {
            try flush()
            pass.index.positionsBefore.begin()
        }
        now = time
        try pass.advance(to: time)
    }

    private func refuse(_ held: SnapshotClock.Held) {
        for place in figures.indices { figures[place].ignored += held.records.count(of: place) }
        let first = held.records.first
        context.diagnostics.report(.warning, "clock_off", file: first?.displayName, line: first?.line) { _ in
            let records = held.records.count == 1 ? "its record was" : "its \(held.records.count) records were"
            return
                "the snapshot is from \(pass.finder.zone.rfc3339(held.time)), but no other snapshot is from that day, "
                + "so its clock was wrong; \(records) skipped"
        }
    }

    private func take(_ record: Record) throws {
        switch record.table {
        case 0:
            try flush()
            pass.beginMessage(at: context.diagnostics.instant(record, position.timestamp))
            figures[0].merged += 1
        case 1:
            try flush()
            pass.sawUpdate()
            if let update = realtime.wholeTripUpdate(record) {
                try take(update, table: 1, record)
            } else {
                figures[1].ignored += 1
            }
        case 2: try takeRow(record)
        case 3:
            pass.sawVehicle()
            try takePosition(record)
        default:
            try takeDetour(record)
            figures[record.table].merged += 1
        }
    }

    private func takeDetour(_ record: Record) throws {
        switch record.table {
        case 4: if let modification = realtime.modification(record) { try pass.take(modification) }
        case 5: if let stop = realtime.stop(record) { try pass.take(stop) }
        default: if let shape = realtime.shape(record) { try pass.takeShape(shape.id, shape.line) }
        }
    }

    func finish() throws {
        try clock.finish()
        try flush()
        try pass.finish()
    }

    // MARK: Positions

    private func takePosition(_ record: Record) throws {
        let (measured, feedTime): (Int, Int?)
        switch fixes.moment(record) {
        case .deleted: return ignore("deleted_entity", nil)
        case .timeless: return ignore("no_timestamp", record) { "the position has no time; skipped" }
        case .future(let time, let after):
            return ignore("position_from_the_future", record) {
                "the position's time \(time) is \(after) seconds after its message; skipped"
            }
        case .at(let time, let feed): (measured, feedTime) = (time, feed)
        }
        guard let (run, track) = try runAndTrack(of: record, at: measured) else { return }
        var (fix, place) = fixes.fix(record, measured: measured, feedTime: feedTime) { pass.stopNumber($0) }
        var early: VehicleTrack.EarlySequence?
        if fix.sequence != Fix.none {
            if let named = realtime.modificationsID(of: record) {
                if run.detour?.id != named {
                    early = VehicleTrack.EarlySequence(detour: named, sequence: fix.sequence)
                    fix.sequence = Fix.none
                }
            } else if let detour = run.detour {
                fix.sequence = pass.sequence(fix.sequence, of: detour)
            }
        }
        hear(run, fix, measured, place)
        if let feedTime { run.positionAges.count(feedTime - measured) }
        if writesLocations { append(record, fix, to: track) }
        track.append(fix, early)
        if let relationship = fixes.enumerated(record, position.scheduleRelationship, in: 0...8),
            measured >= run.relationship?.time ?? .min
        {
            run.relationship = (relationship, measured)
        }
        figures[3].merged += 1
    }

    private func append(_ record: Record, _ fix: Fix, to track: VehicleTrack) {
        var details = FixDetails(of: fix)
        if let bearing = record[position.bearing].double { details.bearing = Float(bearing) }
        if let speed = record[position.speed].double { details.speed = Float(speed) }
        if let odometer = record[position.odometer].double { details.odometer = odometer }
        track.details.append(details)
    }

    /// Notes that a run was heard of, and whether its vehicle is at the end of its way.
    @inline(__always)
    private func hear(_ run: RunUnderWay, _ fix: Fix, _ time: Int, _ place: Coordinate?) {
        if let end = run.end {
            var isThere = fix.status == Fix.stoppedAt && Int(fix.sequence) == end.sequence
            if let place {
                let metres = end.distance(place.latitude, place.longitude)
                if metres <= pass.nearMetres {
                    isThere = true
                } else if metres > 2 * pass.nearMetres + 200 {
                    isThere = false
                    if time < run.awayFromEnd { run.awayFromEnd = time }
                }
            }
            if isThere, time > run.atEnd { run.atEnd = time }
        }
        pass.heard(run, time)
    }

    /// The run that a position is of, and the track of its vehicle; nil where the record is left out, which is counted.
    @inline(__always)
    private func runAndTrack(of record: Record, at time: Int) throws -> (RunUnderWay, VehicleTrack)? {
        guard let trip = fixes.text(record, position.tripID) else {
            guard let run = try triplessRun(record, at: time) else { return nil }
            return (run, track(of: record, on: run))
        }
        var key = Fingerprint.of(trip)
        let date = fixes.text(record, position.startDate)
        key = date.map { Fingerprint.of($0, seed: key) } ?? Fingerprint.of(key, UInt64(time / pass.bucket))
        if let start = fixes.text(record, position.startTime) { key = Fingerprint.of(start, seed: key) }
        let run: RunUnderWay
        let vehicleTrack: VehicleTrack
        if let before = pass.index.positionsBefore.find(key) {
            run = before.run
            vehicleTrack = track(of: record, on: run, before.track)
        } else {
            // A day that is not told is that of the half hour's middle, whichever record comes first.
            let said = date == nil ? (time / pass.bucket) * pass.bucket + pass.bucket / 2 : time
            guard let known = try pass.index.run(key) ?? newRun(record, key, at: said) else { return nil }
            run = known
            vehicleTrack = track(of: record, on: run)
        }
        pass.index.positionsBefore.add(key, run, vehicleTrack)
        return (run, vehicleTrack)
    }

    private func newRun(_ record: Record, _ key: UInt64, at time: Int) throws -> RunUnderWay? {
        found(try pass.find(reference(record), key: key, at: time), 3, record)
    }

    /// The track of a record's vehicle on a run.
    /// - Parameter probable: one of the run's, which is looked at first.
    @inline(__always)
    private func track(of record: Record, on run: RunUnderWay, _ probable: VehicleTrack? = nil) -> VehicleTrack {
        let (vehicle, named) = fixes.vehicle(record)
        if let probable, probable.vehicle == vehicle { return probable }
        return run.track(of: vehicle) { named.flatMap { fixes.name(record, $0) } }
    }

    private func triplessRun(_ record: Record, at time: Int) throws -> RunUnderWay? {
        let reference = reference(record)
        if reference.tripID != nil { return found(try pass.find(reference, key: nil, at: time), 3, record) }
        if reference.routeID != nil, reference.startTime != nil, reference.startDate != nil {
            return found(try pass.find(reference, key: nil, at: time), 3, record)
        }
        let (vehicle, _) = fixes.vehicle(record)
        pass.sawTripless(vehicle)
        guard writesLocations else {
            figures[3].ignored += 1
            return nil
        }
        return found(pass.tripless(vehicle: vehicle, at: time), 3, record)
    }

    private func found(_ finding: RunIndex.Finding, _ table: Int, _ record: Record?) -> RunUnderWay? {
        switch finding {
        case .run(let run): return run
        case .over:
            figures[table].ignored += 1
            context.diagnostics.report(.warning, "late", file: record?.displayName, line: record?.line) { _ in
                "the record belongs to a run that has ended and was written; skipped"
            }
            return nil
        case .otherDay:
            figures[table].ignored += 1
            return nil
        }
    }

    private func reference(_ record: Record) -> TripReference {
        values.begin(record)
        if record[position.modifiedTrip].kind == .object { return realtime.reference(of: record) }
        return TripReference(
            tripID: values[position.tripID], startDate: values[position.startDate],
            startTime: values[position.startTime], routeID: values[position.routeID],
            directionID: values[position.directionID], relationship: values[position.scheduleRelationship])
    }

    private func ignore(_ code: String, _ record: Record?, _ message: () -> String = { "" }) {
        figures[3].ignored += 1
        guard let record else { return }
        context.diagnostics.report(.warning, code, file: record.displayName, line: record.line) { _ in message() }
    }

    // MARK: Predictions

    private func takeRow(_ record: Record) throws {
        guard let update = realtime.explodedTripUpdate(record) else {
            figures[2].ignored += 1
            return
        }
        values.begin(record)
        let feed = values[Tables.StopTimeUpdates.columns.feedTimestamp] ?? 0
        // Without a trip_id it is the route, the direction and the start that name the trip.
        var reference = (update.trip.tripID ?? update.trip.routeID ?? "").withBytes { Fingerprint.of($0) }
        reference = Fingerprint.of(reference, UInt64(truncatingIfNeeded: update.trip.directionID ?? -1))
        reference = Fingerprint.of(reference, UInt64(truncatingIfNeeded: update.trip.startDate ?? -1))
        reference = Fingerprint.of(reference, UInt64(truncatingIfNeeded: update.trip.startTime ?? -1))
        if gathered?.reference == reference, gathered?.made == update.timestamp, gathered?.feed == feed {
            gathered?.update.stops.append(contentsOf: update.stops)
            figures[2].merged += 1
            return
        }
        try flush()
        gathered = (reference, update.timestamp, feed, update)
        figures[2].merged += 1
    }

    private func flush() throws {
        guard let whole = gathered else { return }
        gathered = nil
        figures[2].merged -= 1
        try take(whole.update, table: 2, nil)
    }

    private func take(_ update: TripUpdate, table: Int, _ record: Record?) throws {
        guard let made = update.timestamp, made > 0 else {
            figures[table].ignored += 1
            context.diagnostics.report(.warning, "no_timestamp", file: record?.displayName, line: record?.line) { _ in
                "the update has no time; skipped"
            }
            return
        }
        if now != .min, made > now + FixReader.latestFuture {
            figures[table].ignored += 1
            context.diagnostics.report(
                .warning, "update_from_the_future", file: record?.displayName, line: record?.line
            ) { _ in "the update's time \(made) is \(made - now) seconds after its message; skipped" }
            return
        }
        var reference = update.trip
        let isCopy = update.trip.relationship == TripRelationship.duplicated
        if isCopy {
            // A copy goes by an id of its own, by which positions name it too.
            reference.tripID = update.properties.tripID ?? reference.tripID
            reference.startDate = update.properties.startDate ?? reference.startDate
            reference.startTime = update.properties.startTime ?? reference.startTime
        }
        let stops = isLoose ? update.stops.compactMap(\.stopID) : []
        guard reference.tripID != nil || reference.startTime != nil || stops.count > 1 else {
            pass.sawTripless(update)
            figures[table].ignored += 1
            return
        }
        guard let run = found(try pass.find(reference, key: nil, at: made, stops: stops), table, record)
        else { return }
        if isCopy { run.complete(reference) }
        pass.take(update, made: made, for: run) { $0.report(context.diagnostics) }
        pass.heard(run, made)
        figures[table].merged += 1
    }
}
