import NDJSON
import TestSupport
import XCTest

/// A scanner that expects the members of a line, and may read behind it, tells the same as one that does neither.
final class PlainMembersTests: XCTestCase {
    private static let names = ["table", "trip_id", "stop_sequence", "x", "arrival_time_of_a_call"]
    private static let fields = ["trip_id", "x", "table", "arrival_time_of_a_call"]

    private func read(_ bytes: UnsafeRawBufferPointer, readable: Int, _ scanner: RecordScanner) -> String {
        do throws(JSONFault) {
            try scanner.scan(bytes, readable: readable)
        } catch {
            return "\(error.offset) \(error.reason)"
        }
        return (0..<scanner.fieldCount).map {
            "\(scanner[$0].kind) \(scanner[$0].hasEscapes) " + String(decoding: scanner[$0].raw, as: UTF8.self)
        }.joined(separator: "|")
    }

    /// Compares what both scanners tell of a line, which other bytes follow in memory.
    private func check(_ line: [UInt8], before tail: [UInt8], _ used: RecordScanner) {
        (line + tail).withUnsafeBytes { memory in
            let bytes = UnsafeRawBufferPointer(rebasing: memory[..<line.count])
            let expected = read(bytes, readable: 0, RecordScanner(fields: PlainMembersTests.fields))
            for readable in Set([0, line.count, line.count + min(5, tail.count), memory.count]) {
                XCTAssertEqual(
                    read(bytes, readable: readable, used), expected, String(decoding: line, as: UTF8.self))
            }
        }
    }

    /// A string with at most one byte, or sequence of bytes, that is not plain.
    private func string(_ random: inout SeededGenerator) -> [UInt8] {
        let others: [[UInt8]] = [
            [0x00], [0x1F], [0x0A], [0x5C], [0x5C, 0x22], [0x5C, 0x6E], [0x22], [0x7F], [0x80], [0xC3, 0xA9], [0xC3],
            [0xFF], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0x2C], [0x7D], [0x20],
        ]
        var text = (0..<Int.random(in: 0...40, using: &random)).map { UInt8(0x61 + $0 % 26) }
        if Int.random(in: 0..<3, using: &random) == 0, let other = others.randomElement(using: &random) {
            text.insert(contentsOf: other, at: Int.random(in: 0...text.count, using: &random))
        }
        return [0x22] + text + [0x22]
    }

    private func value(_ random: inout SeededGenerator) -> [UInt8] {
        let words = [
            "0", "-0", "-", "00", "01", "-01", "7", "-7", "12345678", "123456789012345678", "1.", "1.5", "-27.46810",
            "0.123456789012", ".5", "1.2.3", "1e5", "1.5E+5", "1e", "12x", "null", "nul", "nulll", "true", "false",
            "truefalse", "fals", "[]", "[1,2]", "{}", #"{"x":1}"#, "", "\"", "\u{1}",
        ]
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1: return string(&random)
        case 2: return Array("\(Int.random(in: -99_999...99_999, using: &random))".utf8)
        default: return Array((words.randomElement(using: &random) ?? "").utf8)
        }
    }

    func testValuesOfAllKinds() {
        var random = SeededGenerator(seed: 41)
        let used = RecordScanner(fields: PlainMembersTests.fields)
        let blanks = ["", "", "", "", " ", "  ", "\t"].map { Array($0.utf8) }
        let tails = ["", "\"", "\"}", "5", "}", ",\"x\":1}", "null", "{\"table\":\"stops\",\"trip_id\":\"abc\"}"]
            .map { Array($0.utf8) + [UInt8](repeating: 0x20, count: 64) }
        for _ in 0..<20_000 {
            var line = Array("{".utf8)
            let members = PlainMembersTests.names.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
            for (number, name) in members.enumerated() {
                if number > 0 { line += [0x2C] + (blanks.randomElement(using: &random) ?? []) }
                line += Array("\"\(name)\":".utf8) + (blanks.randomElement(using: &random) ?? [])
                line += value(&random) + (Int.random(in: 0..<9, using: &random) == 0 ? [0x20] : [])
            }
            line += Array("}".utf8)
            if Int.random(in: 0..<6, using: &random) == 0 {
                line.removeLast(Int.random(in: 0...line.count, using: &random))
            }
            check(line, before: tails.randomElement(using: &random) ?? [], used)
        }
    }

    /// Each byte at each place of a string.
    func testEachByteAtEachPlace() {
        let used = RecordScanner(fields: PlainMembersTests.fields)
        for place in [0, 1, 14, 15, 16, 17, 31, 33] {
            for byte in UInt8.min...UInt8.max {
                var text = [UInt8](repeating: 0x61, count: 40)
                text[place] = byte
                check(
                    Array(#"{"table":""#.utf8) + text + Array(#"","x":"b"}"#.utf8),
                    before: [UInt8](repeating: 0x22, count: 64), used)
            }
        }
    }

    /// A line that ends in the middle, behind which the rest stands in memory.
    func testALineThatIsCutOffBeforeItsRest() {
        let used = RecordScanner(fields: PlainMembersTests.fields)
        let whole = Array(#"{"table":"stop_times","trip_id":"a","stop_sequence":-12.5,"x":null}"#.utf8)
        for length in 0...whole.count {
            check(whole, before: [UInt8](repeating: 0, count: 64), used)
            check(
                Array(whole[..<length]), before: Array(whole[length...]) + [UInt8](repeating: 0x30, count: 64), used)
        }
    }
}
