import NDJSON
import XCTest

final class Base64Tests: XCTestCase {
    private func encoded(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { Base64.text(of: $0) }
    }

    private func decoded(_ text: String) -> [UInt8]? { Base64.bytes(of: text) }

    func testTheVectorsOfRFC4648() {
        for (plain, text) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            XCTAssertEqual(encoded(plain), text)
            XCTAssertEqual(decoded(text), Array(plain.utf8))
            let unpadded = text.filter { $0 != "=" }
            XCTAssertEqual(decoded(unpadded), Array(plain.utf8))
        }
    }

    func testBothAlphabetsAreRead() {
        XCTAssertEqual(decoded("-_-_"), decoded("+/+/"))
        XCTAssertEqual(decoded("+/+/"), [0xFB, 0xFF, 0xBF])
    }

    func testWrongTextsAreRefused() {
        for text in ["A", "AAAAA", "Zg=", "Zg===", "Z===", "Zm9v!", "Zm 9v", "=", "===="] {
            XCTAssertNil(decoded(text), text)
        }
    }
}
