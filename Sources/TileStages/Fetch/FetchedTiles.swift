import Geometry
import Glibc
import MapTiles
import StageKit

/// Where fetched tiles are kept, so that a run that was cut off can be gone on with.
final class FetchedTiles {
    private let sink: any TileSink
    private let mbtiles: MBTilesWriter?
    private let folder: TileFolder?
    /// The archive of an earlier run whose tiles go over into the new one; PMTiles cannot be added to.
    private let earlier: PMTilesReader?
    private let replacement: ReplacementFile?
    private var formats: Set<TileFormat> = []
    /// Told once when tiles of more than one format are mixed.
    var mixed: ((_ first: TileFormat, _ other: TileFormat) -> Void)?
    private var first: TileFormat?

    /// - Parameter origin: where the tiles are from, without secrets.
    /// - Throws: `TileFault`, `StoreFault`, `StageFailure`.
    init(_ output: TileOutput, frames: [TileFrame], origin: String) throws {
        switch output {
        case .mbtiles(let path):
            let writer = try MBTilesWriter(path, frames: !frames.isEmpty, origin: origin)
            for frame in frames { try writer.add(frame) }
            (sink, mbtiles, folder, earlier, replacement) = (writer, writer, nil, nil, nil)
        case .folder(let path):
            let writer = try TileFolder(path, makes: true)
            (sink, mbtiles, folder, earlier, replacement) = (writer, nil, writer, nil, nil)
        case .pmtiles(let path):
            earlier = try FetchedTiles.earlier(path, origin)
            let file = try ReplacementFile(path: path)
            replacement = file
            (sink, mbtiles, folder) = (PMTilesSink(file.temporary, named: path), nil, nil)
        }
    }

    private static func earlier(_ path: String, _ origin: String) throws -> PMTilesReader? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return nil }
        do {
            let reader = try PMTilesReader(path)
            let found = reader.metadata.others.first { $0.name == MBTilesWriter.originKey }?.value
            guard found == origin else {
                throw TileFault(
                    .cannotCreate,
                    "\(path) has tiles of another origin: \(found ?? "unknown") (not touched); name another file, or "
                        + "remove it")
            }
            return reader
        } catch let fault as TileFault where fault.kind == .unusable {
            throw TileFault(
                .cannotCreate, "\(fault.message) (not touched); name another file, or remove it")
        }
    }

    /// Whether a tile is there from an earlier run; one of an archive that cannot be added to is taken over.
    func keeps(_ tile: Tile, _ frame: TileFrame?) throws -> Bool {
        if let mbtiles { return try mbtiles.has(tile, frame: frame) }
        if let folder { return folder.path(of: tile, frame: frame) != nil }
        guard let bytes = try earlier?.tile(tile) else { return false }
        try bytes.withUnsafeBytes { try sink.put(tile, frame: nil, $0) }
        return true
    }

    func put(_ tile: Tile, _ frame: TileFrame?, _ bytes: [UInt8], _ format: TileFormat) throws {
        if let first, first != format, formats.insert(format).inserted { mixed?(first, format) }
        if first == nil {
            first = format
            formats = [format]
        }
        try bytes.withUnsafeBytes { try sink.put(tile, frame: frame, $0) }
    }

    /// Writes what is known of the tiles and puts the archive in place.
    func finish(_ metadata: TileMetadata) throws {
        // An archive of PMTiles has tiles; of an earlier one nothing is taken away either.
        if let sink = sink as? PMTilesSink, sink.isEmpty { return }
        try sink.finish(metadata)
        try replacement?.commit()
    }

    /// Keeps what is good after something failed.
    func rescue(_ metadata: TileMetadata) { try? finish(metadata) }
}

/// An archive of PMTiles whose format follows from its first tile.
final class PMTilesSink: TileSink {
    private let path: String
    private let name: String
    private var writer: PMTilesWriter?
    private var descriptor: Int32 = -1

    /// - Parameters:
    ///   - path: the file that is written.
    ///   - name: what messages call it, and beside which a spool may lie.
    init(_ path: String, named name: String) {
        self.path = path
        self.name = name
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    var isEmpty: Bool { writer == nil }

    private func open(_ format: TileFormat) throws -> PMTilesWriter {
        if let writer { return writer }
        descriptor = Glibc.open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TileFault(.cannotCreate, "\(name): \(String(cString: strerror(errno)))")
        }
        let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? "."
        let made = try PMTilesWriter(descriptor: descriptor, path: name, spoolFolder: folder, format: format)
        writer = made
        return made
    }

    func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) throws {
        try open(TileFormat(of: bytes) ?? .png).add(tile, bytes)
    }

    func finish(_ metadata: TileMetadata) throws {
        _ = try open(metadata.format ?? .png).finish(metadata)
    }
}
