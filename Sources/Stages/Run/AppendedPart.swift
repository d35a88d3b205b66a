import Platform
import StageKit

/// What is going to be added to a file, beside it under a passing name: eight bytes for how long the file was when adding
/// began, -1 before, and then the content.
///
/// A process that is killed while it adds leaves a part at the file's end and this one beside it. Whoever adds next finds
/// it unlocked, and cuts the file back if what follows its old end is nothing but the beginning of the content: what others
/// have written there stays.
final class AppendedPart {
    static let start = 8
    private static let ending = ".appending"

    let descriptor: Int32
    private let file: TemporaryFile?

    /// - Parameter isNamed: false for what is no regular file: nothing could be cut back there.
    /// - Throws: `StageFailure` with status 73 or 74.
    init(of path: String, isNamed: Bool) throws {
        if isNamed {
            let file = try TemporaryFile(beside: path, named: path, ending: AppendedPart.ending)
            self.file = file
            descriptor = file.descriptor
        } else {
            guard let unnamed = UnnamedFile.make() else {
                throw StageFailure(.outputUncreatable, "\(path): cannot create: \(systemMessage(errno))")
            }
            file = nil
            descriptor = unnamed
        }
        let isThere = write(size: -1) && lseek(descriptor, off_t(AppendedPart.start), SEEK_SET) == AppendedPart.start
        guard isThere else {
            let reason = systemMessage(errno)
            discard()
            throw StageFailure(.ioFailed, "\(path): cannot append: \(reason)")
        }
    }

    private func write(size: Int) -> Bool {
        withUnsafeBytes(of: Int64(size).littleEndian) { bytes in
            lseek(descriptor, 0, SEEK_SET) == 0 && UnnamedFile.write(bytes, to: descriptor)
        }
    }

    /// Notes how long the file is, durably and with the content: it is going to grow now.
    /// - Returns: whether that is done; else `errno` says why not.
    func begin(at size: Int) -> Bool { write(size: size) && uninterrupted { fsync(descriptor) } == 0 }

    func discard() {
        if let file { file.discard() } else { close(descriptor) }
    }

    // MARK: What was left

    /// Takes away what killed processes left beside the file, and the part that one of them had begun to add.
    /// - Parameter target: the file, open for reading and writing and locked.
    static func settle(_ target: Int32, _ path: String) {
        for left in LeftoverFiles.paths(beside: path, ending: ending) {
            let part = uninterrupted { open(left, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
            guard part >= 0 else { continue }
            defer { close(part) }
            guard let status = FileStatus(part), status.isRegular, status.user == geteuid(),
                lockFile(part) == 0
            else { continue }
            if let size = oldSize(part), isBeginning(of: part, target, from: size) { ftruncate(target, off_t(size)) }
            unlink(left)
        }
    }

    /// How long the file was; nil where adding had not begun.
    private static func oldSize(_ part: Int32) -> Int? {
        var size: Int64 = -1
        guard withUnsafeMutableBytes(of: &size, { readFully(part, at: 0, into: $0) }) == start else { return nil }
        let old = Int64(littleEndian: size)
        return old < 0 ? nil : Int(old)
    }

    /// Whether the file has, from its old end on, a beginning of the content and not all of it.
    private static func isBeginning(of part: Int32, _ target: Int32, from size: Int) -> Bool {
        guard let file = FileStatus(target), let content = FileStatus(part) else { return false }
        let added = file.size - size
        guard added > 0, added < content.size - start else { return false }
        let block = 1 << 16
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * block, alignment: 16)
        defer { bytes.deallocate() }
        var position = 0
        while position < added {
            let count = min(block, added - position)
            let one = UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
            let other = UnsafeMutableRawBufferPointer(rebasing: bytes[block..<(block + count)])
            guard readFully(target, at: size + position, into: one) == count,
                readFully(part, at: start + position, into: other) == count, one.elementsEqual(other)
            else { return false }
            position += count
        }
        return true
    }
}
