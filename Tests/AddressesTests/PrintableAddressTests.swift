import Addresses
import XCTest

final class PrintableAddressTests: XCTestCase {
    func testSecretsLeaveEveryTextThatHoldsAnAddress() {
        for (text, shown) in [
            ("http://u:pw1234@h/feed.zip?api_key=KEY12345678", "http://h/feed.zip?api_key=…"),
            (
                "--stop: 'x' is no stop of http://u:pw@h/f.zip?key=K1; the nearest",
                "--stop: 'x' is no stop of http://h/f.zip?key=…; the nearest"
            ),
            ("'htp://pu:pw99@127.0.0.1:1'", "'htp://127.0.0.1:1'"),
            ("'https://h/?token=abc'", "'https://h/?token=…'"),
            ("https://h/f.zip#access_token=abc&x=1", "https://h/f.zip#access_token=…&x=1"),
            ("http://u:p@h/a.zip?key=K#inner.zip: no", "http://h/a.zip?key=…#inner.zip: no"),
            ("a http://u:p@h b https://v:q@[::1]:8080/x", "a http://h b https://[::1]:8080/x"),
            ("'http://a/x','http://u:p@b/y'", "'http://a/x','http://b/y'"),
            ("http://u:p/w@h/x", "http://h/x"),
            ("http://u:p?w@h/x", "http://h/x"),
            ("http://u:p@w@h/x", "http://h/x"),
            ("socks5h://u:p@h:1080", "socks5h://h:1080"),
        ] {
            XCTAssertEqual(PrintableAddress.hidden(in: text), shown)
            XCTAssertEqual(PrintableAddress.hidden(in: shown), shown, "it is printable already")
        }
        XCTAssertEqual(PrintableAddress("http://u:p w@h/x?key=a b").description, "http://h/x?key=…")
    }

    func testWhatHoldsNoSecretStays() {
        for text in [
            "", "a:b", "feed.zip", "://", "x://", "http://h/a@b/f.zip?agency=SF&&x#inner.zip", "https://h:443/x:1: no",
            "stops.txt:12: stop_url: 'http://h/?stop=12' is odd", "a@b.org wrote http://h/", "http://[::1]/x@y",
            "http://h/?https://i/",
        ] {
            XCTAssertEqual(PrintableAddress.hidden(in: text), text)
        }
    }

    func testProxies() {
        XCTAssertEqual(ProxySecrets.all(in: "http://h:1"), [])
        for address in ["http://pu:p%61ss@h:1", "pu:p%61ss@h:1", "htp://pu:p%61ss@h"] {
            let hidden = SecretTexts(ProxySecrets.all(in: address)).hidden(in: "no \(address), pass or p%61ss")
            XCTAssertFalse(hidden.contains("ss"), hidden)
        }
    }
}
