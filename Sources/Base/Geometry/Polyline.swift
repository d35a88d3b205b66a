/// A line of two or more positions, or fewer while it is being made.
public struct Polyline: Equatable, Sendable {
    public var coordinates: [Coordinate]

    public init(_ coordinates: [Coordinate] = []) { self.coordinates = coordinates }

    /// The sum of the geodesics from position to position in metres; see `Ellipsoid.distance`.
    public var length: Double {
        var total = 0.0
        for (from, to) in zip(coordinates, coordinates.dropFirst()) { total += Ellipsoid.distance(from, to) }
        return total
    }

    /// The line with longitudes that never jump by more than 180°, as it runs on the ground; they may pass ±180.
    public var unwrapped: Polyline {
        var result = self
        for index in result.coordinates.indices.dropFirst() {
            let previous = result.coordinates[index - 1].longitude
            var longitude = result.coordinates[index].longitude
            while longitude - previous > 180 { longitude -= 360 }
            while longitude - previous < -180 { longitude += 360 }
            result.coordinates[index].longitude = longitude
        }
        return result
    }
}
