import Glibc
import TestSupport
import XCTest

import class Platform.WorkerThread

@testable import StageKit

/// What a pipe gets: long outputs arrive as pages of memory, others as copies.
final class PipeOutputTests: XCTestCase {
    /// Longer than several huge pages and what is copied before them. No two words of it are the same.
    private static let sent: [UInt8] = (0..<(24 << 20) / 8).flatMap { index in
        withUnsafeBytes(of: UInt64(index) &* 0x9E37_79B9_7F4A_7C15, Array.init)
    }
    private static let lengths = [1, 300_000, 80_000, 64 << 10, (64 << 10) - 1, 5000, 131_073, 1 << 20, 3 << 20]

    private func newPipe() -> (output: Int32, input: Int32) {
        var ends: [Int32] = [0, 0]
        XCTAssertEqual(Glibc.pipe(&ends), 0)
        let setsPipeSize: Int32 = 1031
        XCTAssertEqual(fcntl(ends[1], setsPipeSize, 1 << 20), 1 << 20)
        return (ends[0], ends[1])
    }

    /// Writes `sent` into a pipe in parts of many lengths, in a thread of its own, and closes the pipe.
    private final class Sender: @unchecked Sendable {
        private let writer: DescriptorWriter
        private var thread: WorkerThread?
        private(set) var failure: StageFailure?
        var given: Int { writer.given }

        init(into input: Int32) {
            let writer = DescriptorWriter(descriptor: input, name: "the pipe")
            self.writer = writer
            thread = WorkerThread { [self] in
                var start = 0
                var part = 0
                PipeOutputTests.sent.withUnsafeBytes { bytes in
                    while start < bytes.count, failure == nil {
                        let end = min(
                            start + PipeOutputTests.lengths[part % PipeOutputTests.lengths.count], bytes.count)
                        do {
                            try writer.write(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                        } catch {
                            failure = error as? StageFailure
                        }
                        start = end
                        part += 1
                    }
                }
                close(input)
            }
        }

        func wait() { thread?.join() }
    }

    /// Reads up to `most` bytes of a pipe, or to its end.
    private func read(_ output: Int32, _ most: Int = .max) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 100_000)
        while bytes.count < most {
            let count = Glibc.read(output, &buffer, min(buffer.count, most - bytes.count))
            guard count > 0 else { break }
            bytes.append(contentsOf: buffer[..<count])
        }
        return bytes
    }

    /// A function of the C library that Swift does not import.
    private func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
        unsafeBitCast(try XCTUnwrap(dlsym(nil, name)), to: type)
    }

    /// Whether the system gives this process a huge page. It may have none left, and sanitizers hide it.
    private func hasHugePages(for pipe: Int32) -> Bool {
        let bytes = [UInt8](repeating: 0, count: PipePages.fewestBytes)
        return bytes.withUnsafeBytes { PipePages(descriptor: pipe)?.copy($0) != nil }
    }

    func testAllBytesArriveInOrder() throws {
        let pipe = newPipe()
        defer { close(pipe.output) }
        let givesPages = hasHugePages(for: pipe.input)
        let sender = Sender(into: pipe.input)
        XCTAssertTrue(read(pipe.output) == PipeOutputTests.sent)
        sender.wait()
        XCTAssertNil(sender.failure)
        if givesPages { XCTAssertGreaterThan(sender.given, 0) }
    }

    func testCopiesArriveIfThereAreNoHugePages() throws {
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        let control = try function("prctl", Control.self)
        // PR_GET_THP_DISABLE and PR_SET_THP_DISABLE.
        let before = control(42, 0, 0, 0, 0)
        XCTAssertEqual(control(41, 1, 0, 0, 0), 0)
        defer { _ = control(41, before == 1 ? 1 : 0, 0, 0, 0) }
        let pipe = newPipe()
        defer { close(pipe.output) }
        let sender = Sender(into: pipe.input)
        XCTAssertTrue(read(pipe.output) == PipeOutputTests.sent)
        sender.wait()
        XCTAssertEqual(sender.given, 0)
    }

    func testBytesThatAReaderMovesOnStayAsTheyAre() throws {
        typealias Splice =
            @convention(c) (
                Int32, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?, Int, UInt32
            ) -> Int
        let splice = try function("splice", Splice.self)
        let first = newPipe()
        let second = newPipe()
        defer { for end in [first.output, second.output] { close(end) } }
        let sender = Sender(into: first.input)
        let start = read(first.output, 12 << 20)
        // The second pipe keeps the next 200,000 bytes while the writer writes the others.
        var moved = 0
        while moved < 200_000 {
            let count = splice(first.output, nil, second.input, nil, 200_000 - moved, 0)
            XCTAssertGreaterThan(count, 0)
            guard count > 0 else { break }
            moved += count
        }
        close(second.input)
        let rest = read(first.output)
        sender.wait()
        XCTAssertTrue(start + read(second.output) + rest == PipeOutputTests.sent)
    }

    func testAClosedPipeIsAFailure() throws {
        let pipe = newPipe()
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }
        let sender = Sender(into: pipe.input)
        XCTAssertEqual(read(pipe.output, 12 << 20).count, 12 << 20)
        close(pipe.output)
        sender.wait()
        XCTAssertEqual(sender.failure?.status, .ioFailed)
    }
}
