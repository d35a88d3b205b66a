import Glibc
import NDJSON

/// What lies at a path, as far as it matters for reading by position.
struct PathKind {
    /// A pipe, a device or a gzipped file: nothing that can be read from its end.
    let mustBeCopied: Bool

    init(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            mustBeCopied = false
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR: mustBeCopied = false
        case S_IFREG: mustBeCopied = PathKind.isGzip(path)
        default: mustBeCopied = true
        }
    }

    private static func isGzip(_ path: String) -> Bool {
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var magic: (UInt8, UInt8) = (0, 0)
        return withUnsafeMutableBytes(of: &magic) { readFully(descriptor, at: 0, into: $0) } == 2
            && magic == (0x1F, 0x8B)
    }
}
