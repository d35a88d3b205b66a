/// The centre and zoom with which a map of a given size shows a box: Web Mercator (EPSG:3857) with a world of 512
/// points at zoom 0, as in MapLibre GL and Mapbox vector tiles.
public struct MapFit: Equatable, Sendable {
    public let center: Coordinate
    /// The visible span in degrees: the box with a margin.
    public let latitudeSpan: Double
    public let longitudeSpan: Double
    /// The largest zoom at which the span fits, in steps of 0.01; at most `closest`.
    public let zoom: Double

    /// The maximum zoom; a closer view would show no more detail of a street around a stop.
    public static let closest = 17.0
    private static let margin = 0.1
    private static let smallestSpan = 0.002

    /// - Parameters:
    ///   - bounds: the box to show.
    ///   - width: the width of the view in points.
    ///   - height: the height of the view in points.
    public init(_ bounds: Bounds, width: Double, height: Double) {
        let east = bounds.crossesAntimeridian ? bounds.east + 360 : bounds.east
        let middle = ((bounds.west + east) / 2).remainder(dividingBy: 360)
        // The middle of the map is the middle of the box on the map, not of its latitudes.
        let top = WebMercator.point(Coordinate(latitude: bounds.north, longitude: 0)).y
        let bottom = WebMercator.point(Coordinate(latitude: bounds.south, longitude: 0)).y
        center = Coordinate(
            latitude: WebMercator.coordinate(WorldPoint(x: 0, y: (top + bottom) / 2)).latitude, longitude: middle)
        longitudeSpan = min(max((east - bounds.west) * (1 + 2 * MapFit.margin), MapFit.smallestSpan), 360)
        latitudeSpan = min(max((bounds.north - bounds.south) * (1 + 2 * MapFit.margin), MapFit.smallestSpan), 180)
        let across = max(longitudeSpan / 360, 1e-9)
        let down = max((bottom - top) * (1 + 2 * MapFit.margin), 1e-9)
        let exact = WebMercator.zoom(across: across, down: down, width: width, height: height, tileSize: 512)
        zoom = max(0, min(MapFit.closest, (exact * 100).rounded(.down) / 100))
    }
}
