import Contract
import StageKit
import XCTest

@testable import StopVisitsStage

final class SnapshotClockTests: XCTestCase {
    /// What becomes of snapshots, in the order in which it is known: `+` is believed, `-` is not.
    private func verdicts(_ times: [Int]) throws -> [String] {
        var found: [String] = []
        let clock = SnapshotClock { HeldRecords([any AnyColumn]()) }
        clock.release = { found.append("+\($0.time)") }
        clock.refuse = { found.append("-\($0.time)") }
        for time in times {
            if case .believed = try clock.judge(time) { found.append("+\(time)") }
        }
        try clock.finish()
        return found
    }

    func testOneOnItsOwnIsBelieved() throws {
        XCTAssertEqual(try verdicts([100, 100]), ["+100"])
        XCTAssertEqual(try verdicts([]), [])
    }

    func testTheFirstIsBelievedWhenTheSecondIsNear() throws {
        XCTAssertEqual(try verdicts([100, 130, 100, 90]), ["+100", "+130", "+100", "+90"])
    }

    func testAnArchiveMayLeaveDaysOut() throws {
        let later = 5 * SnapshotClock.near
        XCTAssertEqual(
            try verdicts([100, 130, later, later + 15, later]),
            ["+100", "+130", "+\(later)", "+\(later + 15)", "+\(later)"])
        // And what lies between, or before, is near both.
        XCTAssertEqual(
            try verdicts([100, 130, later, later + 15, later / 2, 40]).suffix(2), ["+\(later / 2)", "+40"])
    }

    func testOneThatIsAloneIsNot() throws {
        let wrong = 400 * SnapshotClock.near
        XCTAssertEqual(try verdicts([100, 130, wrong, 150]), ["+100", "+130", "-\(wrong)", "+150"])
        XCTAssertEqual(try verdicts([100, 130, wrong]), ["+100", "+130", "-\(wrong)"])
        // A clock that is wrong again and again has others between.
        XCTAssertEqual(
            try verdicts([100, 130, wrong, 150, wrong + 20, 160]),
            ["+100", "+130", "-\(wrong)", "+150", "-\(wrong + 20)", "+160"])
        XCTAssertEqual(
            try verdicts([100, 130, wrong, 2 * wrong, 150]), ["+100", "+130", "-\(wrong)", "-\(2 * wrong)", "+150"])
    }

    func testTheFirstMayBeTheWrongOne() throws {
        let time = 20_000 * SnapshotClock.near
        XCTAssertEqual(try verdicts([5, time, time + 15]), ["-5", "+\(time)", "+\(time + 15)"])
        XCTAssertEqual(try verdicts([time, 5, time + 15]), ["-5", "+\(time)", "+\(time + 15)"])
        // Nobody knows which of two that are all there is.
        XCTAssertEqual(try verdicts([5, time]), ["-5", "+\(time)"])
    }
}
