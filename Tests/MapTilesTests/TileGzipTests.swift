import XCTest

@testable import MapTiles

final class TileGzipTests: XCTestCase {
    private func inflated(_ bytes: [UInt8], limit: Int = 1 << 20) throws -> [UInt8] {
        try bytes.withUnsafeBytes { try TileGzip.decompressed($0, limit: limit) }
    }

    private func deflated(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8] {
        bytes.withUnsafeBytes { TileGzip.compressed($0, level: level) }
    }

    private func message(_ body: @autoclosure () throws -> [UInt8]) -> String? {
        do {
            _ = try body()
            return nil
        } catch { return (error as? TileFault)?.message }
    }

    func testWhatIsCompressedComesBack() throws {
        for count in [0, 1, 100, 32_767, 32_768, 32_769, 300_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
            for level in [Int32(1), 9] {
                let gzip = deflated(bytes, level: level)
                XCTAssertTrue(gzip.withUnsafeBytes(TileGzip.isGzip))
                XCTAssertEqual(try inflated(gzip), bytes)
            }
        }
    }

    func testHeaderHasNoTimeAndNoName() {
        XCTAssertEqual(Array(deflated([1, 2, 3]).prefix(8)), [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    }

    func testMembersAndZerosMayFollow() throws {
        XCTAssertEqual(try inflated(deflated([1, 2]) + deflated([]) + deflated([3]) + [0, 0, 0]), [1, 2, 3])
        XCTAssertEqual(message(try inflated(deflated([1]) + [7])), "the data after the gzip data is not gzip")
    }

    func testDamage() {
        let gzip = deflated(Array(repeating: 7, count: 1000))
        for count in 3..<gzip.count {
            XCTAssertEqual(message(try inflated(Array(gzip.prefix(count)))), "the gzip data is truncated", "\(count)")
        }
        XCTAssertEqual(message(try inflated([])), "not gzip")
        XCTAssertEqual(message(try inflated(Array("plain text".utf8))), "not gzip")
        var wrong = gzip
        wrong[wrong.count - 5] ^= 1
        XCTAssertEqual(message(try inflated(wrong)), "the gzip data is corrupt: incorrect data check")
    }

    func testLimit() throws {
        let bomb = deflated(Array(repeating: 0, count: 100_000))
        XCTAssertEqual(try inflated(bomb, limit: 100_000).count, 100_000)
        XCTAssertEqual(
            message(try inflated(bomb, limit: 99_999)), "the gzip data decompresses to more than 99999 bytes")
        XCTAssertEqual(message(try inflated(bomb, limit: 0)), "the gzip data decompresses to more than 0 bytes")
    }
}
