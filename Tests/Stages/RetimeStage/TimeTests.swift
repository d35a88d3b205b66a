import GTFSSchedule
import TestSupport
import Visits
import XCTest

@testable import RetimeStage

final class TimeTests: XCTestCase {
    // MARK: Times that run backwards

    func testTimesThatNeverFallStayAsTheyAre() {
        for times in [[], [5], [1, 1, 2, 9], [0, 0, 0]] { XCTAssertEqual(MonotoneTimes.nearest(times), times) }
    }

    func testTheSumOfChangesIsTheLeastPossible() {
        var random = SplitMix(seed: 7)
        for _ in 0..<100 {
            let times = (0..<Int(random.below(6)) + 1).map { _ in Int(random.below(6)) }
            let straight = MonotoneTimes.nearest(times)
            XCTAssertEqual(straight, straight.sorted(), "\(times)")
            let change = zip(times, straight).reduce(0) { $0 + abs($1.0 - $1.1) }
            XCTAssertEqual(change, leastChange(times, from: 0, 0), "\(times) became \(straight)")
        }
    }

    /// By trying all values.
    private func leastChange(_ times: [Int], from place: Int, _ bound: Int) -> Int {
        guard place < times.count else { return 0 }
        return (bound...6).map { abs(times[place] - $0) + leastChange(times, from: place + 1, $0) }.min() ?? 0
    }

    func testAHundredThousandTimesTakeNoTime() {
        let falling = Array((0..<100_000).reversed())
        XCTAssertEqual(Set(MonotoneTimes.nearest(falling)).count, 1)
    }

    // MARK: Filling

    private func calls(_ planned: [(Int, Int)], _ observed: [(Int?, Int?)]) -> [CallTime] {
        zip(planned, observed).map {
            CallTime(plannedArrival: $0.0, plannedDeparture: $0.1, arrival: $1.0, departure: $1.1)
        }
    }

    private func settled(_ calls: [CallTime], metres: [Double?] = []) -> (times: [[Int?]], changes: CallTimes.Changes) {
        var calls = calls
        let changes = CallTimes.settle(&calls) { $0 < metres.count ? metres[$0] : nil }
        return (calls.map { [$0.arrival, $0.departure] }, changes)
    }

    private static let plan = [(0, 0), (100, 120), (200, 220), (300, 300)]

    func testPlannedTimesThatWereObservedStay() {
        let all = calls(TimeTests.plan, TimeTests.plan.map { ($0, $1) })
        XCTAssertEqual(settled(all).times, TimeTests.plan.map { [$0, $1] })
        let ends = calls(TimeTests.plan, [(nil, 0), (nil, nil), (nil, nil), (300, nil)])
        XCTAssertEqual(settled(ends).times, TimeTests.plan.map { [$0, $1] })
    }

    func testBetweenObservedCallsThePlanIsStretched() {
        let gap = calls(TimeTests.plan, [(nil, 0), (nil, nil), (nil, nil), (600, nil)])
        XCTAssertEqual(settled(gap).times, [[0, 0], [200, 240], [400, 440], [600, 600]])
    }

    func testWithoutPlannedTimesTheDistanceCounts() {
        var gap = calls(TimeTests.plan, [(nil, 0), (nil, nil), (nil, nil), (600, nil)])
        for place in 1...2 { (gap[place].plannedArrival, gap[place].plannedDeparture) = (nil, nil) }
        XCTAssertEqual(
            settled(gap, metres: [0, 100, 500, 1000]).times, [[0, 0], [60, 60], [300, 300], [600, 600]])
        XCTAssertEqual(settled(gap).times, [[0, 0], [200, 200], [400, 400], [600, 600]])
    }

    func testAPlanWithoutTimeBetweenItsStopsCountsTheDistance() {
        let minutes = calls([(0, 0), (0, 0), (0, 0)], [(nil, 0), (nil, nil), (90, nil)])
        XCTAssertEqual(settled(minutes, metres: [0, 100, 300]).times, [[0, 0], [30, 30], [90, 90]])
    }

    func testTheDelayIsCarriedOn() {
        let middle = calls(TimeTests.plan, [(nil, nil), (150, 160), (nil, nil), (nil, nil)])
        XCTAssertEqual(settled(middle).times, [[50, 50], [150, 160], [240, 260], [340, 340]])
    }

    func testOneTimeIsEnoughForTheDwell() {
        let one = calls(TimeTests.plan, [(nil, 0), (110, nil), (nil, 225), (300, nil)])
        XCTAssertEqual(settled(one).times, [[0, 0], [110, 130], [205, 225], [300, 300]])
        // Never into the next stop's time.
        let short = calls(TimeTests.plan, [(nil, 0), (110, nil), (115, nil), (300, nil)])
        XCTAssertEqual(settled(short).times[1], [110, 115])
    }

    func testTimesBeforeTheDayAreCounted() {
        let early = settled(calls(TimeTests.plan, [(nil, -30), (90, 95), (nil, nil), (300, nil)]))
        XCTAssertEqual(early.times[0], [0, 0])
        XCTAssertEqual(early.changes.early, 1)
        XCTAssertEqual(early.changes.adjusted, 0)
    }

    func testChangesAreCounted() {
        let backwards = settled(calls(TimeTests.plan, [(nil, 0), (130, 120), (200, 210), (190, nil)]))
        XCTAssertEqual(backwards.changes.adjusted, 2 + 1)
        XCTAssertEqual(
            backwards.times.flatMap { $0 }.compactMap { $0 }, backwards.times.flatMap { $0 }.compactMap { $0 }.sorted())
    }

    // MARK: Which stop time a visit belongs to

    private func steps(
        _ visits: [(position: Int, sequence: Int?, stop: Int, traits: DrivenCall.Traits)], rows: [Int],
        stopCount: Int? = nil
    ) -> [[Int32]] {
        let placed = visits.map { visit in
            VisitAlignment.Visit(
                position: visit.position, sequence: visit.sequence, stop: StopIndex(visit.stop),
                isAdded: visit.traits.contains(.added), isSkipped: visit.traits.contains(.skipped))
        }
        let stopTimes = rows.enumerated().map { place, stop in
            var row = Timetable.StopTime()
            row.sequence = (place + 1) * 10
            row.stop = StopIndex(stop)
            return row
        }
        return VisitAlignment(placed, stopTimes, stopCount: stopCount, isExtra: false).steps.map { [$0.row, $0.visit] }
    }

    func testUnseenStopsStay() {
        XCTAssertEqual(
            steps([(2, 20, 6, []), (4, 40, 8, [])], rows: [5, 6, 7, 8, 9]),
            [[0, -1], [1, 0], [2, -1], [3, 1], [4, -1]])
    }

    func testSkippedStopsGo() {
        XCTAssertEqual(steps([(1, 10, 5, []), (2, 20, 6, .skipped)], rows: [5, 6, 7]), [[0, 0], [2, -1]])
    }

    func testAnotherPlatformKeepsItsPlace() {
        XCTAssertEqual(
            steps([(1, 10, 5, []), (2, 20, 99, []), (3, 30, 7, [])], rows: [5, 6, 7]), [[0, 0], [1, 1], [2, 2]])
    }

    func testAnAddedStopIsInserted() {
        XCTAssertEqual(
            steps([(1, 10, 5, []), (2, nil, 99, .added), (3, 20, 6, [])], rows: [5, 6, 7]),
            [[0, 0], [-1, 1], [1, 2], [2, -1]])
    }

    func testADetourWithFewerStopsReplacesTheOthers() {
        XCTAssertEqual(
            steps([(1, 1, 5, []), (2, 2, 99, []), (3, 3, 9, [])], rows: [5, 6, 7, 8, 9], stopCount: 3),
            [[0, 0], [-1, 1], [4, 2]])
    }

    func testADetourWithMoreStopsInsertsThem() {
        XCTAssertEqual(
            steps([(1, 1, 5, []), (2, 2, 98, []), (3, 3, 99, []), (4, 4, 7, [])], rows: [5, 6, 7, 8], stopCount: 5),
            [[0, 0], [-1, 1], [-1, 2], [2, 3], [3, -1]])
    }

    func testALoopCallsTwiceAtItsFirstStop() {
        XCTAssertEqual(
            steps([(3, 3, 7, []), (4, 4, 5, [])], rows: [5, 6, 7, 5], stopCount: 4),
            [[0, -1], [1, -1], [2, 0], [3, 1]])
    }
}

/// A small generator, so that a failing test fails again.
private struct SplitMix {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func below(_ bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % bound
    }
}
