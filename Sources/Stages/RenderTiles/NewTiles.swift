import Geometry
import MapTiles
import Platform
import StageKit
import TileFiles

/// An archive or a folder of tiles that is made anew: an archive takes its place when it is whole.
final class NewTiles {
    private var sink: any TileSink
    private let replacement: ReplacementFile?
    private var mbtiles: MBTilesWriter? { sink as? MBTilesWriter }
    private(set) var count = 0

    /// - Parameter format: what the tiles will be.
    /// - Throws: `StageFailure` with status 73, `TileFault`.
    init(_ output: TileOutput, frames hasFrames: Bool, format: TileFormat) throws {
        switch output {
        case .mbtiles(let path):
            let file = try ReplacementFile(path: path)
            replacement = file
            sink = try MBTilesWriter(file.temporary, frames: hasFrames, origin: nil)
        case .pmtiles(let path):
            let file = try ReplacementFile(path: path)
            replacement = file
            sink = try PMTilesWriter(into: file.temporary, named: path, format: format)
        case .folder(let path):
            replacement = nil
            // Tiles of an older map would stand among the new ones.
            guard NewTiles.isEmpty(path) else {
                throw StageFailure(
                    .outputUncreatable,
                    "\(path) is not an empty folder, perhaps because a run was interrupted; left unchanged; remove it, or name another"
                )
            }
            sink = try TileFolder(path, makes: true)
        }
    }

    private static func isEmpty(_ path: String) -> Bool {
        var isEmpty = true
        let isRead = forEachName(in: path) { _ in
            isEmpty = false
            return false
        }
        return isRead ? isEmpty : errno == ENOENT
    }

    func put(_ tile: Tile, _ frame: TileFrame?, _ bytes: [UInt8]) throws {
        count += 1
        try bytes.withUnsafeBytes { try sink.put(tile, frame: frame, $0) }
    }

    /// Makes a frame known that may have no tiles.
    func add(_ frame: TileFrame) throws {
        try mbtiles?.add(frame)
        (sink as? TileFolder)?.add(frame)
    }

    func finish(_ metadata: TileMetadata) throws {
        try sink.finish(metadata)
        // The database is closed before the file is put in place.
        sink = NoTiles()
        try replacement?.commit()
    }

    func discard() { replacement?.discard() }

    private final class NoTiles: TileSink {
        func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) {}
        func finish(_ metadata: TileMetadata) {}
    }
}
