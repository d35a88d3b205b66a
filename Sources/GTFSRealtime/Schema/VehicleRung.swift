/// The ladder by which a vehicle is known: the first of these that a record has.
public enum VehicleRung: CaseIterable, Sendable {
    case vehicleID, vehicleLabel, licensePlate, trip, entityID

    /// The members that together are the rung; it is there if the first of them is.
    public var members: [String] {
        switch self {
        case .vehicleID: ["vehicle_id"]
        case .vehicleLabel: ["vehicle_label"]
        case .licensePlate: ["license_plate"]
        case .trip: ["trip_id", "start_date"]
        case .entityID: ["entity_id"]
        }
    }
}
