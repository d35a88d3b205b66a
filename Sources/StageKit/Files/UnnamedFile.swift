import Platform

/// A file that has no name, so that no end of the process leaves it behind.
public enum UnnamedFile {
    /// Makes one, readable and writable, which children do not get.
    ///
    /// - Parameter folder: where its bytes lie; nil for the folder that TMPDIR names, else /tmp.
    /// - Returns: its descriptor; nil, and `errno` says why, if there can be none.
    public static func make(in folder: String? = nil) -> Int32? {
        let descriptor = unnamedFile(in: folder ?? temporaryFolder)
        return descriptor >= 0 ? descriptor : nil
    }

    /// The folder that TMPDIR names, else /tmp.
    public static var temporaryFolder: String {
        environmentVariable("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Writes all of `bytes` where the descriptor stands.
    /// - Returns: whether it did; else `errno` says why not.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        writeFully(bytes, to: descriptor)
    }
}
