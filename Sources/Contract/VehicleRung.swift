/// The ladder by which a vehicle is known: the first of these that a record has.
public enum VehicleRung: Int, CaseIterable, Sendable {
    case vehicleID, vehicleLabel, licensePlate, trip, entityID

    /// The columns that together are the rung; it is there if the first of them is.
    public var columns: [any AnyColumn] {
        let columns = Tables.VehiclePositions.columns
        return switch self {
        case .vehicleID: [columns.vehicleID]
        case .vehicleLabel: [columns.vehicleLabel]
        case .licensePlate: [columns.licensePlate]
        case .trip: [columns.tripID, columns.startDate]
        case .entityID: [columns.entityID]
        }
    }

    public var members: [String] { columns.map { $0.name } }
}
