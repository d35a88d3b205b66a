/// The segments beside a straight piece.
extension SegmentIndex {
    /// A segment that comes near a straight piece.
    package struct Neighbour {
        /// Its place among the segments.
        package let place: Int
        /// The shares of the piece between which it may be near; nowhere else is it.
        package let shares: ClosedRange<Double>
    }

    /// Appends the segments that may come within some metres of a straight piece, in their order. Metres are those of the
    /// plane that touches the ellipsoid at the latitude of each position of the piece.
    ///
    /// Cost: the boxes that touch the piece itself, not the box around it, so a long piece costs no more than a short one
    /// if as much lies beside it.
    package func appendNeighbours(
        of from: Coordinate, _ to: Coordinate, within metres: Double, to neighbours: inout [Neighbour]
    ) {
        let lane = Lane(from, to, metres)
        // The shortest degrees of all positions of the piece make distances too short, and no neighbour is missed.
        let low = from.latitude * to.latitude < 0 ? 0 : min(abs(from.latitude), abs(to.latitude))
        let high = max(abs(from.latitude), abs(to.latitude))
        let scale = (
            longitude: Ellipsoid.metresPerDegree(atLatitude: high).longitude,
            latitude: Ellipsoid.metresPerDegree(atLatitude: low).latitude
        )
        func point(_ coordinate: Coordinate) -> PlanePoint {
            PlanePoint(
                x: (coordinate.longitude - from.longitude) * scale.longitude,
                y: (coordinate.latitude - from.latitude) * scale.latitude)
        }
        let end = point(to)
        _ = descend({ lane.touches($0) }) { place in
            let piece = PlaneSegment(start: point(segments[place].from), end: point(segments[place].to))
            let shares = piece.stretch(from: PlanePoint(x: 0, y: 0), to: end, within: metres * 1.000_001 + 0.001)
            if let shares { neighbours.append(Neighbour(place: place, shares: shares)) }
            return true
        }
    }

    /// A straight piece with a margin around it.
    private struct Lane {
        let from: Coordinate
        let east: Double
        let north: Double
        /// The box around the piece and the margin.
        let box: Box
        /// Degrees of the margin.
        let side: Double
        let up: Double

        init(_ from: Coordinate, _ to: Coordinate, _ margin: Double) {
            self.from = from
            east = to.longitude - from.longitude
            north = to.latitude - from.latitude
            box = Box(from, to).widened(by: margin)
            side = min(from.longitude, to.longitude) - box.west
            up = min(from.latitude, to.latitude) - box.south
        }

        /// Whether a box may touch the margin. False is certain, true is not.
        @inline(__always)
        func touches(_ other: Box) -> Bool {
            guard box.touches(other) else { return false }
            // The box lies on one side of the line if its middle is further away than its corners reach.
            let x = (other.west + other.east) / 2 - from.longitude
            let y = (other.south + other.north) / 2 - from.latitude
            let reach =
                abs(north) * ((other.east - other.west) / 2 + side) + abs(east) * ((other.north - other.south) / 2 + up)
            return abs(x * north - y * east) <= reach * 1.000_001
        }
    }
}
