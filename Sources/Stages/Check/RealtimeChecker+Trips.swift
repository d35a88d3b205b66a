import Contract
import NDJSON
import StageKit
import TimeZones

/// What trip descriptors say, by themselves and for trips of frequencies.txt.
extension RealtimeChecker {
    /// The fastest that a vehicle goes unless it runs on rails or flies, in m/s.
    private static let fastest = 26.0

    /// Checks the descriptor of a position or trip update.
    /// - Parameter isRequired: whether the entity has a descriptor even if it is empty.
    func checkDescriptor(_ record: Record, isRequired: Bool) {
        let row = RealtimeChecker.position
        let named: [JSONValue] = [
            record[row.tripID], record[row.routeID], record[row.directionID], record[row.startTime],
            record[row.startDate],
        ]
        let relationship = record.values.value(row.scheduleRelationship)
        guard
            isRequired || record[row.scheduleRelationship].kind != .absent
                || named.contains(where: { $0.kind != .absent })
        else { return }
        let trip = record[row.tripID].string ?? ""
        // A trip of a detour has no trip_id, and neither has one that the other four fields name.
        if trip.isEmpty, record.affectedTripID == nil, named.dropFirst().contains(where: { !$0.isPresent }) {
            add(.descriptorWithoutTripID, record, RealtimeChecker.vehicle(record))
        }
        let field: (name: String, value: NoticeSample.Value) = ("trip_id", trip.isEmpty ? .null : .text(trip))
        if !RealtimeChecker.isKnown(relationship, .tripRelationship), record.affectedTripID == nil {
            add(
                .relationshipMissing, record,
                [field] + RealtimeChecker.unknown(row.scheduleRelationship.name, relationship))
        }
        if let time = record[row.startTime].string, ScheduleTime.seconds(time) == nil {
            add(.startTimeInvalid, record, [field, ("start_time", .text(time))])
        }
        if let date = record[row.startDate].string, CivilDate(compact: date) == nil {
            add(.startDateInvalid, record, [field, ("start_date", .text(date))])
        }
    }

    /// The vehicle of a position or trip update, as samples show it.
    private static func vehicle(_ record: Record) -> [(name: String, value: NoticeSample.Value)] {
        record[position.vehicleID].string.map { [("vehicle_id", .text($0))] } ?? []
    }

    /// Checks what is said of a run of a trip of frequencies.txt.
    func checkFrequency(_ trip: IDSpace.ID, _ field: (name: String, value: NoticeSample.Value), _ record: Record) {
        let row = RealtimeChecker.position
        guard feed.trip(trip).hasFrequency, let headways = checker.side.frequencies[trip] else { return }
        let start = record[row.startTime].string.flatMap { ScheduleTime.seconds($0) }
        let written: NoticeSample.Value = record[row.startTime].string.map { .text($0) } ?? .null
        guard headways.contains(where: { !$0.isExact }) else {
            let isRun = start.map { start in headways.contains { $0.hasRun(at: start) } } ?? false
            if !isRun { add(.startTimeOffHeadway, record, [field, ("start_time", written)]) }
            return
        }
        for (name, value) in [("start_date", record[row.startDate]), ("start_time", record[row.startTime])]
        where !value.isPresent {
            add(.frequencyRunUnnamed, record, [field, (name, .null)])
        }
        if let relationship = record.values.value(row.scheduleRelationship),
            RealtimeChecker.isKnown(relationship, .tripRelationship), ![2, 3, 7].contains(relationship)
        {
            add(.frequencyRunScheduled, record, [field, ("schedule_relationship", .whole(relationship))])
        }
        if (record[row.vehicleID].string ?? "").isEmpty { add(.frequencyRunWithoutVehicle, record, [field]) }
    }

    /// Checks that vehicles name stops or platforms, not stations and what lies inside them.
    func check(platform id: String, _ record: Record) {
        guard let stop = feed.stopIDs.defined(id), feed.stop(stop).type != 0 else { return }
        add(.stopIsNoPlatform, record, [("stop_id", .text(id)), ("location_type", .whole(feed.stop(stop).type))])
    }

    /// Checks the speed of a vehicle, which on rails and in the air may be what the kind of route allows.
    func checkSpeed(_ record: Record, of trip: IDSpace.ID?) {
        let row = RealtimeChecker.position
        guard let speed = record[row.speed].double else { return }
        let route = trip.map { feed.trip($0).route } ?? record[row.routeID].string.flatMap(feed.routeIDs.defined)
        let type = route.flatMap { $0.isNone ? nil : feed.route($0).type }
        var limit = RealtimeChecker.fastest
        switch type ?? -1 {
        case 1, 2, 100...117, 400...404, 1100: limit = SpeedLimit.kilometresPerHour(routeType: type) / 3.6
        default: break
        }
        guard speed < 0 || speed > limit else { return }
        add(.speedUnrealistic, record, RealtimeChecker.vehicle(record) + [("speed", .number(speed, decimals: 1))])
    }
}
