import Contract
import Hashing
import NDJSON
import RealtimeJoin
import StageKit
import VehiclePaths

/// Takes positions into the fleet, message by message, and writes what is predicted at the end of each message.
struct PositionTaker: HasFeedOption, MindsGaps, ReadsOnlyColumns {
    let tables = [Tables.FeedMessages.name, Tables.VehiclePositions.name]
    let columns: [any AnyColumn] =
        FixReader.columns + [
            position.routeID, position.directionID, position.startTime, position.startDate,
            position.scheduleRelationship, position.modifiedTrip, message.source,
        ]
    let needs = RecordNeeds(
        anyOf: [Tables.VehiclePositions.name, Tables.FeedMessages.name],
        advice: [(Tables.FeedEntities.name, "run decode-rt without --nested")])
    let scansAhead = true

    private static let position = Tables.VehiclePositions.columns
    private static let message = Tables.FeedMessages.columns

    /// The positions of one message, or of one feed_timestamp where there are no messages.
    private struct Snapshot {
        /// POSIX seconds of the message.
        var time: Int?
        var source = "-"
        /// The newest position.
        var newest: Int?
        var hasPositions = false
        /// How many records of other tables had come when it began.
        var othersBefore: Int
    }

    private let fleet: Fleet
    private let findings: PredictFindings
    private let context: StageContext
    private let values: ColumnReader
    private let fixes: FixReader
    private let writer: PredictionWriter
    private let figures: [TableFigures]
    private var snapshot: Snapshot?
    private var hasMessages = false

    init(_ fleet: Fleet, _ findings: PredictFindings, _ context: StageContext) {
        self.fleet = fleet
        self.findings = findings
        self.context = context
        values = ColumnReader(context.diagnostics)
        fixes = FixReader(values, context.diagnostics)
        writer = PredictionWriter(context, layover: fleet.options.layover)
        figures = tables.map { context.summary.table($0) }
    }

    mutating func process(_ record: Record) throws {
        guard record.table == 0 else { return try takePosition(record) }
        try end()
        figures[0].merged += 1
        hasMessages = true
        values.begin(record)
        begin(at: values[PositionTaker.message.timestamp], source: values[PositionTaker.message.source] ?? "-")
    }

    mutating func recordPassedOver(_ record: Record) throws {
        if record.table == 0 { try end() }
    }

    mutating func finish() throws { try end() }

    // MARK: Messages

    private mutating func begin(at time: Int?, source: String) {
        snapshot = Snapshot(time: time, source: source, othersBefore: context.summary.read(besides: tables))
    }

    private mutating func end() throws {
        guard let snapshot else { return }
        self.snapshot = nil
        // A message of trip updates or alerts has no vehicles, and says nothing of them.
        if !snapshot.hasPositions, context.summary.read(besides: tables) > snapshot.othersBefore { return }
        guard let now = snapshot.time ?? snapshot.newest else {
            return findings.count(.timelessMessage, example: snapshot.source)
        }
        guard fleet.advance(to: now) else { return findings.count(.lateMessage, example: "\(now)") }
        try writer.begin(at: now, source: snapshot.source)
        try fleet.forEachPart(writer.write)
    }

    // MARK: Positions

    private mutating func takePosition(_ record: Record) throws {
        values.begin(record)
        let feedTime = Instant.seconds(record[PositionTaker.position.feedTimestamp])
        let isOther = feedTime != snapshot?.time && (feedTime != nil || !hasMessages)
        if snapshot == nil || isOther {
            try end()
            begin(at: feedTime, source: record.displayName)
        }
        switch fixes.moment(record) {
        case .deleted:
            snapshot?.hasPositions = true
            figures[1].ignored += 1
        case .timeless:
            ignore(record, "no_timestamp") { "the position has no time; skipped" }
        case .future(let time, let after):
            ignore(record, "position_from_the_future") {
                "the position's time \(time) is \(after) seconds after its message; skipped"
            }
        case .at(let measured, let feedTime):
            snapshot?.hasPositions = true
            if measured > snapshot?.newest ?? .min { snapshot?.newest = measured }
            if take(record, measured, feedTime) { figures[1].merged += 1 } else { figures[1].ignored += 1 }
        }
    }

    private mutating func ignore(_ record: Record, _ code: String, _ message: () -> String) {
        snapshot?.hasPositions = true
        figures[1].ignored += 1
        context.diagnostics.report(.warning, code, file: record.displayName, line: record.line) { _ in message() }
    }

    /// Whether the position is of use.
    private func take(_ record: Record, _ measured: Int, _ feedTime: Int?) -> Bool {
        let position = PositionTaker.position
        if record[position.modifiedTrip].kind == .object {
            findings.count(.modifiedTrip, example: nil)
            return false
        }
        guard let run = run(of: record, at: measured) else { return false }
        let (hash, _) = fixes.vehicle(record)
        let key = hash == 0 ? run.key : hash
        let (fix, _) = fixes.fix(record, measured: measured, feedTime: feedTime) { fleet.stopNumber($0) }
        return fleet.take(fix, of: key, on: run) {
            func name(_ column: FixReader.NameColumn) -> String? {
                fixes.text(record, column) == nil ? nil : fixes.name(record, column)
            }
            return VehicleNames(
                id: name(position.vehicleID), label: name(position.vehicleLabel), plate: name(position.licensePlate))
        }
    }

    /// The run that a position is of; nil where there is none to predict, which is counted.
    private func run(of record: Record, at time: Int) -> PredictedRun? {
        let position = PositionTaker.position
        var key = UInt64(0)
        func add(_ text: UnsafeRawBufferPointer?) {
            key = text.map { Fingerprint.of($0, seed: key) } ?? Fingerprint.of(key, 1)
        }
        add(fixes.text(record, position.tripID))
        add(fixes.text(record, position.startDate))
        add(fixes.text(record, position.startTime))
        add(fixes.text(record, position.routeID))
        if let direction = record[position.directionID].integer {
            key = Fingerprint.of(key, UInt64(truncatingIfNeeded: direction))
        }
        // Without a date the day depends on the time.
        if fixes.text(record, position.startDate) == nil { key = Fingerprint.of(key, UInt64(time / 1800)) }
        let relationship = fixes.enumerated(record, position.scheduleRelationship, in: 0...8)
        key = Fingerprint.of(key, UInt64(truncatingIfNeeded: relationship ?? -1))
        switch fleet.known(key) ?? fleet.find(reference(record, relationship), key: key, at: time) {
        case .run(let run): return run
        case .none(let reason, let name):
            findings.count(reason, example: name)
            return nil
        }
    }

    private func reference(_ record: Record, _ relationship: Int?) -> TripReference {
        let position = PositionTaker.position
        values.begin(record)
        return TripReference(
            tripID: values[position.tripID], startDate: values[position.startDate],
            startTime: values[position.startTime], routeID: values[position.routeID],
            directionID: values[position.directionID], relationship: relationship)
    }
}
