import Geometry
import MapTiles

/// What a page has of an overlay: where its tiles are, and those that it carries.
struct OverlayContent {
    /// One without a name where there are no frames.
    var frames: [TileFrame]
    /// Zooms that there are tiles of, of 256 pixels.
    var zooms: ClosedRange<Int>
    /// Where there are tiles; nil for everywhere.
    var bounds: Bounds?
    /// Whom the tiles are owed to, as HTML or text; the page takes the text of it.
    var attribution: String?
    /// Who is asked for tiles; nil where the page carries them.
    var server: MapBasemap?
    var pack = TilePack()
    /// Tiles that are not among those carried although there may be such, as `frame/z/x/y` with the frame's place.
    var failed: [String] = []

    /// The element that the page carries the tiles in.
    static let attachmentName = "overlay-tiles"

    /// Bytes of tiles that a page carries: three quarters of what they take in it. Browsers read it in a second or two.
    static let byteLimit = 50_000_000
    /// The deepest zoom of servers, which do not say theirs: that of OpenStreetMap's kind.
    static let serverDepth = 19

    var attachments: [PageAttachment] {
        server == nil ? [PageAttachment(name: OverlayContent.attachmentName, bytes: pack.bytes)] : []
    }
}

/// Which tiles of a template a page carries: those around its data, from a view of the whole to one of a street.
struct OverlayArea {
    let bounds: Bounds
    let zooms: ClosedRange<Int>

    /// The window in which the data is thought to be looked at, in pixels, and the zooms around the one that fits.
    private static let window = (width: 1280.0, height: 800.0)
    private static let above = 1
    private static let below = 4
    /// How much wider the area is than the data, on both sides together.
    private static let margin = 0.2
    /// Degrees: the least that a single stop takes up.
    private static let leastExtent = 0.01
    /// The deepest zoom that pages show a single stop at.
    private static let deepestFit = 16

    init(around data: Bounds) {
        let east = data.crossesAntimeridian ? data.east + 360 : data.east
        let width = max(east - data.west, OverlayArea.leastExtent)
        let height = max(data.north - data.south, OverlayArea.leastExtent)
        let middle = (longitude: (data.west + east) / 2, latitude: (data.south + data.north) / 2)
        let half = (1 + OverlayArea.margin) / 2
        var (west, far) = (middle.longitude - width * half, middle.longitude + width * half)
        if far - west >= 360 {
            (west, far) = (-180, 180)
        } else {
            if west < -180 { west += 360 }
            if far > 180 { far -= 360 }
        }
        let limit = WebMercator.latitudeLimit
        bounds = Bounds(
            west: west, south: max(-limit, middle.latitude - height * half), east: far,
            north: min(limit, middle.latitude + height * half))
        let zoom = WebMercator.zoom(
            fitting: data, width: OverlayArea.window.width, height: OverlayArea.window.height, tileSize: 512)
        let fitting = Int(min(max(zoom, 0), Double(OverlayArea.deepestFit)).rounded(.down))
        zooms = max(0, fitting - OverlayArea.above)...(fitting + OverlayArea.below)
    }

    /// From the whole to the street.
    var tiles: [Tile] {
        var tiles: [Tile] = []
        for zoom in zooms { TileBox(bounds, z: zoom).forEachTile { tiles.append($0) } }
        return tiles
    }
}
