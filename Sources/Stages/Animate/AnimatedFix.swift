import Contract
import Geometry
import Motion
import StageKit

/// An event as `animate` takes it.
struct AnimatedFix {
    var feedID: String?
    var vehicleID: String
    var kind: LifeEvent
    var generation: Int
    var at: Int
    var tripID: String?
    var routeID: String?
    var place: Coordinate
    var heading: Double?
    /// When the position was measured, if that is known.
    var measured: Int?
    /// Whether it drove here.
    var hasFrom: Bool
    /// When it was last measured where it drove from.
    var left: Int?
    var occupancyStatus: Int?
}

/// Makes fixes of `vehicle_events`.
final class FixReader {
    static let columns: [any AnyColumn] = {
        let event = Tables.VehicleEvents.columns
        return [
            Tables.AnyRecord.columns.feedID, event.vehicleID, event.event, event.generation, event.at, event.tripID,
            event.routeID, event.latitude, event.longitude, event.heading, event.timestamp, event.from,
            event.occupancyStatus,
        ]
    }()

    private let event = Tables.VehicleEvents.columns
    private let from = Tables.VehicleEvents.From.columns
    private let members = ColumnScanner([Tables.VehicleEvents.From.columns.timestamp])
    private let reader: ColumnReader

    init(_ diagnostics: Diagnostics) { reader = ColumnReader(diagnostics) }

    /// Nil for a record that is no whole event, which is reported.
    func fix(_ record: Record) -> AnimatedFix? {
        reader.begin(record)
        guard let vehicleID = reader[event.vehicleID], let name = reader[event.event],
            let kind = LifeEvent(rawValue: name),
            let at = reader[event.at], let latitude = reader[event.latitude], let longitude = reader[event.longitude],
            case let place = Coordinate(latitude: latitude, longitude: longitude), place.isValid
        else {
            reader.report(
                .reject, "unusable_event",
                "the record lacks vehicle_id, a known event, at, or a position; skipped")
            return nil
        }
        let hasFrom = record[event.from].isPresent
        if hasFrom { members.scan(record[event.from]) }
        return AnimatedFix(
            feedID: reader[Tables.AnyRecord.columns.feedID], vehicleID: vehicleID, kind: kind,
            generation: reader[event.generation] ?? 0, at: at, tripID: reader[event.tripID],
            routeID: reader[event.routeID], place: place, heading: reader[event.heading],
            measured: reader[event.timestamp], hasFrom: hasFrom,
            left: hasFrom ? reader.value(of: from.timestamp, in: members) : nil,
            occupancyStatus: reader[event.occupancyStatus])
    }
}
