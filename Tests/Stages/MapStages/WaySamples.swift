import Drawing
import Geometry

@testable import Networks

/// Pieces of way as values.
enum WaySamples {
    /// A piece with routes that run on to other pieces.
    static func piece(
        _ id: String, _ nodes: (Int, Int), _ path: [(Double, Double)],
        _ routes: [(String, from: [String], to: [String])],
        feed: String? = nil, color: String? = "0072B2", name: String? = nil
    ) -> NetworkLine {
        NetworkLine(
            feedID: feed, polylineID: id, stopIDs: [], missingStopCount: 0,
            routes: routes.map {
                NetworkRoute(
                    routeID: $0.0, routeShortName: $0.0, routeColor: color, tripCount: 3, fromPieces: $0.from,
                    toPieces: $0.to)
            }, fromNode: nodes.0, toNode: nodes.1,
            parts: [Polyline(path.map { Coordinate(latitude: $0.1, longitude: $0.0) })])
    }

    /// Three routes come from the west and part to the north, the east and the south; the piece to the south leads back
    /// to the node.
    static let fork: [NetworkLine] = [
        piece("w", (1, 2), [(24, 60), (24.02, 60)], [("N", [], ["n"]), ("E", [], ["e"]), ("S", [], ["s"])]),
        piece("n", (2, 3), [(24.02, 60), (24.02, 60.01)], [("N", ["w"], [])]),
        piece("e", (2, 4), [(24.02, 60), (24.04, 60)], [("E", ["w"], [])]),
        piece("s", (5, 2), [(24.02, 59.99), (24.02, 60)], [("S", [], ["w"])]),
    ]

    /// The places of a network's pieces in a picture in which a degree of longitude is so many pixels.
    static func paths(_ ways: NetworkWays, scale: Double = 10_000) -> [[Point]] {
        ways.pieces.map { piece in
            piece.path.coordinates.map { Point(($0.longitude - 24) * scale, (60 - $0.latitude) * scale * 2) }
        }
    }

    static func pin(_ id: String, _ place: (Double, Double), _ routes: [String], of parent: String? = nil) -> NetworkPin
    {
        NetworkPin(
            feedID: nil, stopID: id, stopName: "Stop \(id)", parentStation: parent, stationName: parent,
            platformCode: nil, wheelchairBoarding: nil, routeIDs: routes,
            coordinate: Coordinate(latitude: place.1, longitude: place.0))
    }

    /// The shortest distance of a place from a line.
    static func distance(_ place: Point, _ line: [Point]) -> Double {
        zip(line, line.dropFirst()).map { from, to in
            let (x, y) = (to.x - from.x, to.y - from.y)
            let square = x * x + y * y
            let share = square > 0 ? min(1, max(0, ((place.x - from.x) * x + (place.y - from.y) * y) / square)) : 0
            return place.distance(to: Point(from.x + share * x, from.y + share * y))
        }.min() ?? .infinity
    }
}
