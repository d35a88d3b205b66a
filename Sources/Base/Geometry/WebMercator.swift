import Platform

/// A place on a Web Mercator map (EPSG:3857) as fractions of the world: `x` from 0 in the west (180° W) to 1 in the
/// east, `y` from 0 in the north to 1 in the south.
///
/// `x` outside 0 to 1 is another turn of the globe, which occurs in unwrapped lines.
public struct WorldPoint: Equatable, Sendable, BitwiseCopyable {
    public var x: Double
    public var y: Double

    @inlinable
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The Web Mercator projection (EPSG:3857) between degrees and fractions of the world.
///
/// Formulas: IOGP 373-7-2, "Popular Visualisation Pseudo Mercator"; the sphere's radius is 6,378,137 m.
public enum WebMercator {
    /// The latitude limit that makes the world square: atan(sinh π).
    public static let latitudeLimit = 85.051_128_779_806_59
    /// The circumference of the equator in metres.
    public static let circumference = 2 * Double.pi * 6_378_137

    /// Projects a coordinate; latitudes beyond the limit are clamped to it.
    public static func point(_ coordinate: Coordinate) -> WorldPoint {
        let latitude = min(max(coordinate.latitude, -latitudeLimit), latitudeLimit)
        let sine = sin(latitude * .pi / 180)
        return WorldPoint(
            x: coordinate.longitude / 360 + 0.5, y: 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi)
    }

    public static func coordinate(_ point: WorldPoint) -> Coordinate {
        Coordinate(
            latitude: atan(sinh(.pi * (1 - 2 * point.y))) * 180 / .pi, longitude: (point.x - 0.5) * 360)
    }

    /// How much longer a metre is on the map than at the equator.
    public static func scale(atLatitude latitude: Double) -> Double { 1 / cos(latitude * .pi / 180) }

    /// The largest zoom at which a box fits into a viewport; infinity for a box without size.
    /// - Parameters:
    ///   - bounds: the box to show.
    ///   - width: the width of the viewport in pixels.
    ///   - height: the height of the viewport in pixels.
    ///   - tileSize: how many pixels wide the world is at zoom 0: 512 to MapLibre GL, 256 to raster maps.
    public static func zoom(fitting bounds: Bounds, width: Double, height: Double, tileSize: Double) -> Double {
        let corner = point(Coordinate(latitude: bounds.north, longitude: bounds.west))
        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        let opposite = point(Coordinate(latitude: bounds.south, longitude: east))
        return zoom(
            across: opposite.x - corner.x, down: opposite.y - corner.y, width: width, height: height,
            tileSize: tileSize)
    }

    /// The same of a part of the world that is so many shares of it wide and high.
    static func zoom(across: Double, down: Double, width: Double, height: Double, tileSize: Double) -> Double {
        log2(min(width / across, height / down) / tileSize)
    }
}
