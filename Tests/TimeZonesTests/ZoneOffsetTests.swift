import TestSupport
import XCTest

@testable import TimeZones

/// Offsets as CPython's zoneinfo has them: zone, POSIX seconds, seconds east, abbreviation, daylight.
private let expectedOffsets = """
    Australia/Sydney 1712419199 39600 AEDT 1
    Australia/Sydney 1712419200 36000 AEST 0
    Australia/Sydney 1728143999 36000 AEST 0
    Australia/Sydney 1728144000 39600 AEDT 1
    Australia/Sydney 1735689599 39600 AEDT 1
    Australia/Sydney 2524608000 39600 AEDT 1
    Australia/Sydney 2532527999 39600 AEDT 1
    Australia/Sydney 2532528000 36000 AEST 0
    Australia/Sydney 2548252800 39600 AEDT 1
    America/New_York 1710053999 -18000 EST 0
    America/New_York 1710054000 -14400 EDT 1
    America/New_York 1730613599 -14400 EDT 1
    America/New_York 1730613600 -18000 EST 0
    America/New_York 2540246400 -14400 EDT 1
    America/New_York -2717654400 -17762 LMT 0
    Australia/Lord_Howe 1712415599 39600 +11 1
    Australia/Lord_Howe 1712415600 37800 +1030 0
    Australia/Lord_Howe 1728142199 37800 +1030 0
    Australia/Lord_Howe 1728142200 39600 +11 1
    Australia/Lord_Howe 2556143999 39600 +11 1
    Australia/Lord_Howe 2537654400 37800 +1030 0
    Europe/Berlin 1711846799 3600 CET 0
    Europe/Berlin 1711846800 7200 CEST 1
    Europe/Berlin 1729990799 7200 CEST 1
    Europe/Berlin 1729990800 3600 CET 0
    Europe/Berlin 4086547200 7200 CEST 1
    Europe/Dublin 1705276800 0 GMT 1
    Europe/Dublin 1721001600 3600 IST 0
    Europe/Dublin 2525817600 0 GMT 1
    Europe/Dublin 2541456000 3600 IST 0
    Africa/Casablanca 1710035999 3600 +01 0
    Africa/Casablanca 1710036000 0 +00 1
    Africa/Casablanca 1713059999 0 +00 1
    Africa/Casablanca 1713060000 3600 +01 0
    Africa/Casablanca 2524608000 3600 +01 0
    America/Santiago 1712458799 -10800 -03 1
    America/Santiago 1712458800 -14400 -04 0
    America/Santiago 2524618800 -10800 -03 1
    America/Santiago 2537654400 -14400 -04 0
    Pacific/Auckland 2524561199 46800 NZDT 1
    Pacific/Auckland 2524561200 46800 NZDT 1
    Pacific/Auckland 2524608000 46800 NZDT 1
    Asia/Kolkata 1704067200 19800 IST 0
    Asia/Kolkata 2524608000 19800 IST 0
    Australia/Brisbane 1704067200 36000 AEST 0
    Asia/Kathmandu 1704067200 20700 +0545 0
    Etc/GMT+5 1704067200 -18000 -05 0
    Etc/UTC 1704067200 0 UTC 0
    Etc/UTC 2524608000 0 UTC 0
    """

final class ZoneOffsetTests: XCTestCase {
    /// By the comments of the IANA database: Samoa and Tokelau skipped 30 December 2011, Kwajalein 21 August 1993.
    func testDatesThatNeverWere() throws {
        for (name, dates) in [
            ("Pacific/Apia", ["20111230"]), ("Pacific/Fakaofo", ["20111230"]), ("Pacific/Kwajalein", ["19930821"]),
            ("Pacific/Kiritimati", ["19941231"]), ("America/New_York", []), ("Australia/Lord_Howe", []), ("UTC", []),
        ] {
            let found = try Zone(named: name).absentDates.filter { $0 > 0 }
            XCTAssertEqual(found.map { CivilDate(daysSinceEpoch: $0).compactText }, dates, name)
        }
    }

    func testOffsetsAgreeWithAnIndependentReader() throws {
        var clocks: [String: ZoneClock] = [:]
        var checked = 0
        for line in expectedOffsets.split(separator: "\n") {
            let cells = line.split(separator: " ").map(String.init)
            let instant = try XCTUnwrap(Int(cells[1]))
            var clock = try clocks[cells[0]] ?? ZoneClock(Zone(named: cells[0]))
            let period = clock.zone.period(at: instant)
            XCTAssertEqual(period.offset, Int(cells[2]), String(line))
            XCTAssertEqual(period.abbreviation, cells[3], String(line))
            XCTAssertEqual(period.isDaylight, cells[4] == "1", String(line))
            XCTAssertEqual(clock.offset(at: instant), period.offset, String(line))
            XCTAssertTrue(period.start <= instant && instant < period.end, String(line))
            clocks[cells[0]] = clock
            checked += 1
        }
        XCTAssertEqual(checked, 49)
    }

    func testAClockThatJumpsAboutAgreesWithTheZone() throws {
        var generator = SeededGenerator(seed: 5)
        for name in ["Australia/Lord_Howe", "Africa/Casablanca", "America/New_York", "Europe/Dublin"] {
            let zone = try Zone(named: name)
            var clock = ZoneClock(zone)
            for _ in 0..<4000 {
                let instant = Int.random(in: -5_000_000_000...9_000_000_000, using: &generator)
                XCTAssertEqual(clock.offset(at: instant), zone.offset(at: instant), "\(name) \(instant)")
                let (days, second) = clock.local(at: instant)
                XCTAssertEqual(days * 86_400 + second, instant + zone.offset(at: instant))
                XCTAssertTrue((0..<86_400).contains(second))
            }
        }
    }

    func testLocalTimesGoBackToTheInstantTheyCameFrom() throws {
        var generator = SeededGenerator(seed: 6)
        for name in ["Australia/Sydney", "America/New_York", "Asia/Kathmandu", "America/Santiago"] {
            let zone = try Zone(named: name)
            for _ in 0..<2000 {
                let instant = Int.random(in: 100_000...4_000_000_000, using: &generator)
                let local = instant + zone.offset(at: instant)
                let back = zone.instant(of: CivilDate(daysSinceEpoch: local / 86_400), secondOfDay: local % 86_400)
                // A time shown twice is its first showing, at most the clock's change earlier.
                XCTAssertEqual(back + zone.offset(at: back), local, "\(name) \(instant)")
                XCTAssertTrue(back == instant || instant - back == 3600, "\(name) \(instant)")
            }
        }
    }

    func testATimeThatIsLeaptOverIsReadWithTheOffsetBefore() throws {
        let zone = try Zone(named: "America/New_York")
        // 02:30 on 10 March 2024 is 03:30 EDT.
        XCTAssertEqual(
            zone.instant(of: CivilDate(year: 2024, month: 3, day: 10), secondOfDay: 9000), 1_710_055_800)
        // 01:30 on 3 November 2024 comes twice; the first is EDT.
        XCTAssertEqual(
            zone.instant(of: CivilDate(year: 2024, month: 11, day: 3), secondOfDay: 5400), 1_730_611_800)
    }

    func testAServiceDayCountsFromNoonMinusTwelveHours() throws {
        let zone = try Zone(named: "America/New_York")
        // The day that loses an hour begins at 23:00 of the day before, the day that wins one at 01:00.
        XCTAssertEqual(zone.startOfServiceDay(CivilDate(year: 2024, month: 3, day: 10)), 1_710_043_200)
        XCTAssertEqual(zone.startOfServiceDay(CivilDate(year: 2024, month: 11, day: 3)), 1_730_610_000)
        XCTAssertEqual(zone.startOfServiceDay(CivilDate(year: 2024, month: 7, day: 1)), 1_719_806_400)
    }

    func testDatesCountDaysBothWays() {
        XCTAssertEqual(CivilDate(year: 1970, month: 1, day: 1).daysSinceEpoch, 0)
        XCTAssertEqual(CivilDate(year: 2024, month: 2, day: 29).daysSinceEpoch, 19_782)
        XCTAssertEqual(CivilDate(year: 2024, month: 2, day: 29).weekday, 3)
        XCTAssertEqual(CivilDate(year: 2024, month: 2, day: 29).compact, 20_240_229)
        for days in stride(from: -800_000, to: 800_000, by: 61) {
            XCTAssertEqual(CivilDate(daysSinceEpoch: days).daysSinceEpoch, days)
        }
    }
}
