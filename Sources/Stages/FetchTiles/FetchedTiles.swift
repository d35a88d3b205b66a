import Geometry
import MapTiles
import Platform
import SQLite
import StageKit
import TileFiles

/// Where fetched tiles are kept, so that a run that was cut off, or killed, can be gone on with.
///
/// PMTiles cannot be added to: their tiles lie in MBTiles beside them, `FILE.pmtiles.part`, until the archive is whole.
final class FetchedTiles {
    /// What an archive of PMTiles is made of.
    private struct Making {
        /// As it was given.
        let path: String
        let part: String
        /// The archive of an earlier run whose tiles go over into the new one.
        let earlier: PMTilesReader?
        let replacement: ReplacementFile
    }

    private let mbtiles: MBTilesWriter?
    private let folder: TileFolder?
    private let making: Making?
    private var formats: Set<TileFormat> = []
    /// Told once when tiles of more than one format are mixed.
    var mixed: ((_ first: TileFormat, _ other: TileFormat) -> Void)?
    private var first: TileFormat?
    /// Of vector tiles what is in them, which metadata must say.
    private var layers = VectorLayers()

    /// The most tiles that are taken over from an earlier archive: a run in it takes a few bytes and may be billions.
    private static let takeoverLimit = 1 << 24

    /// - Parameter origin: where the tiles are from, without secrets.
    /// - Throws: `TileFault`, `StageFailure`.
    init(_ output: TileOutput, frames: [TileFrame], origin: String) throws {
        switch output {
        case .mbtiles(let path):
            let writer = try MBTilesWriter(path, frames: !frames.isEmpty, origin: origin)
            for frame in frames { try writer.add(frame) }
            (mbtiles, folder, making) = (writer, nil, nil)
        case .folder(let path):
            let writer = try TileFolder(path, makes: true)
            if writer.isDescribed { try FetchedTiles.check(writer.metadata, path, origin) }
            for frame in frames { writer.add(frame) }
            (mbtiles, folder, making) = (nil, writer, nil)
        case .pmtiles(let path):
            let replacement = try ReplacementFile(path: path)
            let earlier = try FetchedTiles.earlier(path, origin)
            let part = replacement.target + ".part"
            making = Making(path: path, part: part, earlier: earlier, replacement: replacement)
            mbtiles = try MBTilesWriter(part, frames: false, origin: origin)
            folder = nil
        }
        let known = try [
            making?.earlier?.metadata.vectorLayers, mbtiles?.knownLayers(), folder?.metadata.vectorLayers,
        ]
        layers = known.compactMap(\.self).first.map { VectorLayers(json: $0) } ?? VectorLayers()
        first = making?.earlier?.metadata.format ?? mbtiles?.tileFormat
        if let first { formats = [first] }
    }

    private static func earlier(_ path: String, _ origin: String) throws -> PMTilesReader? {
        guard let status = FileStatus(path), status.size > 0 else { return nil }
        do {
            let reader = try PMTilesReader(path)
            try check(reader.metadata, path, origin)
            return reader
        } catch let fault as TileFault where fault.kind == .unusable {
            throw TileFault(
                .cannotCreate, "\(fault.message); left unchanged; name another file, or remove it")
        }
    }

    private static func check(_ metadata: TileMetadata, _ path: String, _ origin: String) throws {
        let found = metadata.others.first { $0.name == MBTilesWriter.originKey }?.value
        guard found != origin else { return }
        throw TileFault(
            .cannotCreate,
            "\(path) holds tiles from another source (\(found ?? "unknown")); left unchanged; name another file, or remove it"
        )
    }

    /// Whether a tile is there from an earlier run.
    func keeps(_ tile: Tile, _ frame: TileFrame?) throws -> Bool {
        if let folder { return folder.path(of: tile, frame: frame) != nil }
        return try mbtiles?.has(tile, frame: frame) == true || making?.earlier?.tile(tile) != nil
    }

    /// Why the archive cannot have such a tile; nil where it can.
    func problem(with place: Tile, _ format: TileFormat) -> String? {
        guard making != nil else { return nil }
        if PMTilesID.id(place) == nil { return "PMTiles archives hold zooms up to \(PMTilesID.deepest)" }
        guard let first, first.isRaster != format.isRaster else { return nil }
        return "the archive has \(first.name) tiles, but this tile is \(format.name)"
    }

    /// Keeps a tile with which there is no problem.
    /// - Throws: `TileFault` where the archive fails.
    func put(_ place: Tile, _ frame: TileFrame?, _ bytes: [UInt8], _ format: TileFormat) throws {
        if format == .mvt {
            // What no reader understands is kept as it came.
            let tile = try? VectorTileReader.read(
                bytes.withUnsafeBytes { try TileGzip.decompressed($0, limit: TileCheck.vectorLimit) })
            if let tile { layers.take(tile, zoom: place.z) }
        }
        let sink: (any TileSink)? = folder ?? mbtiles
        try bytes.withUnsafeBytes { try sink?.put(place, frame: frame, $0) }
        if let first, formats.insert(format).inserted { mixed?(first, format) }
        if first == nil {
            first = format
            formats = [format]
            // So that the next run knows whose tiles these are, whatever becomes of this one.
            try folder?.finish(described)
        }
    }

    /// What is known of the tiles as a whole.
    var described: TileMetadata {
        get {
            var all = metadata
            if !layers.isEmpty { all.vectorLayers = layers.json }
            return all
        }
        set { metadata = newValue }
    }
    private var metadata = TileMetadata()

    /// Makes sure of what was put so far.
    func checkpoint() throws { try mbtiles?.checkpoint(described) }

    /// Writes what is known of the tiles and puts the archive in place.
    func finish() throws {
        try folder?.finish(described)
        try mbtiles?.finish(described)
        if let making { try make(making) }
    }

    /// Keeps what is good after something failed.
    func rescue() {
        try? mbtiles?.commit()
        try? finish()
    }

    /// Makes an archive of all tiles; nothing may be put afterwards.
    private func make(_ making: Making) throws {
        // An archive of PMTiles has tiles.
        guard let format = first, let mbtiles else {
            unlink(making.part)
            return making.replacement.discard()
        }
        let writer = try PMTilesWriter(
            into: making.replacement.temporary, named: making.path, format: format)
        var metadata = described
        if let earlier = making.earlier {
            metadata.attribution = metadata.attribution ?? earlier.metadata.attribution
            try earlier.forEachTile(limit: FetchedTiles.takeoverLimit) { try writer.add($0, $1) }
        }
        try mbtiles.forEachTile { try writer.add($0, $1) }
        try writer.finish(metadata)
        try making.replacement.commit()
        // It is still locked, so that nobody else has begun to write into it.
        for ending in ["", "-journal"] { unlink(making.part + ending) }
    }
}
