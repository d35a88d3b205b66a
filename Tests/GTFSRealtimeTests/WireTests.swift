import TestSupport
import XCTest

@testable import GTFSRealtime

final class WireTests: XCTestCase {
    private func varint(_ bytes: [UInt8]) throws -> UInt64 {
        try bytes.withUnsafeBytes { bytes in
            var cursor = bytes.baseAddress!
            return try Wire.varint(&cursor, cursor + bytes.count)
        }
    }

    private func reason(_ bytes: [UInt8]) -> WireFault.Reason? {
        do {
            _ = try bytes.withUnsafeBytes { bytes in
                var cursor = bytes.baseAddress!
                let end = cursor + bytes.count
                while cursor < end {
                    let at = cursor
                    let tag = try Wire.tag(&cursor, end)
                    _ = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
                }
            }
            return nil
        } catch {
            return (error as? WireFault)?.reason
        }
    }

    func testVarintsReadWhatTheWriterWrites() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let value = generator.next() >> UInt64.random(in: 0..<64, using: &generator)
            XCTAssertEqual(try varint(Sample.bytes { $0.varint(value) }), value)
        }
        XCTAssertEqual(try varint(Sample.bytes { $0.varint(.max) }), .max)
        XCTAssertEqual(try varint([0x80, 0x80, 0x00]), 0)
    }

    /// A number that takes more bytes than it needs, and one that ends where other bytes follow.
    func testVarintsOfAnyLengthBeforeAnyBytes() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<5000 {
            let length = Int.random(in: 1...10, using: &generator)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0x80...0xFF, using: &generator) }
            bytes[length - 1] &= 0x7F
            var expected: UInt64 = 0
            for (place, byte) in bytes.enumerated() where 7 * place < 64 {
                expected |= UInt64(byte & 0x7F) << UInt64(7 * place)
            }
            let rest = Int.random(in: 0...10, using: &generator)
            bytes += (0..<rest).map { _ in UInt8.random(in: 0...0xFF, using: &generator) }
            try bytes.withUnsafeBytes { bytes in
                let start = try XCTUnwrap(bytes.baseAddress)
                var cursor = start
                XCTAssertEqual(try Wire.varint(&cursor, start + bytes.count), expected)
                XCTAssertEqual(cursor - start, length)
            }
        }
    }

    func testFaults() {
        XCTAssertEqual(reason([0x80]), .truncated)
        XCTAssertEqual(reason([0x08]), .truncated)
        XCTAssertEqual(reason([0x08] + [UInt8](repeating: 0x80, count: 11)), .badVarint)
        XCTAssertEqual(reason([0x00, 0x00]), .fieldNumberZero)
        XCTAssertEqual(reason([0x80, 0x80, 0x80, 0x80, 0x10, 0x01]), .fieldNumberTooLarge)
        XCTAssertNil(reason([0xF8, 0xFF, 0xFF, 0xFF, 0x0F, 0x01]))
        XCTAssertEqual(reason([0x0E]), .wireType)
        XCTAssertEqual(reason([0x0F]), .wireType)
        XCTAssertEqual(reason([0x0A, 0x05, 0x01]), .pastEnd)
        XCTAssertEqual(reason([0x09, 1, 2, 3]), .pastEnd)
        XCTAssertEqual(reason([0x0D, 1, 2, 3]), .pastEnd)
        XCTAssertEqual(reason([0x0C]), .unbalancedGroup)
        XCTAssertEqual(reason([0x0B, 0x14]), .unbalancedGroup)
        XCTAssertEqual(reason([0x0B, 0x08, 0x01]), .truncated)
        XCTAssertEqual(reason([UInt8](repeating: 0x0B, count: 500)), .tooDeep)
        XCTAssertEqual(reason([0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01]), .pastEnd)
    }

    func testGroupsAreSkippedBalanced() {
        XCTAssertNil(reason([0x0B, 0x13, 0x08, 0x01, 0x14, 0x0C, 0x08, 0x01]))
    }
}
