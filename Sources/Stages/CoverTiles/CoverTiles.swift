import Contract
import GeoJSON
import Geometry
import NDJSON
import StageKit
import TileFiles

/// Says which tiles a box or features need.
///
/// Memory: of a box none, of features 16 bytes a row of tiles and zoom, more where a row is needed in several pieces.
public struct CoverTiles: TakesUnnamedObjects, Stage {
    public static let name = "cover-tiles"

    public let tables = [
        Tables.Polylines.name, Tables.StopPins.name, Tables.VehiclePaths.name, Tables.Locations.name,
        "features",
    ]
    public let columns: [any AnyColumn] = [
        Columns.type, Columns.geometry, Columns.features, Columns.coordinates, Columns.geometries,
    ]
    /// What foreign GeoJSON counts as.
    public static let tableOfUnnamed: StaticString = "features"

    /// What GeoJSON has on its outermost level.
    private enum Columns {
        static let type = NamedColumn("type")
        static let geometry = NamedColumn("geometry")
        static let features = NamedColumn("features")
        static let coordinates = NamedColumn("coordinates")
        static let geometries = NamedColumn("geometries")
    }

    private let options: CoverTilesOptions
    private let context: StageContext
    private let rows: RowSink<Tables.Tiles>
    private var covers: [TileCover]

    private init(_ options: CoverTilesOptions, _ context: StageContext) {
        self.options = options
        self.context = context
        rows = context.rows(of: Tables.Tiles.self)
        covers = options.zooms.map { TileCover(z: $0) }
    }

    /// Writes the tiles of a box, or those of the features read.
    /// - Throws: `StageFailure`.
    public static func run(_ options: CoverTilesOptions, _ context: StageContext) throws {
        try context.check(options)
        try context.writeTable(Tables.Tiles.self, as: options.format)
        var stage = CoverTiles(options, context)
        guard let bounds = options.bounds else { return try context.feed(options.files, to: &stage) }
        for zoom in options.zooms {
            try TileBox(bounds, z: zoom, buffer: options.buffer).forEachTile { try stage.write($0) }
        }
        // Nothing was read: what was written came of the box.
        let figures = context.summary.table(Tables.Tiles.name)
        figures.merged -= figures.written
    }

    public mutating func process(_ record: Record) throws {
        var found = false
        switch record.values[untyped: Columns.type].string {
        case "FeatureCollection":
            var lacking = 0
            record.values[untyped: Columns.features].forEachElement { feature in
                var hasPlace = false
                feature.forEachMember { key, value in
                    if key.inside.elementsEqual("geometry".utf8) { hasPlace = take(value, record) }
                }
                if hasPlace { found = true } else { lacking += 1 }
            }
            if found, lacking > 0 {
                context.diagnostics.report(
                    .incomplete, "no_geometry", file: record.displayName, line: record.line,
                    message:
                        "\(lacking) features of the collection have no geometry with a valid position; skipped")
            }
        case "Feature": found = take(record.values[untyped: Columns.geometry], record)
        default: found = take(JSONValue.object(record.bytes), record)
        }
        guard found else {
            return context.diagnostics.reject(
                record, "no_geometry", "this has no geometry of GeoJSON with a position on earth (left out)")
        }
        // It lives on in the tiles that it needs.
        context.summary.table(tables[record.table]).merged += 1
    }

    /// Adds a geometry's tiles to the covers.
    private mutating func take(_ value: JSONValue, _ record: Record) -> Bool {
        guard let geometry = FeatureGeometry(value), !geometry.isEmpty else { return false }
        if geometry.badPositions > 0 {
            context.diagnostics.report(
                .null, "invalid_position", file: record.displayName, line: record.line,
                message: geometry.badPositions == 1
                    ? "1 position is not a valid coordinate; skipped"
                    : "\(geometry.badPositions) positions are not valid coordinates; skipped",
                count: geometry.badPositions)
        }
        for index in covers.indices {
            for point in geometry.points { covers[index].insert(point, buffer: options.buffer) }
            for line in geometry.lines { covers[index].insert(line, buffer: options.buffer) }
            for polygon in geometry.polygons { covers[index].insert(polygon: polygon, buffer: options.buffer) }
        }
        return true
    }

    public mutating func finish() throws {
        guard covers.contains(where: { !$0.isEmpty }) else {
            return try context.nothingToDo("nothing_to_cover", "no feature of the input has a position")
        }
        for cover in covers { try cover.forEachTile { try write($0) } }
        guard let figures = context.summary.tables.first(where: { $0.merged > 0 }) else { return }
        figures.merged -= context.summary.table(Tables.Tiles.name).written
    }

    private func write(_ tile: Tile) throws {
        try rows.write { row, columns in
            row[columns.z] = tile.z
            row[columns.x] = tile.x
            row[columns.y] = tile.y
            row.quadkey(columns.quadkey, tile)
            if options.writesBounds { row.box(columns.bbox, tile) }
        }
    }
}
