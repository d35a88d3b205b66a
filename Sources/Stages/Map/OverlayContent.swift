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

extension PageArea {
    /// The zooms that a page carries of a template: around the one at which its map fits a window.
    var overlayZooms: ClosedRange<Int> {
        let fitting = fittingZoom(tileSize: 512)
        return max(0, fitting - 1)...(fitting + 4)
    }

    /// The tiles of a template, from a view of the whole to one of a street.
    var overlayTiles: [Tile] {
        var tiles: [Tile] = []
        for zoom in overlayZooms { TileBox(wide, z: zoom).forEachTile { tiles.append($0) } }
        return tiles
    }
}
