import NDJSON
import TestSupport
import XCTest

final class WriterTests: XCTestCase {
    private func written(_ body: (RecordWriter) -> Void) -> String {
        let writer = RecordWriter(capacity: 1)
        body(writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func testIntegers() {
        for value: Int64 in [0, 9, 10, 99, 100, -1, -10, 1_234_567_890, .max, .min] {
            XCTAssertEqual(written { $0.integer(value) }, String(value))
        }
        for value: UInt64 in [0, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000, .max] {
            XCTAssertEqual(written { $0.unsigned(value) }, String(value))
        }
        var random = SeededGenerator(seed: 3)
        for digits in 0..<20 {
            let bound: UInt64 = (0..<digits).reduce(1) { bound, _ in bound * 10 }
            for value in [bound, bound - 1, bound + 1]
                + (0..<2000).map({ _ in UInt64.random(in: 0...bound, using: &random) })
            {
                XCTAssertEqual(written { $0.unsigned(value) }, String(value))
            }
        }
    }

    func testFloatsAreShortestAndReadBack() {
        for (value, text): (Float, String) in [
            (-33.8688, "-33.8688"), (151.2093, "151.2093"), (0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"),
            (16777216, "16777216"),
            (1e-5, "1e-05"), (.nan, "null"), (.infinity, "null"), (3.4028235e38, "3.4028235e+38"), (5.5, "5.5"),
        ] {
            XCTAssertEqual(written { $0.float(value) }, text)
        }
        var random = SeededGenerator(seed: 1)
        for round in 0..<200_000 {
            let value =
                round % 2 == 0
                ? Float.random(in: -180...180, using: &random)
                : Float(bitPattern: UInt32.random(in: 0...UInt32.max, using: &random))
            guard value.isFinite else { continue }
            let text = written { $0.float(value) }
            XCTAssertEqual(Float(text), value)
            let digits = text.filter(\.isNumber).drop { $0 == "0" }
            let standard = "\(value)".split(separator: "e")[0].filter(\.isNumber).drop { $0 == "0" }
            if !text.contains("e"), !"\(value)".contains("e"), !text.hasSuffix("0") {
                XCTAssertLessThanOrEqual(digits.count, standard.count, "\(text) against \(value)")
            }
        }
    }

    /// The number of decimals is the smallest whose nearest decimal reads back, also beside powers of two, where the floats
    /// below lie nearer than those above.
    func testFloatsHaveTheFewestDecimals() {
        var random = SeededGenerator(seed: 2)
        for round in 0..<100_000 {
            var value = Float.random(in: 0.001...[1, 180, 40_000, 16_777_215][round % 4], using: &random)
            if round % 5 == 0 { value = (value * 1000).rounded() / 1000 }
            if round % 5 == 1 { value = Float(sign: .plus, exponent: round / 5 % 34 - 10, significand: 1) }
            if round % 5 == 2 {
                value = Float(sign: .plus, exponent: round / 5 % 33 - 9, significand: 1).nextDown
            }
            guard value >= 0.001, value < 16_777_216 else { continue }
            var expected: String?
            var scale = 1.0
            for decimals in 0...9 where expected == nil {
                let scaled = (Double(value) * scale).rounded()
                if Float(scaled / scale) == value {
                    let digits = String(Int(scaled))
                    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
                    expected = padded.dropLast(decimals) + (decimals > 0 ? "." : "") + padded.suffix(decimals)
                }
                scale *= 10
            }
            XCTAssertEqual(written { $0.float(-value) }, "-" + (expected ?? value.description))
        }
    }

    func testDoubles() {
        for (value, text): (Double, String) in [
            (0.1, "0.1"), (5, "5"), (1e300, "1e+300"), (.nan, "null"), (-.infinity, "null"),
            (1_683_547_200, "1683547200"),
        ] {
            XCTAssertEqual(written { $0.double(value) }, text)
        }
    }

    func testRoundedNumbers() {
        for (value, decimals, text): (Double, Int, String) in [
            (1.0, 6, "1"), (-33.8688197, 6, "-33.86882"), (151.20930049, 6, "151.2093"), (0.0000004, 6, "0"),
            (-0.0000004, 6, "0"), (12345.67, 1, "12345.7"), (0.25, 1, "0.3"), (0.05, 1, "0.1"), (2.5, 0, "3"),
            (.nan, 3, "null"),
        ] {
            XCTAssertEqual(written { $0.rounded(value, decimals: decimals) }, text)
        }
    }

    func testStringsEscapeWhatTheyMustAndNothingElse() {
        XCTAssertEqual(written { $0.string("a/ü\u{7F}😀") }, "\"a/ü\u{7F}😀\"")
        XCTAssertEqual(written { $0.string("\"\\\n\r\t\u{8}\u{C}\u{0}\u{1F}") }, #""\"\\\n\r\t\b\f\u0000\u001f""#)
        for padding in 0..<20 {
            let text = String(repeating: "x", count: padding)
            XCTAssertEqual(written { $0.string(text + "\"" + text) }, "\"\(text)\\\"\(text)\"")
        }
    }

    func testMembersKnowWhetherACommaIsDue() {
        let text = written { writer in
            writer.beginObject()
            writer.member(JSONKey("a"))
            writer.integer(1)
            writer.member(JSONKey("b\"c"))
            writer.beginArray()
            for value in 0..<3 {
                writer.separator()
                writer.integer(value)
            }
            writer.endArray()
            writer.endObject()
        }
        XCTAssertEqual(text, #"{"a":1,"b\"c":[0,1,2]}"#)
    }

    func testInsert() {
        XCTAssertEqual(
            written { writer in
                writer.append("hello world")
                "big ".withCString { writer.insert(UnsafeRawBufferPointer(start: $0, count: 4), at: 6) }
            }, "hello big world")
    }

    /// The quick way of numbers with few decimals writes what Swift's shortest representation is.
    func testShortDecimalsAreTheShortest() {
        var random = SystemRandomNumberGenerator()
        for round in 0..<60_000 {
            let scale = [1.0, 10, 1e3, 1e5, 1e6, 1e7, 1e9][round % 7]
            let size = [1.0, 180, 1e5, 1e8, 1e10][round / 7 % 5]
            var value = (Double.random(in: -size...size, using: &random) * scale).rounded() / scale
            // The neighbours of a short decimal are long.
            if round % 11 == 0 { value = value.nextUp }
            let text = value.description
            let expected = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
            XCTAssertEqual(written { $0.double(value) }, expected)
        }
    }

    func testRoundingIsHalfAwayFromZero() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let decimals = Int.random(in: 0...7, using: &random)
            let value = Double.random(in: -1000...1000, using: &random)
            var scale = 1.0
            for _ in 0..<decimals { scale *= 10 }
            let rounded = (value * scale).rounded() / scale
            let expected = rounded == 0 ? "0" : rounded.description
            XCTAssertEqual(
                Double(written { $0.rounded(value, decimals: decimals) }), Double(expected), "\(value) \(decimals)")
        }
    }
}
