import Contract
import Geometry
import MapTiles
import NDJSON
import StageKit
import TileFiles

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
            var problem: String?
            do {
                made = try scaler.tile(target, of: task.tile, answer.body, number: task.number)
                problem = made.flatMap { kept?.problem(with: target, $0.format) }
            } catch {
                // What cannot be scaled is one tile's matter, whatever is wrong with it.
                guard let failure = StageFailure(tiles: error) else { throw error }
                (made, problem) = (nil, failure.description)
            }
            if let problem {
                context.diagnostics.report(.fault, "tile_failed", file: task.shown, message: problem)
                context.degrade(to: .serviceFailed)
                failed += 1
                try tell(target, of: task.tile, task.frame, Outcome(status: answer.status, bytes: 0, error: problem))
                continue
            }
            guard let made else {
                // Of a vector tile nothing need lie in a child.
                missing += 1
                try tell(target, of: task.tile, task.frame, Outcome(status: answer.status, bytes: 0))
                continue
            }
            try kept?.put(target, task.frame.map { options.frames[$0] }, made.bytes, made.format)
            brought += 1
            try tell(
                target, of: task.tile, task.frame,
                Outcome(
                    status: answer.status, bytes: made.bytes.count, source: answer.source, etag: answer.etag,
                    error: answer.error))
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
