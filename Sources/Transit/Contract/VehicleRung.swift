/// The ladder by which a vehicle is known: the first of these that a record has.
public enum VehicleRung: Int, CaseIterable, Sendable {
    case vehicleID, vehicleLabel, licensePlate, trip, entityID

    /// The column that says whether the rung is there.
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

    /// The columns that together are the rung.
    public var columns: [any AnyColumn] {
        self == .trip ? [first, Tables.VehiclePositions.columns.startDate] : [first]
    }
}
