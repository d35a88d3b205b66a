import NDJSON
import Platform

/// Truncated or corrupt data below the level of records; everything before the fault is valid.
public struct InputFault: Error {
    public let message: String
    public init(message: String) { self.message = message }
}

/// A file or standard input; gzip is recognised by its magic bytes (RFC 1952 §2.3.1) and decompressed on the fly.
public final class InputFile: ByteSource {
    /// The path as given; `-` for standard input.
    public let name: String
    /// The compressed size of the file, if it is a regular file.
    public let size: Int?
    /// The number of bytes read from the file so far, before decompression.
    public private(set) var bytesRead = 0
    private let descriptor: Int32
    private var gzip: GzipReader?
    private var head: [UInt8] = []
    private var headPosition = 0
    private var started = false
    private let inflatesGzip: Bool

    /// Opens a path, or standard input for `-`.
    /// - Parameters:
    ///   - inflatesGzip: false returns compressed bytes unchanged, for formats that are not lines.
    ///   - given: the name for messages, if the path is that of a copy.
    /// - Throws: `StageFailure` with status 66 if it is missing, unreadable, a folder or closed.
    public init(_ path: String, inflatesGzip: Bool = true, named given: String? = nil) throws {
        name = given ?? path
        self.inflatesGzip = inflatesGzip
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
        inflatesGzip = true
        size = FileStatus(descriptor)?.size ?? 0
    }

    deinit { if descriptor > 2 { close(descriptor) } }

    /// Whether what was read so far was inflated.
    public var isCompressed: Bool { gzip != nil }

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
        if let gzip { return try gzip.read(into: buffer) }
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

    /// Reads the first two bytes and decides whether the rest is gzip.
    private func start() throws {
        started = true
        guard inflatesGzip else { return }
        head = [0, 0]
        var filled = 0
        while filled < 2 {
            let count = try head.withUnsafeMutableBytes {
                try plain(UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
            }
            if count == 0 { break }
            filled += count
        }
        head.removeLast(2 - filled)
        guard head == [0x1F, 0x8B] else { return }
        gzip = head.withUnsafeBytes { head in
            GzipReader(head: head) { [unowned self] in try plain($0) }
        }
        head = []
    }
}
