import Contract
import NDJSON
import RealtimeJoin
import Reports
import StageKit
import TimeZones
import Visits

/// How a record tells what is predicted.
enum UpdateKind {
    /// A row of `stop_time_updates`.
    case stop
    /// A row of `trip_updates`, with its stops in an array or in rows that follow.
    case trip
}

/// Reads predictions out of records.
struct UpdateReader {
    private static let update = Tables.TripUpdates.columns
    private static let stop = Tables.StopTimeUpdateMembers.columns

    static let columns: [any AnyColumn] =
        [
            update.feedTimestamp, update.entityID, update.tripID, update.startTime, update.startDate, update.vehicleID,
            update.timestamp, update.stopTimeUpdates, update.scheduleRelationship, update.tripProperties,
        ] + stopColumns

    private static let stopColumns: [any AnyColumn] = [
        stop.stopSequence, stop.stopID, stop.arrivalDelay, stop.arrivalTime, stop.departureDelay, stop.departureTime,
        stop.scheduleRelationship,
    ]

    private let stops = ColumnScanner(UpdateReader.stopColumns)
    private static let properties = Tables.TripProperties.columns
    private let copy = ColumnScanner([properties.tripID, properties.startDate, properties.startTime])
    /// The timestamp of the trip_updates row before, and whose it is: rows of its stops have none of their own.
    private var lastTimestamp: Int?
    private var lastEntity: [UInt8] = []

    /// Calls `take` with each prediction of a record.
    mutating func forEach(
        of record: Record, _ kind: UpdateKind, _ input: VisitInput,
        _ take: (PredictionTarget, Prediction) -> Void
    ) {
        let (update, reader) = (UpdateReader.update, input.reader)
        var entity = Array(record[update.feedTimestamp].inside) + [0] + Array(record[update.entityID].inside)
        entity += [0] + Array(record[update.tripID].inside)
        var timestamp = reader.instant(record, update.timestamp)
        let feedTimestamp = reader.instant(record, update.feedTimestamp)
        if kind == .trip {
            lastTimestamp = timestamp
            lastEntity = entity
        } else if timestamp == nil, entity == lastEntity {
            timestamp = lastTimestamp
        }
        guard let made = timestamp ?? feedTimestamp else { return input.leaveOut(.noTimestamp) }
        let trip = input.texts.number(of: reader.text(record, update.tripID))
        guard trip != 0 else { return input.leaveOut(.updateWithoutTrip) }
        var target = PredictionTarget(
            trip: trip, vehicle: input.texts.number(of: reader.text(record, update.vehicleID)),
            feed: input.texts.number(of: reader.text(record, Tables.AnyRecord.columns.feedID)),
            day: reader.day(record, update.startDate), start: reader.serviceTime(record, update.startTime))
        if kind == .trip, UpdateReader.isCopy(record[update.scheduleRelationship]) { name(&target, record, input) }
        var prediction = Prediction(timestamp: made, feedTimestamp: feedTimestamp ?? made)
        func takeStop(_ values: ColumnScanner) {
            guard !UpdateReader.isUnpredicted(values[UpdateReader.stop.scheduleRelationship]) else { return }
            UpdateReader.read(values, into: &prediction, record, reader)
            guard prediction.saysAnything else { return }
            target.sequence = UpdateReader.whole(
                values, UpdateReader.stop.stopSequence, VisitReader.counts, record, reader)
            target.stop = input.texts.number(of: values.text(UpdateReader.stop.stopID))
            take(target, prediction)
        }
        if kind == .stop { return takeStop(record.values) }
        record[update.stopTimeUpdates].forEachElement { element in
            stops.scan(element)
            takeStop(stops)
        }
    }

    /// A copy of a trip goes by an id of its own, and at a time of its own, as its visits do (TripProperties).
    private func name(_ target: inout PredictionTarget, _ record: Record, _ input: VisitInput) {
        let properties = UpdateReader.properties
        copy.scan(record[UpdateReader.update.tripProperties])
        if let id = copy.text(properties.tripID), !id.isEmpty { target.trip = input.texts.number(of: id) }
        if let day = copy.text(properties.startDate).flatMap({ CivilDate(compact: $0) }) {
            target.day = day.daysSinceEpoch
        }
        if let start = copy.text(properties.startTime).flatMap({ ScheduleTime.seconds($0) }) { target.start = start }
    }

    private static func isCopy(_ value: JSONValue) -> Bool {
        value.kind == .number
            ? value.integer == TripRelationship.duplicated : ("DUPLICATED" as StaticString).isSame(value.inside)
    }

    private static func read(
        _ values: ColumnScanner, into prediction: inout Prediction, _ record: Record, _ reader: VisitReader
    ) {
        prediction.arrival = reader.instant(values[stop.arrivalTime], stop.arrivalTime.name, record)
        prediction.departure = reader.instant(values[stop.departureTime], stop.departureTime.name, record)
        prediction.arrivalDelay = whole(values, stop.arrivalDelay, VisitReader.seconds, record, reader)
        prediction.departureDelay = whole(values, stop.departureDelay, VisitReader.seconds, record, reader)
    }

    private static func whole<M, V, P>(
        _ values: ColumnScanner, _ column: Column<M, V, P>, _ range: ClosedRange<Int>, _ record: Record,
        _ reader: VisitReader
    ) -> Int? {
        let value = values[column]
        guard value.isPresent else { return nil }
        if let number = value.integer, range.contains(number) { return number }
        reader.refuse(record, column.name, value, "not a whole number of that kind")
        return nil
    }

    /// SKIPPED and NO_DATA predict nothing, whatever times stand beside them.
    private static func isUnpredicted(_ value: JSONValue) -> Bool {
        switch value.kind {
        case .number: value.integer == 1 || value.integer == 2
        case .string:
            ("SKIPPED" as StaticString).isSame(value.inside) || ("NO_DATA" as StaticString).isSame(value.inside)
        default: false
        }
    }
}

extension VisitInput.Reason {
    static let noTimestamp = Self(
        code: "no_timestamp", one: "update has no timestamp; skipped",
        words: "updates have no timestamp; skipped")
    static let updateWithoutTrip = Self(
        code: "update_without_trip", one: "update names no trip; skipped",
        words: "updates name no trip; skipped")
}
