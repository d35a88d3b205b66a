import Drawing
import Geometry
import MapTiles
import Networks

/// Pieces of way in vector tiles: a feature for each route along each, with what a style shifts it by.
extension VectorScene {
    /// Units of a tile in a pixel of 256.
    private static let unitsPerPixel = Double(extent) / TileScene.tileSide

    static func place(_ point: Point) -> Place { Place(x: point.x * unitsPerPixel, y: point.y * unitsPerPixel) }

    func coordinate(_ place: Place) -> Coordinate {
        WebMercator.coordinate(WorldPoint(x: place.x / worldSide, y: place.y / worldSide))
    }

    /// Adds the routes of pieces of way, each with the offset at which a style draws it.
    mutating func addWays(_ network: WayNetwork, buffer: Double) -> StrandLines? {
        let ways = network.ways
        guard !ways.pieces.isEmpty else { return nil }
        let paths = ways.pieces.map { piece in
            let tolerance = VectorScene.tolerance / VectorScene.unitsPerPixel
            return piece.path.simplified(metres: tolerance * TileScene.metresPerPixel(piece.path, z: z)).coordinates
                .map { coordinate -> Point in
                    let place = place(coordinate)
                    return Point(place.x / VectorScene.unitsPerPixel, place.y / VectorScene.unitsPerPixel)
                }
        }
        let strands = StrandLines(ways, paths, pitch: MapStyle.Lines().width[z])
        for part in strands.shifted() {
            let points = part.points.map(VectorScene.place)
            var cover = TileCover(z: z)
            cover.insert(Polyline(points.map(coordinate)), buffer: buffer)
            append(properties(part, network), [points], cover)
        }
        return strands
    }

    /// A route of a piece of way; what it counts there is not said of where it leads to another piece.
    private func properties(
        _ part: StrandLines.Shifted, _ network: WayNetwork
    ) -> [VectorTile.Property] {
        let piece = network.ways.pieces[part.piece]
        let strand = piece.strands[part.place]
        let route = network.ways.routes[part.route].facts
        var line = network.lines[piece.line]
        line.routes = []
        line.routeID = route.routeID
        line.routeShortName = route.routeShortName
        line.routeLongName = route.routeLongName
        line.routeType = route.routeType
        line.routeColor = route.routeColor
        line.routeTextColor = route.routeTextColor
        line.agencyName = route.agencyName
        line.tripCount = part.isJoint ? nil : strand.tripCount
        line.runs = part.isJoint ? nil : strand.runs
        return VectorScene.properties(line) + [
            .init("offset", .double(VectorScene.rounded(part.offset, to: 0.001))),
            .init("width", .double(VectorScene.rounded(part.width, to: 0.001))),
        ]
    }

    static func rounded(_ value: Double, to step: Double) -> Double {
        let steps = (1 / step).rounded()
        return (value * steps).rounded() / steps
    }
}
