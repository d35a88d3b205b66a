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

    public var isPMTiles: Bool { if case .pmtiles = self { true } else { false } }
}
