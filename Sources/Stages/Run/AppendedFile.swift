import Platform
import StageKit

/// A file that grows by all of a stage's output or by none of it: what comes is kept in a file beside it and added at the
/// end.
///
/// While it is added it is told how long the file was (`AppendedPart`), so that the next run can take away what a killed one
/// had begun to add.
final class AppendedFile: ByteDestination {
    private let path: String
    private let part: AppendedPart
    private var isOpen = true

    /// - Throws: `StageFailure` with status 73 when there can be no such file.
    init(path: String) throws {
        self.path = path
        // Whether it can be written is better known before the work than after it.
        let target = try AppendedFile.openTarget(path)
        defer { close(target) }
        let isRegular = FileStatus(target)?.isRegular == true
        if isRegular, lockFile(target) == 0 { AppendedPart.settle(target, path) }
        part = try AppendedPart(of: path, isNamed: isRegular)
    }

    deinit { discard() }

    private static func openTarget(_ path: String) throws -> Int32 {
        let descriptor = uninterrupted { open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
        if descriptor >= 0 { return descriptor }
        // A pipe or a file that only this user may add to is written all the same; a part of it cannot be told then.
        let writable = uninterrupted { open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666) }
        guard writable >= 0 else {
            throw StageFailure(.outputUncreatable, "\(path): cannot append: \(systemMessage(errno))")
        }
        return writable
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws { try write(bytes, to: part.descriptor) }

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
        _ = lockFile(target, waits: true)
        let isRegular = FileStatus(target)?.isRegular == true
        /// The file as it was, as far as its end can be gone back to.
        var size: Int?
        do {
            if isRegular {
                AppendedPart.settle(target, path)
                size = FileStatus(target)?.size
                guard part.begin(at: size ?? 0) else {
                    throw StageFailure(.ioFailed, "\(path): cannot append: \(systemMessage(errno))")
                }
            }
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
            defer { buffer.deallocate() }
            var position = AppendedPart.start
            while true {
                let count = readFully(part.descriptor, at: position, into: buffer)
                guard count >= 0 else {
                    throw StageFailure(.ioFailed, "\(path): cannot read back: \(systemMessage(errno))")
                }
                if count == 0 { break }
                try write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: target)
                position += count
            }
            if isRegular, uninterrupted({ fsync(target) }) != 0 {
                throw StageFailure(.ioFailed, "\(path): cannot sync: \(systemMessage(errno))")
            }
        } catch {
            if let size { ftruncate(target, size) }
            close(target)
            throw error
        }
        // Before others may add to the file, to whom it would look as if this were cut short.
        discard()
        if close(target) != 0 { throw StageFailure(.ioFailed, "\(path): cannot close: \(systemMessage(errno))") }
    }

    func discard() {
        guard isOpen else { return }
        isOpen = false
        part.discard()
    }
}
