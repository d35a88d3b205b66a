import HTTP
import XCTest

/// How long answers hold (RFC 9111).
final class FreshnessTests: XCTestCase {
    /// Sun, 06 Nov 1994 08:49:37 GMT.
    private let now = 784_111_777
    private let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    private func seconds(
        _ cacheControl: String? = nil, age: String? = nil, expires: String? = nil, date: String? = nil,
        lastModified: String? = nil
    ) -> Int {
        Freshness(
            cacheControl: cacheControl, age: age, expires: expires, date: date, lastModified: lastModified, now: now
        ).until - now
    }

    func testMaxAge() {
        XCTAssertEqual(seconds(), 0)
        XCTAssertEqual(seconds("max-age=60"), 60)
        XCTAssertEqual(seconds("public , MAX-AGE = \"60\", immutable"), 60)
        XCTAssertEqual(seconds("max-age=60, no-cache"), 0)
        XCTAssertEqual(seconds("s-maxage=99"), 0, "for shared caches")
        for text in ["max-age", "max-age=", "max-age=-5", "max-age=soon", "max-age=1.5", "max-age=+5"] {
            XCTAssertEqual(seconds(text), 0, text)
        }
        XCTAssertEqual(seconds("max-age=99999999999999999999999"), 365 * 86_400, "a year at most")
        XCTAssertEqual(seconds("max-age=60", expires: "Sun, 06 Nov 1994 09:49:37 GMT", date: date), 60)
    }

    func testTheTimeOnTheWayCounts() {
        XCTAssertEqual(seconds("max-age=60", age: "20"), 40)
        XCTAssertEqual(seconds("max-age=60", age: "100"), -40)
        XCTAssertEqual(seconds("max-age=60", age: "-20"), 60)
        XCTAssertEqual(seconds("max-age=60", age: "x"), 60)
        XCTAssertLessThan(seconds("max-age=60", age: "99999999999999999999999"), 0)
        XCTAssertLessThan(seconds("max-age=60", age: "\(Int.max)"), 0)
    }

    func testExpires() {
        XCTAssertEqual(seconds(expires: "Sun, 06 Nov 1994 08:50:37 GMT", date: date), 60)
        XCTAssertEqual(seconds(expires: "Sun, 06 Nov 1994 08:50:37 GMT"), 60)
        // The server's clock is an hour behind; what counts is its own span.
        XCTAssertEqual(seconds(expires: "Sun, 06 Nov 1994 07:50:37 GMT", date: "Sun, 06 Nov 1994 07:49:37 GMT"), 60)
        XCTAssertEqual(seconds(expires: "Sun, 06 Nov 1994 08:48:37 GMT", date: date), 0)
        for text in ["0", "-1", "never", ""] { XCTAssertEqual(seconds(expires: text, date: date), 0, text) }
        XCTAssertEqual(
            seconds(expires: "0", date: date, lastModified: "Sun, 06 Nov 1994 07:49:37 GMT"), 0, "no guess beside it")
        XCTAssertEqual(seconds(expires: "Fri, 31 Dec 9999 23:59:59 GMT", date: date), 365 * 86_400)
    }

    func testATenthOfItsAge() {
        XCTAssertEqual(seconds(date: date, lastModified: "Sun, 06 Nov 1994 08:32:57 GMT"), 100)
        XCTAssertEqual(seconds(date: date, lastModified: "Sun, 06 Nov 1993 08:49:37 GMT"), 86_400, "a day at most")
        XCTAssertEqual(seconds(date: date, lastModified: "Sun, 06 Nov 1994 08:59:37 GMT"), 0, "of tomorrow")
        XCTAssertEqual(seconds(date: date, lastModified: "yesterday"), 0)
        XCTAssertEqual(seconds("no-cache", date: date, lastModified: "Sun, 06 Nov 1994 08:32:57 GMT"), 0)
    }

    func testWhatMayBeKept() {
        func freshness(_ cacheControl: String?) -> Freshness {
            Freshness(cacheControl: cacheControl, age: nil, expires: nil, date: nil, lastModified: nil, now: now)
        }
        for (text, stored, stale) in [
            (nil, true, true), ("private, max-age=1", true, true), ("no-store", false, false),
            ("max-age=5,No-Store", false, false), ("must-revalidate", true, false), ("no-cache", true, false),
            ("no-cache=\"set-cookie\"", true, false), ("x-no-store", true, true), (",,=,", true, true),
        ] as [(String?, Bool, Bool)] {
            XCTAssertEqual(freshness(text).mayBeStored, stored, text ?? "nil")
            XCTAssertEqual(freshness(text).mayServeStale, stale, text ?? "nil")
        }
    }
}
