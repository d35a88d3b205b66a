import XCTest

@testable import NDJSON

/// The grammar of RFC 8259 at its corners. Every text stands as the value of a member, since a line is an object.
final class GrammarTests: XCTestCase {
    private func fault(_ text: [UInt8]) -> JSONFault? {
        let scanner = RecordScanner(fields: ["v"])
        return text.withUnsafeBytes { bytes -> JSONFault? in
            do throws(JSONFault) {
                try scanner.scan(bytes)
                return nil
            } catch { return error }
        }
    }

    private func fault(value: String) -> JSONFault? { fault(Array("{\"v\":\(value)}".utf8)) }

    func testAcceptsEveryFormOfValue() {
        for value in [
            "0", "-0", "10", "-1.5", "0.5", "1e5", "1E+5", "1e-05", "123456789012345678901234567890", "1.0e999",
            "true", "false", "null", "\"\"", "\"plain\"", "\"ü€😀\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
            "\"\\u0000\\u00e9\\uD83D\\uDE00\"", "\"\\ud834\\udd1e\"", "\"\u{7F}\"", "\"\u{2028}\"", "[]", "[ ]",
            "[1,2]", "[ 1 , [ ] , { } ]", "{}", "{ }", "{\"a\":{\"b\":[null]}}", " 1 ", "\t1\r", "{\"\":0}",
            "{\"a\":1,\"a\":2}",
        ] {
            XCTAssertNil(fault(value: value), "should be accepted: \(value)")
        }
    }

    func testRefusesWhatIsNotJSON() {
        for value in [
            "", "01", "-", "-a", "+1", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "1_000", "- 1", "NaN", "Infinity",
            "-Infinity",
            "tru", "True", "nul", "truefalse", "1 2", "[1,]", "[,1]", "[1 2]", "[", "[1", "]", "{", "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}", "{1:2}", "{\"a\" 1}", "\"", "\"abc", "\"\\\"", "\"\\x\"",
            "\"\\u12\"",
            "\"\\u12G4\"", "\"\\ud800\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{1}\"", "\"\t\"",
            "\"a\nb\"", "'a'", "//c", "1/*c*/", "\u{FEFF}1", "\u{A0}1",
        ] {
            XCTAssertNotNil(fault(value: value), "should be refused: \(value)")
        }
    }

    func testRefusesWhatIsNotUTF8() {
        let bad: [[UInt8]] = [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ]
        for bytes in bad {
            let head = Array("{\"v\":\"abcdefgh".utf8)
            let fault = fault(head + bytes + Array("\"}".utf8))
            XCTAssertEqual(fault?.offset, head.count, "\(bytes)")
            XCTAssertNotNil(self.fault(Array("{\"".utf8) + bytes + Array("\":1}".utf8)), "in a key: \(bytes)")
        }
    }

    func testAcceptsEveryLengthOfUTF8() {
        for scalar in ["\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{D7FF}", "\u{E000}", "\u{10000}", "\u{10FFFF}"] {
            for padding in 0..<9 {
                XCTAssertNil(fault(value: "\"" + String(repeating: "x", count: padding) + scalar + "\""))
            }
        }
    }

    func testTellsWhereTheFaultIs() {
        XCTAssertEqual(fault(Array("{\"v\":01}".utf8)), JSONFault(offset: 5, reason: "a number must not begin with 0"))
        XCTAssertEqual(fault(Array("{\"v\":1".utf8))?.offset, 6)
        XCTAssertEqual(fault(Array("{\"v\":1} x".utf8))?.offset, 8)
        XCTAssertEqual(fault(Array("[1]".utf8))?.reason, "the line is not an object")
        XCTAssertEqual(fault(Array("[1".utf8))?.offset, 2)
        XCTAssertNotNil(fault([]))
    }

    func testNestingHasALimitAndNoOverflow() {
        let limit = RecordScanner.depthLimit
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        XCTAssertNil(fault(value: nested(limit - 1)))
        XCTAssertEqual(fault(value: nested(limit))?.reason, "nesting deeper than 512 levels")
        XCTAssertNotNil(fault(value: String(repeating: "[", count: 1_000_000)))
        XCTAssertNotNil(fault(value: String(repeating: "{\"a\":", count: 1_000_000)))
    }

    func testEveryPrefixOfARecordIsRefused() {
        let line = Array(#"{"table":"stops","a":[1,-2.5e3,true,null,{"k":"\u00e9\ud83d\ude00 ü"}],"b":"x\\y"}"#.utf8)
        XCTAssertNil(fault(line))
        for length in 0..<line.count { XCTAssertNotNil(fault(Array(line[..<length])), "prefix of \(length) bytes") }
    }
}
