import Geometry

/// A way that trips of a line run along.
public struct WayPath: Sendable {
    /// The number of the line.
    public var line: Int
    /// Degrees.
    public var coordinates: [Coordinate]
    /// What it counts for: rows of trips, and runs.
    public var tripCount: Int
    public var runs: Int

    public init(line: Int, coordinates: [Coordinate], tripCount: Int, runs: Int = 0) {
        self.line = line
        self.coordinates = coordinates
        self.tripCount = tripCount
        self.runs = runs
    }
}
