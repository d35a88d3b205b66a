import Platform
import StageKit

/// Files of records that grow by lines.
enum RecordLines {
    /// Adds a line with one write, on a line of its own even if a crash cut the last one off.
    /// - Parameter isDurable: whether to sync.
    /// - Returns: the file as it was, and the bytes that were added.
    /// - Throws: `StageFailure` with status 73 or 74.
    static func add(_ line: [UInt8], to path: String, isDurable: Bool) throws -> (before: FileStatus, count: Int) {
        let descriptor = uninterrupted {
            open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o666)
        }
        guard descriptor >= 0 else {
            throw StageFailure(.outputUncreatable, "\(path): cannot open: \(systemMessage(errno))")
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor) else {
            throw StageFailure(.ioFailed, "\(path): cannot read: \(systemMessage(errno))")
        }
        var line = line
        var last: UInt8 = 0x0A
        if status.size > 0, uninterrupted({ pread(descriptor, &last, 1, status.size - 1) }) == 1, last != 0x0A {
            line.insert(0x0A, at: 0)
        }
        guard line.withUnsafeBytes({ UnnamedFile.write($0, to: descriptor) }),
            !isDurable || uninterrupted({ fsync(descriptor) }) == 0
        else {
            throw StageFailure(.ioFailed, "\(path): cannot write: \(systemMessage(errno))")
        }
        return (status, line.count)
    }
}
