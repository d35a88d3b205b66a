extension OccupancyLevel {
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
}
