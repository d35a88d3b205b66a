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

    /// The coordinate rounded half away from zero to `decimals` places of a degree.
    /// - Parameter decimals: 0 to 9; 6 is 11 cm on the ground.
    public func rounded(decimals: Int) -> Coordinate {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        return Coordinate(
            latitude: (latitude * scale).rounded() / scale, longitude: (longitude * scale).rounded() / scale)
    }
}
