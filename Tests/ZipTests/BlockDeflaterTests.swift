import TestSupport
import XCTest

@testable import Zip

/// Streams that several threads compress: their content comes back, and their bytes are those of one thread.
final class BlockDeflaterTests: XCTestCase {
    private static let block = DeflateBlock.capacity

    /// Rows as tables have them, and among them bytes that cannot be compressed.
    private func content(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 100)
        while bytes.count < count {
            if Int.random(in: 0..<2000, using: &random) == 0 {
                for _ in 0..<3000 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
            }
            bytes +=
                "T\(Int.random(in: 0..<500, using: &random)),08:\(10 + bytes.count % 50):00,S\(bytes.count % 97)\n".utf8
        }
        return Array(bytes.prefix(count))
    }

    private func archive(_ contents: [[UInt8]], level: Int, jobs: Int, pieces: Int) throws -> [UInt8] {
        var written: [UInt8] = []
        let writer = ZipWriter(level: level, jobs: jobs) { written.append(contentsOf: $0) }
        for (number, content) in contents.enumerated() {
            try writer.begin("\(number)")
            try content.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: pieces) {
                    let end = min(start + pieces, bytes.count)
                    try writer.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
                }
            }
        }
        try writer.finish()
        return written
    }

    func testTheNumberOfThreadsDoesNotChangeTheBytes() throws {
        let block = BlockDeflaterTests.block
        let sizes = [0, 1, block - 1, block, block + 1, 2 * block, 9 * block + 12_345, 100, 3 * block]
        let contents = sizes.enumerated().map { content($1, seed: UInt64($0)) }
        for level in [1, 6] {
            let expected = try archive(contents, level: level, jobs: 1, pieces: 1 << 17)
            XCTAssertTrue(try ZipContents(expected).entries.map(\.bytes) == contents, "level \(level)")
            for (jobs, pieces) in [(1, 333_333), (2, 1 << 17), (5, 70_001), (64, 5_000_000)] {
                let found = try archive(contents, level: level, jobs: jobs, pieces: pieces)
                XCTAssertTrue(found == expected, "level \(level), \(jobs) jobs")
            }
        }
    }

    /// A block refers to what the block before it ends with.
    func testBlocksAreNotLargerThanOneStream() throws {
        var random = SeededGenerator(seed: 3)
        let period = (0..<30_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let bytes = (0..<70).flatMap { _ in period }
        XCTAssertGreaterThan(bytes.count, 4 * BlockDeflaterTests.block)
        let size = try archive([bytes], level: 6, jobs: 3, pieces: 1 << 16).count
        // 30,000 bytes once, and 15 bits for each 258 of the others; a block without those before it would have the 30,000
        // again.
        XCTAssertLessThan(size, 60_000)
    }

    func testFiguresAreThoseOfTheStream() throws {
        var written = 0
        let deflater = BlockDeflater(level: 5, jobs: 4) { written += $0.count }
        for (size, crc) in [(3, 0x3524_41C2), (0, 0)] as [(Int, UInt32)] {
            let before = written
            try Array("abc".utf8.prefix(size)).withUnsafeBytes { try deflater.append($0) }
            let figures = try deflater.finish()
            XCTAssertEqual(figures.crc, crc)
            XCTAssertEqual(figures.count, UInt64(size))
            XCTAssertEqual(figures.compressed, UInt64(written - before))
        }
    }

    /// Blocks are still being compressed when the destination fails.
    func testAFailingDestinationEndsTheThreads() throws {
        struct Full: Error {}
        let bytes = content(8 * BlockDeflaterTests.block, seed: 9)
        for room in [0, 1, 3] {
            var count = 0
            let deflater = BlockDeflater(level: 6, jobs: 3) { _ in
                count += 1
                if count > room { throw Full() }
            }
            XCTAssertThrowsError(
                try {
                    try bytes.withUnsafeBytes { try deflater.append($0) }
                    _ = try deflater.finish()
                }()
            ) { XCTAssertTrue($0 is Full) }
        }
    }
}
