import NDJSON
import TestSupport
import XCTest

final class ScannerTests: XCTestCase {
    private func scan(_ text: String, fields: [String], _ body: (RecordScanner) -> Void) throws {
        let scanner = RecordScanner(fields: fields)
        let bytes = Array(text.utf8)
        try bytes.withUnsafeBytes { line in
            try scanner.scan(line)
            body(scanner)
        }
    }

    func testFindsFieldsInAnyOrder() throws {
        try scan(#"{"b":2,"x":{"a":9},"a":"one","c":null}"#, fields: ["a", "b", "c", "d"]) { scanner in
            XCTAssertEqual(scanner[0].string, "one")
            XCTAssertEqual(scanner[1].integer, 2)
            XCTAssertEqual(scanner[2].kind, .null)
            XCTAssertEqual(scanner[3].kind, .absent)
        }
    }

    func testForgetsTheLineBefore() throws {
        let scanner = RecordScanner(fields: ["a"])
        for (text, expected) in [(#"{"a":1}"#, JSONValue.Kind.number), (#"{"b":1}"#, .absent)] {
            let bytes = Array(text.utf8)
            try bytes.withUnsafeBytes { try scanner.scan($0) }
            XCTAssertEqual(scanner[0].kind, expected)
        }
    }

    func testTheLastOfEqualNamesCounts() throws {
        try scan(#"{"a":1,"a":2}"#, fields: ["a"]) { XCTAssertEqual($0[0].integer, 2) }
    }

    func testKnowsAnEscapedName() throws {
        try scan(#"{"t\u0061ble":"stops","é":1}"#, fields: ["table", "é"]) { scanner in
            XCTAssertEqual(scanner[0].string, "stops")
            XCTAssertEqual(scanner[1].integer, 1)
        }
    }

    func testResolvesEscapes() throws {
        try scan(#"{"a":"\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00\u0000z"}"#, fields: ["a"]) { scanner in
            XCTAssertEqual(scanner[0].string, "\"\\/\u{8}\u{C}\n\r\tAé€😀\u{0}z")
            XCTAssertEqual(scanner.text(0).map { String(decoding: $0, as: UTF8.self) }, scanner[0].string)
        }
    }

    func testNumbers() throws {
        let cases: [(String, Int?, Double?)] = [
            ("0", 0, 0), ("-0", 0, 0), ("42", 42, 42), ("-42", -42, -42), ("5.0", 5, 5), ("5e2", 500, 500),
            ("5.5", nil, 5.5),
            ("9223372036854775807", .max, 9223372036854775808), ("-9223372036854775808", .min, -9223372036854775808),
            ("9223372036854775808", nil, 9223372036854775808), ("1e400", nil, nil), ("-33.8688", nil, -33.8688),
            ("0.1", nil, 0.1), ("123456789.123456789", nil, 123456789.123456789), ("1e-7", nil, 1e-7),
        ]
        for (text, integer, double) in cases {
            try scan("{\"a\":\(text)}", fields: ["a"]) { scanner in
                XCTAssertEqual(scanner[0].integer, integer, text)
                XCTAssertEqual(scanner[0].double, double, text)
            }
        }
        try scan(#"{"a":18446744073709551615}"#, fields: ["a"]) { XCTAssertEqual($0[0].unsigned, .max) }
        try scan(#"{"a":18446744073709551616}"#, fields: ["a"]) { XCTAssertNil($0[0].unsigned) }
    }

    func testFastDoublesEqualTheStandardLibrarys() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20_000 {
            let digits = Int.random(in: 1...17, using: &random)
            let mantissa = UInt64.random(in: 0..<UInt64(pow10(digits)), using: &random)
            var text = String(mantissa)
            let point = Int.random(in: 0...text.count, using: &random)
            if point > 0, point < text.count { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
            let bytes = Array(text.utf8)
            XCTAssertEqual(bytes.withUnsafeBytes { JSONNumber.double($0) }, Double(text), text)
        }
    }

    private func pow10(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { value, _ in value * 10 } }

    func testWalksArraysAndObjects() throws {
        try scan(#"{"a":[ 1 , "two" , {"x":[3]} , [] ],"o":{"k":1, "l" : "m"}}"#, fields: ["a", "o"]) { scanner in
            var kinds: [JSONValue.Kind] = []
            scanner[0].forEachElement { kinds.append($0.kind) }
            XCTAssertEqual(kinds, [.number, .string, .object, .array])
            var members: [String] = []
            scanner[1].forEachMember {
                members.append(($0.string ?? "?") + "=" + String(decoding: $1.raw, as: UTF8.self))
            }
            XCTAssertEqual(members, ["k=1", "l=\"m\""])
        }
    }

    func testWhatTheWriterWritesTheScannerReads() throws {
        var random = SeededGenerator(seed: 11)
        let key = JSONKey("a")
        for _ in 0..<5_000 {
            var text = ""
            for _ in 0..<Int.random(in: 0..<24, using: &random) {
                let limit: UInt32 = Bool.random(using: &random) ? 0x80 : 0x10FFFF
                if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &random)) {
                    text.unicodeScalars.append(scalar)
                }
            }
            let writer = RecordWriter(capacity: 64)
            writer.beginObject()
            writer.firstKey(key)
            writer.string(text)
            writer.endObject()
            let scanner = RecordScanner(fields: ["a"])
            try scanner.scan(writer.bytes)
            XCTAssertEqual(scanner[0].string, text)
            XCTAssertFalse(writer.bytes.contains(0x0A))
        }
    }

    func testRandomBytesNeverCrash() {
        var random = SeededGenerator(seed: 3)
        let alphabet = Array("{}[]\",:\\u0123eE+-.tfn \u{1}é".utf8)
        let scanner = RecordScanner(fields: ["a", "table"])
        for _ in 0..<50_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in alphabet.randomElement(using: &random)!
            }
            bytes.withUnsafeBytes { line in
                do throws(JSONFault) { try scanner.scan(line) } catch {
                    XCTAssertLessThanOrEqual(error.offset, bytes.count)
                    XCTAssertFalse(error.reason.isEmpty)
                }
            }
        }
    }

    /// Whole numbers of up to 18 digits, and the same digits with a point among them.
    func testWholeNumbersOfEachLength() throws {
        var generator = SeededGenerator(seed: 6)
        for round in 0..<10_000 {
            let length = 1 + round % 18
            var digits = (0..<length).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) }
            if length > 1, digits[0] == "0" { digits[0] = "7" }
            let sign = Bool.random(using: &generator) ? "-" : ""
            try scan("{\"a\":\(sign)\(String(digits))}", fields: ["a"]) {
                XCTAssertEqual($0[0].integer, Int(sign + String(digits)))
            }
            guard length > 2 else { continue }
            digits[Int.random(in: 1..<length - 1, using: &generator)] = "."
            let text = sign + String(digits)
            let double = try XCTUnwrap(Double(text))
            try scan("{\"a\":\(text)}", fields: ["a"]) {
                XCTAssertEqual(
                    $0[0].integer, double == double.rounded() && abs(double) < 9e15 ? Int(double) : nil, text)
            }
        }
    }
}
