import XCTest

@testable import DeparturesStage

final class BoardTextTests: XCTestCase {
    func testWidthsAreThoseOfATerminal() {
        for (text, width) in [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("東京", 4), ("서울", 4), ("ｱ", 1), ("Ａ", 2), ("👍", 2), ("👍🏽", 2),
            ("🇦🇺", 2), ("👨‍👩‍👧‍👦", 2), ("♿", 2), ("☂️", 2), ("☂", 1), ("◔◑◕●", 4), ("⊘", 1), ("…", 1), ("दि", 2), ("ल्ली", 3),
            ("سلام", 4), ("가", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("–", 1), ("𠀀", 2),
        ] {
            XCTAssertEqual(BoardText(text).width, width, text)
        }
    }

    func testTextIsCutByItsWidth() {
        for (text, limit, shown) in [
            ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcde…"), ("東京都庁前", 10, "東京都庁前"), ("東京都庁前", 9, "東京都庁…"),
            ("東京都庁前", 8, "東京都…"), ("a 東", 3, "a…"), ("ab cd", 4, "ab…"), ("🇦🇺🇳🇿", 3, "🇦🇺…"), ("x", 1, "x"), ("xy", 1, "…"),
            ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
        ] {
            XCTAssertEqual(BoardText(of: text, limit: limit)?.text, shown, "\(text) in \(limit)")
        }
    }

    func testWhatATerminalWouldObeyIsGone() {
        for (text, shown) in [
            ("\u{1B}[31mred\u{1B}[0m", "[31mred [0m"), ("a\tb\r\nc", "a b c"), ("  a  b  ", "a b"), ("a\u{0}b", "a b"),
            ("a\u{9B}2Jb", "a 2Jb"), ("a\u{2028}b", "a b"), ("a\u{202E}b", "ab"), ("\u{2066}a\u{2069}", "a"),
            ("soft\u{AD}hyphen", "softhyphen"), ("\u{FEFF}a", "a"), ("a\u{A0}b\u{3000}c", "a b c"), ("\u{301}a", "a"),
        ] {
            XCTAssertEqual(BoardText(of: text, limit: 40)?.text, shown, text.debugDescription)
        }
        for text in [nil, "", " \n", "\u{200B}", "\u{202E}", "\u{301}\u{302}"] {
            XCTAssertNil(BoardText(of: text, limit: 40))
        }
    }

    func testTextFromRightToLeftIsIsolated() {
        XCTAssertEqual(BoardText(of: "مطار 5", limit: 20)?.text, "\u{2068}مطار 5\u{2069}")
        XCTAssertEqual(BoardText(of: "مطار 5", limit: 20)?.width, 6)
        XCTAssertEqual(BoardText(of: "שלום לכולם", limit: 6)?.text, "\u{2068}שלום…\u{2069}")
        XCTAssertEqual(BoardText(of: "नई दिल्ली", limit: 20)?.text, "नई दिल्ली")
    }

    func testAPileOfMarksIsTakenDown() throws {
        let text = try XCTUnwrap(BoardText(of: "a" + String(repeating: "\u{301}", count: 10_000) + "b", limit: 40))
        XCTAssertLessThan(text.text.unicodeScalars.count, 12)
        XCTAssertLessThanOrEqual(text.width, 2)
        let long = try XCTUnwrap(BoardText(of: String(repeating: "x", count: 10_000), limit: 40))
        XCTAssertEqual(long.text, String(repeating: "x", count: 39) + "…")
    }
}
