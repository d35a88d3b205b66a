import TestSupport
import XCTest

@testable import Zip

final class ZipWriterTests: XCTestCase {
    private func archive(
        limit: UInt64 = 0xFFFF_FFFE, _ entries: [(name: String, bytes: [UInt8], bound: Int?)], pieces: Int = 1 << 20
    ) throws -> [UInt8] {
        var written: [UInt8] = []
        let writer = ZipWriter(limit: limit, level: 6) { written.append(contentsOf: $0) }
        for entry in entries {
            try writer.begin(entry.name, atMost: entry.bound)
            try entry.bytes.withUnsafeBytes { bytes in
                for start in stride(from: 0, to: bytes.count, by: pieces) {
                    try writer.append(
                        UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + pieces, bytes.count)]))
                }
            }
        }
        try writer.finish()
        XCTAssertEqual(writer.count, UInt64(written.count))
        return written
    }

    func testWhatIsWrittenReadsBack() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<30 {
            let entries = (0..<Int.random(in: 0...5, using: &random)).map { index in
                let bytes = (0..<Int.random(in: 0...200_000, using: &random)).map { _ in
                    UInt8.random(in: 0...(index % 2 == 0 ? 255 : 3), using: &random)
                }
                return (name: "é\(index).txt", bytes: bytes, bound: index % 3 == 0 ? nil : 1 << 20)
            }
            let contents = try ZipContents(archive(entries, pieces: Int.random(in: 1000...90_000, using: &random)))
            XCTAssertEqual(contents.entries.map(\.name), entries.map(\.name))
            XCTAssertEqual(contents.entries.map(\.bytes), entries.map(\.bytes))
            XCTAssertFalse(contents.usesZip64)
        }
    }

    func testBytesDoNotDependOnThePiecesOrTheClock() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
        let whole = try archive([("a", bytes, nil)])
        XCTAssertEqual(whole, try archive([("a", bytes, nil)], pieces: 333))
        // 1980-01-01 00:00:00 in the local header.
        XCTAssertEqual(Array(whole[10..<14]), [0, 0, 0x21, 0])
    }

    func testZip64IsUsedPastTheLimit() throws {
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let entries = [("first", bytes, nil as Int?), ("second", [], 0), ("third", bytes, nil)]
        let contents = try ZipContents(archive(limit: 2000, entries))
        XCTAssertTrue(contents.usesZip64)
        XCTAssertEqual(contents.entries.map(\.bytes), [bytes, [], bytes])
    }

    func testManyEntriesNeedTheZip64Directory() throws {
        let contents = try ZipContents(archive((0..<65_600).map { ("\($0)", [1], 1) }))
        XCTAssertEqual(contents.entries.count, 65_600)
        XCTAssertEqual(contents.entries[65_599].name, "65599")
    }

    func testAnEntryThatPassesItsBoundIsAnError() throws {
        let bytes = [UInt8](repeating: 1, count: 5000)
        XCTAssertThrowsError(try archive(limit: 2000, [("grown", bytes, 100)])) {
            XCTAssertEqual($0 as? ZipWriterFault, .entryTooLarge("grown"))
        }
    }

    func testAFailingDestinationEndsTheArchive() throws {
        struct Full: Error {}
        let writer = ZipWriter { _ in throw Full() }
        XCTAssertThrowsError(try writer.begin("a")) { XCTAssertTrue($0 is Full) }
    }
}
