import Hashing
import TestSupport
import XCTest

final class SHA256Tests: XCTestCase {
    /// Returns the digest, after checking that the Swift code computes the same.
    private func digest(_ text: String) -> String {
        var hash = SHA256(isPortable: true)
        hash.update(text)
        let portable = hash.finish()
        let digest = Array(text.utf8).withUnsafeBytes { SHA256.digest($0) }
        XCTAssertEqual(digest, portable)
        return digest
    }

    /// FIPS 180-4's own examples and the long one of NIST's example values.
    func testVectors() {
        XCTAssertEqual(digest(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        XCTAssertEqual(digest("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        XCTAssertEqual(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        XCTAssertEqual(
            digest(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                    + "mnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
        XCTAssertEqual(
            digest(String(repeating: "a", count: 1_000_000)),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    func testPartsGiveTheDigestOfTheWhole() {
        var random = SeededGenerator(seed: 256)
        for length in [0, 1, 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 1000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let whole = bytes.withUnsafeBytes { SHA256.digest($0) }
            for _ in 0..<5 {
                var hash = SHA256(isPortable: Bool.random(using: &random))
                var position = 0
                while position < length {
                    let count = Int.random(in: 0...min(150, length - position), using: &random)
                    bytes[position..<(position + count)].withUnsafeBytes { hash.update($0) }
                    position += count
                }
                let parts = hash.finish()
                XCTAssertEqual(parts, whole, "\(length) bytes")
            }
        }
    }
}
