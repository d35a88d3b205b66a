/// A line of two or more positions; it may have fewer while it is built.
public struct Polyline: Equatable, Sendable {
    public var coordinates: [Coordinate]

    public init(_ coordinates: [Coordinate] = []) { self.coordinates = coordinates }

    /// The length in metres: the sum of the geodesic distances between consecutive positions; see
    /// ``Ellipsoid/distance(_:_:)``.
    public var length: Double {
        var total = 0.0
        for (from, to) in zip(coordinates, coordinates.dropFirst()) { total += Ellipsoid.distance(from, to) }
        return total
    }

    /// The line with longitudes that never jump by more than 180°; they may exceed ±180.
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
