import NDJSON
import Platform

/// An open regular file that is read by position, closed with the object's life.
final class OpenFile {
    private let descriptor: Int32
    /// The path as it was given, for messages.
    let name: String
    /// Size in bytes when it was opened.
    let count: Int

    private init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
        count = FileStatus(descriptor)?.size ?? 0
    }

    /// - Throws: `FeedFault` of kind missing when the file is not there, unreadable or not a regular one.
    convenience init(path: String, name: String) throws {
        // Not to hang on a FIFO that has nobody at its other end.
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw FeedFault(.missing, "\(name): \(systemMessage(errno))") }
        guard FileStatus(descriptor)?.isRegular == true else {
            close(descriptor)
            throw FeedFault(.missing, "\(name) is not a regular file")
        }
        self.init(descriptor: descriptor, name: name)
    }

    deinit { close(descriptor) }

    /// Copies what `source` still holds into a file without a name in the temporary folder.
    /// - Throws: `FeedFault` of kind ioFailed when the folder is full or cannot be written, of kind unusable when
    ///   there are more than `limit` bytes; what `source` throws.
    static func spool(_ source: any ByteSource, name: String, limit: Int) throws -> OpenFile {
        let folder = environmentVariable("TMPDIR") ?? "/tmp"
        let descriptor = unnamedFile(in: folder.isEmpty ? "/tmp" : folder)
        guard descriptor >= 0 else {
            throw FeedFault(.ioFailed, "\(name): cannot make a temporary file in \(folder): \(systemMessage(errno))")
        }
        do {
            let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
            defer { chunk.deallocate() }
            var total = 0
            while true {
                let count = try source.read(into: chunk)
                if count == 0 { break }
                total += count
                guard total <= limit else {
                    throw FeedFault(.unusable, "\(name) has more than the \(limit) bytes of --max-uncompressed")
                }
                guard writeFully(UnsafeRawBufferPointer(rebasing: chunk[0..<count]), to: descriptor) else {
                    throw FeedFault(.ioFailed, "\(name): cannot write its temporary copy: \(systemMessage(errno))")
                }
            }
        } catch {
            close(descriptor)
            throw error
        }
        return OpenFile(descriptor: descriptor, name: name)
    }

    /// Reads at `offset` as much as there is, up to the buffer's size.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let count = readFully(descriptor, at: offset, into: buffer)
        guard count >= 0 else { throw FeedFault(.ioFailed, "\(name): cannot read: \(systemMessage(errno))") }
        return count
    }
}

/// A part of an open file: the whole of it, or a zip that lies uncompressed inside another.
struct FileRange {
    let file: OpenFile
    /// Bytes from the file's start.
    let offset: Int
    let count: Int

    init(_ file: OpenFile) {
        self.init(file, offset: 0, count: file.count)
    }

    init(_ file: OpenFile, offset: Int, count: Int) {
        self.file = file
        self.offset = offset
        self.count = count
    }

    /// Reads at `position` from the range's start, never past its end.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        let available = min(buffer.count, count - position)
        guard available > 0 else { return 0 }
        return try file.read(
            at: offset + position, into: UnsafeMutableRawBufferPointer(rebasing: buffer[0..<available]))
    }

    /// The bytes at `position`; fewer than asked for at the range's end.
    func bytes(at position: Int, count: Int) throws -> [UInt8] {
        guard position >= 0, count > 0 else { return [] }
        let wanted = min(count, max(self.count - position, 0))
        var bytes = [UInt8](repeating: 0, count: wanted)
        let read = try bytes.withUnsafeMutableBytes { try self.read(at: position, into: $0) }
        bytes.removeLast(wanted - read)
        return bytes
    }
}
