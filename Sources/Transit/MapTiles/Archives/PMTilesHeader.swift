import Geometry

/// How a part of an archive is compressed (PMTiles 3 §3.3).
public enum PMTilesCompression: UInt8, Sendable {
    case unknown, none, gzip, brotli, zstd
}

/// The first 127 bytes of an archive (PMTiles 3 §3).
public struct PMTilesHeader: Sendable, Equatable {
    /// Where a part of the archive lies, in bytes from its beginning.
    public struct Section: Sendable, Equatable {
        public var offset: UInt64
        public var length: UInt64
    }

    public static let size = 127
    /// The most bytes of a root directory (§4), so that one request of 16 KiB gets header and root.
    public static let rootLimit = 16_384 - size
    static let magic = Array("PMTiles".utf8)

    public var root = Section(offset: 0, length: 0)
    public var metadata = Section(offset: 0, length: 0)
    public var leaves = Section(offset: 0, length: 0)
    public var tiles = Section(offset: 0, length: 0)
    /// Tiles that can be asked for; 0 where it is not known, as in the next two.
    public var addressedTiles: UInt64 = 0
    /// Entries of tiles in all directories.
    public var tileEntries: UInt64 = 0
    /// Different contents.
    public var tileContents: UInt64 = 0
    /// Whether tiles lie in the order of their numbers.
    public var isClustered = false
    /// Of directories and metadata.
    public var internalCompression = PMTilesCompression.unknown
    public var tileCompression = PMTilesCompression.unknown
    /// As it is written (§3.2, Tile Type): 5 is AVIF, 6 MapLibre Vector Tile, which are not read here.
    public var tileType: UInt8 = 0
    public var minZoom = 0
    public var maxZoom = 0
    /// Degrees; nil where what is written is no box, or all zeros.
    public var bounds: Bounds?
    public var center = Coordinate(latitude: 0, longitude: 0)
    public var centerZoom = 0

    public init() {}

    /// What the tiles are; nil for what is not read here.
    public var format: TileFormat? {
        get {
            switch tileType {
            case 1: .mvt
            case 2: .png
            case 3: .jpeg
            case 4: .webp
            default: nil
            }
        }
        set {
            tileType =
                switch newValue {
                case .mvt: 1
                case .png: 2
                case .jpeg: 3
                case .webp: 4
                case nil: 0
                }
        }
    }
}

// MARK: Bytes

extension PMTilesHeader {
    /// Reads a header.
    ///
    /// - Parameters:
    ///   - bytes: the first of the file, `size` of them if there are so many.
    ///   - fileSize: in bytes; every part must lie inside.
    ///   - path: for messages.
    /// - Throws: `TileFault` of kind unusable.
    init(_ bytes: UnsafeRawBufferPointer, fileSize: UInt64, path: String) throws {
        func fault(_ reason: String) -> TileFault { TileFault(.unusable, "\(path): \(reason); not read") }
        guard !bytes.isEmpty else { throw fault("the file is empty") }
        // Versions 1 and 2 had two letters and two bytes for the version.
        if bytes.count >= 4, bytes[0] == 0x50, bytes[1] == 0x4D, (1...2).contains(bytes[2]), bytes[3] == 0 {
            throw fault("PMTiles version \(bytes[2]) is not supported, only version 3")
        }
        guard bytes.starts(with: PMTilesHeader.magic) else { throw fault("the file is not a PMTiles archive") }
        guard bytes.count >= PMTilesHeader.size else { throw fault("the file ends inside its header") }
        guard bytes[7] == 3 else { throw fault("PMTiles version \(bytes[7]) is not supported, only version 3") }

        func number(_ offset: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        func section(_ offset: Int, _ name: String) throws -> Section {
            let section = Section(offset: number(offset), length: number(offset + 8))
            let (end, isTooBig) = section.offset.addingReportingOverflow(section.length)
            guard !isTooBig, end <= fileSize else {
                throw fault("\(name) end beyond the file's \(fileSize) bytes; the file is truncated or corrupt")
            }
            return section
        }
        func compression(_ offset: Int, of name: String) throws -> PMTilesCompression {
            switch PMTilesCompression(rawValue: bytes[offset]) {
            case .brotli: throw fault("\(name) are compressed with brotli; only gzip is supported")
            case .zstd: throw fault("\(name) are compressed with zstd; only gzip is supported")
            case nil: throw fault("\(name) are compressed with an unknown method (\(bytes[offset]))")
            case let known?: return known
            }
        }
        func degrees(_ offset: Int) -> Double {
            Double(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))) / 1e7
        }
        internalCompression = try compression(97, of: "directories")
        guard internalCompression != .unknown else {
            throw fault("the header does not say how directories are compressed")
        }
        tileCompression = try compression(98, of: "tiles")
        root = try section(8, "root directory's bytes")
        metadata = try section(24, "metadata")
        leaves = try section(40, "leaf directories")
        tiles = try section(56, "tiles")
        addressedTiles = number(72)
        tileEntries = number(80)
        tileContents = number(88)
        isClustered = bytes[96] == 1
        tileType = bytes[99]
        minZoom = Int(bytes[100])
        maxZoom = Int(bytes[101])
        guard minZoom <= maxZoom, maxZoom <= PMTilesID.deepest else {
            throw fault("the header has zooms \(minZoom) to \(maxZoom); 0 to \(PMTilesID.deepest) are supported")
        }
        let box = Bounds(west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114))
        bounds = PMTilesHeader.isBox(box) ? box : nil
        centerZoom = Int(bytes[118])
        center = Coordinate(latitude: degrees(123), longitude: degrees(119))
    }

    /// Whether it has an extent and lies on the globe.
    static func isBox(_ box: Bounds) -> Bool {
        abs(box.west) <= 180 && abs(box.east) <= 180 && abs(box.south) <= 90 && abs(box.north) <= 90
            && box.south <= box.north && (box.west != box.east || box.south != box.north)
    }

    /// The header's bytes, of which there are `size`.
    var bytes: [UInt8] {
        var bytes = PMTilesHeader.magic + [3]
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        func append(degrees: Double) { append(Int32((min(max(degrees, -180), 180) * 1e7).rounded())) }
        for section in [root, metadata, leaves, tiles] {
            append(section.offset)
            append(section.length)
        }
        append(addressedTiles)
        append(tileEntries)
        append(tileContents)
        bytes += [isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType]
        bytes += [UInt8(clamping: minZoom), UInt8(clamping: maxZoom)]
        let box = bounds ?? Bounds(west: 0, south: 0, east: 0, north: 0)
        for side in [box.west, box.south, box.east, box.north] { append(degrees: side) }
        bytes.append(UInt8(clamping: centerZoom))
        append(degrees: center.longitude)
        append(degrees: center.latitude)
        return bytes
    }
}
