import Geometry
import SQLite

/// Frames in MBTiles, as `MBTilesWriter` keeps them.
extension MBTilesReader {
    /// The most frames that are read, and the most tiles of them.
    private static let frameLimit = 100_000
    private static let frameTileLimit = 10_000_000

    /// The frames in the order in which they are shown: of their times, else of their numbers, else as they were put;
    /// none where the archive has tiles alone.
    /// - Throws: `TileFault`.
    public func frames() throws -> [TileFrame] {
        guard try database.hasTable("frames"), try database.hasTable("tile_frames") else { return [] }
        database.millionsOfSteps = MBTilesReader.patience
        let rows = try database.prepare("SELECT frame, time, duration FROM frames")
        var frames: [TileFrame] = []
        var names: Set<String> = []
        while try rows.step() {
            let frame = TileFrame(
                rows.text(0), time: rows.optionalDouble(1).flatMap { $0.isFinite ? $0 : nil },
                duration: rows.optionalDouble(2).flatMap { $0.isFinite && $0 > 0 ? $0 : nil })
            guard names.insert(frame.name).inserted else {
                throw TileFault(.unusable, "\(path): its 'frames' names '\(frame.name.prefix(40))' twice")
            }
            frames.append(frame)
            guard frames.count <= MBTilesReader.frameLimit else {
                throw TileFault(.unusable, "\(path): it has more than \(MBTilesReader.frameLimit) frames")
            }
        }
        // Tiles that are fetched many at once are put in the order in which they come.
        let keys = frames.compactMap(\.time)
        if keys.count == frames.count {
            return zip(keys, frames).enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                .map(\.element.1)
        }
        let numbers = frames.compactMap(\.number)
        guard numbers.count == frames.count else { return frames }
        return zip(numbers, frames).sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// Bytes of all tiles as they are stored.
    /// - Throws: `TileFault`.
    public func storedBytes(ofFrames: Bool) throws -> Int {
        database.millionsOfSteps = MBTilesReader.patience
        return try database.integer("SELECT sum(length(tile_data)) FROM \(ofFrames ? "images" : "tiles")") ?? 0
    }

    /// Calls `body` with every tile of the frames: the place of its frame in `frames`, and the tile as it is stored. The
    /// bytes are valid during the call.
    /// - Throws: `TileFault`, and what `body` throws.
    public func forEachTile(
        of frames: [TileFrame], _ body: (Int, Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let places = Dictionary(uniqueKeysWithValues: frames.enumerated().map { ($0.element.name, $0.offset) })
        let all = try database.prepare(
            """
            SELECT p.frame, p.zoom_level, p.tile_column, p.tile_row, i.tile_data
            FROM tile_frames AS p JOIN images AS i ON i.tile_id = p.tile_id
            """)
        var count = 0
        while true {
            database.millionsOfSteps = MBTilesReader.patience
            guard try all.step() else { return }
            count += 1
            guard count <= MBTilesReader.frameTileLimit else {
                throw TileFault(
                    .unusable, "\(path) has too many tiles; stopped after \(MBTilesReader.frameTileLimit)")
            }
            guard let place = places[all.text(0)] else {
                throw TileFault(
                    .unusable,
                    "\(path): its 'tile_frames' has a frame '\(all.text(0).prefix(40))' that 'frames' does not have")
            }
            // A row from the south is one from the north where it exists at all.
            guard (0...Tile.deepest).contains(all.integer(1)),
                case let tile = Tile(z: all.integer(1), x: all.integer(2), y: all.integer(3)), tile.isValid
            else {
                throw TileFault(
                    .unusable,
                    "\(path): zoom \(all.integer(1)) has no tile in column \(all.integer(2)), row \(all.integer(3))")
            }
            if !all.isNull(4) { try body(place, Tile(z: tile.z, x: tile.x, tmsRow: tile.y), all.blob(4)) }
        }
    }
}
