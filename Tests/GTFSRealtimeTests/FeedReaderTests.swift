import NDJSON
import TestSupport
import XCTest

@testable import GTFSRealtime

final class FeedReaderTests: XCTestCase {
    private func delimited(_ messages: [[UInt8]]) -> [UInt8] {
        Sample.bytes { writer in
            for message in messages {
                writer.varint(UInt64(message.count))
                message.withUnsafeBytes { writer.raw($0) }
            }
        }
    }

    private func base64(_ messages: [[UInt8]], end: String = "\n") -> [UInt8] {
        let writer = RecordWriter()
        for message in messages {
            message.withUnsafeBytes { Base64.encode($0, into: writer) }
            writer.append(end)
        }
        return Array(writer.bytes)
    }

    // MARK: Framings

    func testEveryFramingIsToldFromTheBeginning() throws {
        for count in 0..<12 {
            for version in ["1.0", "2.0", "", String(repeating: "9", count: count)] {
                let first = Sample.bytes {
                    Sample.header($0, version: version, timestamp: count % 2 == 0 ? nil : 1_700_000_000)
                    for index in 0..<count { Sample.vehicle($0, id: "v\(index)") }
                }
                let second = Sample.feed(vehicles: 2)
                let expected = try Decoding(first + second).lines
                XCTAssertEqual(expected.count, 1 + count + 3)
                for piece in [1, 7, .max] {
                    XCTAssertEqual(try Decoding(first + second, framing: .auto, piece: piece).lines, expected)
                    XCTAssertEqual(
                        try Decoding(delimited([first, second]), framing: .auto, piece: piece).lines, expected,
                        "\(count) vehicles, version '\(version)'")
                    XCTAssertEqual(
                        try Decoding(base64([first, second]), framing: .auto, piece: piece).lines, expected)
                }
            }
        }
    }

    /// The length of these messages is the tag of a header, or of an entity.
    func testDelimitedMessagesOfTenAndEighteenBytes() throws {
        for length in [10, 18] {
            let message = Sample.bytes {
                $0.message(1) { $0.string(1, String(repeating: "2", count: length - 4)) }
            }
            XCTAssertEqual(message.count, length)
            let decoding = try Decoding(delimited([message, message]), framing: .auto)
            XCTAssertEqual(decoding.lines.count, 2)
            XCTAssertEqual(decoding.faults.count, 0)
            XCTAssertEqual(try Decoding(message + message, framing: .auto).lines, decoding.lines)
        }
    }

    func testBase64LinesMayBlankPadOrEndInCRLF() throws {
        let feed = Sample.feed(vehicles: 1)
        let expected = try Decoding(feed + feed).lines
        for text in [
            base64([feed, feed], end: "\r\n"), base64([feed, feed], end: "\n\n"), base64([feed, feed], end: " \n"),
        ] {
            let decoding = try Decoding(text, framing: .base64Lines)
            XCTAssertEqual(decoding.lines, expected)
            XCTAssertEqual(decoding.faults.count, 0)
        }
        let last = base64([feed]).dropLast()
        XCTAssertEqual(try Decoding(Array(last), framing: .auto).lines, try Decoding(feed).lines)
    }

    func testFramingsThatBeginOddly() throws {
        let feed = Sample.feed(vehicles: 1)
        let noVersion = Sample.bytes { writer in
            writer.message(1) { $0.unsigned(3, 5) }
            Sample.vehicle(writer, id: "1")
        }
        for messages in [[[], feed], [[], [], feed], [noVersion], [noVersion, feed]] {
            let auto = try Decoding(delimited(messages), framing: .auto)
            XCTAssertEqual(auto.lines, try Decoding(delimited(messages), framing: .delimited).lines)
            XCTAssertEqual(auto.faults.count, 0)
            XCTAssertEqual(auto.lines.filter { $0.contains("feed_messages") }.count, messages.count)
        }
        for start in ["  ", "\t", "\u{FEFF}", "\u{FEFF} \n", "\n \n"] {
            let decoding = try Decoding(Array(start.utf8) + base64([feed, feed]), framing: .auto)
            XCTAssertEqual(decoding.lines, try Decoding(feed + feed).lines, start.debugDescription)
            XCTAssertEqual(decoding.faults.count, 0)
        }
        let zeros = try Decoding([UInt8](repeating: 0, count: 5000), framing: .auto)
        XCTAssertEqual(zeros.lines, [])
        XCTAssertEqual(zeros.faults.count, 1)
    }

    func testADamagedLineGivesItsWholeEntitiesAndThePlace() throws {
        let feed = Sample.feed(vehicles: 20)
        let whole = try Decoding(feed).lines
        let text = base64([feed])
        for damage in stride(from: 0, to: text.count - 4, by: 7) {
            var damaged = text
            damaged[damage] = UInt8(ascii: "!")
            let decoding = try Decoding(damaged + text, framing: .base64Lines)
            XCTAssertEqual(decoding.faults.map(\.code), ["not_base64"])
            XCTAssertEqual(decoding.faults[0].line, 1)
            let valid = damage / 4 * 3
            let before = try Decoding(Array(feed.prefix(valid))).lines
            XCTAssertEqual(decoding.lines, before + whole, "damage at \(damage)")
            if valid > 0 {
                let place = try XCTUnwrap(decoding.faults[0].offset)
                XCTAssertLessThanOrEqual(place, valid)
                XCTAssertGreaterThan(place + 40, valid)
            }
        }
    }

    // MARK: Messages one after another

    func testAHeaderStartsTheNextMessage() throws {
        let feed =
            Sample.feed(vehicles: 2, timestamp: 5) + Sample.feed(vehicles: 0, timestamp: 6)
            + Sample.feed(vehicles: 1, timestamp: 7)
        XCTAssertEqual(
            try Decoding(feed, nested: false).lines,
            [
                #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0","timestamp":5}"#,
                #"{"table":"vehicle_positions","feed_timestamp":5,"entity_id":"1","stop_id":"S","occupancy_status":null}"#,
                #"{"table":"vehicle_positions","feed_timestamp":5,"entity_id":"2","stop_id":"S","occupancy_status":null}"#,
                #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0","timestamp":6}"#,
                #"{"table":"feed_messages","source":"-","gtfs_realtime_version":"2.0","timestamp":7}"#,
                #"{"table":"vehicle_positions","feed_timestamp":7,"entity_id":"1","stop_id":"S","occupancy_status":null}"#,
            ])
    }

    func testAHeaderAfterTheEntitiesIsTheirs() throws {
        let feed = Sample.bytes {
            Sample.vehicle($0, id: "1")
            $0.unsigned(99, 1)
            Sample.vehicle($0, id: "2")
            Sample.header($0, timestamp: 5)
            Sample.vehicle($0, id: "3")
            Sample.header($0, timestamp: 6)
            Sample.vehicle($0, id: "4")
        }
        for piece in [1, 5, .max] {
            let lines = try Decoding(feed, nested: false, piece: piece).lines
            XCTAssertEqual(lines.filter { $0.contains("feed_messages") }.count, 2)
            XCTAssertTrue(lines[0].contains(#""timestamp":5"#))
            for index in [1, 3, 4] { XCTAssertTrue(lines[index].contains(#""feed_timestamp":5"#), lines[index]) }
            XCTAssertTrue(lines[6].contains(#""feed_timestamp":6"#))
        }
    }

    func testAMessageWithoutAHeaderIsReported() throws {
        let decoding = try Decoding(Sample.bytes { Sample.vehicle($0, id: "1") })
        XCTAssertEqual(decoding.lines.count, 2)
        XCTAssertEqual(decoding.lines[0], #"{"table":"feed_messages","source":"-"}"#)
        XCTAssertEqual(decoding.missing, ["FeedMessage.header"])
    }

    // MARK: Faults

    func testCutAtEveryByteGivesTheWholeEntitiesBeforeTheCut() throws {
        var ends: [Int] = []
        let feed = Sample.bytes { writer in
            Sample.header(writer)
            ends.append(writer.count)
            for index in 0..<5 {
                writer.message(2) {
                    $0.string(1, "entity \(index)")
                    $0.message(4) {
                        $0.message(2) { $0.float(1, 1.5) }
                        $0.string(7, String(repeating: "x", count: index * 40))
                    }
                }
                ends.append(writer.count)
            }
        }
        let whole = try Decoding(feed).lines
        for cut in 0..<feed.count {
            for piece in [3, .max] {
                let decoding = try Decoding(Array(feed[..<cut]), piece: piece)
                let expected = ends.filter { $0 <= cut }.count
                XCTAssertEqual(decoding.lines, Array(whole.prefix(expected)), "cut at \(cut)")
                XCTAssertEqual(decoding.faults.count, ends.contains(cut) ? 0 : 1, "cut at \(cut)")
                if let offset = decoding.faults.first?.offset {
                    XCTAssertEqual(offset, ends.last { $0 <= cut } ?? 0)
                    XCTAssertEqual(decoding.faults.first?.entitiesBefore, max(expected - 1, 0))
                }
            }
        }
    }

    func testDelimitedMessagesGoOnAfterAFault() throws {
        var broken = Sample.feed(vehicles: 2)
        broken[broken.count - 1] = 0xFF
        broken[broken.count - 3] = 0x3E
        let good = Sample.feed(vehicles: 1)
        let decoding = try Decoding(delimited([good, broken, good]), framing: .delimited)
        XCTAssertEqual(decoding.faults.count, 1)
        XCTAssertEqual(decoding.faults[0].code, "bad_wire_type")
        XCTAssertEqual(decoding.faults[0].offset, good.count + 1 + 1 + broken.count - 3)
        XCTAssertEqual(decoding.faults[0].entity, 2)
        XCTAssertTrue(decoding.faults[0].goesOn)
        XCTAssertEqual(decoding.lines.count, 2 + 2 + 2)
    }

    func testBase64LinesGoOnAfterAFault() throws {
        let good = Sample.feed(vehicles: 1)
        let text = base64([good]) + Array("!!!\n".utf8) + base64([Array(good.dropLast(2))]) + base64([good])
        let decoding = try Decoding(text, framing: .auto)
        XCTAssertEqual(decoding.faults.map(\.code), ["not_base64", "truncated"])
        XCTAssertEqual(decoding.faults.map(\.line), [2, 3])
        XCTAssertEqual(decoding.lines.count, 2 + 1 + 2)
    }

    func testAFieldThatClaimsTooMuchIsAFaultNotAnAllocation() throws {
        let feed = Sample.feed(vehicles: 1) + [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
        let decoding = try Decoding(feed)
        XCTAssertEqual(decoding.faults.map(\.code), ["entity_too_large"])
        XCTAssertEqual(decoding.lines.count, 2)
    }

    func testRubbishIsAFault() throws {
        for text in ["", "<html>", "{\"a\":1}", "no data", "  ", "PK\u{3}\u{4}"] {
            let decoding = try Decoding(Array(text.utf8), framing: .auto)
            XCTAssertEqual(decoding.faults.count, 1, text)
            XCTAssertEqual(decoding.lines, [], text)
        }
    }
}
