import NDJSON
import XCTest

@testable import GTFSRealtime

/// Whether the length of a damaged entity is believed, and so what comes after it.
final class DamagedLengthTests: XCTestCase {
    /// In ways that leave its length as it is: wire types, varints and lengths within it.
    private static let damages: [[UInt8]] = [
        [0x0E], [0x0C], [0x00], [0x22, 0x05, 0x01], [0x22, 0x02, 0x0A, 0x7F], [0x1B], [0x80], [0x22, 0x02, 0x3E, 0x00],
    ]

    private func damaged(_ writer: ProtobufWriter, _ damage: [UInt8]) {
        let content = Sample.bytes { $0.string(1, "d") } + damage
        content.withUnsafeBytes { writer.bytes(2, $0) }
    }

    /// The reader's lines for a message alone, after its length, and as base64.
    private func linesOfEachFraming(_ message: [UInt8], piece: Int) throws -> [[String]] {
        let delimited = Sample.bytes { $0.varint(UInt64(message.count)) } + message
        let line = Array(message.withUnsafeBytes { Base64.text(of: $0) }.utf8)
        return try [(message, Framing.message), (delimited, .delimited), (line, .base64Lines)].map {
            try Decoding($0, framing: $1, piece: piece).lines
        }
    }

    func testEntitiesWithoutAnIDAfterADamagedOneAreRead() throws {
        for damage in DamagedLengthTests.damages {
            for count in 1...2 {
                func feed(isWhole: Bool) -> [UInt8] {
                    Sample.bytes { writer in
                        Sample.header(writer)
                        Sample.vehicle(writer, id: "a")
                        if !isWhole { for _ in 0..<count { damaged(writer, damage) } }
                        writer.message(2) { $0.message(4) { $0.string(7, "no id") } }
                        Sample.vehicle(writer, id: "z")
                    }
                }
                let expected = try Decoding(feed(isWhole: true)).lines
                XCTAssertEqual(expected.count, 4)
                for piece in [3, .max] {
                    for lines in try linesOfEachFraming(feed(isWhole: false), piece: piece) {
                        XCTAssertEqual(lines, expected, "\(damage)")
                    }
                }
                XCTAssertEqual(try Decoding(feed(isWhole: false)).faults.map(\.goesOn), [true, true].suffix(count))
            }
        }
    }

    func testAMessageWithoutATimestampAfterADamagedLastEntityIsRead() throws {
        for damage in DamagedLengthTests.damages {
            for version in ["2.0", nil] {
                func feed(isWhole: Bool) -> [UInt8] {
                    Sample.bytes { writer in
                        Sample.header(writer)
                        Sample.vehicle(writer, id: "a")
                        if !isWhole { damaged(writer, damage) }
                        writer.message(1) { if let version { $0.string(1, version) } }
                        for id in ["y", "z"] { Sample.vehicle(writer, id: id) }
                    }
                }
                let decoding = try Decoding(feed(isWhole: false))
                XCTAssertEqual(decoding.lines, try Decoding(feed(isWhole: true)).lines, "\(damage)")
                XCTAssertEqual(decoding.lines.count, 5)
                XCTAssertEqual(decoding.faults.map(\.goesOn), [true])
            }
        }
    }

    /// Of a long message not all is looked at ahead: what breaks off far behind a damaged entity does not matter to it.
    func testManyFramesInARowAreEnough() throws {
        for (count, isRead) in [(FrameWalk.framesEnough, true), (FrameWalk.framesEnough - 2, false)] {
            let bytes = Sample.bytes { writer in
                Sample.header(writer)
                damaged(writer, [0x0E])
                for _ in 0..<count { writer.message(2) { $0.message(4) { $0.string(7, "no id") } } }
                writer.tag(5, 6)
            }
            let decoding = try Decoding(bytes)
            XCTAssertEqual(decoding.lines.count, isRead ? 1 + count : 1)
            XCTAssertEqual(decoding.faults.map(\.code), ["bad_wire_type", isRead ? "bad_wire_type" : "out_of_step"])
        }
    }

    func testLookingAheadHasAnEnd() throws {
        for (count, isRead) in [(FrameWalk.looksEnough, true), (FrameWalk.looksEnough + 1, false)] {
            let bytes = Sample.bytes { writer in
                Sample.header(writer)
                for _ in 0..<count { damaged(writer, [0x0E]) }
                writer.message(2) { $0.message(4) { $0.string(7, "no id") } }
            }
            XCTAssertEqual(try Decoding(bytes).lines.count, isRead ? 2 : 1)
        }
    }

    /// When it is the length that is damaged, reading goes on in the middle of an entity, whose parts look like
    /// messages and entities: none of them becomes a record.
    func testNoRecordIsMadeOutOfStep() throws {
        var outOfStep = 0
        for (name, entity) in [("mixed", mixed), ("arrivals", arrivals), ("translations", translations)] {
            let whole = Sample.bytes { writer in
                Sample.header(writer)
                for index in 0..<4 { writer.message(2) { entity($0, index) } }
            }
            let expected = Set(try Decoding(whole).lines)
            for frame in try whole.entityFrames() {
                let isLong = frame.count > 0x7F
                for length in 1...UInt8.max {
                    for place in isLong ? [frame.lowerBound - 2, frame.lowerBound - 1] : [frame.lowerBound - 1] {
                        var bytes = whole
                        guard bytes[place] != length else { continue }
                        bytes[place] = length
                        let decoding = try Decoding(bytes)
                        guard let first = decoding.faults.first else { continue }
                        outOfStep += decoding.faults.filter { $0.code == "out_of_step" }.count
                        let after = decoding.lines.dropFirst(1 + first.entitiesBefore)
                        for line in after {
                            XCTAssertTrue(expected.contains(line), "\(name), length \(length): \(line)")
                        }
                    }
                }
            }
        }
        XCTAssertGreaterThan(outOfStep, 100)
    }

    private func mixed(_ entity: ProtobufWriter, _ index: Int) {
        entity.string(1, "e\(index)")
        entity.message(4) { vehicle in
            vehicle.message(1) {
                $0.string(1, "2.\(index)")
                $0.string(3, "20260302")
                $0.string(5, "R1")
            }
            vehicle.message(2) {
                $0.float(1, -33.5)
                $0.float(2, 151.2)
            }
            vehicle.string(7, "stop")
        }
        entity.message(3) { update in
            update.message(1) { $0.string(1, "T\(index)") }
            for stop in 1...3 {
                update.message(2) {
                    $0.unsigned(1, UInt64(stop))
                    $0.message(2) { $0.unsigned(2, 1000) }
                    $0.message(3) { $0.unsigned(2, 1010) }
                }
            }
        }
    }

    /// A length of two bytes, and parts that are fields 1 and 2 to their ends.
    private func arrivals(_ entity: ProtobufWriter, _ index: Int) {
        entity.string(1, "a\(index)")
        entity.message(3) { update in
            update.message(1) { $0.string(1, "T\(index)") }
            for _ in 0..<20 { update.message(2) { $0.message(2) { $0.unsigned(2, 1_772_402_400) } } }
        }
    }

    private func translations(_ entity: ProtobufWriter, _ index: Int) {
        entity.string(1, "t\(index)")
        entity.message(5) { alert in
            alert.message(10) { text in
                for _ in 0..<8 { text.message(1) { $0.string(1, "No service on line \(index)") } }
            }
        }
    }
}
