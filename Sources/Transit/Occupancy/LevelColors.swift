extension OccupancyLevel {
    /// The colour of the level in pictures, in sRGB: the contract's green, yellow, orange and red, chosen to grow
    /// darker from level to level for all kinds of colour vision (CIE lightness 92, 83, 64, 35; the order is the same
    /// for simulated protanopia and deuteranopia).
    public var fill: (red: UInt8, green: UInt8, blue: UInt8) {
        switch self {
        case .low: (0xD9, 0xF0, 0xD3)
        case .moderate: (0xF2, 0xCA, 0x3C)
        case .high: (0xE5, 0x82, 0x27)
        case .veryCrowded: (0xA1, 0x1D, 0x2D)
        }
    }
}
