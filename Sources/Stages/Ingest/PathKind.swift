import Platform

/// What lies at a path, as far as it matters for reading by position.
struct PathKind {
    /// A pipe, a device or a gzipped file: nothing that can be read from its end.
    let mustBeCopied: Bool

    init(_ path: String) {
        guard let status = FileStatus(path) else {
            mustBeCopied = false
            return
        }
        switch status.kind {
        case .folder: mustBeCopied = false
        case .regular: mustBeCopied = PathKind.isGzip(path)
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
