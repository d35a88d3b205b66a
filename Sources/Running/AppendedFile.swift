import Glibc
import StageKit

/// A file that grows by all of a stage's output or by none of it: what comes is kept in an unnamed file beside it and
/// added at the end.
final class AppendedFile: ByteDestination {
    private let path: String
    private let spool: Int32
    private var isOpen = true

    /// - Throws: `StageFailure` with status 73 when there can be no such file.
    init(path: String) throws {
        self.path = path
        // Whether it can be written is better known before the work than after it.
        let target = try AppendedFile.openTarget(path)
        close(target)
        guard let spool = UnnamedFile.make(in: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".") else {
            throw StageFailure(.outputUncreatable, "\(path): cannot create: \(systemMessage(errno))")
        }
        self.spool = spool
    }

    deinit { discard() }

    private static func openTarget(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw StageFailure(.outputUncreatable, "\(path): cannot append: \(systemMessage(errno))")
        }
        return descriptor
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try write(bytes, to: spool) }

    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        guard UnnamedFile.write(bytes, to: descriptor) else {
            throw StageFailure(.ioFailed, "\(path): cannot append: \(systemMessage(errno))")
        }
    }

    /// Adds what was kept. Where that fails in the middle, the file is cut back to what it was.
    func commit() throws {
        guard isOpen else { return }
        defer { discard() }
        let target = try AppendedFile.openTarget(path)
        // Two stages of two pipelines may add to one file.
        flock(target, LOCK_EX)
        var status = stat()
        let isRegular = fstat(target, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        do {
            lseek(spool, 0, SEEK_SET)
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            while true {
                let count = read(spool, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else {
                    throw StageFailure(.ioFailed, "\(path): cannot read back: \(systemMessage(errno))")
                }
                if count == 0 { break }
                try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
            }
            if isRegular, fsync(target) != 0 {
                throw StageFailure(.ioFailed, "\(path): cannot sync: \(systemMessage(errno))")
            }
        } catch {
            if isRegular { ftruncate(target, status.st_size) }
            close(target)
            throw error
        }
        if close(target) != 0 { throw StageFailure(.ioFailed, "\(path): cannot close: \(systemMessage(errno))") }
    }

    func discard() {
        guard isOpen else { return }
        isOpen = false
        close(spool)
    }
}
