/// The phase of a vehicle's life on the map.
public enum LifePhase: String, Sendable, CaseIterable {
    /// The vehicle rests at its last position.
    case idle
    /// The vehicle appears.
    case entering
    /// The vehicle moves to a newer position.
    case updating
    /// The vehicle disappears.
    case exiting
}

/// The state of a vehicle in its life cycle. Only `Fleet` changes it.
public struct VehicleState: Sendable, Equatable {
    public internal(set) var phase: LifePhase
    /// The number of the vehicle's latest change; a completion with another number is stale.
    public internal(set) var generation: Int
    /// Whether the vehicle is missing and will exit unless it returns.
    public internal(set) var isPendingRemoval = false
    /// The turning rate in degrees per second, clockwise; 0 until the vehicle turns.
    public var headingVelocity = 0.0
}
