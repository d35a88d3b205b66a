import Geometry

/// A shape whose points are found by shape_dist_traveled.
struct ShapeDistances {
    private let places: [Coordinate]
    /// Up to each point, the greatest distance of the feed, and metres.
    private let distances: [Double]
    private let along: [Double]

    /// Creates the distances of a shape; nil if no point has a distance above 0.
    ///
    /// - Parameter line: the line through the points. Metres are measured along it, so that a place by distance can be
    ///   compared with the place nearest to a stop.
    init?(_ points: [CheckedFeed.ShapePoint], on line: MeasuredLine) {
        var distances: [Double] = []
        var along: [Double] = []
        var piece = -1
        for (place, point) in points.enumerated() {
            distances.append(max(distances.last ?? 0, point.distance.isNaN ? 0 : point.distance))
            // The line omits consecutive equal points.
            if place == 0 || point.coordinate != points[place - 1].coordinate { piece += 1 }
            along.append(line.distances.isEmpty ? 0 : line.distances[min(piece, line.distances.count - 1)])
        }
        guard let last = distances.last, last > 0 else { return nil }
        places = points.map(\.coordinate)
        self.distances = distances
        self.along = along
    }

    /// The place at a distance, looked for from a point on, which is moved there. Behind the end it is the end.
    func place(at distance: Double, from start: inout Int) -> (coordinate: Coordinate, along: Double) {
        var next = start
        while next < distances.count, distance >= distances[next] {
            start = next
            next += 1
        }
        guard next > 0, start + 1 < places.count, distances[start + 1] > distances[start] else {
            return (places[start], along[start])
        }
        let share = min(max((distance - distances[start]) / (distances[start + 1] - distances[start]), 0), 1)
        let (from, to) = (places[start], places[start + 1])
        return (
            Coordinate(
                latitude: from.latitude + share * (to.latitude - from.latitude),
                longitude: from.longitude + share * (to.longitude - from.longitude)),
            along[start] + share * (along[start + 1] - along[start])
        )
    }
}
