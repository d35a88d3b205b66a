import MapTiles
import Occupancy

/// The colours of the four levels in pictures: the contract's green, yellow, orange and red, chosen so that they grow
/// darker from step to step for every kind of sight (CIE lightness 92, 83, 64, 35; the same order when protanopia and
/// deuteranopia are simulated).
enum LevelColors {
    static func fill(_ level: OccupancyLevel) -> Color {
        switch level {
        case .low: Color(0xD9, 0xF0, 0xD3)
        case .moderate: Color(0xF2, 0xCA, 0x3C)
        case .high: Color(0xE5, 0x82, 0x27)
        case .veryCrowded: Color(0xA1, 0x1D, 0x2D)
        }
    }
}
