import NDJSON
import ReaderChecks
import TestSupport
import XCTest

@testable import GTFSRealtime

final class RoundTripTests: XCTestCase {
    private let schema = RealtimeSchema(ExtensionChoice(), for: .readingLosslessly)

    func testDecodingEncodingAndDecodingIsIdentical() throws {
        var messages = RandomMessages(schema, seed: 11)
        for round in 0..<400 {
            let feed = messages.feed()
            let first = try Decoding(feed)
            XCTAssertEqual(first.faults.count, 0)
            XCTAssertGreaterThan(first.lines.count, 0)
            let second = try Decoding(try Decoding.encode(first.lines))
            XCTAssertEqual(second.lines, first.lines, "round \(round)")
        }
    }

    /// Tags of one byte are looked up, longer ones are not: a message means the same either way.
    func testTagsThatTakeMoreBytesThanTheyNeed() throws {
        var messages = RandomMessages(schema, seed: 16)
        messages.hasUnknownFields = false
        messages.hasWrongWireTypes = false
        messages.hasForeignExtensions = false
        for round in 0..<200 {
            let feed = messages.feed()
            let longer = try feed.withUnsafeBytes { try withLongTags($0, schema.message, isFeed: true) }
            XCTAssertGreaterThan(longer.count, feed.count)
            XCTAssertEqual(try Decoding(longer).lines, try Decoding(feed).lines, "round \(round)")
        }
    }

    /// A message whose tags each take one byte more. The tags of the feed itself stay: they tell a feed from other files.
    private func withLongTags(
        _ bytes: UnsafeRawBufferPointer, _ plan: UnsafePointer<MessagePlan>, isFeed: Bool = false
    ) throws -> [UInt8] {
        guard let start = bytes.baseAddress else { return [] }
        var result: [UInt8] = []
        var cursor = start
        let end = start + bytes.count
        while cursor < end {
            let at = cursor
            let tag = try Wire.tag(&cursor, end)
            var longer = Array(UnsafeRawBufferPointer(start: at, count: cursor - at))
            if !isFeed {
                longer[longer.count - 1] |= 0x80
                longer.append(0)
            }
            result += longer
            let from = cursor
            let value = try Wire.skipValue(tag, at: at, &cursor, end, depth: 0)
            let index = plan.pointee.index(of: tag >> 3)
            if tag & 7 == 2, index != MessagePlan.none, let inner = plan.pointee.fields[Int(index)].message {
                let content = try withLongTags(value, inner)
                result += Sample.bytes { $0.varint(UInt64(content.count)) } + content
            } else {
                result += UnsafeRawBufferPointer(start: from, count: cursor - from)
            }
        }
        return result
    }

    func testNumbersWrittenAsNamesAreReadBack() throws {
        var messages = RandomMessages(schema, seed: 12)
        for _ in 0..<100 {
            let feed = messages.feed()
            let named = try Decoding(feed) { $0.namesEnumerations = true }
            XCTAssertEqual(try Decoding(try Decoding.encode(named.lines)).lines, try Decoding(feed).lines)
        }
    }

    /// Unpacked and packed again by libprotobuf-c, a message that it accepts means the same.
    func testProtobufCAgrees() throws {
        let other = try ProtobufC.installed()
        var messages = RandomMessages(schema, seed: 13)
        messages.hasNULs = false
        messages.hasWrongWireTypes = false
        var accepted = 0
        for round in 0..<400 {
            let feed = messages.feed()
            guard let packed = other.repacked(feed) else { continue }
            accepted += 1
            let ours = try Decoding(feed).lines
            // Fields of the message itself that are unknown come last when it is packed again.
            XCTAssertEqual(try Decoding(packed).lines.sorted(), ours.sorted(), "round \(round)")
            let encoded = try Decoding.encode(ours)
            XCTAssertEqual(try other.repacked(encoded).map { try Decoding($0).lines.sorted() }, ours.sorted())
        }
        XCTAssertGreaterThan(accepted, 350)
    }

    func testRealFeedsPackTheSameAsProtobufC() throws {
        let other = try ProtobufC.installed()
        let files =
            RealData.files(in: "rt", suffix: ".pb") + RealData.files(in: "rt/oba", suffix: ".pb")
            + RealData.files(in: "rt/tfnsw", suffix: ".pb") + RealData.files(in: "rt/mbta-from-json", suffix: ".pb")
        if files.isEmpty { throw XCTSkip("no real feeds beside the checkout") }
        for file in files {
            let feed = try XCTUnwrap(TemporaryFolder.bytes(of: file))
            let lines = try Decoding(feed).lines
            let encoded = try Decoding.encode(lines)
            XCTAssertEqual(try Decoding(encoded).lines, lines, file)
            let packed = try XCTUnwrap(other.repacked(feed), file)
            XCTAssertEqual(packed, other.repacked(encoded), file)
            XCTAssertEqual(try Decoding(packed).lines, lines, file)
        }
    }

    // MARK: Rubbish

    /// Whatever the bytes, what is written is JSON, and can be encoded again.
    func testMutatedFeedsNeverBreakTheOutput() throws {
        var messages = RandomMessages(schema, seed: 14)
        var generator = SeededGenerator(seed: 15)
        let scanner = RecordScanner(fields: ["table"])
        var faults = 0
        for round in 0..<500 {
            var feed = messages.feed()
            if feed.isEmpty { continue }
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<max(feed.count, 1), using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0 where place < feed.count: feed[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 1 where place < feed.count: feed[place] = UInt8.random(in: 0...255, using: &generator)
                case 2: feed.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                case 3: feed.removeLast(min(feed.count, place % 16))
                default: feed += feed.prefix(place)
                }
            }
            for framing in Framing.allCases {
                for nested in [true, false] {
                    let decoding = try Decoding(
                        feed, framing: framing, nested: nested, piece: round % 3 == 0 ? 7 : .max)
                    faults += decoding.faults.count
                    XCTAssertTrue(decoding.lines.count > 0 || decoding.faults.count > 0, "silence in round \(round)")
                    for line in decoding.lines {
                        try Array(line.utf8).withUnsafeBytes { try scanner.scan($0) }
                    }
                    guard nested else { continue }
                    let again = try Decoding(try Decoding.encode(decoding.lines))
                    if decoding.lines.contains(where: { $0.contains("\"header\"") }) {
                        XCTAssertGreaterThan(again.lines.count, 0)
                    }
                }
            }
        }
        XCTAssertGreaterThan(faults, 500)
    }
}

extension ProtobufC {
    static func installed() throws -> ProtobufC {
        guard let library else { throw XCTSkip("libprotobuf-c is not installed") }
        return library
    }
}
