import Addresses
import XCTest

final class WebAddressTests: XCTestCase {
    func testWhatIsAnAddress() throws {
        for text in [
            "", "feed.zip", "file:///etc/passwd", "ftp://a/b", "http://", "http:///path", "http://a b/", "http://a/\n",
            "https://exa\\mple/", "http://host:99999/", "http://host:x/", "javascript:alert(1)", "http://a\"b/",
        ] {
            XCTAssertNil(WebAddress(text), text)
        }
        let plain = try XCTUnwrap(WebAddress("HTTPS://Example.ORG:443?x=1#part"))
        XCTAssertEqual(plain.requestText, "https://example.org/?x=1")
        XCTAssertNil(plain.port)
        let six = try XCTUnwrap(WebAddress("http://[::1]:8080/a"))
        XCTAssertEqual(six.requestText, "http://[::1]:8080/a")
        let at = try XCTUnwrap(WebAddress("http://u:p@h@host/a@b"))
        XCTAssertEqual(at.requestText, "http://host/a@b")
    }

    func testSecretsStayHidden() throws {
        for (text, shown) in [
            ("https://u:secret@h.org/x?agency=SF", "https://h.org/x?agency=SF"),
            ("https://h.org/x?api_key=abcd&agency=SF", "https://h.org/x?api_key=…&agency=SF"),
            ("https://h.org/x?API-Key=abcd", "https://h.org/x?API-Key=…"),
            ("https://h.org/x?appID=1234&json=true", "https://h.org/x?appID=…&json=true"),
            ("https://h.org/x?access_token=a%20b", "https://h.org/x?access_token=…"),
            ("https://h.org/x?X-Amz-Signature=0f&X-Amz-Date=2026", "https://h.org/x?X-Amz-Signature=…&X-Amz-Date=2026"),
            ("https://h.org/x?0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f", "https://h.org/x?…"),
            ("https://h.org/x?f=0a1b2c3d0a1b2c3d4e5f0a1b2c3d4e5f", "https://h.org/x?f=…"),
            ("https://h.org/x?key=", "https://h.org/x?key="),
            ("https://h.org/x?%6Bey=abc", "https://h.org/x?%6Bey=…"),
            ("https://user:1234/abc@host/f?key=K&a=1", "https://…@host/f?key=…&a=1"),
            ("https://user:1234?abc@host/f", "https://…@host/f"),
            ("https://u:p@ss/w@h/x", "https://…@h/x"),
        ] {
            XCTAssertEqual(try XCTUnwrap(WebAddress(text)).withoutSecrets, shown)
        }
        let address = try XCTUnwrap(WebAddress("https://us%65r:pa%73%73@h.org/x?token=a%20bcd"))
        for secret in ["pass", "user", "a bcd", "a%20bcd"] { XCTAssertTrue(address.secrets.contains(secret), secret) }
        let hidden = SecretTexts(address.secrets).hidden(
            in: "no pass for user with a bcd or a%20bcd or us%65r:pa%73%73")
        XCTAssertEqual(hidden, "no … for … with … or … or …")
    }

    func testOrigins() throws {
        let home = try XCTUnwrap(WebAddress("https://h.org/a"))
        XCTAssertTrue(home.isSameOrigin(as: try XCTUnwrap(WebAddress("https://H.org:443/b?c"))))
        for other in ["http://h.org/a", "https://www.h.org/a", "https://h.org:8443/a", "https://h.org.evil/a"] {
            XCTAssertFalse(home.isSameOrigin(as: try XCTUnwrap(WebAddress(other))), other)
        }
    }

    func testNames() throws {
        for (text, name) in [
            ("https://cdn.mbta.com/realtime/VehiclePositions.pb", "cdn.mbta.com-realtime-VehiclePositions"),
            ("http://127.0.0.1:8080/", "127.0.0.1-8080"),
            ("https://h.org/a/../../etc/passwd", "h.org-a-..-..-etc-passwd"),
            ("https://h.org/v?agency=SF&api_key=k123", "h.org-v-agency-SF"),
            ("https://h.org/f.zip.gz", "h.org-f"),
            ("https://h.org/%2e%2e", "h.org-2e-2e"),
            ("https://[::1]/x", "1-x"),
            ("https://user:1234/abc@host/f.zip?key=K&a=1", "host-f-a-1"),
            ("https://user:1234?abc@host/f", "host-f"),
        ] {
            XCTAssertEqual(try XCTUnwrap(WebAddress(text)).feedName, name)
        }
        let long = try XCTUnwrap(WebAddress("https://h.org/" + String(repeating: "a/", count: 500)))
        XCTAssertLessThanOrEqual(long.feedName.utf8.count, 100)
        XCTAssertEqual(try XCTUnwrap(WebAddress("https://h.org/a/b.PB")).fileExtension, "pb")
        XCTAssertNil(try XCTUnwrap(WebAddress("https://h.org/a.b/c")).fileExtension)
    }
}
