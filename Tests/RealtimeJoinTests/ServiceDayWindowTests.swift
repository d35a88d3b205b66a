import TimeZones
import XCTest

@testable import Schedule

/// The service days whose times may fall into a stretch of time, beside those that counting all days finds.
final class ServiceDayWindowTests: XCTestCase {
    func testTheDaysAreThoseThatCountingFinds() throws {
        for name in [
            "UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu",
        ] {
            let zone = try Zone(named: name)
            // Around changes of clocks, and the day that Samoa left out (30 December 2011).
            for middle in [1_325_246_400, 1_774_746_000, 1_793_494_800, 1_775_318_400, 1_781_049_600] {
                for (offset, length) in [(0, 60), (-40_000, 7200), (90_000, 86_400)] {
                    let start = middle + offset
                    let window = ServiceWindow(start..<(start + length), zone)
                    let today = zone.date(at: start).daysSinceEpoch
                    for second in [0, 3600, 86_399, 86_400, 93_600, 172_800, 364_800, 3_599_999] {
                        let needed = ((today - 50)...(today + 3)).filter { day in
                            window.instants.contains(zone.startOfServiceDay(CivilDate(daysSinceEpoch: day)) + second)
                        }
                        let days = window.days(at: second)
                        for day in needed { XCTAssertTrue(days.contains(day), "\(name) \(start) \(second)") }
                        XCTAssertLessThanOrEqual(days.count, needed.count + 3, "\(name) \(start) \(second)")
                        let reached = window.days(reaching: second)
                        for day in needed { XCTAssertTrue(reached.contains(day), "\(name) \(start) \(second)") }
                    }
                }
            }
        }
    }
}
