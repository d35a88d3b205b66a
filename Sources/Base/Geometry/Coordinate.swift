/// A position on WGS 84 in degrees, as in GTFS: latitude north, longitude east.
public struct Coordinate: Equatable, Sendable, BitwiseCopyable {
    /// Degrees north, −90 to 90.
    public var latitude: Double
    /// Degrees east, −180 to 180; larger only in unwrapped lines.
    public var longitude: Double

    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether latitude and longitude are in the ranges of GTFS Schedule.
    @inlinable public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    /// Whether latitude and longitude are both within one degree of 0. This is open sea off Africa, where the canonical
    /// GTFS validator expects no stop; software often writes it for an unknown position.
    @inlinable public var isNearOrigin: Bool { abs(latitude) < 1 && abs(longitude) < 1 }

    /// Creates the position that a feed gives for a stop, a shape point or a vehicle. Returns nil if a number is
    /// missing or out of range, or if both are near 0; every stage then treats the position as absent.
    @inlinable
    public init?(place latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isValid, !isNearOrigin else { return nil }
    }

    /// Returns the coordinate rounded half away from zero to `decimals` decimal places of a degree.
    /// - Parameter decimals: 0 to 9; 6 is 11 cm on the ground.
    public func rounded(decimals: Int) -> Coordinate {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return Coordinate(
            latitude: (latitude * scale).rounded() / scale, longitude: (longitude * scale).rounded() / scale)
    }
}
