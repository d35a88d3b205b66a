import NDJSON
import TestSupport
import XCTest

final class PlainStringTests: XCTestCase {
    private func written(_ bytes: [UInt8]) -> (wasWritten: Bool, text: [UInt8]) {
        let writer = RecordWriter(capacity: 64)
        writer.append("x")
        let wasWritten = bytes.withUnsafeBytes { source in
            source.baseAddress.map { writer.plainString($0, source.count) } ?? false
        }
        return (wasWritten, Array(writer.bytes))
    }

    /// Plain ASCII is written as `string` writes it; anything else is left to `string`, and nothing is written.
    func testItAgreesWithStringOrWritesNothing() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            let length = Int.random(in: 1...40, using: &generator)
            var bytes = (0..<length).map { _ in UInt8.random(in: 0x23...0x5B, using: &generator) }
            let isSpoilt = Bool.random(using: &generator)
            let spoiler = [0x00, 0x1F, 0x22, 0x5C, 0x80, 0xC3, 0xFF].randomElement(using: &generator)!
            if isSpoilt { bytes[Int.random(in: 0..<length, using: &generator)] = UInt8(spoiler) }
            let result = written(bytes)
            XCTAssertEqual(result.wasWritten, !isSpoilt, "\(bytes)")
            XCTAssertEqual(result.text, isSpoilt ? [0x78] : [0x78, 0x22] + bytes + [0x22])
        }
        XCTAssertTrue(written([0x7F]).wasWritten)
    }

    /// Each byte at each place of texts of each length up to three words.
    func testEachByteAtEachPlace() {
        for length in 1...24 {
            for place in 0..<length {
                for byte in UInt8.min...UInt8.max {
                    var bytes = [UInt8](repeating: 0x61, count: length)
                    bytes[place] = byte
                    let isPlain = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
                    let found = bytes.withUnsafeBytes { JSONText.isPlain($0.baseAddress!, length) }
                    guard found == isPlain, written(bytes).wasWritten == isPlain else {
                        return XCTFail("\(byte) at \(place) of \(length)")
                    }
                }
            }
        }
        XCTAssertTrue([UInt8(0)].withUnsafeBytes { JSONText.isPlain($0.baseAddress!, 0) })
    }

    func testALineAsAnObject() throws {
        let line = Array("  {\"a\":1,\"b\":[2]} ".utf8)
        try line.withUnsafeBytes { line in
            try RecordScanner(fields: []).scan(line)
            var members: [String] = []
            JSONValue.object(line).forEachMember { key, _ in members.append(key.string ?? "") }
            XCTAssertEqual(members, ["a", "b"])
        }
    }
}
