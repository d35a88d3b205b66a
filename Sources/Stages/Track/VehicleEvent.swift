import Geometry
import Motion

/// What became of a vehicle.
struct VehicleEvent {
    var kind: LifeEvent
    var phase: LifePhase
    var generation: Int
    var at: Int
    var feedTimestamp: Int?
    var vehicle: TrackedVehicle
    /// Degrees a second.
    var headingVelocity: Double?
    /// Where the vehicle was before, and when it was last measured there.
    var from: (place: Coordinate, heading: Double?, measured: Int?)?
}

/// A vehicle as the tracker knows it.
final class TrackedVehicle {
    let key: VehicleKey
    let fingerprint: UInt64
    var place: Coordinate
    /// Nil if neither a bearing nor a way has told it.
    var heading: Double?
    var bearing: Double?
    var speed: Double?
    /// When the place was measured, as far as is known: the position's time, else the header's.
    var measured: Int?
    /// The position's own time.
    var timestamp: Int?
    var attributes = Sighting.Attributes()
    /// What people call it, as last reported. Another label by itself is no event.
    var label: String?
    var entityID: String?
    /// The clock of the last snapshot that had the vehicle.
    var lastPresent: Int
    var isStale = false

    init(_ key: VehicleKey, _ fingerprint: UInt64, at place: Coordinate, lastPresent: Int) {
        self.key = key
        self.fingerprint = fingerprint
        self.place = place
        self.lastPresent = lastPresent
    }
}
