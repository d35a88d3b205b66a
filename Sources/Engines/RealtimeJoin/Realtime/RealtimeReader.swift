import Contract
import NDJSON
import Schedule
import StageKit

/// Reads realtime records into a `RealtimeContext`.
///
/// Cost: only the columns needed for the join are read; their texts become Strings, because each record is a trip or a
/// vehicle.
package struct RealtimeReader {
    package static let tables = [
        Tables.FeedMessages.name, Tables.TripUpdates.name, Tables.StopTimeUpdates.name, Tables.VehiclePositions.name,
        Tables.TripModifications.name, Tables.StopsRT.name, Tables.ShapesRT.name,
    ]

    private static let message = Tables.FeedMessages.columns
    private static let update = Tables.TripUpdates.columns
    private static let exploded = Tables.StopTimeUpdates.columns
    private static let stop = Tables.StopTimeUpdateMembers.columns
    private static let vehicle = Tables.VehiclePositions.columns

    /// The columns to read, including those of a trip update's stops, which are separate rows with `--explode`.
    package static let columns: [any AnyColumn] =
        [
            message.timestamp, message.feedVersion, update.feedTimestamp, update.isDeleted, update.tripID,
            update.routeID, update.directionID, update.startTime, update.startDate, update.scheduleRelationship,
            update.vehicleID, update.wheelchairAccessible, update.timestamp, update.delay, update.stopTimeUpdates,
            update.tripProperties, exploded.tripScheduleRelationship, vehicle.vehicleLabel, vehicle.latitude,
            vehicle.longitude, vehicle.bearing, vehicle.speed, vehicle.currentStopSequence, vehicle.currentStatus,
            vehicle.occupancyStatus, vehicle.occupancyPercentage, update.modifiedTrip,
        ] + stopColumns + DetourReader.columns

    private static let stopColumns: [any AnyColumn] = [
        stop.stopSequence, stop.stopID, stop.arrivalDelay, stop.arrivalTime, stop.arrivalScheduledTime,
        stop.departureDelay, stop.departureTime, stop.departureScheduledTime, stop.departureOccupancyStatus,
        stop.scheduleRelationship, stop.stopTimeProperties,
    ]

    package var context = RealtimeContext()
    /// The number of processed records, by table.
    package private(set) var taken = [Int](repeating: 0, count: RealtimeReader.tables.count)
    private let reader: ColumnReader
    private let detours: DetourReader
    private let modifiedTrip = ColumnScanner(Tables.ModifiedTripSelector.all)
    private let stops = ColumnScanner(stopColumns)
    private let tripProperties = ColumnScanner([
        Tables.TripProperties.columns.tripID, Tables.TripProperties.columns.startDate,
        Tables.TripProperties.columns.startTime, Tables.TripProperties.columns.tripHeadsign,
    ])
    private let stopProperties = ColumnScanner([
        Tables.StopTimeProperties.columns.assignedStopID, Tables.StopTimeProperties.columns.stopHeadsign,
        Tables.StopTimeProperties.columns.pickupType,
    ])

    package init(_ diagnostics: Diagnostics) {
        reader = ColumnReader(diagnostics)
        detours = DetourReader(reader)
    }

    /// Processes a record of `tables[table]`.
    package mutating func take(_ record: Record, table: Int) {
        taken[table] += 1
        reader.begin(record)
        switch table {
        case 0:
            let time = reader[RealtimeReader.message.timestamp]
            context.saw(timestamp: time)
            context.detours.begin(at: time)
            if let version = reader[RealtimeReader.message.feedVersion] { context.feedVersion = version }
        case 1: takeTripUpdate(record)
        case 2:
            context.saw(timestamp: reader[RealtimeReader.update.feedTimestamp])
            context.detours.sawUpdate()
            if let update = explodedTripUpdate(record) { context.take(update.stops[0], of: update) }
        case 3: takeVehicle(record)
        case 4: if let modification = detours.modification(record) { context.detours.take(modification) }
        case 5: if let stop = detours.stop(record) { context.detours.take(stop) }
        default: if let shape = detours.shape(record) { context.detours.takeShape(shape.id, shape.line) }
        }
    }

    /// Counts the processed records as merged into records of another table.
    package func countAsMerged(_ summary: RunSummary) {
        for (name, count) in zip(RealtimeReader.tables, taken) where count > 0 { summary.table(name).merged += count }
    }

    // MARK: Trip updates

    private mutating func takeTripUpdate(_ record: Record) {
        context.detours.sawUpdate()
        guard let update = wholeTripUpdate(record) else { return }
        context.saw(timestamp: reader[RealtimeReader.update.feedTimestamp])
        context.take(update)
    }

    /// Returns the update in a record of trip_updates; nil if the record deletes its entity.
    package func wholeTripUpdate(_ record: Record) -> TripUpdate? {
        reader.begin(record)
        let columns = RealtimeReader.update
        guard record[columns.isDeleted].bool != true else { return nil }
        var update = tripUpdate(record)
        update.trip.relationship = reader[columns.scheduleRelationship]
        record[columns.stopTimeUpdates].forEachElement { element in
            stops.scan(element)
            if let stop = stopUpdate(in: stops) { update.stops.append(stop) }
        }
        let properties = Tables.TripProperties.columns
        tripProperties.scan(record[columns.tripProperties])
        update.properties.tripID = reader.value(of: properties.tripID, in: tripProperties)
        update.properties.startDate = reader.value(of: properties.startDate, in: tripProperties)
        update.properties.startTime = reader.value(of: properties.startTime, in: tripProperties)
        update.properties.headsign = reader.value(of: properties.tripHeadsign, in: tripProperties)
        return update
    }

    /// Returns the update in a record of stop_time_updates; nil if it has neither stop_id nor stop_sequence.
    package func explodedTripUpdate(_ record: Record) -> TripUpdate? {
        reader.begin(record)
        guard let stop = stopUpdate(in: record.values) else { return nil }
        var update = tripUpdate(record)
        update.trip.relationship = reader[RealtimeReader.exploded.tripScheduleRelationship]
        update.stops = [stop]
        return update
    }

    private func tripUpdate(_ record: Record) -> TripUpdate {
        let columns = RealtimeReader.update
        let feedTimestamp = reader[columns.feedTimestamp]
        return TripUpdate(
            trip: tripReference(record), vehicleID: reader[columns.vehicleID],
            wheelchairAccessible: reader[columns.wheelchairAccessible],
            timestamp: reader[columns.timestamp] ?? feedTimestamp, delay: reader[columns.delay])
    }

    /// Returns the trip of the record that was begun.
    ///
    /// A trip that a detour modifies is named by its modified_trip alone; its trip_id is the one that the detour affects.
    private func tripReference(_ record: Record) -> TripReference {
        let columns = RealtimeReader.update
        var reference = TripReference(
            tripID: reader[columns.tripID], startDate: reader[columns.startDate],
            startTime: reader[columns.startTime], routeID: reader[columns.routeID],
            directionID: reader[columns.directionID])
        let modified = record[columns.modifiedTrip]
        guard modified.kind == .object else { return reference }
        modifiedTrip.scan(modified)
        let names = Tables.ModifiedTripSelector.columns
        guard let trip = reader.value(of: names.affectedTripID, in: modifiedTrip) else { return reference }
        reference.tripID = trip
        reference.modificationsID = reader.value(of: names.modificationsID, in: modifiedTrip) ?? ""
        reference.startDate = reader.value(of: names.startDate, in: modifiedTrip) ?? reference.startDate
        reference.startTime = reader.value(of: names.startTime, in: modifiedTrip) ?? reference.startTime
        return reference
    }

    /// Returns the detour in a record of trip_modifications; nil without an entity_id.
    package func modification(_ record: Record) -> TripModification? {
        reader.begin(record)
        return detours.modification(record)
    }

    /// Returns the stop in a record of stops_rt; nil without a stop_id.
    package func stop(_ record: Record) -> RealtimeStop? {
        reader.begin(record)
        return detours.stop(record)
    }

    /// Returns the shape in a record of shapes_rt; nil without a shape_id or a line.
    package func shape(_ record: Record) -> (id: String, line: String)? {
        reader.begin(record)
        return detours.shape(record)
    }

    /// Returns the trip of a record, with its relationship.
    package func reference(of record: Record) -> TripReference {
        reader.begin(record)
        var reference = tripReference(record)
        reference.relationship = reader[RealtimeReader.update.scheduleRelationship]
        return reference
    }

    /// Returns the detour whose modified trip a record names; nil if it names none.
    ///
    /// It reports nothing, for records whose trip was read by `reference(of:)`.
    package func modificationsID(of record: Record) -> String? {
        let modified = record[RealtimeReader.update.modifiedTrip]
        guard modified.kind == .object else { return nil }
        modifiedTrip.scan(modified)
        let names = Tables.ModifiedTripSelector.columns
        func text(_ value: JSONValue) -> String? {
            value.string ?? (value.kind == .number ? String(decoding: value.inside, as: UTF8.self) : nil)
        }
        guard let trip = text(modifiedTrip[names.affectedTripID]), !trip.isEmpty else { return nil }
        return text(modifiedTrip[names.modificationsID]) ?? ""
    }

    /// Returns nil for an update with neither stop_id nor stop_sequence.
    private func stopUpdate(in members: ColumnScanner) -> StopUpdate? {
        let columns = RealtimeReader.stop
        func value<V: ColumnValue, P: RecordPresence>(_ column: Column<Tables.StopTimeUpdateMembers, V, P>) -> V.Value?
        {
            reader.value(of: column, in: members)
        }
        var stop = StopUpdate()
        stop.sequence = value(columns.stopSequence)
        stop.stopID = value(columns.stopID)
        guard stop.sequence != nil || stop.stopID != nil else { return nil }
        stop.arrival = StopUpdate.Event(
            delay: value(columns.arrivalDelay), time: value(columns.arrivalTime),
            scheduledTime: value(columns.arrivalScheduledTime))
        stop.departure = StopUpdate.Event(
            delay: value(columns.departureDelay), time: value(columns.departureTime),
            scheduledTime: value(columns.departureScheduledTime))
        stop.occupancyStatus = value(columns.departureOccupancyStatus)
        stop.relationship = StopUpdate.Relationship(rawValue: value(columns.scheduleRelationship) ?? 0) ?? .scheduled
        let properties = members[columns.stopTimeProperties]
        guard properties.isPresent else { return stop }
        let names = Tables.StopTimeProperties.columns
        stopProperties.scan(properties)
        stop.assignedStopID = reader.value(of: names.assignedStopID, in: stopProperties)
        stop.headsign = reader.value(of: names.stopHeadsign, in: stopProperties)
        stop.pickupType = reader.value(of: names.pickupType, in: stopProperties)
        return stop
    }

    // MARK: Vehicles

    private mutating func takeVehicle(_ record: Record) {
        let columns = RealtimeReader.vehicle
        guard record[columns.isDeleted].bool != true else { return }
        let feedTimestamp = reader[columns.feedTimestamp]
        context.saw(timestamp: feedTimestamp)
        context.detours.sawVehicle()
        var vehicle = VehicleState(trip: tripReference(record))
        vehicle.trip.relationship = reader[columns.scheduleRelationship]
        vehicle.vehicleID = reader[columns.vehicleID]
        vehicle.label = reader[columns.vehicleLabel]
        vehicle.wheelchairAccessible = reader[columns.wheelchairAccessible]
        vehicle.place = reader.place(
            record[columns.latitude], record[columns.longitude], field: columns.latitude.name,
            of: "vehicle \(Finding.quoted(vehicle.vehicleID ?? vehicle.trip.tripID ?? ""))")
        vehicle.bearing = reader[columns.bearing]
        vehicle.speed = reader[columns.speed]
        vehicle.currentStopSequence = reader[columns.currentStopSequence]
        vehicle.stopID = reader[columns.stopID]
        vehicle.currentStatus = reader[columns.currentStatus]
        vehicle.timestamp = reader[columns.timestamp] ?? feedTimestamp
        vehicle.occupancyStatus = reader[columns.occupancyStatus]
        // -1 is absence, as the specification's unset mark for carriages is.
        vehicle.occupancyPercentage = reader[columns.occupancyPercentage].flatMap { $0 >= 0 ? $0 : nil }
        context.take(vehicle)
    }
}
