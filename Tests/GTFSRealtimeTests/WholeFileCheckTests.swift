import NDJSON
import TestSupport
import XCTest

@testable import GTFSRealtime

/// The check of a whole file says what the reader says, byte for byte, and holds none of it.
final class WholeFileCheckTests: XCTestCase {
    private let checker = WholeFileChecker(RealtimeSchema())

    private func check(_ bytes: [UInt8], piece: Int = .max, limit: Int = 1 << 30) throws -> WholeFileCheck {
        try checker.check(MemorySource(bytes, piece: piece), limit: limit)
    }

    private static let feed: [UInt8] = {
        let writer = ProtobufWriter()
        writer.message(1) {
            $0.string(1, "2.0")
            $0.unsigned(3, 1_772_434_800)
        }
        for number in 0..<3 {
            writer.message(2) {
                $0.string(1, "e\(number)")
                $0.message(4) {
                    $0.message(1) { $0.string(1, "trip") }
                    $0.unsigned(5, 1_772_434_800)
                    // A group that nobody knows, with another in it.
                    for byte: UInt64 in [0x9B, 0x06, 0x9B, 0x06, 0x08, 0x05, 0x9C, 0x06, 0x9C, 0x06] {
                        $0.fixed(byte, bytes: 1)
                    }
                }
            }
        }
        return Array(writer.bytes)
    }()

    /// What decode-rt would complain of.
    private func readerFaults(_ bytes: [UInt8]) throws -> Bool { try !Decoding(bytes, framing: .auto).faults.isEmpty }

    func testEveryCutIsFound() throws {
        let feed = WholeFileCheckTests.feed
        let whole = try check(feed)
        XCTAssertEqual([whole.messages, whole.entities], [1, 3])
        XCTAssertEqual(whole.timestamp, 1_772_434_800)
        XCTAssertNil(whole.fault)
        for length in 0..<feed.count {
            let cut = Array(feed.prefix(length))
            for piece in [1, .max] {
                XCTAssertEqual(try check(cut, piece: piece).fault != nil, try readerFaults(cut), "\(length)")
            }
        }
    }

    func testDamageIsFoundWhereTheReaderFindsIt() throws {
        var random = SeededGenerator(seed: 11)
        var faults = 0
        for turn in 0..<4000 {
            var bytes = WholeFileCheckTests.feed + (turn % 3 == 0 ? WholeFileCheckTests.feed : [])
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                bytes[Int.random(in: 12..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let isFault = try readerFaults(bytes)
            if isFault { faults += 1 }
            XCTAssertEqual(try check(bytes).fault != nil, isFault, "\(turn): \(bytes)")
        }
        XCTAssertGreaterThan(faults, 500)
    }

    func testEveryFraming() throws {
        let feed = WholeFileCheckTests.feed
        let delimited = [UInt8(feed.count & 0x7F) | 0x80, UInt8(feed.count >> 7)] + feed
        let line = Array(feed.withUnsafeBytes { Base64.text(of: $0) }.utf8) + [0x0A]
        for (bytes, count) in [(feed + feed, 2), (delimited + delimited, 2), (line + [0x0A] + line, 2)] {
            let found = try check(bytes, piece: 7)
            XCTAssertNil(found.fault)
            XCTAssertEqual([found.messages, found.entities], [count, 3 * count])
            XCTAssertNotNil(try check(Array(bytes.dropLast(9))).fault)
        }
        XCTAssertEqual(try check(line + line.dropLast(6) + Array("=!\n".utf8)).fault?.contains("line 2"), true)
        XCTAssertEqual(try check([]).fault, "the file is empty")
        XCTAssertNotNil(try check(Array("no message at all".utf8)).fault)
    }

    func testWhatAnExtensionHoldsIsNoFault() throws {
        let writer = ProtobufWriter()
        writer.message(1) { $0.string(1, "2.0") }
        writer.message(2) {
            $0.string(1, "e")
            $0.message(4) { $0.string(1007, "no message of that extension's") }
        }
        XCTAssertNil(try check(Array(writer.bytes)).fault)
    }

    func testMoreThanTheLimitIsToldAndNotRead() throws {
        let writer = ProtobufWriter()
        writer.string(15, String(repeating: "x", count: 1 << 20))
        let long = WholeFileCheckTests.feed + Array(writer.bytes)
        XCTAssertTrue(try check(long, limit: 1 << 19).isTooLong)
        XCTAssertFalse(try check(long, limit: long.count).isTooLong)
    }
}
