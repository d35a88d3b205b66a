import Contract
import Geometry
import NDJSON
import Networks
import StageKit

/// Vehicles: of each the newest state, from positions, from events or from the last frame.
extension MapRecords {
    /// Events, and the vehicles of frames, have the columns of positions.
    private static let position = Tables.VehiclePositions.columns
    private static let event = Tables.VehicleEvents.columns
    private static let frame = Tables.Frames.columns

    static let seenFeed = Tables.Frames.Vehicle.columns.feedID

    static let vehicleColumns: [any AnyColumn] = [
        position.vehicleID, position.vehicleLabel, position.tripID, position.startDate, position.routeID,
        position.latitude, position.longitude, position.bearing, event.heading, position.occupancyStatus,
        position.occupancyPercentage,
    ]
    static let stateColumns: [any AnyColumn] =
        vehicleColumns + ladder.flatMap { $0 } + [
            position.modifiedTrip, position.isDeleted, position.timestamp, position.feedTimestamp, event.event,
            event.at, frame.frame,
            frame.time, frame.vehicles,
        ]

    mutating func takePosition(_ record: Record) {
        let columns = MapRecords.position
        guard let number = number(of: record) else {
            return diagnostics.reject(record, "no_vehicle", "the record does not identify the vehicle; skipped")
        }
        let feedTime = diagnostics.instant(record, columns.feedTimestamp) ?? 0
        let rank = (diagnostics.instant(record, columns.timestamp) ?? feedTime, feedTime)
        guard vehicles.isNew(number, rank) else { return }
        if record[columns.isDeleted].bool == true { return vehicles.set(number, rank, nil) }
        take(record, number, rank)
    }

    mutating func takeEvent(_ record: Record) {
        let columns = MapRecords.event
        guard let number = number(of: record) else {
            return diagnostics.reject(record, "no_vehicle", "the record does not identify the vehicle; skipped")
        }
        let at = diagnostics.instant(record, columns.at) ?? diagnostics.instant(record, columns.timestamp) ?? 0
        let rank = (at, diagnostics.instant(record, columns.feedTimestamp) ?? 0)
        keepFix(record, number, coordinate(columns.latitude, columns.longitude, in: record.values))
        guard vehicles.isNew(number, rank) else { return }
        if record[columns.event].string == "exit" { return vehicles.set(number, rank, nil) }
        take(record, number, rank)
    }

    /// Takes the vehicles of a frame; the last frame's stand at the end.
    mutating func takeFrame(_ record: Record) {
        let columns = MapRecords.frame
        let time = record[columns.time].double ?? 0
        guard abs(time) < 1e15 else {
            return diagnostics.reject(record, "invalid_time", "the frame's time is not a valid time; skipped")
        }
        // A vehicle that a later frame no longer has is gone, so whole frames replace each other.
        let rank = (Int((time * 1000).rounded()), record[columns.frame].integer ?? 0)
        let kept = keepFrame(record, time)
        let isNew = lastFrame.isNew(rank)
        guard isNew || kept != nil else { return }
        if isNew { lastFrame.begin(rank) }
        record[columns.vehicles].forEachElement { element in
            guard let members = frameVehicle.opened(element),
                let id = reader.value(of: MapRecords.position.vehicleID, in: members),
                let coordinate = coordinate(
                    MapRecords.position.latitude, MapRecords.position.longitude, in: members)
            else { return }
            var vehicle = vehicle(members, id, coordinate)
            vehicle.feedID = reader.value(of: MapRecords.seenFeed, in: members) ?? feedID
            vehicle.time = Int(time)
            if isNew { lastFrame.vehicles.append(vehicle) }
            if let kept { keepSight(members, of: vehicle, in: kept) }
        }
    }

    private mutating func take(_ record: Record, _ number: Int, _ rank: (Int, Int)) {
        let columns = MapRecords.position
        guard record[columns.latitude].isPresent || record[columns.longitude].isPresent else {
            return diagnostics.warn(record, "no_position") { _ in "the vehicle has no position; not drawn" }
        }
        guard let coordinate = coordinate(columns.latitude, columns.longitude, in: record.values) else {
            return diagnostics.warn(record, "invalid_position") { _ in
                "the position is not a valid coordinate; not drawn"
            }
        }
        var vehicle = vehicle(record.values, name ?? "", coordinate)
        vehicle.feedID = feedID
        vehicle.tripID = vehicle.tripID ?? record.affectedTripID
        vehicle.time = rank.0 > 0 ? rank.0 : nil
        vehicles.set(number, rank, vehicle)
    }

    private func vehicle(_ members: ColumnScanner, _ id: String, _ coordinate: Coordinate) -> MapVehicle {
        let columns = MapRecords.position
        return MapVehicle(
            vehicleID: id, label: reader.value(of: columns.vehicleLabel, in: members),
            tripID: reader.value(of: columns.tripID, in: members),
            startDate: reader.value(of: columns.startDate, as: Text.self, in: members),
            routeID: reader.value(of: columns.routeID, in: members), coordinate: coordinate,
            bearing: reader.value(of: columns.bearing, in: members)
                ?? reader.value(of: MapRecords.event.heading, in: members),
            occupancyStatus: status(columns.occupancyStatus, in: members),
            occupancyPercentage: percentage(columns.occupancyPercentage, in: members))
    }

    // MARK: Who it is

    private static let ladder = VehicleRung.allCases.map(\.columns)

    private mutating func number(of record: Record) -> Int? {
        guard
            let rung = MapRecords.ladder.firstIndex(where: { columns in
                let value = record.values[untyped: columns[0]]
                return value.isPresent && !value.inside.isEmpty
            })
        else { return nil }
        let feed = record.text(Tables.AnyRecord.columns.feedID).map(Array.init)
        var key = [UInt8(rung)]
        for column in MapRecords.ladder[rung] {
            key += record.values.text(untyped: column) ?? record.values[untyped: column].inside
            key.append(0)
        }
        return key.withUnsafeBytes { key in
            feed.map { feed in feed.withUnsafeBytes { vehicles.number(key, feed: $0) } }
                ?? vehicles.number(key, feed: nil)
        }
    }

    /// What people know it by: the first column of the ladder that says something.
    var name: String? {
        for rung in MapRecords.ladder { if let text = reader.text(rung[0]) { return text } }
        return nil
    }
}

/// The vehicles of the latest frame.
struct MapLastFrame {
    private var rank: (Int, Int)?
    var vehicles: [MapVehicle] = []

    func isNew(_ other: (Int, Int)) -> Bool { rank.map { other >= $0 } ?? true }

    mutating func begin(_ rank: (Int, Int)) {
        self.rank = rank
        vehicles = []
    }
}
