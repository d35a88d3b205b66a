#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a map of a given size must look to show a box: Web Mercator (EPSG:3857) with a world of 512 points at zoom 0, as
/// MapLibre GL and Mapbox vector tiles count zooms.
public struct MapFit: Equatable, Sendable {
    public let center: Coordinate
    /// Degrees of latitude and longitude that are to be seen: the box with a margin.
    public let latitudeSpan: Double
    public let longitudeSpan: Double
    /// The largest zoom, in hundredths, at which the span fits; at most `closest`.
    public let zoom: Double

    /// Nearer than this a street is no wider known than the stop.
    public static let closest = 17.0
    private static let margin = 0.1
    private static let smallestSpan = 0.002

    /// - Parameters:
    ///   - width: points, as is `height`.
    public init(_ bounds: Bounds, width: Double, height: Double) {
        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        let middle = remainder((bounds.west + east) / 2, 360)
        // The middle of the map is the middle of the box on the map, not of its latitudes.
        let top = MapFit.mercator(bounds.north)
        let bottom = MapFit.mercator(bounds.south)
        center = Coordinate(latitude: MapFit.latitude((top + bottom) / 2), longitude: middle)
        longitudeSpan = min(max((east - bounds.west) * (1 + 2 * MapFit.margin), MapFit.smallestSpan), 360)
        latitudeSpan = min(max((bounds.north - bounds.south) * (1 + 2 * MapFit.margin), MapFit.smallestSpan), 180)
        let across = max(longitudeSpan / 360, 1e-9)
        let down = max((bottom - top) * (1 + 2 * MapFit.margin), 1e-9)
        let exact = log2(min(width / (512 * across), height / (512 * down)))
        zoom = max(0, min(MapFit.closest, (exact * 100).rounded(.down) / 100))
    }

    /// 0 at 85.05° north to 1 at 85.05° south.
    private static func mercator(_ latitude: Double) -> Double {
        let limited = min(max(latitude, -85.051_128_779_8), 85.051_128_779_8) * .pi / 180
        return (1 - asinh(tan(limited)) / .pi) / 2
    }

    private static func latitude(_ mercator: Double) -> Double { atan(sinh((1 - 2 * mercator) * .pi)) * 180 / .pi }
}
