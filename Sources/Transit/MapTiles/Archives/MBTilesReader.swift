import Geometry
import SQLite

/// Tiles in a SQLite database (MBTiles 1.3, https://github.com/mapbox/mbtiles-spec).
public final class MBTilesReader: TileSource {
    public let metadata: TileMetadata
    let database: Database
    private let query: Statement
    let path: String

    /// How much a query may do before it is taken for one that never ends: a second or two.
    static let patience = 60
    /// Bytes of a tile.
    private static let tileLimit = 64 << 20

    /// - Throws: `TileFault`: missing; unusable where the file is no MBTiles.
    public init(_ path: String) throws {
        self.path = path
        database = try Database(path, mode: .readOnly)
        database.limit(valueBytes: MBTilesReader.tileLimit)
        database.millionsOfSteps = MBTilesReader.patience
        for (table, columns) in [
            ("tiles", ["zoom_level", "tile_column", "tile_row", "tile_data"]), ("metadata", ["name", "value"]),
        ] {
            let found = Set(try database.columns(of: table).map { $0.lowercased() })
            guard found.isSuperset(of: columns) else {
                throw TileFault(
                    .unusable,
                    "\(path): this database is not an MBTiles archive: "
                        + (found.isEmpty
                            ? "it has no table or view '\(table)'"
                            : "its '\(table)' lacks \(columns.filter { !found.contains($0) }.joined(separator: ", "))"))
            }
        }
        metadata = try MBTilesReader.metadata(of: database)
        query = try database.prepare(
            "SELECT tile_data FROM tiles WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3")
    }

    public func tile(_ tile: Tile) throws -> [UInt8]? {
        database.millionsOfSteps = MBTilesReader.patience
        try query.bind(1, tile.z)
        try query.bind(2, tile.x)
        try query.bind(3, tile.tmsRow)
        defer { query.reset() }
        guard try query.step(), !query.isNull(0) else { return nil }
        return Array(query.blob(0))
    }

    public func forEachTile(
        zooms: ClosedRange<Int>, _ body: (Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        guard zooms.overlaps(0...Tile.deepest) else { return }
        let zooms = zooms.clamped(to: 0...Tile.deepest)
        // A view may give the same tiles for ever.
        let most = zooms.reduce(0) { $0 + (1 << (2 * $1)) }
        let all = try database.prepare(
            "SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles WHERE zoom_level BETWEEN ?1 AND ?2")
        try all.bind(1, zooms.lowerBound)
        try all.bind(2, zooms.upperBound)
        var count = 0
        while true {
            database.millionsOfSteps = MBTilesReader.patience
            guard try all.step() else { return }
            count += 1
            guard count <= most else {
                throw TileFault(.unusable, "\(path) has more tiles than these zooms can hold; stopped after \(most)")
            }
            guard (0...Tile.deepest).contains(all.integer(0)) else { continue }
            let tile = Tile(z: all.integer(0), x: all.integer(1), y: all.integer(2))
            // A row from the south is one from the north where it exists at all.
            guard tile.isValid else {
                throw TileFault(
                    .unusable,
                    "\(path): zoom \(all.integer(0)) has no tile in column \(all.integer(1)), row \(all.integer(2))")
            }
            if !all.isNull(3) { try body(Tile(z: tile.z, x: tile.x, tmsRow: tile.y), all.blob(3)) }
        }
    }

    private static func metadata(of database: Database) throws -> TileMetadata {
        var metadata = TileMetadata()
        let rows = try database.prepare("SELECT name, value FROM metadata")
        while try rows.step() {
            let value = rows.text(1)
            switch rows.text(0) {
            case "name": metadata.name = value
            case "format": metadata.format = TileFormat(name: value)
            case "bounds":
                let numbers = value.split(separator: ",").compactMap { Double($0.filter { $0 != " " }) }
                if numbers.count == 4 {
                    metadata.bounds = Bounds(
                        west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
                }
            case "minzoom": metadata.minZoom = Int(value)
            case "maxzoom": metadata.maxZoom = Int(value)
            case "attribution": metadata.attribution = value
            case "description": metadata.description = value
            case "json":
                metadata.vectorLayers = VectorLayers.inside(value)
                metadata.others.append(.init("json", value))
            // Follows from the bounds.
            case "center": break
            case let name: metadata.others.append(.init(name, value))
            }
        }
        if metadata.minZoom == nil { metadata.minZoom = try database.integer("SELECT min(zoom_level) FROM tiles") }
        if metadata.maxZoom == nil { metadata.maxZoom = try database.integer("SELECT max(zoom_level) FROM tiles") }
        return metadata
    }
}
