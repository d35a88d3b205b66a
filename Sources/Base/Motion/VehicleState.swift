/// Where a vehicle is in its life on the map.
public enum LifePhase: String, Sendable, CaseIterable {
    /// Standing where it was last seen.
    case idle
    /// Appearing.
    case entering
    /// On its way to a newer position.
    case updating
    /// Vanishing.
    case exiting
}

/// A vehicle's place in its life cycle. Only `Fleet` changes it.
public struct VehicleState: Sendable, Equatable {
    public internal(set) var phase: LifePhase
    /// Grows with every begin, so that a completion of what was begun before is recognisably stale.
    public internal(set) var generation: Int
    /// Whether it was missed, and is to go unless it comes back.
    public internal(set) var isPendingRemoval = false
    /// Degrees a second, clockwise; 0 until it turns.
    public var headingVelocity = 0.0
}
