import Contract
import Geometry
import NDJSON
import Networks
import StageKit

/// Departures and trips.
extension MapRecords {
    private static let departure = Tables.Departures.columns
    private static let board = Tables.Boards.columns
    private static let trip = Tables.TripDetails.columns
    private static let stop = Tables.TripDetails.Stop.columns
    private static let tripVehicle = Tables.TripDetails.Vehicle.columns

    static let departureColumns: [any AnyColumn] = [
        departure.stopID, departure.stopName, departure.platformCode, departure.tripID, departure.startDate,
        departure.startTime, departure.routeID, departure.routeShortName, departure.routeColor,
        departure.routeTextColor, departure.routeType, departure.headsign, departure.wheelchairAccessible,
        departure.scheduledTime, departure.scheduledTimeLocal, departure.departureTime, departure.departureTimeLocal,
        departure.delay, departure.realtime, departure.scheduleRelationship, departure.countdownSeconds,
        departure.vehicleID, departure.occupancyStatus, departure.occupancyPercentage, departure.modificationsID,
        departure.typicalOccupancyStatus,
    ]
    static let boardColumns: [any AnyColumn] = [
        board.stopID, board.stopName, board.at, board.horizonSeconds, board.departures,
    ]
    static let tripColumns: [any AnyColumn] = [
        trip.tripID, trip.startDate, trip.startTime, trip.routeID, trip.routeShortName, trip.routeLongName,
        trip.routeColor, trip.routeTextColor, trip.routeType, trip.directionID, trip.headsign,
        trip.wheelchairAccessible, trip.scheduleRelationship, trip.timezone, trip.stops, trip.vehicle,
        trip.modificationsID, trip.encodedPolyline,
    ]
    static let stopColumns: [any AnyColumn] = [
        stop.stopID, stop.stopName, stop.stopSequence, stop.lat, stop.lon, stop.arrivalTimeSecs, stop.departureTimeSecs,
        stop.platformCode, stop.wheelchairBoarding, stop.delay, stop.skipped, stop.occupancyStatus, stop.alertIDs,
        stop.typicalOccupancyStatus,
    ]
    static let tripVehicleColumns: [any AnyColumn] = [
        tripVehicle.vehicleID, tripVehicle.vehicleLabel, tripVehicle.latitude, tripVehicle.longitude,
        tripVehicle.bearing, tripVehicle.timestamp, tripVehicle.occupancyStatus, tripVehicle.occupancyPercentage,
    ]

    mutating func takeDeparture(_ record: Record) {
        let columns = MapRecords.departure
        guard let time = reader[columns.departureTime] else {
            return diagnostics.reject(record, "no_departure_time", "the departure has no departure_time; skipped")
        }
        var departure =
            MapDeparture(
                feedID: feedID, stopID: reader[columns.stopID], stopName: reader[columns.stopName],
                platformCode: reader[columns.platformCode], tripID: reader[columns.tripID],
                startDate: reader[columns.startDate, as: Text.self],
                startTime: reader[columns.startTime, as: Text.self], routeID: reader[columns.routeID],
                routeShortName: reader[columns.routeShortName],
                routeColor: diagnostics.color(record, columns.routeColor, in: record.values),
                routeTextColor: diagnostics.color(record, columns.routeTextColor, in: record.values),
                routeType: reader[columns.routeType], headsign: reader[columns.headsign],
                wheelchairAccessible: reader[columns.wheelchairAccessible],
                scheduledTime: reader[columns.scheduledTime],
                scheduledTimeLocal: localTime(record, columns.scheduledTimeLocal), departureTime: time,
                departureTimeLocal: localTime(record, columns.departureTimeLocal), delay: reader[columns.delay],
                isRealtime: record[columns.realtime].bool ?? false,
                scheduleRelationship: reader[columns.scheduleRelationship],
                countdown: reader[columns.countdownSeconds, as: Delay.self], vehicleID: reader[columns.vehicleID],
                occupancyStatus: status(columns.occupancyStatus, in: record.values),
                occupancyPercentage: percentage(columns.occupancyPercentage, in: record.values))
        departure.alertIDs = alertIDs(record[columns.alerts])
        departure.typicalStatus = status(columns.typicalOccupancyStatus, in: record.values)
        departure.modificationsID = reader[columns.modificationsID]
        model.departures.append(departure)
    }

    /// Takes a board on which nothing departs; for another its departures stand.
    mutating func takeBoard(_ record: Record) {
        let columns = MapRecords.board
        guard let at = reader[columns.at] else {
            return diagnostics.reject(record, "no_board_time", "the board lacks the field at; skipped")
        }
        takeNotes(record[columns.alerts])
        guard reader[columns.departures] == 0 else { return }
        model.emptyBoards.append(
            MapBoard(
                feedID: feedID, stopID: reader[columns.stopID], stopName: reader[columns.stopName], at: at,
                horizon: reader[columns.horizonSeconds]))
    }

    /// `2026-03-02T08:00:00+10:00`; nil for anything that does not begin with a date and a time.
    private func localTime<P: RecordPresence>(_ record: Record, _ column: Column<Tables.Departures, Text, P>) -> String?
    {
        guard let text = reader[column] else { return nil }
        let bytes = Array(text.utf8)
        let isTime =
            bytes.count >= 19 && bytes.count <= 40 && bytes[4] == UInt8(ascii: "-") && bytes[7] == UInt8(ascii: "-")
            && bytes[10] == UInt8(ascii: "T") && bytes[13] == UInt8(ascii: ":") && bytes[16] == UInt8(ascii: ":")
        if isTime { return text }
        diagnostics.warn(record, "invalid_\(column.name)", field: column.name, value: record[column]) {
            "\($0) is not an RFC 3339 time; shown in UTC"
        }
        return nil
    }

    mutating func takeTrip(_ record: Record) {
        let columns = MapRecords.trip
        guard let id = reader[columns.tripID] else {
            return diagnostics.reject(record, "no_trip_id", "the trip has no trip_id; skipped")
        }
        var found: [MapTripStop] = []
        record[columns.stops].forEachElement { element in
            guard let members = stops.opened(element) else {
                return diagnostics.warn(record, "not_a_stop", field: columns.stops.name, value: element) {
                    "\($0) is not a stop; skipped"
                }
            }
            found.append(stop(members))
        }
        var trip = MapTrip(
            tripID: id, stops: MapRecords.inSequence(found),
            vehicle: tripVehicle.opened(record[columns.vehicle]).map(vehicle))
        trip.feedID = feedID
        trip.startDate = reader[columns.startDate, as: Text.self]
        trip.startTime = reader[columns.startTime, as: Text.self]
        trip.routeID = reader[columns.routeID]
        trip.routeShortName = reader[columns.routeShortName]
        trip.routeLongName = reader[columns.routeLongName]
        trip.routeColor = diagnostics.color(record, columns.routeColor, in: record.values)
        trip.routeTextColor = diagnostics.color(record, columns.routeTextColor, in: record.values)
        trip.routeType = reader[columns.routeType]
        trip.directionID = reader[columns.directionID]
        trip.headsign = reader[columns.headsign]
        trip.wheelchairAccessible = reader[columns.wheelchairAccessible]
        trip.scheduleRelationship = reader[columns.scheduleRelationship]
        trip.timezone = reader[columns.timezone]
        trip.modificationsID = reader[columns.modificationsID]
        trip.detourLine = detourLine(record)
        takeNotes(record[columns.alerts])
        trip.alertIDs = alertIDs(record[columns.alerts])
        model.trips.append(trip)
    }

    private func detourLine(_ record: Record) -> [Coordinate] {
        guard let text = reader[MapRecords.trip.encodedPolyline] else { return [] }
        if let points = EncodedPolyline.decode(text.utf8), points.count > 1 { return points }
        diagnostics.warn(record, "invalid_encoded_polyline", field: MapRecords.trip.encodedPolyline.name) { _ in
            "the value is not an encoded polyline of two points or more; the trip is drawn from stop to stop"
        }
        return []
    }

    /// Stops by stop_sequence where all have one, else as they stand.
    private static func inSequence(_ stops: [MapTripStop]) -> [MapTripStop] {
        guard stops.allSatisfy({ $0.stopSequence != nil }) else { return stops }
        let order = stops.indices.sorted {
            (stops[$0].stopSequence ?? 0, $0) < (stops[$1].stopSequence ?? 0, $1)
        }
        return order.map { stops[$0] }
    }

    private func stop(_ members: ColumnScanner) -> MapTripStop {
        func value<V: ColumnValue, P: RecordPresence>(_ column: Column<Tables.TripDetails.Stop, V, P>) -> V.Value? {
            reader.value(of: column, in: members)
        }
        let columns = MapRecords.stop
        var stop = MapTripStop(
            stopID: value(columns.stopID), stopName: value(columns.stopName),
            stopSequence: value(columns.stopSequence),
            coordinate: coordinate(columns.lat, columns.lon, in: members, tells: true, of: "a stop of the trip"),
            arrival: reader.value(of: columns.arrivalTimeSecs, as: Delay.self, in: members),
            departure: reader.value(of: columns.departureTimeSecs, as: Delay.self, in: members),
            platformCode: value(columns.platformCode), wheelchairBoarding: value(columns.wheelchairBoarding),
            delay: value(columns.delay), isSkipped: members[columns.skipped].bool ?? false,
            occupancyStatus: status(columns.occupancyStatus, in: members))
        stop.typicalStatus = status(columns.typicalOccupancyStatus, in: members)
        stop.alertIDs = reader.values(of: columns.alertIDs, in: members)
        return stop
    }

    private func vehicle(_ members: ColumnScanner) -> MapTripVehicle {
        let columns = MapRecords.tripVehicle
        return MapTripVehicle(
            vehicleID: reader.value(of: columns.vehicleID, in: members),
            label: reader.value(of: columns.vehicleLabel, in: members),
            coordinate: coordinate(columns.latitude, columns.longitude, in: members, tells: true, of: "the vehicle"),
            bearing: reader.value(of: columns.bearing, in: members),
            timestamp: reader.value(of: columns.timestamp, in: members),
            occupancyStatus: status(columns.occupancyStatus, in: members),
            occupancyPercentage: percentage(columns.occupancyPercentage, in: members))
    }
}
