/// The ways to identify a vehicle, best first: the first one that a record has counts.
public enum VehicleRung: Int, CaseIterable, Sendable {
    case vehicleID, vehicleLabel, licensePlate, trip, entityID

    /// The column that must be present.
    public var first: Column<Tables.VehiclePositions, Text, IfKnown> {
        let columns = Tables.VehiclePositions.columns
        return switch self {
        case .vehicleID: columns.vehicleID
        case .vehicleLabel: columns.vehicleLabel
        case .licensePlate: columns.licensePlate
        case .trip: columns.tripID
        case .entityID: columns.entityID
        }
    }

    /// The columns that together identify the vehicle.
    public var columns: [any AnyColumn] {
        self == .trip ? [first, Tables.VehiclePositions.columns.startDate] : [first]
    }
}
