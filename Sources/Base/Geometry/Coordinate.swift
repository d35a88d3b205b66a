/// A position on WGS 84 in degrees, as GTFS has it: latitude north, longitude east.
public struct Coordinate: Equatable, Sendable, BitwiseCopyable {
    /// Degrees north, −90 to 90.
    public var latitude: Double
    /// Degrees east, −180 to 180; beyond that only in a line that has been unwrapped.
    public var longitude: Double

    @inlinable
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both degrees are numbers in the ranges of GTFS Schedule's Latitude and Longitude.
    @inlinable public var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

    /// Whether both degrees lie less than one from 0, 0: open sea off Africa, where the canonical GTFS validator
    /// expects no stop, and what software writes that does not know a position.
    @inlinable public var isNearOrigin: Bool { abs(latitude) < 1 && abs(longitude) < 1 }

    /// The position that a feed gives for a stop, a point of a shape or a vehicle. Nil if one of the numbers is missing,
    /// off the globe, or both are near 0, 0: every stage then treats the position as absent.
    @inlinable
    public init?(place latitude: Double?, _ longitude: Double?) {
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
        guard isValid, !isNearOrigin else { return nil }
    }

    /// The coordinate rounded half away from zero to `decimals` places of a degree.
    /// - Parameter decimals: 0 to 9; 6 is 11 cm on the ground.
    public func rounded(decimals: Int) -> Coordinate {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return Coordinate(
            latitude: (latitude * scale).rounded() / scale, longitude: (longitude * scale).rounded() / scale)
    }
}
