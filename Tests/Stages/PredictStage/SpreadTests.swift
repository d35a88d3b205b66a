import TestSupport
import XCTest

@testable import PredictStage

extension Spread {
    fileprivate func uncertainty(_ ahead: Double) -> Int {
        var reader = Uncertainty.Reader(uncertainty)
        return reader.seconds(ahead)
    }
}

final class SpreadTests: XCTestCase {
    func testThePriorGrowsWithTheHorizon() {
        let spread = Spread()
        for seconds in [30, 90, 150, 240, 390, 600, 900, 1440, 2400] {
            let prior = 30 + 0.15 * Double(seconds)
            XCTAssertTrue(
                (prior...(1.2 * prior + 1)).contains(Double(spread.uncertainty(Double(seconds)))), "\(seconds)")
        }
        XCTAssertEqual(spread.uncertainty(0), spread.uncertainty(30))
        XCTAssertEqual(spread.uncertainty(9000), spread.uncertainty(2400))
    }

    /// Of evenly distributed errors nine of ten are within nine tenths of the largest one.
    func testNineOfTenErrorsAreWithin() {
        var generator = SeededGenerator(seed: 11)
        for most in [60.0, 300] {
            var spread = Spread()
            var errors: [Double] = []
            for _ in 0..<1500 {
                let error = Double.random(in: -most...most, using: &generator)
                errors.append(abs(error))
                for horizon in 0..<Spread.horizons { spread.add(error, horizon: horizon) }
            }
            let width = spread.uncertainty(30)
            let within = errors.count { $0 <= Double(width) }
            XCTAssertEqual(Double(within) / 1500, 0.9, accuracy: 0.03, "\(most): \(width)")
        }
    }

    /// After a change the new errors count, because the old ones are halved.
    func testOldErrorsCountLess() {
        var spread = Spread()
        for _ in 0..<4000 { spread.add(20, horizon: 0) }
        XCTAssertLessThan(spread.uncertainty(10), 30)
        for _ in 0..<4000 { spread.add(100, horizon: 0) }
        XCTAssertGreaterThan(spread.uncertainty(10), 80)
    }

    func testItNeverFallsWithTheHorizon() {
        var spread = Spread()
        for _ in 0..<500 {
            spread.add(200, horizon: 2)
            spread.add(10, horizon: 4)
        }
        var last = 0
        for seconds in stride(from: 0, through: 3000, by: 10) {
            let next = spread.uncertainty(Double(seconds))
            XCTAssertGreaterThanOrEqual(next, last)
            last = next
        }
    }

    /// What was asked before is of no account, and widths are interpolated one horizon after the other.
    func testTheUncertaintyIsThatOfEachHorizonInTurn() {
        var generator = SeededGenerator(seed: 12)
        var spread = Spread()
        for _ in 0..<300 {
            let horizon = Int.random(in: 0..<Spread.horizons, using: &generator)
            spread.add(Double.random(in: -400...400, using: &generator), horizon: horizon)
        }
        let middles: [Double] = [30, 90, 150, 240, 390, 600, 900, 1440, 2400]
        let widths = middles.map { spread.uncertainty($0) }
        var reader = Spread.Uncertainty.Reader(spread.uncertainty)
        for _ in 0..<3000 {
            let ahead = Double.random(in: -100...3000, using: &generator)
            let found = reader.seconds(ahead)
            XCTAssertEqual(found, spread.uncertainty(ahead))
            let next = middles.firstIndex { $0 >= ahead } ?? middles.count - 1
            XCTAssertLessThanOrEqual(found, widths[next])
            XCTAssertGreaterThanOrEqual(found, widths[max(next - 1, 0)])
            if next > 0, ahead <= middles[next] {
                let share = (ahead - middles[next - 1]) / (middles[next] - middles[next - 1])
                let between = Double(widths[next - 1]) + share * Double(widths[next] - widths[next - 1])
                XCTAssertEqual(Double(found), between, accuracy: 2)
            }
        }
    }

    func testHorizonsAreHalfOpen() {
        XCTAssertEqual(Spread.horizon(0), 0)
        XCTAssertEqual(Spread.horizon(59), 0)
        XCTAssertEqual(Spread.horizon(60), 1)
        XCTAssertEqual(Spread.horizon(1800), Spread.horizons - 1)
    }
}
