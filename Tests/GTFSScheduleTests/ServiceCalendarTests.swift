import TestSupport
import TimeZones
import XCTest

@testable import GTFSSchedule

/// The days on which services run, and the nearest of them to days on which none does.
final class ServiceCalendarTests: XCTestCase {
    private func day(_ text: String) -> Int { CivilDate(compact: text)?.daysSinceEpoch ?? -1 }

    func testTheNearestDayWithServiceIsTheOneThatCountingFinds() {
        var random = SeededGenerator(seed: 10)
        for _ in 0..<400 {
            var calendar = ServiceCalendar()
            for service in 0..<Int.random(in: 0...3, using: &random) {
                if Bool.random(using: &random) {
                    let first = Int.random(in: 0...40, using: &random)
                    calendar.addWeek(
                        service, weekdays: UInt8.random(in: 0...127, using: &random), first: first,
                        last: first + Int.random(in: -2...30, using: &random))
                }
                // Before and after rows, days that the zone's clocks never showed.
                if Int.random(in: 0..<3, using: &random) == 0 {
                    calendar.leaveOut([Int.random(in: 0...50, using: &random)])
                }
                for _ in 0..<Int.random(in: 0...12, using: &random) {
                    calendar.addException(
                        service, day: Int.random(in: 0...80, using: &random), runs: Bool.random(using: &random))
                }
            }
            let served = (-10...100).filter { day in (0..<3).contains { calendar.runs($0, on: day) } }
            XCTAssertTrue(calendar.absentDays.allSatisfy { !served.contains(Int($0)) })
            XCTAssertEqual(calendar.dayCount, served.count)
            for service in 0..<3 {
                let own = (-10...100).filter { calendar.runs(service, on: $0) }
                XCTAssertEqual(calendar.days(of: service)?.first, own.first)
                XCTAssertEqual(calendar.days(of: service)?.last, own.last)
            }
            for start in stride(from: -10, through: 90, by: 7) {
                let days = start...(start + Int.random(in: 0...5, using: &random))
                let distance = { (day: Int) in
                    day < days.lowerBound ? days.lowerBound - day : max(0, day - days.upperBound)
                }
                XCTAssertEqual(calendar.firstDay(from: start), served.first { $0 >= start })
                XCTAssertEqual(calendar.lastDay(upTo: start), served.last { $0 <= start })
                let least = served.map(distance).min()
                let expected =
                    least == 0
                    ? served.first { days.contains($0) } : served.last { distance($0) == least }
                XCTAssertEqual(calendar.nearestDay(to: days), expected, "\(days) of \(served)")
            }
        }
    }

    /// A calendar of ten thousand years of which one service day is left costs no more than its rows.
    func testALongCalendarIsNotWalkedThrough() {
        var calendar = ServiceCalendar()
        for service in 0..<1000 {
            calendar.addWeek(service, weekdays: 0b1000000, first: day("00010101"), last: day("99991231"))
        }
        XCTAssertEqual(calendar.nearestDay(to: day("20260304")...day("20260306")), day("20260308"))
        XCTAssertEqual(calendar.firstDay(from: day("99991230")), nil)
        XCTAssertEqual(calendar.lastDay(upTo: day("99991231")), day("99991226"))
        XCTAssertEqual(ServiceCalendar().nearestDay(to: 0...0), nil)
    }
}
