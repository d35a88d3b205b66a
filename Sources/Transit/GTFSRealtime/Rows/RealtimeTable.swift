import Contract

/// The tables that a feed's messages become.
public enum RealtimeTable: Int, CaseIterable, Sendable {
    case feedMessages, vehiclePositions, tripUpdates, stopTimeUpdates, alerts, shapes, stops, tripModifications
    case deletedEntities, updateBundles, feedEntities, unknownFields

    /// The table as the record contract has it.
    public var table: any MessageTable.Type {
        switch self {
        case .feedMessages: Tables.FeedMessages.self
        case .vehiclePositions: Tables.VehiclePositions.self
        case .tripUpdates: Tables.TripUpdates.self
        case .stopTimeUpdates: Tables.StopTimeUpdates.self
        case .alerts: Tables.Alerts.self
        case .shapes: Tables.ShapesRT.self
        case .stops: Tables.StopsRT.self
        case .tripModifications: Tables.TripModifications.self
        case .deletedEntities: Tables.DeletedEntities.self
        case .updateBundles: Tables.UpdateBundles.self
        case .feedEntities: Tables.FeedEntities.self
        case .unknownFields: Tables.UnknownFields.self
        }
    }

    public var name: String { table.name }

    /// The field of FeedEntity whose presence makes a row of the table.
    public var payload: String? {
        switch self {
        case .tripUpdates: "trip_update"
        case .vehiclePositions: "vehicle"
        case .alerts: "alert"
        case .shapes: "shape"
        case .stops: "stop"
        case .tripModifications: "trip_modifications"
        case .updateBundles: Extension.Facts.updateBundle
        case .feedMessages, .stopTimeUpdates, .deletedEntities, .feedEntities, .unknownFields: nil
        }
    }

    /// The tables of payloads in the order in which one entity's rows are written.
    public static let rowsOfEntities: [RealtimeTable] = [
        .tripUpdates, .vehiclePositions, .alerts, .shapes, .stops, .tripModifications, .updateBundles,
    ]
}
