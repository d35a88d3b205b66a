import Geometry
import Platform

/// A rectangle of the world as it is drawn: Web Mercator (EPSG:3857) with a world of 512 pixels at zoom 0, as MapLibre GL
/// and Mapbox vector tiles count zooms; x grows to the east, y to the south.
public struct MapView: Sendable, Equatable {
    public let center: Coordinate
    public let zoom: Double
    /// Pixels, as is `height`.
    public let width: Double
    public let height: Double
    /// The upper left corner in the picture.
    public let origin: Point
    private let world: Double
    private let middle: WorldPoint

    public init(center: Coordinate, zoom: Double, origin: Point = Point(0, 0), width: Double, height: Double) {
        self.center = center
        self.zoom = zoom
        self.origin = origin
        self.width = width
        self.height = height
        world = 512 * exp2(zoom)
        middle = WebMercator.point(center)
    }

    /// The view in which a box and a margin around it fill as much of a rectangle as they can, no nearer than
    /// `MapFit.closest`.
    public init(fitting bounds: Bounds, origin: Point = Point(0, 0), width: Double, height: Double) {
        let fit = MapFit(bounds, width: width, height: height)
        self.init(center: fit.center, zoom: fit.zoom, origin: origin, width: width, height: height)
    }

    /// Where a position lies in the picture; of all its turns around the globe the one nearest to the middle.
    public func point(_ coordinate: Coordinate) -> Point {
        let near = center.longitude + (coordinate.longitude - center.longitude).remainder(dividingBy: 360)
        return place(Coordinate(latitude: coordinate.latitude, longitude: near))
    }

    /// The points of an unwrapped line, moved by whole turns so that it lies nearest to the middle.
    ///
    /// Points closer than half a pixel to the last are left out, but for the line's end.
    public func points(_ line: Polyline) -> [Point] {
        guard let first = line.coordinates.first, let last = line.coordinates.last else { return [] }
        let turns = (((first.longitude + last.longitude) / 2 - center.longitude) / 360).rounded() * 360
        var points: [Point] = []
        for (index, coordinate) in line.coordinates.enumerated() {
            let point = place(Coordinate(latitude: coordinate.latitude, longitude: coordinate.longitude - turns))
            if let previous = points.last, point.distance(to: previous) < 0.5, index < line.coordinates.count - 1 {
                continue
            }
            points.append(point)
        }
        return points
    }

    /// Whether a point lies in the view, or within `margin` pixels of it.
    public func contains(_ point: Point, margin: Double = 0) -> Bool {
        point.x >= origin.x - margin && point.x <= origin.x + width + margin && point.y >= origin.y - margin
            && point.y <= origin.y + height + margin
    }

    /// Metres on the ground that a pixel is at a latitude, on the sphere of EPSG:3857 (radius 6,378,137 m).
    public func metresPerPixel(atLatitude latitude: Double) -> Double {
        WebMercator.circumference / WebMercator.scale(atLatitude: latitude) / world
    }

    /// The latitude of a height in the picture.
    public func latitude(atY y: Double) -> Double {
        WebMercator.coordinate(WorldPoint(x: 0, y: middle.y + (y - origin.y - height / 2) / world)).latitude
    }

    private func place(_ coordinate: Coordinate) -> Point {
        let projected = WebMercator.point(coordinate)
        return Point(
            origin.x + width / 2 + (projected.x - middle.x) * world,
            origin.y + height / 2 + (projected.y - middle.y) * world)
    }
}
