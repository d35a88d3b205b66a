import TimeZones
import XCTest

final class CivilDateTests: XCTestCase {
    func testDatesGoThereAndBack() {
        var expected = CivilDate(year: 2000, month: 1, day: 1)
        for days in 10_957..<10_957 + 366 * 500 {
            let date = CivilDate(daysSinceEpoch: days)
            XCTAssertEqual(date, expected, "\(days)")
            XCTAssertEqual(date.daysSinceEpoch, days)
            let length = [31, CivilDate.isLeap(date.year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][
                date.month - 1]
            let isEndOfYear = date.month == 12 && date.day == length
            expected =
                isEndOfYear
                ? CivilDate(year: date.year + 1, month: 1, day: 1)
                : date.day == length
                    ? CivilDate(year: date.year, month: date.month + 1, day: 1)
                    : CivilDate(year: date.year, month: date.month, day: date.day + 1)
        }
        XCTAssertEqual(CivilDate(year: 2026, month: 3, day: 2).weekday, 0)
    }

    func testDatesThatThereAreNot() {
        for (year, month, day) in [(2026, 2, 29), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 1, 0)] {
            XCTAssertNil(CivilDate(exactly: year, month: month, day: day))
        }
        for text in ["", "2026030", "202603022", "20260230", "2026o302"] {
            XCTAssertNil(CivilDate(compact: text), text)
        }
        XCTAssertEqual(CivilDate(written: "2026-03-02"), CivilDate(compact: "20260302"))
    }

    func testAnInstantIsWrittenInUniversalTime() {
        XCTAssertEqual(RFC3339.text(1_772_434_800), "2026-03-02T07:00:00Z")
        XCTAssertEqual(RFC3339.text(-1), "1969-12-31T23:59:59Z")
        XCTAssertEqual(RFC3339.text(-62_135_596_800), "0001-01-01T00:00:00Z")
    }

    func testClocksGoOnPastMidnight() {
        XCTAssertEqual(ClockTime.text(0), "00:00:00")
        XCTAssertEqual(ClockTime.text(90_061), "25:01:01")
        XCTAssertEqual(ClockTime.shortText(360_000), "100:00")
    }
}
