import NDJSON
import Platform

/// Truncated or corrupt data below the level of records; everything before the fault is valid.
public struct InputFault: Error {
    public let message: String
    public init(message: String) { self.message = message }
}

/// A file or standard input; what is compressed is recognised by its first bytes and decompressed on the fly.
public final class InputFile: ByteSource {
    /// The path as given; `-` for standard input.
    public let name: String
    /// The compressed size of the file, if it is a regular file.
    public let size: Int?
    /// The number of bytes read from the file so far, before decompression.
    public private(set) var bytesRead = 0
    private let descriptor: Int32
    /// How what was read so far was compressed.
    public private(set) var compression: InputCompression?
    private var inflated: (any ByteSource)?
    private var head: [UInt8] = []
    private var headPosition = 0
    private var started = false
    private let inflates: Bool

    /// Opens a path, or standard input for `-`.
    /// - Parameters:
    ///   - inflates: false returns compressed bytes unchanged, for formats that are not lines.
    ///   - given: the name for messages, if the path is that of a copy.
    /// - Throws: `StageFailure` with status 66 if it is missing, unreadable, a folder or closed.
    public init(_ path: String, inflates: Bool = true, named given: String? = nil) throws {
        name = given ?? path
        self.inflates = inflates
        if path == "-" {
            guard !ProcessState.closedAtStart.contains(0) else {
                throw StageFailure(.inputMissing, "standard input is closed")
            }
            descriptor = 0
        } else {
            descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
            if descriptor < 0 { throw MissingInput.failure(path) }
        }
        let status = FileStatus(descriptor)
        if let status, status.isFolder {
            if descriptor != 0 { close(descriptor) }
            throw StageFailure(.inputMissing, "\(InputFile.displayName(path)) is a directory")
        }
        size = status.flatMap { $0.isRegular ? $0.size : nil }
    }

    /// Reads an open regular file without a name of its own; the object closes the descriptor when it is freed.
    public init(descriptor: Int32, name: String) {
        self.name = name
        self.descriptor = descriptor
        inflates = true
        size = FileStatus(descriptor)?.size ?? 0
    }

    deinit { if descriptor > 2 { close(descriptor) } }

    /// The file name for messages.
    public var displayName: String { InputFile.displayName(name) }

    /// The display name of a path that may be `-`.
    public static func displayName(_ path: String) -> String { path == "-" ? "standard input" : path }

    /// The failure to make a temporary copy of an input; `errno` says why.
    package static func noCopy(_ input: InputFile) -> StageFailure {
        StageFailure(.ioFailed, "\(input.displayName): cannot write its temporary copy: \(systemMessage(errno))")
    }

    public func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        if !started { try start() }
        if let inflated { return try inflated.read(into: buffer) }
        if headPosition < head.count {
            let count = min(head.count - headPosition, buffer.count)
            head.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[headPosition..<(headPosition + count)]))
            }
            headPosition += count
            return count
        }
        return try plain(buffer)
    }

    /// Waits at most this many milliseconds for input or the end of input.
    public func isReady(within milliseconds: Int) -> Bool {
        var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // A signal ends the wait; the following read then blocks as long as needed.
        return poll(&poller, 1, Int32(clamping: milliseconds)) != 0
    }

    private func plain(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Platform.read(descriptor, buffer.baseAddress!, buffer.count)
            if count >= 0 {
                bytesRead += count
                return count
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = poll(&poller, 1, -1)
            case let code: throw StageFailure(.ioFailed, "\(displayName): cannot read: \(systemMessage(code))")
            }
        }
    }

    /// Reads the first bytes and decides whether the input is compressed. Of other content than Zstandard it waits for two
    /// bytes only.
    private func start() throws {
        started = true
        guard inflates else { return }
        try fillHead(2)
        if InputCompression.mayBeZstd(head) { try fillHead(InputCompression.magicLength) }
        guard let compression = InputCompression(head) else { return }
        self.compression = compression
        inflated = try head.withUnsafeBytes { head in
            try compression.reader(head: head, named: displayName) { [unowned self] in try plain($0) }
        }
        head = []
    }

    private func fillHead(_ length: Int) throws {
        var filled = head.count
        head += [UInt8](repeating: 0, count: length - filled)
        while filled < length {
            let count = try head.withUnsafeMutableBytes {
                try plain(UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        head.removeLast(length - filled)
    }
}
