import Geometry
import MapTiles
import StageKit

/// The ground that a page carries under its maps: tiles of an archive around the data, and what is known of them.
struct MapGround {
    private(set) var pack = TilePack()
    /// What the tiles are drawn by; nil of pictures.
    private(set) var schema: GroundSchema?
    /// Pixels of a picture, or of what a vector tile counts as.
    let tileSize: Int
    /// The zooms of which there are tiles.
    private(set) var zooms: ClosedRange<Int>
    /// Around the tiles of the lowest zoom: all that can ever be seen.
    private(set) var bounds: Bounds
    /// Whom the tiles are owed to, as text.
    let attribution: String?

    /// The most bytes of tiles, vector tiles compressed with gzip; the page is a third longer for them, in base64.
    static let limit = 20_000_000
    /// The tiles as the page carries them.
    var attachment: PageAttachment { PageAttachment(name: "ground", bytes: pack.bytes) }

    /// Takes the tiles of an archive that lie around the data.
    ///
    /// Memory: the tiles. Cost: a look for each tile of the area, some thousands.
    /// - Throws: `StageFailure` with status 65 where there are none, they are damaged, too many, or of a schema that is
    ///   not known.
    init(_ archive: GroundArchive, around shown: Bounds) throws {
        let path = archive.path
        let stated = archive.source.metadata
        let area = PageArea(shown)
        func fault(_ reason: String) -> StageFailure { StageFailure(.dataUnusable, "\(path): \(reason)") }
        if let type = (archive.source as? PMTilesReader)?.header.tileType, !(0...4).contains(type) {
            throw fault(
                "its tiles are \(type == 6 ? "MapLibre vector tiles" : type == 5 ? "AVIF" : "of type \(type)"); "
                    + "only Mapbox vector tiles, PNG, JPEG and WebP are supported; no page written")
        }
        guard let low = stated.minZoom, let high = stated.maxZoom, (0...Tile.deepest).contains(low), low <= high else {
            throw fault("it has no tiles, or its metadata lacks the zooms; no page written")
        }
        let available = low...min(high, Tile.deepest)
        var tiles = GroundTiles(path: path, isRaster: stated.format?.isRaster)
        let isRaster = try tiles.findKind(archive, area, available)
        tileSize = tiles.tileSize
        let wanted = area.zooms(tileSize: tileSize)
        // Of an archive that is less deep the deepest zoom, which is shown larger.
        let zooms = wanted.lowerBound > available.upperBound ? high...high : wanted
        if zooms.overlaps(available) {
            try tiles.take(archive, area, zooms.clamped(to: available))
        }
        guard let taken = tiles.zooms, let first = tiles.extent.bounds else {
            throw fault(
                "it has no tile around the data (\(MapGround.text(area.data))): it has zooms \(low) to \(high)"
                    + (stated.bounds.map { " of \(MapGround.text($0))" } ?? "")
                    + ", but the page needs zooms \(wanted.lowerBound) to "
                    + "\(wanted.upperBound); no page written")
        }
        try tiles.checkSize()
        if !isRaster {
            let layers = try tiles.layers(stated.vectorLayers)
            guard let found = GroundSchema(layers) else {
                let known = GroundSchema.allCases.map(\.name).joined(separator: ", ")
                throw fault(
                    "its layers belong to none of the supported schemas (\(known)): "
                        + "\(MapGround.list(layers.names)); no page written")
            }
            schema = found
        }
        pack = tiles.pack
        self.zooms = taken
        bounds = first
        attribution = stated.attribution.flatMap(GroundText.plain) ?? schema?.attribution
    }

    // MARK: Words

    /// West, south, east and north, to 10 m.
    private static func text(_ box: Bounds) -> String {
        let sides = [box.west, box.south, box.east, box.north].map { side -> String in
            let whole = Int((side * 10_000).rounded())
            let digits = String(whole.magnitude % 10_000)
            return (whole < 0 ? "-" : "") + "\(whole.magnitude / 10_000)."
                + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return sides.joined(separator: ",")
    }

    /// The first names, in quotes, none too long.
    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "it has none" }
        let shown = names.prefix(8).map { "'\($0.count > 40 ? $0.prefix(39) + "…" : $0)'" }
        return shown.joined(separator: ", ") + (names.count > 8 ? " and \(names.count - 8) more" : "")
    }
}
