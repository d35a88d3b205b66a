import TestSupport
import XCTest

@testable import TimeZones

/// A time of eight bytes is read at once, by the rule for times of any length.
final class ScheduleTimeTests: XCTestCase {
    private func both(_ bytes: [UInt8]) -> (fast: Int?, slow: Int?) {
        bytes.withUnsafeBytes { (ScheduleTime.seconds($0), ScheduleTime.secondsOfAnyLength($0)) }
    }

    func testEveryTimeOfTwoDigitsForTheHour() {
        for hour in 0..<100 {
            for minute in 0..<60 {
                for second in [0, 1, 9, 10, 59] {
                    let text = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
                    XCTAssertEqual(ScheduleTime.seconds(text), hour * 3600 + minute * 60 + second, text)
                }
            }
        }
    }

    func testWhatIsNoTimeIsNoneEitherWay() {
        var random = SeededGenerator(seed: 3)
        var times = 0
        for _ in 0..<200_000 {
            var bytes = Array("12:34:56".utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: 0..<8, using: &random)] =
                    Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0x2F...0x3B, using: &random)
            }
            let (fast, slow) = both(bytes)
            XCTAssertEqual(fast, slow, "\(bytes)")
            if fast != nil { times += 1 }
        }
        XCTAssertGreaterThan(times, 50_000)
        XCTAssertLessThan(times, 190_000)
    }
}
