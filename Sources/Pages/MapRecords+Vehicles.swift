import Contract
import GTFSRealtime
import Geometry
import NDJSON
import StageKit

/// Vehicles: of each the newest state, from positions, from events or from the last frame.
extension MapRecords {
    mutating func takePosition(_ record: Record) {
        guard let number = number(of: record) else {
            return reject(record, "no_vehicle", "nothing tells which vehicle this is (left out)")
        }
        let feedTime = record[MapField.feedTimestamp].integer ?? 0
        let ownTime = record[MapField.timestamp].integer ?? 0
        let rank = (ownTime > 0 ? ownTime : feedTime, feedTime)
        guard vehicles.isNew(number, rank) else { return }
        if record[MapField.isDeleted].bool == true { return vehicles.set(number, rank, nil) }
        take(record, number, rank)
    }

    mutating func takeEvent(_ record: Record) {
        guard let number = number(of: record) else {
            return reject(record, "no_vehicle", "nothing tells which vehicle this is (left out)")
        }
        let at = record[MapField.at].integer ?? record[MapField.timestamp].integer ?? 0
        let rank = (at, record[MapField.feedTimestamp].integer ?? 0)
        guard vehicles.isNew(number, rank) else { return }
        if record[MapField.event].string == "exit" { return vehicles.set(number, rank, nil) }
        take(record, number, rank)
    }

    /// Takes the vehicles of a frame; the last frame's stand at the end.
    mutating func takeFrame(_ record: Record) {
        let time = record[MapField.time].double ?? 0
        guard abs(time) < 1e15 else {
            return reject(record, "invalid_time", "the frame's time is none (left out)")
        }
        // A vehicle that a later frame no longer has is gone, so whole frames replace each other.
        let rank = (Int((time * 1000).rounded()), record[MapField.frame].integer ?? 0)
        guard frames.isNew(rank) else { return }
        frames.begin(rank)
        record[MapField.vehicles].forEachElement { element in
            guard let members = scanned(element, outer),
                let id = text(members, MapField.vehicleID, "vehicle_id"),
                let coordinate = coordinate(members, MapField.latitude, MapField.longitude)
            else { return }
            var vehicle = vehicle(members, id, coordinate)
            vehicle.feedID = text(record, MapField.feedID, "feed_id")
            vehicle.time = Int(time)
            frames.vehicles.append(vehicle)
        }
    }

    private mutating func take(_ record: Record, _ number: Int, _ rank: (Int, Int)) {
        guard record[MapField.latitude].isPresent || record[MapField.longitude].isPresent else {
            return warn(record, "no_position") { _ in "the vehicle has no position (not drawn)" }
        }
        guard let coordinate = coordinate(record, MapField.latitude, MapField.longitude),
            // A receiver without a fix says 0, 0, where no vehicle of the public is.
            coordinate.latitude != 0 || coordinate.longitude != 0
        else {
            return warn(record, "invalid_position") { _ in "the vehicle's position is none on earth (not drawn)" }
        }
        var vehicle = vehicle(record, name(of: record), coordinate)
        vehicle.feedID = text(record, MapField.feedID, "feed_id")
        vehicle.time = rank.0 > 0 ? rank.0 : nil
        vehicles.set(number, rank, vehicle)
    }

    private func vehicle(_ members: some MapMembers, _ id: String, _ coordinate: Coordinate) -> MapVehicle {
        MapVehicle(
            vehicleID: id, label: text(members, MapField.vehicleLabel, "vehicle_label"),
            tripID: text(members, MapField.tripID, "trip_id"),
            startDate: text(members, MapField.startDate, "start_date"),
            routeID: text(members, MapField.routeID, "route_id"), coordinate: coordinate,
            bearing: members[MapField.bearing].double ?? members[MapField.heading].double,
            occupancyStatus: status(members), occupancyPercentage: percentage(members))
    }

    // MARK: Who it is

    private static let ladder = VehicleRung.allCases.map { $0.members.map(MapField.place) }

    private mutating func number(of record: Record) -> Int? {
        let feed = record.text(MapField.feedID).map(Array.init)
        guard
            let rung = MapRecords.ladder.first(where: { record[$0[0]].isPresent && !record[$0[0]].inside.isEmpty })
        else { return nil }
        let key = [UInt8(rung[0])] + rung.map { MapRecords.bytes(record, $0) }.joined(separator: [0])
        return key.withUnsafeBytes { key in
            feed.map { feed in feed.withUnsafeBytes { vehicles.number(key, feed: $0) } }
                ?? vehicles.number(key, feed: nil)
        }
    }

    private static func bytes(_ record: Record, _ field: Int) -> [UInt8] {
        Array(record.text(field) ?? record[field].inside)
    }

    private func name(of record: Record) -> String {
        for rung in MapRecords.ladder { if let text = text(record, rung[0], "vehicle_id") { return text } }
        return ""
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
