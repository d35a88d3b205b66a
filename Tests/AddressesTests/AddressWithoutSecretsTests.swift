import Addresses
import XCTest

final class AddressWithoutSecretsTests: XCTestCase {
    func testSecretsLeaveEveryTextThatHoldsAnAddress() {
        for (text, shown) in [
            ("http://u:pw1234@h/feed.zip?api_key=KEY12345678", "http://h/feed.zip?api_key=…"),
            (
                "--stop: 'x' is not a stop of http://u:pw@h/f.zip?key=K1; the nearest",
                "--stop: 'x' is not a stop of http://h/f.zip?key=…; the nearest"
            ),
            ("'htp://pu:pw99@127.0.0.1:1'", "'htp://127.0.0.1:1'"),
            ("'https://h/?token=abc'", "'https://h/?token=…'"),
            ("https://h/f.zip#access_token=abc&x=1", "https://h/f.zip#access_token=…&x=1"),
            ("http://u:p@h/a.zip?key=K#inner.zip: no", "http://h/a.zip?key=…#inner.zip: no"),
            ("a http://u:p@h b https://v:q@[::1]:8080/x", "a http://h b https://[::1]:8080/x"),
            ("'http://a/x','http://u:p@b/y'", "'http://a/x','http://b/y'"),
            ("http://u:p/w@h/x", "http://…@h/x"),
            ("http://u:p?w@h/x", "http://…@h/x"),
            ("http://u:p?w=1@h/x", "http://…@h/x"),
            ("https://user:1234/abc@host/f", "https://…@host/f"),
            ("https://user:1234?abc@host/f", "https://…@host/f"),
            ("https://user:1234#abc@host/f", "https://…@host/f"),
            ("https://u:p@ss/w@h/x", "https://…@h/x"),
            ("https://u:p@s:s?w=1@h/x", "https://…@h/x"),
            ("https://token/rest@h/x?key=K", "https://…@h/x?key=…"),
            ("http://h/a@b/f.zip?agency=SF&&x#inner.zip", "http://…@b/f.zip?agency=SF&&x#inner.zip"),
            ("http://[::1]/x@y", "http://…@y"),
            ("https://u:a://b@h/x", "https://…@h/x"),
            ("http://h/?url=https://u:p@i/x", "http://h/?url=https://i/x"),
            ("https://http://u:p@h/x", "https://http://h/x"),
            ("http://u:p@w@h/x", "http://h/x"),
            ("socks5h://u:p@h:1080", "socks5h://h:1080"),
        ] {
            XCTAssertEqual(AddressWithoutSecrets.hidden(in: text), shown)
            XCTAssertEqual(AddressWithoutSecrets.hidden(in: shown), shown, "it is printable already")
        }
        XCTAssertEqual(AddressWithoutSecrets("http://u:p w@h/x?key=a b").description, "http://h/x?key=…")
    }

    func testWhatHoldsNoSecretStays() {
        for text in [
            "", "a:b", "feed.zip", "://", "x://", "http://h/a/f.zip?agency=SF&&x#inner.zip", "https://h:443/x:1: no",
            "stops.txt:12: stop_url: 'http://h/?stop=12' is odd", "a@b.org wrote http://h/", "http://[::1]/x",
            "http://h/?https://i/", "http://h/?mail=a@b", "http://…@h/x",
        ] {
            XCTAssertEqual(AddressWithoutSecrets.hidden(in: text), text)
        }
    }

    /// A hundred thousand bytes of each: what looks through the rest again for every mark would take minutes.
    func testLongTextsAreLookedThroughOnce() {
        for piece in ["a://", "a://b:c", "a://b:c/@", "a://b?c#", "a://b:c ", "a://b?k=1&", "a://b?x?"] {
            let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
            for text in piece.hasPrefix("a://b:c") ? ["a://u:secret" + text + "@"] : [text] {
                let shown = AddressWithoutSecrets.hidden(in: text)
                XCTAssertTrue(shown.hasPrefix("a://"), piece)
                XCTAssertFalse(shown.contains("secret") && piece != "a://b:c ", piece)
            }
        }
    }

    func testACutTextShowsNoPartOfAnAddress() {
        let text = "é at http://user:secretword@h/x?key=K12345678, a:é"
        for limit in 0...text.utf8.count {
            let (shown, isCut) = AddressWithoutSecrets.hidden(in: text, first: limit)
            XCTAssertEqual(isCut, limit < text.utf8.count)
            for part in ["use", "sec", "K1", "\u{FFFD}"] { XCTAssertFalse(shown.contains(part), shown) }
            XCTAssertTrue(isCut || shown == "é at http://h/x?key=…, a:é", shown)
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
