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

    /// The text for screen readers where the level is a usual one, not a measured one.
    public var usualLabel: String { "Usually \(label.prefix(1).lowercased())\(label.dropFirst())" }

    /// What stands for any usual level in a line of text: hollow, beside the signs of measured levels.
    public static let usualSign = "○"

    /// The level's colour in pictures, in sRGB: the contract's green, yellow, orange and red, chosen so that they grow
    /// darker from step to step for every kind of sight (CIE lightness 92, 83, 64, 35; the same order when protanopia
    /// and deuteranopia are simulated).
    public var fill: (red: UInt8, green: UInt8, blue: UInt8) {
        switch self {
        case .low: (0xD9, 0xF0, 0xD3)
        case .moderate: (0xF2, 0xCA, 0x3C)
        case .high: (0xE5, 0x82, 0x27)
        case .veryCrowded: (0xA1, 0x1D, 0x2D)
        }
    }

    /// What stands for it in a line of text.
    public var sign: String {
        switch self {
        case .low: "◔"
        case .moderate: "◑"
        case .high: "◕"
        case .veryCrowded: "●"
        }
    }

    /// The codes of its statuses, which grow with crowding.
    public var codes: ClosedRange<Int> {
        let codes = OccupancyStatus.crowdingCodes.filter { OccupancyStatus(code: $0).level == self }
        return codes[0]...codes[codes.count - 1]
    }
}
