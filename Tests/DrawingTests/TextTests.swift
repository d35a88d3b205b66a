import Drawing
import TestSupport
import XCTest

final class TextTests: XCTestCase {
    func testMarkupIsEscapedAndWhatXMLForbidsIsReplaced() {
        XCTAssertEqual(
            MarkupText.escaped("<img onerror='x'> & \"y\""), "&lt;img onerror=&#39;x&#39;&gt; &amp; &quot;y&quot;")
        XCTAssertEqual(MarkupText.escaped("]]>"), "]]&gt;")
        XCTAssertEqual(
            MarkupText.escaped("a\u{0}b\u{1B}c\u{7F}d\u{85}e\u{FFFF}f"),
            "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f")
        XCTAssertEqual(MarkupText.escaped("one\r\ntwo\tthree"), "one  two three")
        XCTAssertEqual(MarkupText.escaped("\u{202E}evil"), "\u{FFFD}evil")
        XCTAssertEqual(MarkupText.escaped("שלום\u{200F} مرحبا Łódź"), "שלום\u{200F} مرحبا Łódź")
        XCTAssertEqual(MarkupText.escaped("😀\u{1FFFE}"), "😀\u{FFFD}")
    }

    func testWhatComesOutHasNoMarkupLeft() {
        var generator = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0..<40, using: &generator)).compactMap { _ in
                Unicode.Scalar(
                    UInt32.random(in: 0..<(Bool.random(using: &generator) ? 0x80 : 0x11_0000), using: &generator))
            }
            var text = ""
            text.unicodeScalars.append(contentsOf: scalars)
            let escaped = MarkupText.escaped(text)
            for scalar in escaped.unicodeScalars {
                XCTAssertFalse("<>\"'\n\t".unicodeScalars.contains(scalar))
                XCTAssertGreaterThanOrEqual(scalar.value, 0x20)
            }
            let entities = ["amp;", "lt;", "gt;", "quot;", "#39;"].map { Array($0.unicodeScalars) }
            for part in Array(escaped.unicodeScalars).split(separator: "&", omittingEmptySubsequences: false)
                .dropFirst()
            {
                XCTAssertTrue(entities.contains { part.starts(with: $0) }, escaped)
            }
            XCTAssertEqual(MarkupText.shown(MarkupText.shown(text)), MarkupText.shown(text))
        }
    }

    func testTextIsCutByWidthNotByCharacters() {
        XCTAssertEqual(TextWidth.cut("Short", to: 100, size: 12), "Short")
        let wide = TextWidth.cut("WWWWWWWWWWWWWWWWWWWW", to: 100, size: 12)
        let narrow = TextWidth.cut("iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii", to: 100, size: 12)
        XCTAssertTrue(wide.hasSuffix("…") && narrow.hasSuffix("…"))
        XCTAssertGreaterThan(narrow.count, wide.count * 2)
        for text in [wide, narrow] { XCTAssertLessThanOrEqual(TextWidth.of(text, size: 12), 100) }
        XCTAssertEqual(TextWidth.cut("東京駅東京駅東京駅", to: 60, size: 12), "東京駅…")
        // A family is one character, and a blank before the ellipsis goes.
        XCTAssertFalse(TextWidth.cut("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", to: 90, size: 12).unicodeScalars.contains { $0.value == 0xFFFD })
        XCTAssertEqual(TextWidth.cut("Cross Town Express", to: 50, size: 12), "Cross…")
        XCTAssertEqual(TextWidth.cut("anything", to: 0, size: 12), "…")
    }

    func testBoldIsTakenForWider() {
        XCTAssertGreaterThan(TextWidth.of("Central", size: 12, isBold: true), TextWidth.of("Central", size: 12))
    }
}
