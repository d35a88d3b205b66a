import NDJSON
import TestSupport
import XCTest

@testable import GTFSRealtime

final class Base64Tests: XCTestCase {
    private func encoded(_ text: String) -> String {
        let writer = RecordWriter(capacity: 64)
        Array(text.utf8).withUnsafeBytes { Base64.encode($0, into: writer) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func decoded(_ text: String) -> [UInt8]? {
        var target = [UInt8](repeating: 0, count: text.utf8.count + 4)
        let count = target.withUnsafeMutableBytes { target in
            Array(text.utf8).withUnsafeBytes { Base64.decode($0, into: target.baseAddress!) }
        }
        return count.map { Array(target[0..<$0]) }
    }

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
