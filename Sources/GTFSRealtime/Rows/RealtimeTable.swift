/// The tables that a feed's messages become.
public enum RealtimeTable: Int, CaseIterable, Sendable {
    case feedMessages, vehiclePositions, tripUpdates, stopTimeUpdates, alerts, shapes, stops, tripModifications
    case deletedEntities, updateBundles, feedEntities, unknownFields

    public var name: String {
        switch self {
        case .feedMessages: "feed_messages"
        case .vehiclePositions: "vehicle_positions"
        case .tripUpdates: "trip_updates"
        case .stopTimeUpdates: "stop_time_updates"
        case .alerts: "alerts"
        case .shapes: "shapes_rt"
        case .stops: "stops_rt"
        case .tripModifications: "trip_modifications"
        case .deletedEntities: "deleted_entities"
        case .updateBundles: "update_bundles"
        case .feedEntities: "feed_entities"
        case .unknownFields: "unknown_fields"
        }
    }

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
