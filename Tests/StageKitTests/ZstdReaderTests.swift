import TestSupport
import XCTest

@testable import StageKit

final class ZstdReaderTests: XCTestCase {
    /// Bytes over several blocks that do not compress to almost nothing.
    private static let text: [UInt8] = {
        var state: UInt32 = 1
        return (0..<400_000).map { place in
            state = state &* 1_664_525 &+ 1_013_904_223
            return place % 7 < 4 ? UInt8(0x61 + state >> 28) : 0x20
        }
    }()

    private func frame(_ bytes: [UInt8]) throws -> [UInt8] { try XCTUnwrap(Zstd.frame(bytes), "libzstd is there") }

    /// What a file decompresses to when its bytes and the room for them come in pieces, and the fault after it.
    private func read(_ file: [UInt8], pieces: Int, room: Int) -> (bytes: [UInt8], fault: String?) {
        var given = min(pieces, file.count)
        let reader = file[..<given].withUnsafeBytes { head in
            ZstdReader(head: head) { buffer in
                let count = min(pieces, file.count - given, buffer.count)
                buffer.copyBytes(from: file[given..<(given + count)])
                given += count
                return count
            }
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: room)
        do {
            while case let count = try buffer.withUnsafeMutableBytes({ try reader.read(into: $0) }), count > 0 {
                bytes += buffer[..<count]
            }
            return (bytes, nil)
        } catch {
            return (bytes, (error as? InputFault)?.message)
        }
    }

    func testFramesFollowEachOther() throws {
        let text = ZstdReaderTests.text
        let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let file = try skipped + frame(Array(text[..<1000])) + frame([]) + frame(Array(text[1000...]))
        for (pieces, room) in [(1 << 20, 1 << 20), (1 << 16, 1), (1, 1 << 17), (1000, 1000)] {
            let (bytes, fault) = read(file, pieces: pieces, room: room)
            XCTAssertTrue(bytes == text, "\(pieces), \(room): \(bytes.count) bytes")
            XCTAssertNil(fault, "\(pieces), \(room)")
        }
    }

    func testWhatBreaksOffIsReadAsFarAsItGoes() throws {
        let text = Array(ZstdReaderTests.text[..<3000])
        let file = try frame(text) + frame(text)
        for count in 4..<file.count {
            let (bytes, fault) = read(Array(file[..<count]), pieces: 100, room: 512)
            XCTAssertTrue((text + text).starts(with: bytes), "\(count)")
            if count == file.count / 2 {
                XCTAssertNil(fault)
                XCTAssertEqual(bytes.count, text.count)
            } else {
                XCTAssertEqual(
                    fault, "the zstd data is truncated, at byte \(bytes.count) of the decompressed data", "\(count)")
            }
        }
    }

    func testDamageIsToldWithItsPlace() throws {
        let text = ZstdReaderTests.text
        let (bytes, fault) = try read(frame(text) + Array("no frame".utf8), pieces: 1 << 20, room: 1 << 16)
        XCTAssertTrue(bytes == text)
        XCTAssertEqual(
            fault,
            "the data after the last zstd frame is not zstd; not read, at byte \(text.count) of the decompressed data")
        var file = try frame(text)
        file[4] |= 0x08
        XCTAssertEqual(read(file, pieces: 1 << 20, room: 1 << 16).fault?.hasPrefix("the zstd data is corrupt: "), true)
    }

    func testItIsKnownByItsFirstBytes() throws {
        XCTAssertEqual(InputCompression(try frame([1, 2, 3])), .zstd)
        XCTAssertEqual(InputCompression([0x5F, 0x2A, 0x4D, 0x18, 0]), .zstd)
        XCTAssertEqual(InputCompression([0x1F, 0x8B, 8]), .gzip)
        let others: [[UInt8]] = [
            [], [0x28], [0x28, 0xB5, 0x2F], Array("P*M".utf8), Array("{}\n".utf8), [0x4F, 0x2A, 0x4D, 0x18],
        ]
        for head in others {
            XCTAssertNil(InputCompression(head), "\(head)")
        }
    }
}
