/// A change in a vehicle's life from one snapshot to the next; the names are those of `vehicle_events`.
public enum LifeEvent: String, Sendable, CaseIterable {
    case enter, update
    case pendingRemoval = "pending_removal"
    case recover, exit
}
