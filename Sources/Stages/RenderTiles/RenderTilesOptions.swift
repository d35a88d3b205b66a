import StageKit
import TileFiles

/// What `render-tiles` is asked to do.
public struct RenderTilesOptions: StageOptions {
    public var output: TileOutput?
    public var zooms = 10...15
    /// The file that says how things are drawn.
    public var style: String?
    /// Tiles to draw onto.
    public var base: String?
    public var isVector = false
    /// Pixels; nil is that of `base`, else 256.
    public var tileSize: Int?
    /// Records; none is standard input.
    public var files: [String] = []

    public init() {}

    public static let tileSizes = [256, 512]
    /// Maps on the web go no deeper, and each zoom has four times the tiles.
    private static let deepest = 22

    public var problem: String? {
        guard let output else { return "--into is required: FILE.mbtiles, FILE.pmtiles or a folder" }
        if let problem = output.problem { return problem }
        guard zooms.upperBound <= RenderTilesOptions.deepest else {
            return "--zoom must be at most \(RenderTilesOptions.deepest), where a pixel is 4 cm"
        }
        if let tileSize, !RenderTilesOptions.tileSizes.contains(tileSize) { return "--tile-size takes 256 or 512" }
        if isVector {
            if base != nil { return "--vector and --over cannot be combined" }
            if style != nil { return "--vector and --style cannot be combined" }
            if tileSize != nil { return "--vector and --tile-size cannot be combined" }
        }
        return nil
    }

    public func addFiles(to named: inout NamedFiles, in world: World) {
        named.read(files.isEmpty ? ["-"] : files)
        if let style { named.read([style], as: "--style") }
        if let base { named.read([base], as: "--over") }
        named.write(output?.path, as: "--into")
    }
}
