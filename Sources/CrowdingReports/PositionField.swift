/// The members of `vehicle_positions` that a report looks at, in the order in which a record has them.
enum PositionField: Int, CaseIterable {
    case feedID, feedTimestamp, entityID, tripID, routeID, directionID, startDate, vehicleID, vehicleLabel, licensePlate
    case stopID, timestamp, occupancyStatus, occupancyPercentage, carriageDetails, consist

    var name: String {
        switch self {
        case .feedID: "feed_id"
        case .feedTimestamp: "feed_timestamp"
        case .entityID: "entity_id"
        case .tripID: "trip_id"
        case .routeID: "route_id"
        case .directionID: "direction_id"
        case .startDate: "start_date"
        case .vehicleID: "vehicle_id"
        case .vehicleLabel: "vehicle_label"
        case .licensePlate: "license_plate"
        case .stopID: "stop_id"
        case .timestamp: "timestamp"
        case .occupancyStatus: "occupancy_status"
        case .occupancyPercentage: "occupancy_percentage"
        case .carriageDetails: "multi_carriage_details"
        case .consist: "consist"
        }
    }

    static let names = allCases.map(\.name)
}

extension OccupancyKey {
    /// The member that holds the key's value as it is.
    var field: PositionField? {
        switch self {
        case .routeID: .routeID
        case .directionID: .directionID
        case .tripID: .tripID
        case .stopID: .stopID
        case .vehicleID: .vehicleID
        case .feedID: .feedID
        default: nil
        }
    }
}
