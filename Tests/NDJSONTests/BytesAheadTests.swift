import TestSupport
import XCTest

@testable import NDJSON

/// What a thread reads ahead is what the source has.
final class BytesAheadTests: XCTestCase {
    private struct Broken: Error, Equatable {}

    /// Gives bytes in pieces of any size, and may break off.
    private final class Source: ByteSource {
        private let bytes: [UInt8]
        private let breaksAt: Int?
        private var position = 0
        private var generator: SeededGenerator
        private(set) var given = 0

        init(_ bytes: [UInt8], seed: UInt64, breaksAt: Int? = nil) {
            self.bytes = bytes
            self.breaksAt = breaksAt
            generator = SeededGenerator(seed: seed)
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
            if let breaksAt, position >= breaksAt { throw Broken() }
            let end = min(bytes.count, breaksAt ?? .max)
            let count = min(buffer.count, end - position, Int.random(in: 1...100_000, using: &generator))
            bytes.withUnsafeBytes {
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + count)]))
            }
            position += count
            given += count
            return count
        }
    }

    private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 9) } }

    private func readAll(_ source: any ByteSource, _ size: Int) throws -> [UInt8] {
        var result: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try source.read(into: buffer), count > 0 { result.append(contentsOf: buffer[..<count]) }
        return result
    }

    func testAllBytesComeInOrder() throws {
        for (count, size) in [(0, 100), (1, 1), (5_000_000, 70_000), (262_144, 262_144), (1_048_576, 333_333)] {
            let expected = bytes(count)
            let source = Source(expected, seed: UInt64(count))
            guard let ahead = BytesAhead(source, note: { source.given }) else { return }
            XCTAssertEqual(try readAll(ahead, size), expected, "\(count) bytes")
            XCTAssertEqual(ahead.note, count)
            // The end stays the end.
            XCTAssertEqual(try readAll(ahead, size), [])
        }
    }

    func testWhatCameBeforeAFaultIsThere() throws {
        let whole = bytes(3_000_000)
        guard let ahead = BytesAhead(Source(whole, seed: 5, breaksAt: 1_234_567)) else { return }
        var read: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 50_000, alignment: 16)
        defer { buffer.deallocate() }
        XCTAssertThrowsError(
            try {
                while case let count = try ahead.read(into: buffer), count > 0 {
                    read.append(contentsOf: buffer[..<count])
                }
            }()
        ) { XCTAssertTrue($0 is Broken) }
        XCTAssertEqual(read, Array(whole[..<1_234_567]))
        XCTAssertThrowsError(try ahead.read(into: buffer))
    }

    func testWhoeverStopsEarlyLeavesNothingBehind() throws {
        for size in [1, 1000, 300_000] {
            weak var source: Source?
            do {
                let strong = Source(bytes(4_000_000), seed: 8)
                source = strong
                guard let ahead = BytesAhead(strong) else { return }
                let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
                defer { buffer.deallocate() }
                XCTAssertGreaterThan(try ahead.read(into: buffer), 0)
            }
            XCTAssertNil(source)
        }
    }
}
