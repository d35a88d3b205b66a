import Contract
import Geometry
import NDJSON
import StageKit

/// Reads which tiles are wanted, each once, in their order.
///
/// Memory: 40 bytes a tile.
struct WantedTiles: RecordStage {
    let tables = [Tables.Tiles.name]
    let columns: [any AnyColumn] = [Tables.Tiles.columns.z, Tables.Tiles.columns.x, Tables.Tiles.columns.y]
    /// Packed.
    private(set) var tiles: [UInt64] = []
    private var known: Set<UInt64> = []
    private let context: StageContext
    /// One more than that, in all frames, ends the run.
    private let limit: Int
    private let frames: Int

    /// - Parameter frames: how many there are of each; 0 where there are no frames.
    init(_ context: StageContext, limit: Int, frames: Int) {
        self.context = context
        self.limit = limit
        self.frames = max(1, frames)
    }

    mutating func process(_ record: Record) throws {
        let columns = Tables.Tiles.columns
        guard let z = record[columns.z].integer, let x = record[columns.x].integer, let y = record[columns.y].integer,
            case let tile = Tile(z: z, x: x, y: y), tile.isValid
        else {
            let message =
                "z \(Finding.quoted(record[columns.z].inside)), x \(Finding.quoted(record[columns.x].inside)), y "
                + "\(Finding.quoted(record[columns.y].inside)) are not a tile of zooms 0 to \(Tile.deepest); skipped"
            return context.diagnostics.reject(record, "no_such_tile", message)
        }
        context.summary.table(Tables.Tiles.name).merged += 1
        guard known.insert(tile.packed).inserted else { return }
        tiles.append(tile.packed)
        guard tiles.count <= limit / frames else {
            throw StageFailure(
                .usage,
                "more than \(grouped(limit)) tiles are requested\(frames > 1 ? " in \(grouped(frames)) frames" : ""); nothing was fetched; if you mean it and the server "
                    + "allows it, raise --max-tiles")
        }
    }

    mutating func finish() throws {
        known = []
    }
}
