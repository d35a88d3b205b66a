import Addresses
import Contract
import Drawing
import Geometry
import MapTiles
import NDJSON
import StageKit

/// Tiles on their way into the archive, and what is told of them.
extension FetchTiles {
    // MARK: Files

    func readFile(_ task: TileTask) throws {
        let bytes: [UInt8]?
        do {
            bytes = try TileFolder.read(TileAddress.path(task.address)).map(TileCheck.unwrapped)
        } catch let fault as TileFault {
            return try lose(task, fault.message, nil)
        }
        guard let bytes else { return try take(task, Answer(source: "file")) }
        if case .failure(let problem) = bytes.withUnsafeBytes({ TileCheck.format(of: $0) }) {
            return try lose(task, problem.reason, nil)
        }
        try take(task, Answer(body: bytes, source: "file"))
    }

    // MARK: Delivery

    /// What is told of a tile.
    struct Outcome {
        var status: Int?
        var bytes: Int?
        var source: String?
        var etag: String?
        var error: String?
    }

    /// Puts a tile, and what is scaled from it, where it belongs.
    func take(_ task: TileTask, _ answer: Answer) throws {
        guard !answer.body.isEmpty else {
            for target in targets(task.tile) {
                missing += 1
                try tell(target, of: task.tile, task.frame, Outcome(status: answer.status, bytes: 0))
            }
            return
        }
        // What goes wrong with the archive ends the run.
        try StageFailure.ofTiles { try deliver(task, answer) }
    }

    private func deliver(_ task: TileTask, _ answer: Answer) throws {
        for target in targets(task.tile) {
            let made: (bytes: [UInt8], format: TileFormat)?
            do {
                made = try scaler.tile(target, of: task.tile, answer.body, number: task.number)
                if let made {
                    try kept?.put(target, task.frame.map { options.frames[$0] }, made.bytes, made.format)
                }
            } catch  where FetchTiles.isOfTile(error) {
                let reason = (StageFailure(tiles: error)?.description) ?? "\(error)"
                context.diagnostics.report(Finding(.fault, "tile_failed", file: task.shown, message: reason))
                context.degrade(to: .serviceFailed)
                failed += 1
                try tell(target, of: task.tile, task.frame, Outcome(status: answer.status, bytes: 0, error: reason))
                continue
            }
            guard let made else {
                // Of a vector tile nothing need lie in a child.
                missing += 1
                try tell(target, of: task.tile, task.frame, Outcome(status: answer.status, bytes: 0))
                continue
            }
            brought += 1
            try tell(
                target, of: task.tile, task.frame,
                Outcome(
                    status: answer.status, bytes: made.bytes.count, source: answer.source, etag: answer.etag,
                    error: answer.error))
        }
    }

    /// Whether an error is about one tile and no other.
    private static func isOfTile(_ error: any Error) -> Bool {
        switch error {
        case let fault as TileFault: fault.kind == .unusable
        case is DrawingFault: true
        default: false
        }
    }

    func tell(_ tile: Tile, of source: Tile, _ frame: Int?, _ outcome: Outcome) throws {
        done += 1
        context.progress.update(done)
        try rows.write { row, columns in
            row[columns.z] = tile.z
            row[columns.x] = tile.x
            row[columns.y] = tile.y
            row.quadkey(columns.quadkey, tile)
            if let frame {
                let value = options.frames[frame]
                row.json(columns.frame) { writer in
                    if let number = value.number { writer.integer(number) } else { writer.string(value.name) }
                }
            }
            row[columns.status] = outcome.status
            row[columns.bytes] = outcome.bytes
            row[columns.source] = outcome.source
            row[columns.etag] = outcome.etag
            row[columns.overzoomFrom] = tile == source || outcome.source == nil ? nil : source.z
            row[columns.error] = outcome.error
        }
    }
}
