import XCTest

@testable import Pipelines

final class IntervalTests: XCTestCase {
    func testDurationsAreNumbersWithUnits() {
        let cases: [(String, UInt64)] = [
            ("15s", 15_000_000_000), ("15", 15_000_000_000), ("250ms", 250_000_000), ("1.5m", 90_000_000_000),
            ("2h", 7_200_000_000_000), ("30d", 2_592_000_000_000_000), ("0s", 0), ("0.001s", 1_000_000),
        ]
        for (text, nanoseconds) in cases { XCTAssertEqual(Interval(text)?.nanoseconds, nanoseconds, text) }
    }

    func testAnythingElseIsNone() {
        for text in [
            "", "s", "-1s", "+1s", "1 s", "1min", "1e3s", "nan", "inf", "0x10", ".5s", "5.s", "1h30m", "99999999999d",
            "1_0",
            "1..5s", "٣s",
        ] { XCTAssertNil(Interval(text), text) }
    }

    func testTheyAreWrittenAsTheyWouldBeRead() {
        for text in ["15s", "250ms", "2h", "30d", "90m", "0ms", "1500ms"] {
            guard let interval = Interval(text) else { return XCTFail(text) }
            XCTAssertEqual(Interval(interval.description), interval, text)
            XCTAssertEqual(Interval(interval.secondsText), interval, text)
        }
        XCTAssertEqual(Interval("250ms")?.secondsText, "0.25")
        XCTAssertEqual(Interval("90m")?.description, "90m")
    }
}
