import Glibc
import NDJSON

/// A file that has no name, so that no end of the process leaves it behind.
public enum UnnamedFile {
    /// Makes one, readable and writable, which children do not get.
    ///
    /// - Parameter folder: where its bytes lie; nil for the folder that TMPDIR names, else /tmp.
    /// - Returns: its descriptor; nil, and `errno` says why, if there can be none.
    public static func make(in folder: String? = nil) -> Int32? {
        var template: [CChar] = []
        let descriptor = uninterrupted {
            template = Array("\(folder ?? temporaryFolder)/.linefeed.XXXXXX".utf8CString)
            return mkstemp(&template)
        }
        guard descriptor >= 0 else { return nil }
        unlink(template)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        return descriptor
    }

    /// The folder that TMPDIR names, else /tmp.
    public static var temporaryFolder: String {
        getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    }

    /// Writes all of `bytes` where the descriptor stands.
    /// - Returns: whether it did; else `errno` says why not.
    public static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var position = 0
        while position < bytes.count {
            let written = Glibc.write(descriptor, bytes.baseAddress! + position, bytes.count - position)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { return false }
            position += written
        }
        return true
    }
}
