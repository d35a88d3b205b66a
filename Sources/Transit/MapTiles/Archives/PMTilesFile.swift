import Platform

/// An archive's file, read at any place (pread): it may be larger than the memory.
final class PMTilesFile {
    let path: String
    /// Bytes, when it was opened.
    let size: UInt64
    private let descriptor: Int32

    /// - Throws: `TileFault` of kind missing where the file is not there or cannot be read, unusable where it is none.
    init(_ path: String) throws {
        // A pipe would be waited for.
        let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw TileFault(.missing, "\(path): \(systemMessage(errno))") }
        guard let status = FileStatus(descriptor), status.isRegular else {
            close(descriptor)
            throw TileFault(.unusable, "\(path) is not a file; not read")
        }
        self.path = path
        self.descriptor = descriptor
        size = UInt64(max(status.size, 0))
    }

    deinit { close(descriptor) }

    /// - Parameter count: bytes, which must lie within `size`.
    /// - Throws: `TileFault` of kind ioFailed.
    func read(_ offset: UInt64, _ count: Int) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
            try PMTilesFile.read(descriptor, offset, UnsafeMutableRawBufferPointer(bytes), path: path)
            filled = count
        }
    }

    // MARK: Descriptors

    /// Fills the buffer with what lies at an offset.
    /// - Throws: `TileFault` of kind ioFailed, also where the file ends first.
    static func read(
        _ descriptor: Int32, _ offset: UInt64, _ buffer: UnsafeMutableRawBufferPointer, path: String
    ) throws {
        let count = readFully(descriptor, at: Int(offset), into: buffer)
        guard count >= 0 else { throw TileFault(.ioFailed, "\(path): cannot read: \(systemMessage(errno))") }
        guard count == buffer.count else { throw TileFault(.ioFailed, "\(path) became shorter while it was read") }
    }

    /// Writes the whole buffer at an offset, or where the descriptor stands.
    /// - Throws: `TileFault` of kind ioFailed, a full disk for instance.
    static func write(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: UInt64? = nil, path: String
    ) throws {
        var position = 0
        while position < bytes.count {
            let start = bytes.baseAddress! + position
            let rest = bytes.count - position
            let count =
                if let offset {
                    pwrite(descriptor, start, rest, off_t(offset) + off_t(position))
                } else {
                    Platform.write(descriptor, start, rest)
                }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                // A pipe that its maker set to non-blocking is waited for.
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&poller, 1, -1)
                continue
            }
            guard count > 0 else { throw TileFault(.ioFailed, "\(path): cannot write: \(systemMessage(errno))") }
            position += count
        }
    }

}
