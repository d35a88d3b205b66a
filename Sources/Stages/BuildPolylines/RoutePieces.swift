import Geometry

/// The pieces of way that several courses make up, each once, whichever way it is run: pieces are the same only where
/// both their ends are.
struct RoutePieces {
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
    private(set) var lines: [Polyline] = []

    /// Adds what is new of a course; what hangs together becomes one line.
    mutating func add(_ coordinates: [Coordinate]) {
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
