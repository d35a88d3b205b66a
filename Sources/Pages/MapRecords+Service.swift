import Contract
import Feeds
import GTFSRealtime
import Geometry
import NDJSON
import Occupancy
import StageKit

/// Departures and trips.
extension MapRecords {
    func departure(_ record: Record) -> MapDeparture? {
        guard let time = reader.time(record[MapField.departureTime], "departure_time") else {
            reject(record, "no_departure_time", "the departure has no departure_time (left out)")
            return nil
        }
        return MapDeparture(
            feedID: text(record, MapField.feedID, "feed_id"), stopID: text(record, MapField.stopID, "stop_id"),
            stopName: text(record, MapField.stopName, "stop_name"),
            platformCode: text(record, MapField.platformCode, "platform_code"),
            tripID: text(record, MapField.tripID, "trip_id"),
            startDate: text(record, MapField.startDate, "start_date"),
            startTime: text(record, MapField.startTime, "start_time"),
            routeID: text(record, MapField.routeID, "route_id"),
            routeShortName: text(record, MapField.routeShortName, "route_short_name"),
            routeColor: color(record, record, MapField.routeColor),
            routeTextColor: color(record, record, MapField.routeTextColor),
            routeType: reader.integer(record[MapField.routeType], "route_type"),
            headsign: text(record, MapField.headsign, "headsign"),
            wheelchairAccessible: reader.integer(record[MapField.wheelchairAccessible], "wheelchair_accessible"),
            scheduledTime: reader.time(record[MapField.scheduledTime], "scheduled_time"),
            scheduledTimeLocal: localTime(record, MapField.scheduledTimeLocal, "scheduled_time_local"),
            departureTime: time,
            departureTimeLocal: localTime(record, MapField.departureTimeLocal, "departure_time_local"),
            delay: reader.delay(record[MapField.delay], "delay"),
            isRealtime: record[MapField.realtime].bool ?? false,
            scheduleRelationship: relationship(record),
            countdown: reader.delay(record[MapField.countdown], "countdown_seconds"),
            vehicleID: text(record, MapField.vehicleID, "vehicle_id"), occupancyStatus: status(record),
            occupancyPercentage: percentage(record))
    }

    /// A board on which nothing departs; nil for another, which its departures stand for.
    func emptyBoard(_ record: Record) -> MapBoard? {
        guard let at = reader.time(record[MapField.at], "at") else {
            reject(record, "no_board_time", "the board has no at (left out)")
            return nil
        }
        guard reader.integer(record[MapField.departures], "departures") == 0 else { return nil }
        return MapBoard(
            feedID: text(record, MapField.feedID, "feed_id"), stopID: text(record, MapField.stopID, "stop_id"),
            stopName: text(record, MapField.stopName, "stop_name"), at: at,
            horizon: reader.integer(record[MapField.horizon], "horizon_seconds"))
    }

    /// `2026-03-02T08:00:00+10:00`; nil for anything that does not begin with a date and a time.
    private func localTime(_ record: Record, _ field: Int, _ name: StaticString) -> String? {
        guard let text = text(record, field, name) else { return nil }
        let bytes = Array(text.utf8)
        let isTime =
            bytes.count >= 19 && bytes.count <= 40 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
            && bytes[10] == UInt8(ascii: "T") && bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":")
        if isTime { return text }
        warn(record, "invalid_\(name)", field: "\(name)", value: record[field]) {
            "\($0) is no RFC 3339 time (shown in UTC)"
        }
        return nil
    }

    private func relationship(_ members: some MapMembers) -> Int? {
        reader.enumeration(
            members[MapField.scheduleRelationship], "schedule_relationship", Enumeration.tripRelationship.number)
    }

    func trip(_ record: Record) -> MapTrip? {
        guard let id = text(record, MapField.tripID, "trip_id") else {
            reject(record, "no_trip_id", "the trip has no trip_id (left out)")
            return nil
        }
        var stops: [MapTripStop] = []
        record[MapField.stops].forEachElement { element in
            guard let members = scanned(element, outer) else {
                return warn(record, "not_a_stop", field: "stops", value: element) { "\($0) is no stop (left out)" }
            }
            stops.append(stop(members))
        }
        var trip = MapTrip(
            tripID: id, stops: MapRecords.inSequence(stops),
            vehicle: scanned(record[MapField.vehicle], outer).map(vehicle))
        trip.feedID = text(record, MapField.feedID, "feed_id")
        trip.startDate = text(record, MapField.startDate, "start_date")
        trip.startTime = text(record, MapField.startTime, "start_time")
        trip.routeID = text(record, MapField.routeID, "route_id")
        trip.routeShortName = text(record, MapField.routeShortName, "route_short_name")
        trip.routeLongName = text(record, MapField.routeLongName, "route_long_name")
        trip.routeColor = color(record, record, MapField.routeColor)
        trip.routeTextColor = color(record, record, MapField.routeTextColor)
        trip.routeType = reader.integer(record[MapField.routeType], "route_type")
        trip.directionID = reader.integer(record[MapField.directionID], "direction_id")
        trip.headsign = text(record, MapField.headsign, "headsign")
        trip.wheelchairAccessible = reader.integer(record[MapField.wheelchairAccessible], "wheelchair_accessible")
        trip.scheduleRelationship = relationship(record)
        trip.timezone = text(record, MapField.timezone, "timezone")
        return trip
    }

    /// Stops by stop_sequence where all have one, else as they stand.
    private static func inSequence(_ stops: [MapTripStop]) -> [MapTripStop] {
        guard stops.allSatisfy({ $0.stopSequence != nil }) else { return stops }
        let order = stops.indices.sorted {
            (stops[$0].stopSequence ?? 0, $0) < (stops[$1].stopSequence ?? 0, $1)
        }
        return order.map { stops[$0] }
    }

    private func stop(_ members: RecordScanner) -> MapTripStop {
        MapTripStop(
            stopID: text(members, MapField.stopID, "stop_id"), stopName: text(members, MapField.stopName, "stop_name"),
            stopSequence: reader.integer(members[MapField.stopSequence], "stop_sequence"),
            coordinate: coordinate(members, MapField.lat, MapField.lon),
            arrival: reader.delay(members[MapField.arrivalTimeSecs], "arrival_time_secs"),
            departure: reader.delay(members[MapField.departureTimeSecs], "departure_time_secs"),
            platformCode: text(members, MapField.platformCode, "platform_code"),
            wheelchairBoarding: reader.integer(members[MapField.wheelchairBoarding], "wheelchair_boarding"),
            delay: reader.delay(members[MapField.delay], "delay"),
            isSkipped: members[MapField.skipped].bool ?? false, occupancyStatus: status(members))
    }

    private func vehicle(_ members: RecordScanner) -> MapTripVehicle {
        MapTripVehicle(
            vehicleID: text(members, MapField.vehicleID, "vehicle_id"),
            label: text(members, MapField.vehicleLabel, "vehicle_label"),
            coordinate: coordinate(members, MapField.latitude, MapField.longitude),
            bearing: reader.double(members[MapField.bearing], "bearing"),
            timestamp: reader.time(members[MapField.timestamp], "timestamp"), occupancyStatus: status(members),
            occupancyPercentage: percentage(members))
    }
}
