import MapTiles
import Platform
import StageKit

/// Where tiles go: what a path's ending says.
public enum TileOutput: Sendable, Equatable {
    case mbtiles(String)
    case pmtiles(String)
    /// A file a tile.
    case folder(String)

    public init(_ path: String) {
        let lower = path.lowercased()
        self =
            lower.hasSuffix(".mbtiles") ? .mbtiles(path) : lower.hasSuffix(".pmtiles") ? .pmtiles(path) : .folder(path)
    }

    public var path: String {
        switch self {
        case .mbtiles(let path), .pmtiles(let path), .folder(let path): path
        }
    }

    /// Endings of files that are no place for tiles, so that nobody gets a folder of that name.
    private static let otherEndings: Set<String> = [
        "gpkg", "sqlite", "sqlite3", "db", "zip", "tar", "png", "jpg", "jpeg", "webp", "tif", "tiff", "pbf", "mvt",
        "json", "geojson", "ndjson", "html", "svg", "kml", "kmz", "shp",
    ]

    /// Why tiles cannot go there, as a sentence that follows `--into`; nil where they can.
    package var problem: String? {
        if path.isEmpty || path == "-" { return "--into takes the name of a file or folder" }
        guard case .folder = self, let dot = path.lastIndex(of: "."), !path.hasSuffix("/") else { return nil }
        let ending = path[path.index(after: dot)...].lowercased()
        let near = NearestNames.near(ending, among: ["mbtiles", "pmtiles"])
        guard near != nil || TileOutput.otherEndings.contains(ending), FileStatus(path)?.isFolder != true else {
            return nil
        }
        return
            "--into writes FILE.mbtiles, FILE.pmtiles or a folder, and \(Finding.quoted(path)) is none of them; did you "
            + "mean '\(path[...dot])\(near ?? "mbtiles")'?"
    }

    public var isPMTiles: Bool { if case .pmtiles = self { true } else { false } }
}
