/// The union of the pieces of several lines, each piece once, in either direction. Two pieces are the same only if both
/// ends are.
public struct PieceUnion {
    private struct Piece: Hashable {
        let latitude1, longitude1, latitude2, longitude2: UInt64

        init(_ from: Coordinate, _ to: Coordinate) {
            let isForward = (from.latitude, from.longitude) < (to.latitude, to.longitude)
            let first = isForward ? from : to
            let second = isForward ? to : from
            latitude1 = first.latitude.bitPattern
            longitude1 = first.longitude.bitPattern
            latitude2 = second.latitude.bitPattern
            longitude2 = second.longitude.bitPattern
        }
    }

    private var known: Set<Piece> = []
    public private(set) var lines: [Polyline] = []

    public init() {}

    /// Takes a piece as drawn.
    mutating func know(_ from: Coordinate, _ to: Coordinate) { known.insert(Piece(from, to)) }

    /// Adds the new pieces of a line; connected pieces become one line.
    public mutating func add(_ coordinates: [Coordinate]) {
        var isOpen = false
        for (from, to) in zip(coordinates, coordinates.dropFirst()) where from != to {
            guard known.insert(Piece(from, to)).inserted else {
                isOpen = false
                continue
            }
            if isOpen {
                lines[lines.count - 1].coordinates.append(to)
            } else {
                lines.append(Polyline([from, to]))
                isOpen = true
            }
        }
    }
}
