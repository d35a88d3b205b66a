/// The four levels of crowding shown to passengers.
public enum OccupancyLevel: String, Sendable, CaseIterable {
    case low
    case moderate
    case high
    case veryCrowded = "very_crowded"

    /// The name of the SF Symbol for the level.
    public var symbol: String {
        self == .low ? "figure.stand" : "figure.stand.line.dotted.figure.stand"
    }

    /// The name of the level's colour.
    public var color: String {
        switch self {
        case .low: "green"
        case .moderate: "yellow"
        case .high: "orange"
        case .veryCrowded: "red"
        }
    }

    /// The text for screen readers.
    public var label: String {
        switch self {
        case .low: "Low occupancy"
        case .moderate: "Moderate occupancy"
        case .high: "High occupancy"
        case .veryCrowded: "Very crowded"
        }
    }
}
