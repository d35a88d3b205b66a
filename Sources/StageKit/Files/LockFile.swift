import Platform

/// A file that is locked (flock) as long as this lives: the kernel lets go of it when the process ends, however it ends.
public final class LockFile {
    /// Why there is no lock.
    public enum Fault: Error {
        case cannotOpen(Int32)
        case cannotLock(Int32)
        /// Another process has it.
        case held
    }

    private let descriptor: Int32

    /// Makes the file, if it is not there, and locks it.
    /// - Parameter waits: until another process lets go of it.
    public init(_ path: String, mode: mode_t, waits: Bool) throws(Fault) {
        while true {
            // What is in the file may be written over, so nobody else's link may lead to it.
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
            // Someone may have removed the file between open and lock: then this one locks nobody out.
            if let named = FileStatus(path), FileIdentity(named) == FileIdentity(of: descriptor) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    deinit { close(descriptor) }

    /// Writes a line over the old one. Whoever reads takes the first line, so what an older, longer one leaves behind
    /// for a moment does no harm. What cannot be written is no reason to stop working.
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
