import Platform

/// A small file that is read completely, such as a configuration.
public enum WholeFile {
    /// The bytes of the file; `-` is standard input.
    ///
    /// - Returns: the bytes, or nil if the file is longer than `limit`.
    /// - Throws: `StageFailure` with status 66.
    public static func read(_ path: String, atMost limit: Int) throws -> [UInt8]? {
        let descriptor = path == "-" ? dup(0) : uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { throw MissingInput.failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw StageFailure(.inputMissing, "\(path): \(systemMessage(errno))") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            if bytes.count > limit { return nil }
        }
    }
}
