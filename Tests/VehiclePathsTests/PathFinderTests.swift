import XCTest

@testable import VehiclePaths

/// A street of 10 km on which a vehicle sends a position every 15 seconds.
final class PathFinderTests: XCTestCase {
    private struct Seen {
        var time: Int
        var along: [Double]
        var offset = 0.0
    }

    private func path(_ seen: [Seen], extra: [Double]? = nil, isOnShape: Bool = true) -> [PathFinder.Verdict] {
        var candidates: [PathFinder.Candidate] = []
        var bounds = [0]
        for one in seen {
            for (place, along) in one.along.enumerated() {
                candidates.append(
                    PathFinder.Candidate(along: along, offset: one.offset, extra: extra.map { $0[place] } ?? 0))
            }
            bounds.append(candidates.count)
        }
        return PathFinder(
            times: seen.map(\.time), candidates: candidates, bounds: bounds, isPlaced: seen.map { _ in true },
            topSpeed: 25, tolerance: 30, scatter: 0, limit: 200, isOnShape: isOnShape
        ).path()
    }

    private func every15Seconds(_ along: [Double]) -> [Seen] {
        along.enumerated().map { Seen(time: 15 * $0, along: [$1]) }
    }

    private func outliers(_ path: [PathFinder.Verdict]) -> [Int] { path.indices.filter { path[$0] == .outlier } }

    func testAVehicleThatGoesOnHasNoOutliers() {
        let path = path(every15Seconds([0, 0, 100, 210, 300, 290, 300, 500]))
        XCTAssertEqual(outliers(path), [])
        XCTAssertFalse(path.contains { $0.isReturning })
    }

    func testStraysAheadAndBehindAreOutliers() {
        for metres in [60.0, 70, 100, 150, 1000] {
            for side in [1.0, -1] {
                var along = [Double](repeating: 2000, count: 12)
                along[5] += side * metres
                XCTAssertEqual(outliers(path(every15Seconds(along))), [5], "\(side * metres) m")
                along[6] += side * metres
                XCTAssertEqual(outliers(path(every15Seconds(along))), [5, 6], "twice \(side * metres) m")
            }
        }
    }

    func testThreeStraysOfTenAreOutliers() {
        var along = (0..<10).map { Double(100 * $0) }
        along[2] += 400
        along[5] += 900
        along[6] -= 500
        XCTAssertEqual(outliers(path(every15Seconds(along))), [2, 5, 6])
    }

    func testStraysBesideTheShapeAreOutliersAndDetoursAreNot() {
        var seen = every15Seconds((0..<20).map { Double(100 * $0) })
        seen[7].offset = 90
        XCTAssertEqual(outliers(path(seen)), [7])
        for place in 10..<16 { seen[place].offset = 90 }
        XCTAssertEqual(outliers(path(seen)), [7], "six positions on a parallel street")
    }

    /// Roads leave the straight lines between stops, and a vehicle that stands does not.
    func testWithoutAShapeAPositionMayLieAsFarAsideAsTheVehicleMoves() {
        var seen = every15Seconds([0, 0, 0, 0, 200, 400, 600, 600])
        seen[4].offset = 120
        XCTAssertEqual(outliers(path(seen)), [4])
        XCTAssertEqual(outliers(path(seen, isOnShape: false)), [])
        seen[1].offset = 70
        XCTAssertEqual(outliers(path(seen, isOnShape: false)), [1])
    }

    func testTheFirstAndTheLastPositionMayBeOutliers() {
        var along = (0..<12).map { Double(100 * $0) }
        along[0] = 6000
        XCTAssertEqual(outliers(path(every15Seconds(along))), [0])
        along[0] = 0
        along[11] = 9000
        XCTAssertEqual(outliers(path(every15Seconds(along))), [11])
    }

    func testAClockThatSlips() {
        // The place of 120 s with the timestamp of 60 s, which another position has: 400 m too far.
        var seen = every15Seconds((0..<12).map { Double(100 * $0) })
        seen.insert(Seen(time: 60, along: [800]), at: 5)
        XCTAssertEqual(outliers(path(seen)), [5])
        seen = every15Seconds((0..<12).map { Double(100 * $0) })
        seen.insert(Seen(time: 62, along: [900]), at: 5)
        XCTAssertEqual(outliers(path(seen)), [5])
    }

    func testOfOneTimeAtMostOneCounts() {
        let path = path([
            Seen(time: 0, along: [0]), Seen(time: 15, along: [100]), Seen(time: 15, along: [110]),
            Seen(time: 30, along: [200]),
        ])
        XCTAssertEqual(outliers(path).count, 1)
    }

    func testAVehicleThatComesBackwardsIsNoOutlier() {
        let path = path(every15Seconds([900, 700, 500, 300, 100, 0, 0, 100, 300]))
        XCTAssertEqual(outliers(path), [])
        XCTAssertEqual(path.prefix { $0.isReturning }.count, 6)
        XCTAssertFalse(path.suffix(2).contains { $0.isReturning })
    }

    func testAVehicleThatGoesBackForLongIsNoOutlier() {
        let there = (0..<10).map { Double(200 * $0) }
        let back = (1..<9).map { Double(1800 - 150 * $0) }
        let again = (1..<10).map { Double(600 + 200 * $0) }
        let path = path(every15Seconds(there + back + again))
        XCTAssertEqual(outliers(path), [])
        XCTAssertEqual(path.filter { $0.isReturning }.count, back.count)
    }

    /// Of two places the one that fits those before and after, and the one nearer to the beginning where both do.
    func testCandidates() {
        func chosen(_ path: [PathFinder.Verdict]) -> [Int] {
            path.map { if case .onPath(let candidate, _) = $0 { candidate } else { -1 } }
        }
        let crossing = [
            Seen(time: 0, along: [0]), Seen(time: 60, along: [1000, 8000]), Seen(time: 120, along: [2000, 7000]),
            Seen(time: 180, along: [3000]),
        ]
        XCTAssertEqual(chosen(path(crossing)), [0, 1, 3, 5])
        XCTAssertEqual(chosen(path([Seen(time: 0, along: [0, 9000])])), [0])
        XCTAssertEqual(chosen(path([Seen(time: 0, along: [0, 9000])], extra: [0.6, 0])), [1])
    }

    func testPositionsOffTheShape() {
        let on = every15Seconds((0..<12).map { Double(100 * $0) })
        var seen = on
        seen[5].along = []
        XCTAssertEqual(outliers(path(seen)), [5], "its neighbours are on the shape")
        for place in 3..<9 { seen[place].along = [] }
        XCTAssertEqual(outliers(path(seen)), [], "the vehicle was off route")
        XCTAssertEqual(path(seen)[5], .offRoute)
        XCTAssertEqual(path([]), [])
        seen = on
        seen[11].along = []
        XCTAssertEqual(outliers(path(seen)), [], "the vehicle may have left")
    }

    /// Rings have many candidates for each position; partial paths are bounded.
    func testManyCandidates() {
        let laps = (0..<256).map { Double(1000 * $0) }
        let seen = (0..<60).map { place in Seen(time: 60 * place, along: laps.map { $0 + Double(100 * place % 1000) }) }
        let path = path(seen)
        XCTAssertEqual(outliers(path), [])
        XCTAssertFalse(path.contains { $0.isReturning })
    }

    func testRisingValues() {
        XCTAssertEqual(IsotonicRegression.rising([]), [])
        XCTAssertEqual(IsotonicRegression.rising([1, 2, 2, 5]), [1, 2, 2, 5])
        XCTAssertEqual(IsotonicRegression.rising([1, 5, 3, 4, 9]), [1, 4, 4, 4, 9])
        XCTAssertEqual(IsotonicRegression.rising([3, 2, 1]), [2, 2, 2])
    }
}
