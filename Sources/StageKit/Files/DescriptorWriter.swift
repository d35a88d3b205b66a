import CProcess
import Platform

/// Writes all bytes to a file descriptor, retrying on EINTR and reporting EPIPE separately.
final class DescriptorWriter {
    let descriptor: Int32
    let name: String
    /// The most bytes that a call copies. While a call copies bytes into a pipe, it locks the pipe, and the reader waits.
    private static let bytesOfACall = 1 << 17
    /// Outputs of fewer bytes get no pages, because clearing a huge page can take longer than copying a megabyte.
    private static let bytesBeforePages = 8 << 20
    private var written = 0
    private lazy var pages = PipePages(descriptor: descriptor)
    /// How many bytes went into a pipe as pages; only tests ask.
    private(set) var given = 0

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = bytes
        while !rest.isEmpty {
            let mayGive = written >= DescriptorWriter.bytesBeforePages && rest.count >= PipePages.fewestBytes
            let count: Int
            if mayGive, let pages {
                count = try give(rest, pages)
            } else {
                try copy(rest)
                count = rest.count
            }
            written += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    private func copy(_ bytes: UnsafeRawBufferPointer) throws {
        try send(bytes) { Platform.write(descriptor, $0.baseAddress, min($0.count, DescriptorWriter.bytesOfACall)) }
    }

    /// Puts bytes into a pipe as pages, until there can be no more of them.
    /// - Returns: the number of bytes.
    private func give(_ bytes: UnsafeRawBufferPointer, _ pages: PipePages) throws -> Int {
        guard let copy = pages.copy(bytes) else {
            self.pages = nil
            return 0
        }
        try send(copy) { rest in
            if self.pages != nil {
                let count = linefeed_give_pages(descriptor, rest.baseAddress, rest.count)
                if count >= 0 { given += count }
                if count >= 0 || errno == EINTR || errno == EPIPE { return count }
                // Some containers refuse vmsplice(2).
                self.pages = nil
            }
            return Platform.write(descriptor, rest.baseAddress, min(rest.count, DescriptorWriter.bytesOfACall))
        }
        return copy.count
    }

    /// Calls `call` with the bytes that are left until it has taken all.
    private func send(_ bytes: UnsafeRawBufferPointer, _ call: (UnsafeRawBufferPointer) -> Int) throws {
        var rest = bytes
        while !rest.isEmpty {
            let sent = call(rest)
            if sent >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[sent...])
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: waitUntilWritable()
            // Only a closed standard output is a normal end; EPIPE on another descriptor is a failure.
            case EPIPE where descriptor == 1: throw OutputClosed()
            case let code: throw StageFailure(.ioFailed, "\(name): cannot write: \(systemMessage(code))")
            }
        }
    }

    /// Waits for a descriptor that is set to non-blocking, instead of spinning.
    private func waitUntilWritable() {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&poller, 1, -1)
    }
}
