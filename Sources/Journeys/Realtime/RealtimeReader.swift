import Feeds
import NDJSON
import StageKit

/// Takes realtime records into a `RealtimeContext`.
///
/// Cost: only the members that a join needs are looked at; their texts become Strings, as each record stands for a
/// trip or a vehicle.
package struct RealtimeReader {
    package static let tables = ["feed_messages", "trip_updates", "stop_time_updates", "vehicle_positions"]

    package var context = RealtimeContext()
    /// Records taken, by table.
    package private(set) var taken = [Int](repeating: 0, count: RealtimeReader.tables.count)
    private let members: MemberReader

    package init(_ diagnostics: Diagnostics) { members = MemberReader(diagnostics) }

    /// Takes a record of `tables[table]`.
    package mutating func take(_ record: Record, table: Int) {
        taken[table] += 1
        members.begin(record)
        switch RealtimeReader.tables[table] {
        case "feed_messages":
            context.saw(timestamp: members.time(record[.timestamp], "timestamp"))
            if let version = members.text(record[.feedVersion], "feed_version") { context.feedVersion = version }
        case "trip_updates": takeTripUpdate(record)
        case "stop_time_updates":
            var update = tripUpdate(record)
            update.trip.relationship = members.enumeration(
                record[.tripScheduleRelationship], "trip_schedule_relationship", RealtimeNames.trip)
            var row = StopUpdateMembers()
            for (field, place) in RealtimeReader.stopColumns { row.values[place] = record[field] }
            if let stop = stopUpdate(row) { context.take(stop, of: update) }
        default: takeVehicle(record)
        }
    }

    /// Counts what was taken as living on in records of another table.
    package func countAsMerged(_ summary: RunSummary) {
        for (name, count) in zip(RealtimeReader.tables, taken) where count > 0 { summary.table(name).merged += count }
    }

    // MARK: Trip updates

    private mutating func takeTripUpdate(_ record: Record) {
        guard record[.isDeleted].bool != true else { return }
        var update = tripUpdate(record)
        update.trip.relationship = members.enumeration(
            record[.scheduleRelationship], "schedule_relationship", RealtimeNames.trip)
        record[.stopTimeUpdates].forEachElement { element in
            var row = StopUpdateMembers()
            element.forEachMember { key, value in row.take(key, value) }
            if let stop = stopUpdate(row) { update.stops.append(stop) }
        }
        record[.tripProperties].forEachMember { key, value in
            switch key.inside {
            case "trip_id": update.properties.tripID = members.text(value, "trip_id")
            case "start_date": update.properties.startDate = members.date(value, "start_date")
            case "start_time": update.properties.startTime = members.scheduleTime(value, "start_time")
            case "trip_headsign": update.properties.headsign = members.text(value, "trip_headsign")
            default: break
            }
        }
        context.take(update)
    }

    private mutating func tripUpdate(_ record: Record) -> TripUpdate {
        let feedTimestamp = members.time(record[.feedTimestamp], "feed_timestamp")
        context.saw(timestamp: feedTimestamp)
        return TripUpdate(
            trip: tripReference(record), vehicleID: members.text(record[.vehicleID], "vehicle_id"),
            wheelchairAccessible: members.enumeration(
                record[.wheelchairAccessible], "wheelchair_accessible", RealtimeNames.wheelchair),
            timestamp: members.time(record[.timestamp], "timestamp") ?? feedTimestamp,
            delay: members.delay(record[.delay], "delay"))
    }

    private func tripReference(_ record: Record) -> TripReference {
        TripReference(
            tripID: members.text(record[.tripID], "trip_id"), startDate: members.date(record[.startDate], "start_date"),
            startTime: members.scheduleTime(record[.startTime], "start_time"),
            routeID: members.text(record[.routeID], "route_id"),
            directionID: members.integer(record[.directionID], "direction_id"))
    }

    private static let stopColumns: [(RealtimeField, Int)] = [
        (.stopSequence, 0), (.stopID, 1), (.arrivalDelay, 2), (.arrivalTime, 3), (.arrivalScheduledTime, 4),
        (.departureDelay, 5), (.departureTime, 6), (.departureScheduledTime, 7), (.departureOccupancyStatus, 8),
        (.scheduleRelationship, 9), (.stopTimeProperties, 10),
    ]

    /// nil for a row that names neither a stop nor a sequence.
    private func stopUpdate(_ row: StopUpdateMembers) -> StopUpdate? {
        var stop = StopUpdate()
        stop.sequence = members.integer(row.values[0], "stop_sequence")
        stop.stopID = members.text(row.values[1], "stop_id")
        guard stop.sequence != nil || stop.stopID != nil else { return nil }
        stop.arrival = StopUpdate.Event(
            delay: members.delay(row.values[2], "arrival_delay"), time: members.time(row.values[3], "arrival_time"),
            scheduledTime: members.time(row.values[4], "arrival_scheduled_time"))
        stop.departure = StopUpdate.Event(
            delay: members.delay(row.values[5], "departure_delay"),
            time: members.time(row.values[6], "departure_time"),
            scheduledTime: members.time(row.values[7], "departure_scheduled_time"))
        stop.occupancyStatus = members.enumeration(
            row.values[8], "departure_occupancy_status", RealtimeNames.occupancy)
        let relationship = members.enumeration(row.values[9], "schedule_relationship", RealtimeNames.stop)
        stop.relationship = StopUpdate.Relationship(rawValue: relationship ?? 0) ?? .scheduled
        row.values[10].forEachMember { key, value in
            switch key.inside {
            case "assigned_stop_id": stop.assignedStopID = members.text(value, "assigned_stop_id")
            case "stop_headsign": stop.headsign = members.text(value, "stop_headsign")
            case "pickup_type": stop.pickupType = members.enumeration(value, "pickup_type", RealtimeNames.pickup)
            default: break
            }
        }
        return stop
    }

    // MARK: Vehicles

    private mutating func takeVehicle(_ record: Record) {
        guard record[.isDeleted].bool != true else { return }
        let feedTimestamp = members.time(record[.feedTimestamp], "feed_timestamp")
        context.saw(timestamp: feedTimestamp)
        var vehicle = VehicleState(trip: tripReference(record))
        vehicle.trip.relationship = members.enumeration(
            record[.scheduleRelationship], "schedule_relationship", RealtimeNames.trip)
        vehicle.vehicleID = members.text(record[.vehicleID], "vehicle_id")
        vehicle.label = members.text(record[.vehicleLabel], "vehicle_label")
        vehicle.wheelchairAccessible = members.enumeration(
            record[.wheelchairAccessible], "wheelchair_accessible", RealtimeNames.wheelchair)
        vehicle.latitude = members.double(record[.latitude], "latitude")
        vehicle.longitude = members.double(record[.longitude], "longitude")
        vehicle.bearing = members.double(record[.bearing], "bearing")
        vehicle.speed = members.double(record[.speed], "speed")
        vehicle.currentStopSequence = members.integer(record[.currentStopSequence], "current_stop_sequence")
        vehicle.stopID = members.text(record[.stopID], "stop_id")
        vehicle.currentStatus = members.enumeration(
            record[.currentStatus], "current_status", [("INCOMING_AT", 0), ("STOPPED_AT", 1), ("IN_TRANSIT_TO", 2)])
        vehicle.timestamp = members.time(record[.timestamp], "timestamp") ?? feedTimestamp
        vehicle.occupancyStatus = members.enumeration(
            record[.occupancyStatus], "occupancy_status", RealtimeNames.occupancy)
        // -1 is absence, as the specification's unset mark for carriages is.
        let percentage = members.integer(record[.occupancyPercentage], "occupancy_percentage")
        vehicle.occupancyPercentage = percentage.flatMap { $0 >= 0 ? $0 : nil }
        context.take(vehicle)
    }
}

extension Record {
    /// A member, where the stage's fields begin with `RealtimeField.names`.
    package subscript(field: RealtimeField) -> JSONValue { self[field.rawValue] }
}

/// The members of one stop's update, wherever they stand.
private struct StopUpdateMembers {
    var values = [JSONValue](repeating: .absent, count: StopUpdateMembers.names.count)

    private static let names: [StaticString] = [
        "stop_sequence", "stop_id", "arrival_delay", "arrival_time", "arrival_scheduled_time", "departure_delay",
        "departure_time", "departure_scheduled_time", "departure_occupancy_status", "schedule_relationship",
        "stop_time_properties",
    ]

    mutating func take(_ key: JSONValue, _ value: JSONValue) {
        for (place, name) in StopUpdateMembers.names.enumerated() where name ~= key.inside {
            values[place] = value
            return
        }
    }
}

/// Lets a key's bytes be matched against a name.
private func ~= (name: StaticString, bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.elementsEqual(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
}
