import TimeZones
import XCTest

final class WrittenTimeTests: XCTestCase {
    func testTimesAsPeopleWriteThem() throws {
        let sydney = try Zone(named: "Australia/Sydney")
        let now = 1_775_316_600  // 2026-04-05T01:30:00+10:30 would be wrong: Sydney is +11:00 until 03:00
        for (text, instant) in [
            ("1775316600", 1_775_316_600), ("0", 0), ("2026-04-05T02:30:00+11:00", 1_775_316_600),
            ("2026-04-04T15:30:00Z", 1_775_316_600), ("2026-04-04T15:30:00.75Z", 1_775_316_600),
            ("2026-04-04 15:30:00z", 1_775_316_600), ("2026-04-04T20:45+0515", 1_775_316_600),
            // The clock shows 02:30 twice that night: the first showing counts.
            ("2026-04-05T02:30", 1_775_316_600), ("2026-04-05 02:30:05", 1_775_316_605),
            ("2026-04-05", 1_775_307_600), ("20260405", 1_775_307_600), ("02:30", 1_775_316_600),
        ] {
            XCTAssertEqual(WrittenTime(text)?.instant(in: sydney, now: now), instant, text)
        }
        for text in [
            "", "now", "25:00", "12:60", "2026-02-30", "20260230", "2026-04-05T", "2026-04-05T02:30+24:00", "-5",
            "999999999999999", "2026-04-05T02:30:00+11:00x", "2026-4-5",
        ] {
            XCTAssertNil(WrittenTime(text), text)
        }
    }

    func testInstantsAsRFC3339() throws {
        let sydney = try Zone(named: "Australia/Sydney")
        XCTAssertEqual(sydney.rfc3339(1_775_316_600), "2026-04-05T02:30:00+11:00")
        XCTAssertEqual(sydney.rfc3339(1_775_320_200), "2026-04-05T02:30:00+10:00")
        XCTAssertEqual(Zone.utc.rfc3339(0), "1970-01-01T00:00:00+00:00")
        XCTAssertEqual(Zone.utc.rfc3339(-1), "1969-12-31T23:59:59+00:00")
        XCTAssertEqual(try Zone(named: "America/St_Johns").rfc3339(1_767_225_600), "2025-12-31T20:30:00-03:30")
    }
}
