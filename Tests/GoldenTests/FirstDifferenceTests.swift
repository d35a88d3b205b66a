import TestSupport
import XCTest

/// What a failing case shows of two outputs.
final class FirstDifferenceTests: XCTestCase {
    private func shown(_ expected: String, _ actual: String) -> String? {
        FirstDifference(expected: Array(expected.utf8), actual: Array(actual.utf8))?.description
    }

    func testTheLineWithThoseAroundIt() {
        XCTAssertNil(shown("a\nb\n", "a\nb\n"))
        XCTAssertEqual(
            shown("1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "1\n2\n3\n4\nFIVE\n6\n7\n8\n9\n"),
            """
            line 5 differs (9 lines expected, 9 lines came)
                 2 2
                 3 3
                 4 4
            -    5 five
            +    5 FIVE
                 6 6
                 7 7
                 8 8
            """)
    }

    func testLinesThatAreMissingOrTooMany() {
        XCTAssertEqual(
            shown("a\nb\nc\nd\n", "a\nd\n"),
            """
            line 2 differs (4 lines expected, 2 lines came)
                 1 a
            -    2 b
            -    3 c
                 2 d
            """)
        XCTAssertEqual(
            shown("a\n", "a\nb\n"),
            """
            line 2 differs (1 line expected, 2 lines came)
                 1 a
            +    2 b
            """)
        XCTAssertEqual(
            shown("", "a\n"), "line 1 differs (0 lines expected, 1 line came)\n+    1 a")
        // The newline at the end alone.
        XCTAssertEqual(
            shown("a\n", "a"), "line 1 differs (1 line expected, 1 line came)\n-    1 a\n+    1 a (no newline)")
    }

    func testLongLinesAndBytes() throws {
        let long = String(repeating: "x", count: 5000)
        let text = try XCTUnwrap(shown(long + "a" + long + "\n", long + "\u{1}" + long + "\n"))
        XCTAssertLessThan(text.utf8.count, 800)
        XCTAssertTrue(text.contains("xa"), text)
        XCTAssertTrue(text.contains("x\\x01x"), text)
        XCTAssertTrue(text.contains("(10001 bytes, byte 5001 is the first)"), text)
    }
}
