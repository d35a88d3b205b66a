import Contract
import StageKit

/// Writes events as `vehicle_events`.
final class EventWriter {
    private let context: StageContext
    private let figures: TableFigures
    private var heads: [String?: RecordHead] = [:]
    private let columns = Tables.VehicleEvents.columns

    init(_ context: StageContext) {
        self.context = context
        figures = context.summary.table(Tables.VehicleEvents.name)
    }

    func write(_ event: VehicleEvent, of feedID: String?) throws {
        context.sink.begin(head(feedID))
        let row = Row<Tables.VehicleEvents>(context.sink.writer)
        let vehicle = event.vehicle
        row[columns.vehicleID] = vehicle.key.id
        row[columns.vehicleLabel] = vehicle.label
        row[columns.event] = event.kind.rawValue
        row[columns.phase] = event.phase.rawValue
        row[columns.generation] = event.generation
        row[columns.at] = event.at
        row[columns.feedTimestamp] = event.feedTimestamp
        row[columns.timestamp] = vehicle.timestamp
        row[columns.tripID] = vehicle.attributes.tripID
        row[columns.routeID] = vehicle.attributes.routeID
        row[columns.modificationsID] = vehicle.attributes.modificationsID
        row[columns.latitude] = vehicle.place.latitude
        row[columns.longitude] = vehicle.place.longitude
        row[columns.bearing] = vehicle.bearing
        row[columns.heading] = EventWriter.rounded(vehicle.heading)
        row[columns.headingVelocity] = event.headingVelocity
        row[columns.speed] = vehicle.speed
        row.object(columns.from, event.from) { from, place in
            let members = Tables.VehicleEvents.From.columns
            from[members.latitude] = place.place.latitude
            from[members.longitude] = place.place.longitude
            from[members.heading] = EventWriter.rounded(place.heading)
            from[members.timestamp] = place.measured
        }
        row[columns.occupancyStatus] = vehicle.attributes.occupancyStatus
        row[columns.stale] = vehicle.isStale ? true : nil
        row.end()
        try context.sink.end(figures)
    }

    /// A heading that rounds to 360 is 0.
    private static func rounded(_ heading: Double?) -> Double? { heading.map { $0 >= 359.95 ? 0 : $0 } }

    /// The feed that the run was told, else the record's own.
    private func head(_ feedID: String?) -> RecordHead {
        if let head = heads[feedID] { return head }
        let head = RecordHead(table: Tables.VehicleEvents.name, feedID: context.options.feedID ?? feedID)
        heads[feedID] = head
        return head
    }
}
