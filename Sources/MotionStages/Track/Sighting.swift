import Contract
import Geometry
import StageKit

/// What a vehicle is known by: a rung of the ladder, and its value there.
struct VehicleKey: Hashable {
    let rung: VehicleRung
    /// A trip's id and its start date, with a blank between.
    let id: String
}

extension VehicleKey: Comparable {
    static func < (left: VehicleKey, right: VehicleKey) -> Bool {
        left.id != right.id
            ? left.id.utf8.lexicographicallyPrecedes(right.id.utf8) : left.rung.rawValue < right.rung.rawValue
    }
}

/// A vehicle as one snapshot shows it.
struct Sighting {
    /// Everything about a vehicle that may change while it stands.
    struct Attributes: Equatable {
        var tripID: String?
        var routeID: String?
        var occupancyStatus: Int?
    }

    var key: VehicleKey
    var entityID: String?
    var isDeleted = false
    /// Nil for a vehicle that the snapshot does not place.
    var position: Coordinate?
    var bearing: Double?
    var speed: Double?
    var timestamp: Int?
    var attributes = Attributes()
    var file: String
    var line: Int

    /// Of two for one vehicle in a snapshot, whether this one counts: the later one, a placed one, the one with the
    /// larger occupancy_status; whatever their order.
    func outdoes(_ other: Sighting) -> Bool {
        func rank(_ sighting: Sighting) -> [Double] {
            [
                sighting.isDeleted ? 0 : 1, sighting.position == nil ? 0 : 1, Double(sighting.timestamp ?? -1),
                Double(sighting.attributes.occupancyStatus ?? -1), sighting.position?.latitude ?? 0,
                sighting.position?.longitude ?? 0, sighting.bearing ?? -1,
            ]
        }
        return rank(other).lexicographicallyPrecedes(rank(self))
    }
}

/// Makes sightings of position records; what breaks its type is reported and taken as absent.
final class SightingReader {
    static let columns: [any AnyColumn] = {
        let position = Tables.VehiclePositions.columns
        return [
            position.entityID, position.isDeleted, position.tripID, position.routeID, position.startDate,
            position.vehicleID, position.vehicleLabel, position.licensePlate, position.latitude, position.longitude,
            position.bearing, position.speed, position.timestamp, position.occupancyStatus,
        ]
    }()

    private let position = Tables.VehiclePositions.columns
    private let reader: ColumnReader
    private let rungs = VehicleRung.allCases.map { ($0, $0.first) }

    init(_ diagnostics: Diagnostics) { reader = ColumnReader(diagnostics) }

    /// Nil for a record that names no vehicle, which is reported.
    func sighting(_ record: Record) -> Sighting? {
        reader.begin(record)
        guard let key = key() else {
            reader.report(.reject, "no_vehicle", "the position names neither vehicle nor trip nor entity (left out)")
            return nil
        }
        var sighting = Sighting(key: key, file: record.file, line: record.line)
        sighting.entityID = reader[position.entityID]
        sighting.isDeleted = reader[position.isDeleted] ?? false
        sighting.position = place()
        if let bearing = reader[position.bearing] {
            if (0...360).contains(bearing) {
                sighting.bearing = bearing == 360 ? 0 : bearing
            } else {
                reader.report(
                    .null, "invalid_bearing", field: position.bearing.name,
                    "\(bearing) is not a bearing from 0 to 360 (taken as absent)")
            }
        }
        sighting.speed = reader[position.speed]
        sighting.timestamp = reader[position.timestamp]
        sighting.attributes.tripID = reader[position.tripID]
        sighting.attributes.routeID = reader[position.routeID]
        sighting.attributes.occupancyStatus = reader[position.occupancyStatus]
        return sighting
    }

    private func key() -> VehicleKey? {
        for (rung, column) in rungs {
            guard let id = reader[column] else { continue }
            guard rung == .trip, let date = reader[position.startDate, as: Text.self] else {
                return VehicleKey(rung: rung, id: id)
            }
            return VehicleKey(rung: rung, id: id + " " + date)
        }
        return nil
    }

    /// Where it is; nil if that is not said, or cannot be. 0, 0 is what receivers say that do not know.
    private func place() -> Coordinate? {
        let latitude = reader[position.latitude]
        let longitude = reader[position.longitude]
        guard latitude != nil || longitude != nil else { return nil }
        guard let latitude, let longitude, case let place = Coordinate(latitude: latitude, longitude: longitude),
            place.isValid, latitude != 0 || longitude != 0
        else {
            let words = [latitude, longitude].map { $0.map { "\($0)" } ?? "nothing" }.joined(separator: ", ")
            reader.report(
                .null, "invalid_position", field: position.latitude.name,
                "\(words) is not a place where a vehicle can be (taken as absent)")
            return nil
        }
        return place
    }
}
