import Contract
import TestSupport
import XCTest

@testable import GTFSSchedule

/// `PlainDecimal` accepts what a regular expression accepts, and reads the value that the standard library reads.
final class PlainDecimalTests: XCTestCase {
    // Other digits than those of ASCII are not digits here.
    private static var form: Regex<(Substring, Substring, Substring?)> { /-?(0|[1-9][0-9]{0,7})(\.[0-9]{1,16})?/ }

    private func check(_ text: String) throws {
        let reader = CSVReader(PieceSource(text + "\n"))
        guard try reader.next() == .row, reader.cellCount == 1, reader.cells[0].count == text.utf8.count else { return }
        let cell = reader.cells[0]
        guard let plain = PlainDecimal(cell) else {
            return XCTAssertNil(text.wholeMatch(of: PlainDecimalTests.form), text)
        }
        XCTAssertNotNil(text.wholeMatch(of: PlainDecimalTests.form), text)
        let number = try XCTUnwrap(Double(text))
        if let value = plain.value {
            XCTAssertEqual(value, number, text)
            XCTAssertEqual(value.sign, number.sign, text)
        } else {
            XCTAssertGreaterThan(text.utf8.count, 15, text)
        }
        XCTAssertEqual(plain.suits(.nonNegativeFloat), number >= 0, text)
        XCTAssertEqual(plain.suits(.positiveFloat), number > 0, text)
        XCTAssertEqual(plain.suits(.latitude), abs(number) <= 90, text)
        XCTAssertEqual(plain.suits(.longitude), abs(number) <= 180, text)
    }

    func testRandomTexts() throws {
        var random = SeededGenerator(seed: 136)
        for alphabet in ["0123456789", "0123456789", "00123456789.", "0123456789.-", "01/:.-+eE ", "0\u{19}9.²x"] {
            let characters = Array(alphabet)
            func digits(_ count: ClosedRange<Int>) -> String {
                String(
                    (0..<Int.random(in: count, using: &random)).map { _ in characters.randomElement(using: &random)! })
            }
            for _ in 0..<4000 {
                let sign = Bool.random(using: &random) ? "-" : ""
                try check(sign + digits(0...9))
                try check(sign + digits(1...9) + "." + digits(0...17))
            }
        }
    }

    func testBounds() throws {
        for text in [
            "90", "-90", "90.0", "89.99999999", "91", "180", "180.00000000", "181", "-0", "0.0", "9007199.254740992",
            "9007199.254740993", "99999999.9999999999999999", "0.0000000000000001",
        ] { try check(text) }
    }
}
