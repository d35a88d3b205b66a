import GTFSSchedule
import Hashing
import XCTest

/// Days with service are counted without looking at each day; here each day is looked at.
final class ServiceDayCountTests: XCTestCase {
    func testRandomCalendars() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<300 {
            var calendar = ServiceCalendar()
            let services = Int(random.next() % 5)
            for service in 0..<services {
                if random.next() % 4 > 0 {
                    let first = Int(random.next() % 60)
                    calendar.addWeek(
                        service, weekdays: UInt8(random.next() % 128), first: first,
                        last: first - 3 + Int(random.next() % 40))
                }
                for _ in 0..<random.next() % 12 {
                    calendar.addException(service, day: Int(random.next() % 110), runs: random.next() % 2 == 0)
                }
            }
            let days = (-10..<200).filter { day in (0..<services).contains { calendar.runs($0, on: day) } }
            XCTAssertEqual(calendar.dayCount, days.count)
            let odd = calendar.keeping { $0 % 2 == 1 }
            let oddDays = (-10..<200).filter { day in
                (0..<services).contains { $0 % 2 == 1 && calendar.runs($0, on: day) }
            }
            XCTAssertEqual(odd.dayCount, oddDays.count)
        }
    }

    func testCenturiesCostNothing() {
        var calendar = ServiceCalendar()
        for service in 0..<10_000 { calendar.addWeek(service, weekdays: 127, first: -700_000, last: 2_900_000) }
        XCTAssertEqual(calendar.dayCount, 3_600_001)
    }
}
