import HTTP
import Hashing
import XCTest

final class HashAndDateTests: XCTestCase {
    private func hash(_ text: String, pieces: Int) -> String {
        var hash = SHA256()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(pieces)).withUnsafeBytes { hash.update($0) }
            rest = rest.dropFirst(pieces)
        }
        return hash.finish()
    }

    /// The examples of FIPS 180-2, appendix B, and lengths around the block's.
    func testKnownHashes() {
        let known = [
            "": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "abc": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq":
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
            String(repeating: "a", count: 1000): "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
            String(repeating: "a", count: 64): "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
            String(repeating: "a", count: 55): "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
            String(repeating: "a", count: 56): "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
        ]
        for (text, expected) in known {
            for pieces in [1, 7, 63, 64, 65, 2000] { XCTAssertEqual(hash(text, pieces: pieces), expected) }
        }
    }

    /// RFC 9110 §5.6.7 gives one instant in three forms.
    func testDatesOfHTTP() {
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
        ] {
            XCTAssertEqual(HTTPDate.posix(text), 784_111_777, text)
        }
        XCTAssertEqual(HTTPDate.posix("Thu, 29 Feb 2024 00:00:00 GMT"), 1_709_164_800)
        for text in ["", "0", "tomorrow", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "a b c d e f"]
        {
            XCTAssertNil(HTTPDate.posix(text), text)
        }
    }

    func testRetryAfter() {
        XCTAssertEqual(HTTPDate.retryAfter("120", date: nil, now: 0), 120)
        XCTAssertEqual(HTTPDate.retryAfter("99999999999999999999", date: nil, now: 0), Int.max)
        let at = "Sun, 06 Nov 1994 08:49:37 GMT"
        XCTAssertEqual(HTTPDate.retryAfter(at, date: nil, now: 784_111_700), 77)
        XCTAssertEqual(HTTPDate.retryAfter(at, date: "Sun, 06 Nov 1994 08:49:30 GMT", now: 0), 7)
        XCTAssertEqual(HTTPDate.retryAfter(at, date: nil, now: 784_111_800), 0)
        XCTAssertNil(HTTPDate.retryAfter("soon", date: nil, now: 0))
        XCTAssertNil(HTTPDate.retryAfter("-5", date: nil, now: 0))
    }

    func testHeaders() {
        XCTAssertNil(RequestHeader(name: "", value: "x"))
        XCTAssertNil(RequestHeader(name: "A B", value: "x"))
        XCTAssertNil(RequestHeader(name: "A", value: "x\r\nB: y"))
        XCTAssertEqual(RequestHeader(name: "Accept", value: "x")?.isPublic, true)
        XCTAssertEqual(RequestHeader(name: "Accept", value: "x", isSecret: true)?.isPublic, false)
        XCTAssertEqual(RequestHeader(name: "X-Api-Key", value: "x")?.isPublic, false)
    }
}
