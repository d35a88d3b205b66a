import Geometry
import NDJSON
import Platform

/// Tiles in files of their own: `z/x/y.png` below a folder, `frame/z/x/y.png` where there are frames, and what is known of
/// them as a whole in `metadata.json`.
public final class TileFolder: TileSource, TileSink {
    public let root: String
    public private(set) var metadata = TileMetadata()
    /// The ending that the last tile found had, tried first.
    private var ending: String?
    private var made: Set<String> = []
    private var extent = TileExtent()
    private var format: TileFormat?
    /// The folder itself, locked while it is written.
    private var descriptor: Int32 = -1
    /// Whether something is said of the tiles in the folder.
    public let isDescribed: Bool

    private static let metadataName = "metadata.json"
    private static let framesName = "linefeed:frames"
    /// The frames that the folder has, in their order.
    public private(set) var frames: [TileFrame] = []
    /// A file that is larger is no tile.
    private static let sizeLimit = 64 << 20

    /// - Parameter makes: makes the folder where it is not there, for what writes.
    /// - Throws: `TileFault` of kind missing where it is no folder, cannotCreate where it cannot be made or written, locked
    ///   where another run writes into it.
    public init(_ path: String, makes: Bool) throws {
        root = path
        let status = FileStatus(path)
        if let status, !status.isFolder {
            throw TileFault(makes ? .cannotCreate : .missing, "\(path) is not a folder")
        }
        if status == nil {
            guard makes else { throw TileFault(.missing, "\(path): \(systemMessage(errno))") }
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw TileFault(.cannotCreate, "\(path): cannot make the folder: \(systemMessage(errno))")
            }
        }
        if makes {
            guard access(path, W_OK | X_OK) == 0 else {
                throw TileFault(.cannotCreate, "\(path): cannot write: \(systemMessage(errno))")
            }
            descriptor = uninterrupted { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
            // Where a file system has no locks there is none.
            if descriptor >= 0, lockFile(descriptor) != 0, errno == EWOULDBLOCK {
                close(descriptor)
                throw TileFault(.locked, "\(path): another run writes into it; try again when that run has ended")
            }
        }
        let description: [UInt8]?
        do {
            description = try TileFolder.read(path + "/" + TileFolder.metadataName)
        } catch let fault as TileFault where makes {
            throw TileFault(.cannotCreate, "\(fault.message); it is in the way")
        }
        isDescribed = description != nil
        if let description {
            metadata = TileFolder.metadata(description)
            frames = TileFolder.frames(description)
        }
        guard !makes, metadata.minZoom == nil || metadata.maxZoom == nil else { return }
        // A folder need not say of which zooms it has tiles.
        let zooms = TileFolder.numbers(in: path).filter { (0...Tile.deepest).contains($0) }
        metadata.minZoom = metadata.minZoom ?? zooms.first
        metadata.maxZoom = metadata.maxZoom ?? zooms.last
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    // MARK: Reading

    public func tile(_ tile: Tile) throws -> [UInt8]? {
        guard let path = path(of: tile, frame: nil) else { return nil }
        return try TileFolder.read(path)
    }

    /// Where a tile lies, whatever its ending; nil where there is none.
    public func path(of tile: Tile, frame: TileFrame?) -> String? {
        let stem = stem(tile, frame)
        if let ending, TileFolder.isTile(stem + ending) { return stem + ending }
        for format in TileFormat.allCases {
            for name in format.extensions where TileFolder.isTile(stem + "." + name) {
                ending = "." + name
                return stem + "." + name
            }
        }
        return nil
    }

    /// Whether there is a file with something in it.
    private static func isTile(_ path: String) -> Bool {
        FileStatus(path).map { $0.isRegular && $0.size > 0 } ?? false
    }

    private func stem(_ tile: Tile, _ frame: TileFrame?) -> String {
        "\(root)/\(frame.map { $0.name + "/" } ?? "")\(tile.z)/\(tile.x)/\(tile.y)"
    }

    public func forEachTile(
        zooms: ClosedRange<Int>, _ body: (Tile, UnsafeRawBufferPointer) throws -> Void
    ) throws {
        for zoom in zooms {
            for column in TileFolder.numbers(in: "\(root)/\(zoom)") {
                for row in TileFolder.numbers(in: "\(root)/\(zoom)/\(column)") {
                    let tile = Tile(z: zoom, x: column, y: row)
                    guard tile.isValid, let bytes = try self.tile(tile) else { continue }
                    try bytes.withUnsafeBytes { try body(tile, $0) }
                }
            }
        }
    }

    /// The entries of a folder that are numbers, with whatever ending, in ascending order.
    private static func numbers(in folder: String) -> [Int] {
        var found: Set<Int> = []
        for name in names(in: folder) ?? [] {
            let digits = name.prefix { $0 != "." }
            if !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits) {
                found.insert(number)
            }
        }
        return found.sorted()
    }

    /// The bytes of a file; nil where there is none.
    public static func read(_ path: String) throws -> [UInt8]? {
        // A pipe that nobody writes to is not waited for.
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw TileFault(.ioFailed, "\(path): \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor), status.isRegular else {
            throw TileFault(.unusable, "\(path) is not a regular file")
        }
        guard status.size <= sizeLimit else {
            throw TileFault(.unusable, "\(path) has \(status.size) bytes; the limit for a tile is \(sizeLimit)")
        }
        var bytes = [UInt8](repeating: 0, count: status.size)
        let count = bytes.withUnsafeMutableBytes { readFully(descriptor, at: 0, into: $0) }
        guard count >= 0 else { throw TileFault(.ioFailed, "\(path): \(systemMessage(errno))") }
        return count == bytes.count ? bytes : Array(bytes[..<count])
    }

    private static func metadata(_ bytes: [UInt8]) -> TileMetadata {
        var metadata = TileMetadata()
        let scanner = RecordScanner(fields: [
            "name", "format", "attribution", "description", "minzoom", "maxzoom", "vector_layers", "linefeed:origin",
        ])
        return bytes.withUnsafeBytes { bytes in
            guard (try? scanner.scan(bytes)) != nil else { return metadata }
            metadata.name = scanner[0].string
            metadata.format = scanner[1].string.flatMap(TileFormat.init(name:))
            metadata.attribution = scanner[2].string
            metadata.description = scanner[3].string
            metadata.minZoom = scanner[4].integer ?? scanner[4].string.flatMap { Int($0) }
            metadata.maxZoom = scanner[5].integer ?? scanner[5].string.flatMap { Int($0) }
            if scanner[6].kind == .array { metadata.vectorLayers = String(decoding: scanner[6].raw, as: UTF8.self) }
            if let origin = scanner[7].string { metadata.others = [.init(MBTilesWriter.originKey, origin)] }
            return metadata
        }
    }

    // MARK: Frames

    /// The frames that a folder says it has, with their times; none where it says nothing of frames.
    private static func frames(_ description: [UInt8]) -> [TileFrame] {
        let (whole, member) = (
            RecordScanner(fields: [framesName]), RecordScanner(fields: ["frame", "time", "duration"])
        )
        return description.withUnsafeBytes { bytes in
            guard (try? whole.scan(bytes)) != nil else { return [] }
            var frames: [TileFrame] = []
            whole[0].forEachElement { element in
                guard element.kind == .object, (try? member.scan(element.raw)) != nil, let name = member[0].string
                else {
                    return
                }
                frames.append(TileFrame(name, time: member[1].double, duration: member[2].double))
            }
            return frames
        }
    }

    /// Makes a frame known that may have no tiles; one of the same name is replaced.
    public func add(_ frame: TileFrame) {
        if let place = frames.firstIndex(where: { $0.name == frame.name }) {
            frames[place] = frame
        } else {
            frames.append(frame)
        }
    }

    /// Gives frames the times that the folder has for them whose tiles a template names.
    ///
    /// - Parameter frames: as a command line names them, without times.
    /// - Returns: the same frames; as they are if the tiles are not in a folder that `render-tiles` or `fetch-tiles` made.
    package static func timed(_ frames: [TileFrame], of template: TileTemplate) -> [TileFrame] {
        let mark = "/{frame}/"
        guard TileAddress.isFile(template.text), !frames.isEmpty,
            let place = template.text.firstRange(of: mark)?.lowerBound,
            let description = try? read(
                TileAddress.path(String(template.text[..<place])) + "/" + TileFolder.metadataName)
        else { return frames }
        let known = Dictionary(TileFolder.frames(description).map { ($0.name, $0) }) { first, _ in first }
        return frames.map { known[$0.name] ?? $0 }
    }

    // MARK: Writing

    public func put(_ tile: Tile, frame: TileFrame?, _ bytes: UnsafeRawBufferPointer) throws {
        let format = TileFormat(of: bytes) ?? metadata.format ?? .png
        if let frame { try make("\(root)/\(frame.name)") }
        let folder = "\(root)/\(frame.map { $0.name + "/" } ?? "")\(tile.z)"
        try make(folder)
        try make("\(folder)/\(tile.x)")
        try write(bytes, to: stem(tile, frame) + "." + (format.extensions.first ?? ""))
        extent.take(tile)
        if self.format == nil { self.format = format }
    }

    private func make(_ folder: String) throws {
        guard made.insert(folder).inserted else { return }
        if mkdir(folder, 0o777) != 0 {
            guard errno == EEXIST else {
                throw TileFault(.ioFailed, "\(folder): cannot make the folder: \(systemMessage(errno))")
            }
            // A link would lead out of the folder.
            guard let status = FileStatus(link: folder), status.isFolder else {
                throw TileFault(.cannotCreate, "\(folder) exists and is not a folder; left unchanged")
            }
        }
        // A million folders' names are not kept.
        if made.count > 10_000 { made = [folder] }
    }

    /// Writes a file beside its name, so that one that is there is whole.
    private func write(_ bytes: UnsafeRawBufferPointer, to path: String) throws {
        let part = path + ".part"
        // A link that somebody put there is not followed out of the folder.
        unlink(part)
        let descriptor = uninterrupted {
            open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        }
        guard descriptor >= 0 else { throw TileFault(.ioFailed, "\(part): \(systemMessage(errno))") }
        guard writeFully(bytes, to: descriptor) else {
            let reason = systemMessage(errno)
            close(descriptor)
            unlink(part)
            throw TileFault(.ioFailed, "\(path): \(reason)")
        }
        guard close(descriptor) == 0, rename(part, path) == 0 else {
            let code = errno
            unlink(part)
            guard code != EISDIR else {
                throw TileFault(.cannotCreate, "\(path) exists and is not a file; left unchanged")
            }
            throw TileFault(.ioFailed, "\(path): \(systemMessage(code))")
        }
    }

    public func finish(_ metadata: TileMetadata) throws {
        let writer = RecordWriter(capacity: 512)
        writer.beginObject()
        func member(_ name: StaticString, _ value: String?) {
            guard let value else { return }
            writer.member(named: String(describing: name))
            writer.string(value)
        }
        let minZoom = [metadata.minZoom ?? extent.minZoom, self.metadata.minZoom].compactMap(\.self).min()
        let maxZoom = [metadata.maxZoom ?? extent.maxZoom, self.metadata.maxZoom].compactMap(\.self).max()
        member("name", metadata.name)
        member("format", (metadata.format ?? format ?? self.metadata.format)?.name)
        member("attribution", metadata.attribution ?? self.metadata.attribution)
        member("description", metadata.description ?? self.metadata.description)
        for (name, zoom) in [("minzoom", minZoom), ("maxzoom", maxZoom)] {
            guard let zoom else { continue }
            writer.member(named: name)
            writer.integer(zoom)
        }
        for other in metadata.others {
            writer.member(named: other.name)
            writer.string(other.value)
        }
        if !frames.isEmpty {
            writer.member(named: TileFolder.framesName)
            writer.beginArray()
            for frame in frames {
                writer.separator()
                writer.beginObject()
                writer.member(named: "frame")
                writer.string(frame.name)
                for (name, value) in [("time", frame.time), ("duration", frame.duration)] {
                    guard let value else { continue }
                    writer.member(named: name)
                    writer.rounded(value, decimals: 3)
                }
                writer.endObject()
            }
            writer.endArray()
        }
        if let layers = metadata.vectorLayers {
            writer.member(named: "vector_layers")
            writer.append(layers)
        }
        writer.endObject()
        writer.newline()
        try write(writer.bytes, to: root + "/" + TileFolder.metadataName)
    }
}
