import MapTiles
import Platform
import Schedule
import StageKit

/// The archive that `--basemap` names.
struct GroundArchive {
    let path: String
    let source: any TileSource

    /// Whether a text names an archive: by its ending, or because there is such a file.
    static func isNamed(_ text: String) -> Bool {
        let lower = text.lowercased()
        if lower.hasSuffix(".pmtiles") || lower.hasSuffix(".mbtiles") { return true }
        return FileStatus(text)?.isRegular == true
    }

    /// Opens it; what it begins with says what it is, its ending only where that says nothing.
    /// - Throws: `StageFailure` with status 66 where there is no such file, 65 where it is no archive that is read.
    init(_ path: String) throws {
        self.path = path
        do {
            let isDatabase = GroundArchive.beginning(of: path).elementsEqual("SQLite format".utf8)
            let isPacked = GroundArchive.beginning(of: path).starts(with: "PMTiles".utf8)
            source =
                isDatabase || (!isPacked && path.lowercased().hasSuffix(".mbtiles"))
                ? try MBTilesReader(path) : try PMTilesReader(path)
        } catch let fault as TileFault {
            throw StageFailure(fault)
        }
    }

    /// The first 13 bytes of a file, or as many as there are.
    private static func beginning(of path: String) -> [UInt8] {
        // A pipe would be waited for.
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return [UInt8](unsafeUninitializedCapacity: 13) { bytes, filled in
            filled = max(0, readFully(descriptor, at: 0, into: UnsafeMutableRawBufferPointer(bytes)))
        }
    }
}
