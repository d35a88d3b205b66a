/// A bounding box in degrees, in the order of RFC 7946 §5; west is greater than east if the box crosses the
/// antimeridian (§5.2).
public struct Bounds: Equatable, Sendable {
    public var west: Double
    public var south: Double
    public var east: Double
    public var north: Double

    public init(west: Double, south: Double, east: Double, north: Double) {
        self.west = west
        self.south = south
        self.east = east
        self.north = north
    }

    /// Creates the smallest box around unwrapped lines; returns nil if they have no position.
    ///
    /// A line that starts more than 180° from the start of the first line is shifted by whole turns of 360° towards it.
    public init?(around lines: [Polyline]) {
        guard let anchor = lines.lazy.compactMap(\.coordinates.first).first else { return nil }
        var west = Double.infinity
        var east = -Double.infinity
        south = .infinity
        north = -.infinity
        for line in lines {
            guard let first = line.coordinates.first else { continue }
            let shift = ((first.longitude - anchor.longitude) / 360).rounded() * 360
            for coordinate in line.coordinates {
                west = min(west, coordinate.longitude - shift)
                east = max(east, coordinate.longitude - shift)
                south = min(south, coordinate.latitude)
                north = max(north, coordinate.latitude)
            }
        }
        if east - west >= 360 {
            west = -180
            east = 180
        } else if west < -180 || east > 180 {
            west = west.remainder(dividingBy: 360)
            east = east.remainder(dividingBy: 360)
            // A box ends on the antimeridian's near side: 170 to 180, not 170 to -180.
            if west == 180 { west = -180 }
            if east == -180 { east = 180 }
        }
        self.west = west
        self.east = east
    }

    public var crossesAntimeridian: Bool { west > east }

    /// Returns whether a position lies in the box or on its edge.
    public func contains(_ coordinate: Coordinate) -> Bool {
        guard coordinate.latitude >= south, coordinate.latitude <= north else { return false }
        let longitude = coordinate.longitude
        return crossesAntimeridian
            ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
    }
}
