import Platform

/// A file without a name, so that it disappears however the process ends.
public enum UnnamedFile {
    /// Creates a readable and writable file that child processes do not inherit.
    ///
    /// - Parameter folder: the folder of its file system; nil for the folder in TMPDIR, or /tmp.
    /// - Returns: the descriptor; nil on failure, with `errno` set.
    public static func make(in folder: String? = nil) -> Int32? {
        let descriptor = unnamedFile(in: folder ?? temporaryFolder)
        return descriptor >= 0 ? descriptor : nil
    }

    /// The folder in TMPDIR, or /tmp.
    public static var temporaryFolder: String {
        environmentVariable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Writes all of `bytes` at the current offset of the descriptor.
    /// - Returns: whether it succeeded; otherwise `errno` is set.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        writeFully(bytes, to: descriptor)
    }
}
