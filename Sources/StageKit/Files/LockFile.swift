import Platform

/// A file locked with flock while this object exists. The kernel releases the lock when the process ends, however it
/// ends.
public final class LockFile {
    /// Why the lock was not acquired.
    public enum Fault: Error {
        case cannotOpen(Int32)
        case cannotLock(Int32)
        /// Another process holds the lock.
        case held
    }

    private let descriptor: Int32

    /// Creates the file if necessary and locks it.
    /// - Parameter waits: whether to wait until another process releases the lock.
    public init(_ path: String, mode: mode_t, waits: Bool) throws(Fault) {
        while true {
            // The file may be overwritten, so another user's symbolic link must not lead to it.
            let descriptor = uninterrupted { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode) }
            guard descriptor >= 0 else { throw .cannotOpen(errno) }
            var result: Int32
            repeat {
                result = lockFile(descriptor, waits: waits)
            } while result != 0 && errno == EINTR
            guard result == 0 else {
                let reason = errno
                close(descriptor)
                throw reason == EWOULDBLOCK ? .held : .cannotLock(reason)
            }
            // Another process may have removed the file between open and lock; then this lock excludes nobody.
            if let named = FileStatus(path), FileIdentity(named) == FileIdentity(of: descriptor) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit { close(descriptor) }

    /// Overwrites the old line. Readers take only the first line, so the rest of a longer old line does no harm. Errors
    /// are ignored.
    public func write(_ line: UnsafeRawBufferPointer) {
        var written = 0
        while written < line.count {
            let count = uninterrupted {
                pwrite(descriptor, line.baseAddress! + written, line.count - written, off_t(written))
            }
            guard count > 0 else { return }
            written += count
        }
        ftruncate(descriptor, off_t(line.count))
    }
}
