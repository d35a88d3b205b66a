import Geometry
import Hashing
import SQLite

/// Writes tiles into a SQLite database (MBTiles 1.3): each content once, rows counted from the south.
///
/// With frames there are `frames(frame, time, duration)` and `tile_frames` beside them, and `tiles` shows the first frame.
/// What was put is kept from transaction to transaction, so that a run that is cut off leaves a database that can be
/// read and gone on with.
public final class MBTilesWriter: TileSink {
    private let database: Database
    private let path: String
    private let hasFrames: Bool
    private let image: Statement
    private let place: Statement
    private let find: Statement
    private let frameRow: Statement
    private var frames: Set<String> = []
    private var extent = TileExtent()
    private var format: TileFormat?
    /// Tiles put since the last transaction began, and their bytes.
    private var pending = 0
    private var pendingBytes = 0

    /// "MPBX", which the specification gives to MBTiles.
    private static let applicationID = 0x4D50_4258
    private static let transaction = 2000
    /// A disk that is full costs what was put in one transaction.
    private static let transactionBytes = 1 << 20
    /// The key of the metadata under which a run says where its tiles are from, so that no other's are mixed in.
    public static let originKey = "linefeed:origin"

    /// Opens a database, which is made where it is not there.
    ///
    /// - Parameters:
    ///   - origin: where the tiles are from; one that is there already must have the same. nil for a new one.
    /// - Throws: `TileFault` of kind cannotCreate where there is something else under the name.
    public init(_ path: String, frames hasFrames: Bool, origin: String?) throws {
        self.path = path
        self.hasFrames = hasFrames
        database = try Database(path, mode: .create, busyTimeout: 2000)
        let isThere: Bool
        do {
            isThere = try MBTilesWriter.open(database, path, hasFrames, origin)
        } catch let fault as StoreFault where fault.kind == .locked {
            throw StoreFault(.locked, "\(path): another run writes into it; try again when that run has ended")
        }
        image = try database.prepare("INSERT OR IGNORE INTO images (tile_id, tile_data) VALUES (?1, ?2)")
        if hasFrames {
            place = try database.prepare(
                """
                INSERT OR REPLACE INTO tile_frames (frame, zoom_level, tile_column, tile_row, tile_id)
                VALUES (?5, ?1, ?2, ?3, ?4)
                """)
            find = try database.prepare(
                """
                SELECT tile_id FROM tile_frames
                WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3 AND frame = ?5
                """)
            frameRow = try database.prepare("INSERT OR IGNORE INTO frames (frame, time, duration) VALUES (?1, ?2, ?3)")
        } else {
            place = try database.prepare(
                "INSERT OR REPLACE INTO map (zoom_level, tile_column, tile_row, tile_id) VALUES (?1, ?2, ?3, ?4)")
            find = try database.prepare(
                "SELECT tile_id FROM map WHERE zoom_level = ?1 AND tile_column = ?2 AND tile_row = ?3")
            frameRow = find
        }
        if let origin { try set(MBTilesWriter.originKey, origin) }
        if isThere { try takeStock() }
    }

    /// Makes sure of a database for this run alone, with its tables.
    /// - Returns: whether it was there already.
    private static func open(
        _ database: Database, _ path: String, _ hasFrames: Bool, _ origin: String?
    ) throws -> Bool {
        func isThere() throws -> Bool {
            do {
                // What a run left that was killed before its first transaction's end has no tables.
                return try database.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0
            } catch let fault as StoreFault where fault.kind == .unusable {
                throw refusal(path, "exists and is not a tile archive")
            }
        }
        let wasThere = try isThere()
        if wasThere { try check(database, path, hasFrames, origin) }
        // A killed process loses the last transaction, a machine without power could lose more. The mode comes after the
        // lock: a run that waits in it would keep the one that writes from ending its transaction.
        // What is built beside its name leaves nothing else there, and is worth nothing half made.
        if origin == nil { try database.execute("PRAGMA journal_mode = MEMORY") }
        try database.execute(
            "PRAGMA page_size = 8192; PRAGMA synchronous = OFF; BEGIN EXCLUSIVE; PRAGMA locking_mode = EXCLUSIVE")
        if try !wasThere && !isThere() {
            try database.execute("PRAGMA application_id = \(applicationID); \(schema(hasFrames))")
            return false
        }
        // Another run may have made it meanwhile.
        if !wasThere { try check(database, path, hasFrames, origin) }
        return true
    }

    private static func refusal(_ path: String, _ reason: String) -> TileFault {
        TileFault(.cannotCreate, "\(path) \(reason); left unchanged; name another file, or remove it")
    }

    private static func schema(_ hasFrames: Bool) -> String {
        let tables =
            hasFrames
            ? """
            CREATE TABLE frames (frame, time REAL, duration REAL);
            CREATE UNIQUE INDEX frames_frame ON frames (frame);
            CREATE TABLE tile_frames (frame, zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            CREATE UNIQUE INDEX tile_frames_place ON tile_frames (zoom_level, tile_column, tile_row, frame);
            CREATE VIEW tiles AS
              SELECT p.zoom_level AS zoom_level, p.tile_column AS tile_column, p.tile_row AS tile_row,
                i.tile_data AS tile_data
              FROM tile_frames AS p JOIN images AS i ON i.tile_id = p.tile_id
              WHERE p.frame = (SELECT frame FROM frames ORDER BY rowid LIMIT 1);
            """
            : """
            CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);
            CREATE UNIQUE INDEX map_place ON map (zoom_level, tile_column, tile_row);
            CREATE VIEW tiles AS
              SELECT p.zoom_level AS zoom_level, p.tile_column AS tile_column, p.tile_row AS tile_row,
                i.tile_data AS tile_data
              FROM map AS p JOIN images AS i ON i.tile_id = p.tile_id;
            """
        return """
            CREATE TABLE metadata (name TEXT, value TEXT);
            CREATE UNIQUE INDEX metadata_name ON metadata (name);
            CREATE TABLE images (tile_id TEXT, tile_data BLOB);
            CREATE UNIQUE INDEX images_id ON images (tile_id);
            \(tables)
            """
    }

    /// Sees that a database is one of ours, and of the same origin.
    private static func check(_ database: Database, _ path: String, _ hasFrames: Bool, _ origin: String?) throws {
        func refused(_ reason: String) -> TileFault { refusal(path, reason) }
        let found: String?
        do {
            guard origin != nil, try database.hasTable(hasFrames ? "tile_frames" : "map"),
                try database.hasTable("images"), try database.hasTable("metadata")
            else { throw refused("exists and is not a tile archive that this run could continue") }
            found = try database.text("SELECT value FROM metadata WHERE name = '\(originKey)'")
        } catch let fault as StoreFault where fault.kind == .unusable {
            throw refused("exists and is not a tile archive")
        }
        guard found == origin else {
            throw refused("holds tiles from another source (\(found ?? "unknown"))")
        }
    }

    /// Looks at the tiles that are there.
    private func takeStock() throws {
        let rows = try database.prepare(
            """
            SELECT zoom_level, min(tile_column), max(tile_column), min(tile_row), max(tile_row)
            FROM \(hasFrames ? "tile_frames" : "map") GROUP BY zoom_level
            """)
        while try rows.step() {
            for (x, row) in [(1, 3), (2, 4)] {
                let tile = Tile(z: rows.integer(0), x: rows.integer(x), y: rows.integer(row))
                if tile.isValid { extent.take(Tile(z: tile.z, x: tile.x, tmsRow: tile.y)) }
            }
        }
        format = try database.text("SELECT value FROM metadata WHERE name = 'format'").flatMap(TileFormat.init(name:))
    }

    private func bind(_ statement: Statement, _ tile: Tile, _ frame: TileFrame?) throws {
        try statement.bind(1, tile.z)
        try statement.bind(2, tile.x)
        try statement.bind(3, tile.tmsRow)
        guard hasFrames, let frame else { return }
        if let number = frame.number {
            try statement.bind(5, number)
        } else {
            try statement.bind(5, copying: frame.name)
        }
    }

    /// Whether a tile is there already.
    public func has(_ tile: Tile, frame: TileFrame?) throws -> Bool {
        try bind(find, tile, frame)
        defer { find.reset() }
        return try find.step()
    }

    /// Makes a frame known, so that it is there although nothing may be in it.
    public func add(_ frame: TileFrame) throws {
        guard hasFrames, frames.insert(frame.name).inserted else { return }
        if let number = frame.number { try frameRow.bind(1, number) } else { try frameRow.bind(1, copying: frame.name) }
        if let time = frame.time { try frameRow.bind(2, time) } else { try frameRow.bindNull(2) }
        if let duration = frame.duration { try frameRow.bind(3, duration) } else { try frameRow.bindNull(3) }
        try frameRow.run()
    }

    public func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) throws {
        if let frame { try add(frame) }
        let id = String(SHA256.digest(bytes).prefix(32))
        try image.bind(1, copying: id)
        try image.bind(2, inPlaceBlob: bytes)
        try image.run()
        try bind(place, tile, frame)
        try place.bind(4, copying: id)
        try place.run()
        extent.take(tile)
        if format == nil { format = TileFormat(of: bytes) }
        pending += 1
        pendingBytes += bytes.count
        if pending >= MBTilesWriter.transaction || pendingBytes >= MBTilesWriter.transactionBytes { try commit() }
    }

    /// Makes what was put part of the database.
    public func commit() throws {
        pending = 0
        pendingBytes = 0
        try database.execute("COMMIT; BEGIN IMMEDIATE")
    }

    private func set(_ name: String, _ value: String?) throws {
        guard let value else { return }
        let row = try database.prepare("INSERT OR REPLACE INTO metadata (name, value) VALUES (?1, ?2)")
        try row.bind(1, copying: name)
        try row.bind(2, copying: value)
        try row.run()
    }

    /// Passes on all tiles, in whatever order is cheap; those of the first frame where there are frames. The bytes are
    /// valid during the call.
    public func forEachTile(_ body: (Tile, UnsafeRawBufferPointer) throws -> Void) throws {
        let rows = try database.prepare("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles")
        while try rows.step() {
            let tile = Tile(z: rows.integer(0), x: rows.integer(1), y: rows.integer(2))
            guard tile.isValid else {
                throw TileFault(.unusable, "\(path) has a tile that does not exist: it is damaged")
            }
            try body(Tile(z: tile.z, x: tile.x, tmsRow: tile.y), rows.blob(3))
        }
    }

    /// What the first tile is, of an earlier run too; nil where there is none.
    public var tileFormat: TileFormat? { format }

    /// The `vector_layers` of an earlier run; nil where there are none.
    public func knownLayers() throws -> String? {
        try database.text("SELECT value FROM metadata WHERE name = 'json'").flatMap(VectorLayers.inside)
    }

    /// Writes what is known of the tiles, and makes it and them part of the database.
    public func checkpoint(_ metadata: TileMetadata) throws {
        let bounds = metadata.bounds ?? extent.bounds
        let minZoom = metadata.minZoom ?? extent.minZoom
        let maxZoom = metadata.maxZoom ?? extent.maxZoom
        try set("name", metadata.name ?? "tiles")
        try set("format", (metadata.format ?? format ?? .png).name)
        try set("type", "overlay")
        try set("version", "1")
        try set("description", metadata.description)
        try set("attribution", metadata.attribution)
        try set("minzoom", minZoom.map(String.init))
        try set("maxzoom", maxZoom.map(String.init))
        if let bounds {
            try set("bounds", [bounds.west, bounds.south, bounds.east, bounds.north].map(text).joined(separator: ","))
            let middle = TileMetadata.center(of: bounds)
            try set("center", "\(text(middle.longitude)),\(text(middle.latitude)),\(minZoom ?? 0)")
        }
        try set("json", metadata.vectorLayers.map { "{\"vector_layers\":\($0)}" })
        for other in metadata.others { try set(other.name, other.value) }
        try commit()
    }

    public func finish(_ metadata: TileMetadata) throws {
        try checkpoint(metadata)
        try database.execute("COMMIT; PRAGMA optimize; BEGIN IMMEDIATE")
    }

    /// Degrees with six decimals.
    private func text(_ degrees: Double) -> String {
        let rounded = (degrees * 1e6).rounded() / 1e6
        return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
    }
}
