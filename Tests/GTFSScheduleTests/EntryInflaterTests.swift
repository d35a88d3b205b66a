import CISAL
import TestSupport
import XCTest

@testable import GTFSSchedule

/// ISA-L and zlib give the same bytes and the same faults.
final class EntryInflaterTests: XCTestCase {
    private let folder = TemporaryFolder()

    override func setUp() { XCTAssertEqual(linefeed_isal_load(), 1, "ISA-L is missing; run scripts/setup") }

    /// Rows that deflate to a third, then bytes that do not, then bytes that deflate to a thousandth.
    private func content(_ random: inout SeededGenerator) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 400_000 {
            bytes += "T\(Int.random(in: 0..<900, using: &random)),08:05:00,08:06:00,S\(bytes.count % 997),1\n".utf8
        }
        for _ in 0..<70_000 { bytes.append(UInt8.random(in: 0...255, using: &random)) }
        return bytes + [UInt8](repeating: 0x2C, count: 300_000)
    }

    private struct Result: Equatable {
        var bytes: [UInt8] = []
        var fault: String?
    }

    private func inflate(_ compressed: [UInt8], pieces: Int, mayUseISAL: Bool) throws -> Result {
        let path = folder.write(bytes: compressed)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OpenFile(path: path, name: "feed.zip")
        let tally = ReadTally()
        let inflater = try EntryInflater(
            FileRange(file, offset: 0, count: compressed.count), name: "stops.txt", tally: tally, mayUseISAL: mayUseISAL
        )
        var result = Result()
        var buffer = [UInt8](repeating: 0, count: pieces)
        while !inflater.ended, result.fault == nil {
            var count = 0
            do { try buffer.withUnsafeMutableBytes { try inflater.inflate(into: $0, &count) } } catch {
                result.fault = "\(error)"
            }
            result.bytes += buffer.prefix(count)
        }
        XCTAssertEqual(tally.bytesRead, inflater.position)
        return result
    }

    private func compare(_ compressed: [UInt8], pieces: Int, _ name: String) throws -> Result {
        let fast = try inflate(compressed, pieces: pieces, mayUseISAL: true)
        let expected = try inflate(compressed, pieces: pieces, mayUseISAL: false)
        XCTAssertTrue(fast.bytes == expected.bytes, "\(name): \(fast.bytes.count) and \(expected.bytes.count) bytes")
        XCTAssertEqual(fast.fault, expected.fault, name)
        return fast
    }

    func testSoundEntriesInPiecesOfEverySize() throws {
        var random = SeededGenerator(seed: 1)
        let content = content(&random)
        let compressed = ZipBuilder.deflated(content)
        XCTAssertGreaterThan(compressed.count, EntryInflater.leastBytesForISAL)
        for pieces in [1000, 4096, 65_537, 1 << 20] {
            let result = try compare(compressed, pieces: pieces, "pieces of \(pieces)")
            XCTAssertTrue(result.bytes == content)
            XCTAssertNil(result.fault)
        }
        // What follows the stream is nobody's.
        XCTAssertTrue(try compare(compressed + [1, 2, 3], pieces: 4096, "bytes behind the stream").bytes == content)
    }

    func testDamagedAndTruncatedEntries() throws {
        var random = SeededGenerator(seed: 2)
        let compressed = ZipBuilder.deflated(content(&random))
        var faults = 0
        for number in 0..<600 {
            var damaged = compressed
            let place = Int.random(in: 0..<compressed.count, using: &random)
            switch number % 3 {
            case 0: damaged[place] ^= UInt8(1) << UInt8.random(in: 0...7, using: &random)
            case 1: damaged.removeSubrange(place...)
            default: damaged.replaceSubrange(place..., with: (place..<compressed.count).map { _ in 0xFF })
            }
            let pieces = [3000, 70_000].randomElement(using: &random) ?? 3000
            if try compare(damaged, pieces: pieces, "fault \(number) at \(place)").fault != nil { faults += 1 }
        }
        XCTAssertGreaterThan(faults, 300)
    }

    /// A block whose codes are not complete, which ISA-L reads and zlib refuses, then a stored block.
    func testDataThatOnlyZlibRefuses() throws {
        var bits: [UInt8] = []
        func add(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(UInt8(value >> bit & 1)) } }
        // RFC 1951, 3.2.7: not the last block, dynamic codes, 257 literals, 1 distance, 16 lengths of code lengths.
        for (value, count) in [(0, 1), (2, 2), (0, 5), (0, 5), (12, 4)] { add(value, count) }
        // In the order of the format: 18 has one bit, 0 and 2 have two.
        for length in [0, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] { add(length, 3) }
        let zero: [UInt8] = [1, 0]
        let two: [UInt8] = [1, 1]
        func skip(_ count: Int) {
            bits.append(0)
            add(count - 11, 7)
        }
        skip(65)
        bits += two
        skip(138)
        skip(52)
        bits += two + zero
        for _ in 0..<20 { bits += [0, 0] }
        bits += [0, 1, 1, 0, 0]
        while bits.count % 8 != 0 { bits.append(0) }
        let start = stride(from: 0, to: bits.count, by: 8).map { place in
            (0..<8).reduce(UInt8(0)) { $0 | bits[place + $1] << UInt8($1) }
        }
        let compressed = start + [0xFF, 0xFF, 0x00, 0x00] + [UInt8](repeating: 0x42, count: 65_535)
        let file = try OpenFile(path: folder.write(bytes: compressed), name: "feed.zip")
        let tally = ReadTally()
        let inflater = try EntryInflater(
            FileRange(file, offset: 0, count: compressed.count), name: "stops.txt", tally: tally)
        var buffer = [UInt8](repeating: 0, count: 70_000)
        var count = 0
        try buffer.withUnsafeMutableBytes { try inflater.inflate(into: $0, &count) }
        XCTAssertEqual(count, 20 + 65_535)
        XCTAssertEqual(buffer.prefix(20), [UInt8](repeating: 0x41, count: 20)[...])
        XCTAssertThrowsError(try inflater.confirm()) {
            XCTAssertEqual(
                "\($0)", "stops.txt: the compressed data is corrupt: invalid literal/lengths set")
        }
        XCTAssertEqual(tally.bytesRead, inflater.position)
    }

    func testChecksumsAreThoseOfZlib() throws {
        var random = SeededGenerator(seed: 3)
        let content = content(&random)
        let file = try OpenFile(path: folder.write(bytes: ZipBuilder.deflated(content)), name: "feed.zip")
        func checksum(mayUseISAL: Bool) throws -> UInt32 {
            let inflater = try EntryInflater(
                FileRange(file, offset: 0, count: file.count), name: "", tally: ReadTally(), mayUseISAL: mayUseISAL)
            return content.withUnsafeBytes {
                let middle = UnsafeRawBufferPointer(rebasing: $0[..<77_777])
                return inflater.checksum(inflater.checksum(0, middle), UnsafeRawBufferPointer(rebasing: $0[77_777...]))
            }
        }
        XCTAssertEqual(try checksum(mayUseISAL: true), try checksum(mayUseISAL: false))
    }
}
