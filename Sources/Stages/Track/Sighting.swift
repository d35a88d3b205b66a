import Contract
import Geometry
import Hashing
import NDJSON
import Platform
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
final class Sighting {
    /// Everything about a vehicle that may change while it stands.
    struct Attributes: Equatable {
        var tripID: String?
        var routeID: String?
        /// The id of the detour's entity, if the vehicle position names a modified trip.
        var modificationsID: String?
        var occupancyStatus: Int?
    }

    /// A hash of what the vehicle is known by.
    let fingerprint: UInt64
    /// Where the tracker keeps the vehicle; nil for one that it does not know.
    var place: Int?
    /// What it is known by, made for vehicles that are not known.
    var key: VehicleKey?
    var entityID: String?
    var isDeleted = false
    /// Nil for a vehicle that the snapshot does not place.
    var position: Coordinate?
    var bearing: Double?
    var speed: Double?
    var timestamp: Int?
    var attributes = Attributes()
    /// What people call it.
    var label: String?
    let line: Int

    init(fingerprint: UInt64, line: Int) {
        self.fingerprint = fingerprint
        self.line = line
    }

    /// Takes over where another record of the same vehicle in the snapshot says that it was, and when.
    func takePlace(of other: Sighting) {
        guard other.position != nil, !other.isDeleted else { return }
        position = other.position
        bearing = other.bearing
        speed = other.speed
        timestamp = other.timestamp
    }

    /// Of two for one vehicle in a snapshot, whether this one counts: the later one, the one with the larger
    /// occupancy_status, a placed one; whatever their order.
    func outdoes(_ other: Sighting) -> Bool {
        func rank(_ sighting: Sighting) -> [Double] {
            [
                sighting.isDeleted ? 0 : 1, Double(sighting.timestamp ?? -1),
                Double(sighting.attributes.occupancyStatus ?? -1), sighting.position == nil ? 0 : 1,
                sighting.position?.latitude ?? 0,
                sighting.position?.longitude ?? 0, sighting.bearing ?? -1,
            ]
        }
        return rank(other).lexicographicallyPrecedes(rank(self))
    }
}

/// Makes sightings of position records; what breaks its type is reported and taken as absent.
///
/// Most values are what they should be, and are read where they stand; the others are left to a `ColumnReader`, which
/// says what is wrong. Texts that a vehicle has had before are not made again.
final class SightingReader {
    static let columns: [any AnyColumn] = {
        let position = Tables.VehiclePositions.columns
        return [
            position.entityID, position.isDeleted, position.tripID, position.routeID, position.startDate,
            position.vehicleID, position.vehicleLabel, position.licensePlate, position.latitude, position.longitude,
            position.bearing, position.speed, position.timestamp, position.occupancyStatus,
            position.modifiedTrip,
        ]
    }()

    private let position = Tables.VehiclePositions.columns
    private let reader: ColumnReader
    private let rungs = VehicleRung.allCases.map { ($0, $0.first) }

    /// - Parameter reader: has been told which record it is of.
    init(_ reader: ColumnReader) { self.reader = reader }

    /// Nil for a record that names no vehicle, which is reported.
    /// - Parameter tracker: who knows vehicles already.
    func sighting(_ record: Record, _ tracker: Tracker) -> Sighting? {
        guard let (rung, column, fingerprint) = fingerprint(record) else {
            reader.report(.reject, "no_vehicle", "the position names neither vehicle nor trip nor entity; skipped")
            return nil
        }
        let sighting = Sighting(fingerprint: fingerprint, line: record.line)
        sighting.place = tracker.place(of: fingerprint)
        let known = sighting.place.flatMap { tracker[$0] }
        if sighting.place == nil { sighting.key = key(rung, column) }
        sighting.entityID = text(record, position.entityID, known?.entityID)
        sighting.isDeleted = record[position.isDeleted].isPresent && reader[position.isDeleted] == true
        sighting.position = place(record)
        if let bearing = number(record, position.bearing) {
            if (0...360).contains(bearing) {
                sighting.bearing = bearing == 360 ? 0 : bearing
            } else {
                reader.report(
                    .null, "invalid_bearing", field: position.bearing.name,
                    "\(bearing) is not a bearing from 0 to 360; treated as absent")
            }
        }
        sighting.speed = number(record, position.speed)
        sighting.timestamp = record[position.timestamp].isPresent ? reader[position.timestamp] : nil
        sighting.attributes.tripID = text(record, position.tripID, known?.attributes.tripID) ?? record.affectedTripID
        sighting.label = text(record, position.vehicleLabel, known?.label)
        if record[position.modifiedTrip].isPresent { sighting.attributes.modificationsID = record.modificationsID }
        sighting.attributes.routeID = text(record, position.routeID, known?.attributes.routeID)
        if record[position.occupancyStatus].isPresent {
            sighting.attributes.occupancyStatus = reader[position.occupancyStatus]
        }
        return sighting
    }

    @inline(__always)
    private func number(_ record: Record, _ column: Column<Tables.VehiclePositions, Real, IfKnown>) -> Double? {
        let value = record[column]
        guard value.isPresent else { return nil }
        if let number = value.double, number.isFinite { return number }
        return reader[column]
    }

    /// - Parameter known: what the vehicle had before.
    @inline(__always)
    private func text(
        _ record: Record, _ column: Column<Tables.VehiclePositions, Text, IfKnown>, _ known: String?
    ) -> String? {
        let value = record[column]
        guard value.isPresent else { return nil }
        let bytes = value.inside
        if var known, value.kind == .string, !value.hasEscapes, !known.isEmpty,
            known.withUTF8({ $0.count == bytes.count && memcmp($0.baseAddress!, bytes.baseAddress!, $0.count) == 0 })
        {
            return known
        }
        return reader[column]
    }

    /// The rung on which the vehicle stands, and a hash of it with its value.
    private func fingerprint(
        _ record: Record
    ) -> (rung: VehicleRung, column: Column<Tables.VehiclePositions, Text, IfKnown>, hash: UInt64)? {
        for (rung, column) in rungs {
            guard record[column].isPresent, !Text.isBlank(record[column]) else { continue }
            guard let bytes = bytes(record, column) else {
                // A value of another type is reported by its reading.
                _ = reader[column]
                continue
            }
            var hash = Fingerprint.of(bytes, seed: UInt64(rung.rawValue))
            if rung == .trip, let date = self.bytes(record, position.startDate) {
                hash = Fingerprint.of(date, seed: hash)
            }
            return (rung, column, hash)
        }
        return nil
    }

    private func bytes<V>(
        _ record: Record, _ column: Column<Tables.VehiclePositions, V, IfKnown>
    ) -> UnsafeRawBufferPointer? {
        record[column].kind == .number ? record[column].inside : record.text(column)
    }

    private func key(_ rung: VehicleRung, _ column: Column<Tables.VehiclePositions, Text, IfKnown>) -> VehicleKey {
        let id = reader[column] ?? ""
        guard rung == .trip, let date = reader[position.startDate, as: Text.self] else {
            return VehicleKey(rung: rung, id: id)
        }
        return VehicleKey(rung: rung, id: id + " " + date)
    }

    /// Where it is; nil if that is not said, or cannot be. Receivers that do not know write 0, 0.
    private func place(_ record: Record) -> Coordinate? {
        let latitude = number(record, position.latitude)
        let longitude = number(record, position.longitude)
        guard latitude != nil || longitude != nil else { return nil }
        guard let place = Coordinate(place: latitude, longitude) else {
            let words = [latitude, longitude].map { $0.map { "\($0)" } ?? "nothing" }.joined(separator: ", ")
            reader.report(
                .null, "invalid_position", field: position.latitude.name,
                "\(words) is not a valid position; treated as absent")
            return nil
        }
        return place
    }
}
