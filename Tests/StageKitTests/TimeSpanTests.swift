import StageKit
import XCTest

final class TimeSpanTests: XCTestCase {
    func testStretchesOfTimeAsPeopleWriteThem() {
        for (text, milliseconds) in [
            ("90s", 90_000), ("15m", 900_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("2w", 1_209_600_000),
            ("250ms", 250), ("1h30m", 5_400_000), ("1.5m", 90_000), ("7200", 7_200_000), ("0s", 0), ("10min", 600_000),
        ] {
            XCTAssertEqual(TimeSpan(text)?.milliseconds, milliseconds, text)
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
}
