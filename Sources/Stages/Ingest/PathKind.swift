import Platform
import StageKit

/// What lies at a path, as far as it matters for reading by position.
struct PathKind {
    /// A pipe, a device or a compressed file: nothing that can be read from its end.
    let mustBeCopied: Bool

    init(_ path: String) {
        guard let status = FileStatus(path) else {
            mustBeCopied = false
            return
        }
        switch status.kind {
        case .folder: mustBeCopied = false
        case .regular: mustBeCopied = InputCompression(ofFile: path) != nil
        default: mustBeCopied = true
        }
    }
}
