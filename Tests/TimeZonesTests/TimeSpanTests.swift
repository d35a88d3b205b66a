import TimeZones
import XCTest

final class TimeSpanTests: XCTestCase {
    func testStretchesOfTimeAsPeopleWriteThem() {
        for (text, milliseconds) in [
            ("90s", 90_000), ("15m", 900_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("2w", 1_209_600_000),
            ("250ms", 250), ("1h30m", 5_400_000), ("1.5m", 90_000), ("7200", 7_200_000), ("0s", 0), ("10min", 600_000),
        ] {
            XCTAssertEqual(TimeSpan(text)?.nanoseconds, UInt64(milliseconds) * 1_000_000, text)
        }
        for text in ["", "h", "2x", "-2h", "2h-", "1 h", "1h30", "99999999w", "1..5s", "٣s", "infs", "nan"] {
            XCTAssertNil(TimeSpan(text), text)
        }
    }

    func testMessagesSayTwoFiguresOrSo() {
        for (milliseconds, text) in [
            (250, "250 ms"), (1500, "1.5 s"), (15_000, "15 s"), (300_000, "5 min"), (7_200_000, "2 h"),
            (172_800_000, "2 d"),
        ] {
            XCTAssertEqual(TimeSpan.text(nanoseconds: UInt64(milliseconds) * 1_000_000), text)
        }
    }

    func testAPipelinesDurationsAreOneNumberWithAUnit() {
        let cases: [(String, UInt64)] = [
            ("15s", 15_000_000_000), ("15", 15_000_000_000), ("250ms", 250_000_000), ("1.5m", 90_000_000_000),
            ("2h", 7_200_000_000_000), ("30d", 2_592_000_000_000_000), ("0s", 0), ("0.001s", 1_000_000),
        ]
        for (text, nanoseconds) in cases { XCTAssertEqual(TimeSpan(ofOneUnit: text)?.nanoseconds, nanoseconds, text) }
    }

    func testAPipelinesDurationsAreNothingElse() {
        for text in [
            "", "s", "-1s", "+1s", "1 s", "1min", "1e3s", "nan", "inf", "0x10", ".5s", "5.s", "1h30m", "99999999999d",
            "1_0",
            "1..5s", "٣s",
        ] { XCTAssertNil(TimeSpan(ofOneUnit: text), text) }
    }

    func testTheyAreWrittenAsTheyWouldBeRead() {
        for text in ["15s", "250ms", "2h", "30d", "90m", "0ms", "1500ms"] {
            guard let interval = TimeSpan(ofOneUnit: text) else { return XCTFail(text) }
            XCTAssertEqual(TimeSpan(ofOneUnit: interval.description), interval, text)
            XCTAssertEqual(TimeSpan(ofOneUnit: interval.secondsText), interval, text)
        }
        XCTAssertEqual(TimeSpan(ofOneUnit: "250ms")?.secondsText, "0.25")
        XCTAssertEqual(TimeSpan(ofOneUnit: "90m")?.description, "90m")
    }
}
