import XCTest

@testable import PredictStage

final class PaceTests: XCTestCase {
    func testWithoutStretchesVehiclesDriveAsExpected() {
        var pace = Pace()
        pace.grow(to: 1)
        XCTAssertEqual(pace.ofRoute(0, at: 1_000_000), 1)
        XCTAssertEqual(Pace.ofRun(0, 0, route: 1.3), 1.3)
    }

    /// A prior of 600 s: after 900 s at one and a half times as long, three fifths of the excess count.
    func testStretchesCountBesideThePrior() {
        var pace = Pace()
        pace.grow(to: 2)
        pace.add(1350, 900, to: 0, at: 1_000_000)
        XCTAssertEqual(pace.ofRoute(0, at: 1_000_000), 1.3, accuracy: 1e-9)
        XCTAssertEqual(pace.ofRoute(1, at: 1_000_000), 1)
        // Half an hour later it counts e times less.
        let later = (1350 / M_E + 600) / (900 / M_E + 600)
        XCTAssertEqual(pace.ofRoute(0, at: 1_001_800), later, accuracy: 1e-9)
        XCTAssertEqual(Pace.ofRun(600, 300, route: 1.2), (600 + 1800 * 1.2) / 2100, accuracy: 1e-9)
    }

    func testAPaceIsBounded() {
        XCTAssertEqual(Pace.ofRun(1e6, 1, route: 1), Pace.bounds.upperBound)
        XCTAssertEqual(Pace.ofRun(0, 1e6, route: 1), Pace.bounds.lowerBound)
    }
}
