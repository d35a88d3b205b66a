import Geometry

/// The points of shapes.txt.
///
/// Memory: 20 bytes a point: degrees to 1e-7, a centimetre on the ground.
package struct ShapePoints {
    package struct Point {
        package let coordinate: Coordinate
        /// shape_dist_traveled, in the unit of the feed; nil if missing.
        package let distance: Double?

        package init(coordinate: Coordinate, distance: Double?) {
            self.coordinate = coordinate
            self.distance = distance
        }
    }

    private struct Stored {
        var latitude: Int32
        var longitude: Int32
        /// NaN if missing.
        var distance: Double
    }

    /// By shape.
    private var points: [[Stored]] = []
    /// The shape_pt_sequence of each, until all are read.
    private var sequences: [[Int]] = []

    /// Adds a point of a shape, in any order.
    mutating func append(_ coordinate: Coordinate, distance: Double?, sequence: Int, to shape: Int) {
        while points.count <= shape {
            points.append([])
            sequences.append([])
        }
        sequences[shape].append(sequence)
        points[shape].append(
            Stored(
                latitude: Int32((coordinate.latitude * 1e7).rounded()),
                longitude: Int32((coordinate.longitude * 1e7).rounded()), distance: distance ?? .nan))
    }

    /// Sorts the points of all shapes.
    mutating func finish() {
        for (shape, sequences) in sequences.enumerated()
        where !zip(sequences, sequences.dropFirst()).allSatisfy({ $0 <= $1 }) {
            let order = sequences.indices.sorted { (sequences[$0], $0) < (sequences[$1], $1) }
            points[shape] = order.map { points[shape][$0] }
        }
        sequences = []
    }

    /// Returns the points of a line that is kept elsewhere, as exact as those here.
    static func points(along line: [Coordinate]) -> [Point] {
        line.map {
            Point(
                coordinate: Coordinate(
                    latitude: Double(Int32(($0.latitude * 1e7).rounded())) / 1e7,
                    longitude: Double(Int32(($0.longitude * 1e7).rounded())) / 1e7),
                distance: nil)
        }
    }

    func hasPoints(_ shape: Int) -> Bool { points.indices.contains(shape) && !points[shape].isEmpty }

    package func points(of shape: Int) -> [Point] {
        guard points.indices.contains(shape) else { return [] }
        return points[shape].map {
            Point(
                coordinate: Coordinate(latitude: Double($0.latitude) / 1e7, longitude: Double($0.longitude) / 1e7),
                distance: $0.distance.isNaN ? nil : $0.distance)
        }
    }
}
