import CZlib

/// What a tile is.
public enum TileFormat: Sendable, Hashable, CaseIterable {
    /// Mapbox Vector Tile, compressed with gzip or not.
    case mvt
    case png
    case jpeg
    case webp

    /// As the metadata of MBTiles 1.3 name it.
    public var name: String {
        switch self {
        case .mvt: "pbf"
        case .png: "png"
        case .jpeg: "jpg"
        case .webp: "webp"
        }
    }

    /// The endings of files of the format, the usual one first, without a dot.
    public var extensions: [String] {
        switch self {
        case .mvt: ["pbf", "mvt"]
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .webp: ["webp"]
        }
    }

    /// As metadata name it, or a file's ending.
    public init?(name: String) {
        let lower = name.lowercased()
        guard let found = TileFormat.allCases.first(where: { $0.extensions.contains(lower) }) else { return nil }
        self = found
    }

    public var isRaster: Bool { self != .mvt }

    /// What a tile's first bytes say that it is; nil for what is none of these.
    ///
    /// Vector tiles have no signature: what is gzip, or begins with a layer (field 3 of the message), counts as one.
    public init?(of bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.count >= 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
            self = .webp
        } else if bytes.starts(with: [0x1F, 0x8B]) || bytes.first == 0x1A {
            self = .mvt
        } else {
            return nil
        }
    }
}

/// A look at whether bytes are a whole tile, without decoding it.
public enum TileCheck {
    /// The format of a whole tile, or what is wrong with it, as a part of a sentence.
    ///
    /// Of PNG the lengths and checksums of all chunks are looked at (ISO/IEC 15948 §5), of JPEG and WebP the frame of the
    /// file, of a vector tile that it can be inflated and is made of layers.
    public static func format(of bytes: UnsafeRawBufferPointer) -> Result<TileFormat, TileProblem> {
        guard !bytes.isEmpty else { return .failure(TileProblem("it is empty")) }
        guard let format = TileFormat(of: bytes) else { return .failure(TileProblem(what(bytes))) }
        let problem: String? =
            switch format {
            case .png: pngProblem(bytes)
            case .jpeg: jpegProblem(bytes)
            case .webp: webpProblem(bytes)
            case .mvt: vectorProblem(bytes)
            }
        return problem.map { .failure(TileProblem($0)) } ?? .success(format)
    }

    /// A body as it is without the gzip that some servers do not tell of: pictures have none in an archive.
    public static func unwrapped(_ body: [UInt8]) -> [UInt8] {
        body.withUnsafeBytes { bytes in
            guard TileGzip.isGzip(bytes),
                let plain = try? TileGzip.decompressed(bytes, limit: vectorLimit),
                plain.withUnsafeBytes({ TileFormat(of: $0)?.isRaster ?? false })
            else { return body }
            return plain
        }
    }

    /// What bytes are that are no tile.
    private static func what(_ bytes: UnsafeRawBufferPointer) -> String {
        let text = String(decoding: bytes.prefix(512), as: UTF8.self).lowercased().drop { $0.isWhitespace }
        if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") { return "it is an HTML page, not a tile" }
        if text.hasPrefix("<") { return "it is XML, not a tile" }
        if text.hasPrefix("{") || text.hasPrefix("[") { return "it is JSON, not a tile" }
        return "it is neither PNG, JPEG, WebP nor a vector tile"
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Int {
        Int(bytes[place]) << 24 | Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
    }

    private static func pngProblem(_ bytes: UnsafeRawBufferPointer) -> String? {
        var place = 8
        var hasHeader = false
        var hasData = false
        while place + 12 <= bytes.count {
            let length = number(bytes, place)
            guard length <= bytes.count - place - 12 else { return "the PNG is cut off" }
            let kind = bytes[(place + 4)..<(place + 8)]
            let sum = crc32(0, bytes.baseAddress! + place + 4, UInt32(4 + length))
            guard Int(sum) == number(bytes, place + 8 + length) else {
                return
                    "the PNG is corrupt: the checksum of \(String(decoding: kind, as: UTF8.self)) at byte \(place) is wrong"
            }
            if kind.elementsEqual("IHDR".utf8) {
                guard length == 13, number(bytes, place + 8) > 0, number(bytes, place + 12) > 0 else {
                    return "the PNG has no size"
                }
                hasHeader = true
            }
            if kind.elementsEqual("IDAT".utf8) { hasData = true }
            if kind.elementsEqual("IEND".utf8) {
                return hasHeader && hasData ? nil : "the PNG has no picture"
            }
            place += 12 + length
        }
        return "the PNG is cut off"
    }

    private static func jpegProblem(_ bytes: UnsafeRawBufferPointer) -> String? {
        // Some programs fill up with zeros behind the end (ISO/IEC 10918-1 B.1.1.3).
        var end = bytes.count
        while end > 2, bytes[end - 1] == 0 { end -= 1 }
        return end >= 4 && bytes[end - 2] == 0xFF && bytes[end - 1] == 0xD9 ? nil : "the JPEG is cut off"
    }

    private static func webpProblem(_ bytes: UnsafeRawBufferPointer) -> String? {
        let length = Int(bytes[4]) | Int(bytes[5]) << 8 | Int(bytes[6]) << 16 | Int(bytes[7]) << 24
        return length + 8 <= bytes.count && length >= 12 ? nil : "the WebP is cut off"
    }

    private static func vectorProblem(_ bytes: UnsafeRawBufferPointer) -> String? {
        guard TileGzip.isGzip(bytes) else { return layersProblem(bytes) }
        do {
            return try TileGzip.decompressed(bytes, limit: vectorLimit).withUnsafeBytes { layersProblem($0) }
        } catch {
            return "the vector tile is not whole gzip"
        }
    }

    /// Bytes that a vector tile may inflate to.
    public static let vectorLimit = 64 << 20

    /// Whether a message is made of fields that lie in it, layers among them.
    private static func layersProblem(_ bytes: UnsafeRawBufferPointer) -> String? {
        var place = 0
        func varint() -> Int? {
            var value = 0
            for shift in stride(from: 0, to: 63, by: 7) {
                guard place < bytes.count else { return nil }
                let byte = bytes[place]
                place += 1
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
            }
            return nil
        }
        while place < bytes.count {
            let start = place
            guard let tag = varint() else { return "the vector tile is cut off" }
            switch tag & 7 {
            case 0: guard varint() != nil else { return "the vector tile is cut off" }
            case 1: place += 8
            case 2:
                guard let length = varint(), length <= bytes.count - place else { return "the vector tile is cut off" }
                place += length
            case 5: place += 4
            default: return "it is not a vector tile: no field begins at byte \(start)"
            }
            guard place <= bytes.count else { return "the vector tile is cut off" }
        }
        return nil
    }
}

/// What is wrong with a tile, as a part of a sentence.
public struct TileProblem: Error, Sendable, Equatable {
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}
