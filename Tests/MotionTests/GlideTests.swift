import Motion
import XCTest

/// What makes vehicles glide: cubics that never turn back, and when their legs are.
final class GlideTests: XCTestCase {
    /// Whatever speeds are asked for, the distance grows from 0 to the length and never shrinks.
    func testACubicNeverTurnsBack() {
        for _ in 0..<500 {
            let cubic = MonotoneCubic(
                length: .random(in: 0...1000), duration: .random(in: 0.1...300), startSpeed: .random(in: -50...500),
                endSpeed: .random(in: -50...500))
            var last = 0.0
            for step in 0...200 {
                let movement = cubic.movement(at: cubic.duration * Double(step) / 200)
                XCTAssertGreaterThanOrEqual(movement.value, last - 1e-9)
                XCTAssertGreaterThanOrEqual(movement.velocity, 0)
                XCTAssertLessThanOrEqual(movement.value, cubic.length)
                last = movement.value
            }
            XCTAssertEqual(last, cubic.length, accuracy: 1e-9)
        }
    }

    /// The speed of a cubic is the slope of its distance.
    func testTheSpeedIsTheSlope() {
        let cubic = MonotoneCubic(length: 100, duration: 10, startSpeed: 4, endSpeed: 15)
        XCTAssertEqual(cubic.movement(at: 0).velocity, 4)
        for time in stride(from: 0.5, to: 9.6, by: 0.5) {
            let slope = (cubic.movement(at: time + 1e-5).value - cubic.movement(at: time - 1e-5).value) / 2e-5
            XCTAssertEqual(cubic.movement(at: time).velocity, slope, accuracy: 1e-4)
        }
    }

    /// Two legs as fast as each other keep their speed; a leg that goes nowhere, or back, stops.
    func testTheSpeedBetweenLegs() {
        func speed(_ one: (Double, Double), _ other: (Double, Double), turn: Double = 1) -> Double {
            MonotoneCubic.speed(
                between: (length: one.0, duration: one.1), and: (length: other.0, duration: other.1), turn: turn)
        }
        XCTAssertEqual(speed((150, 15), (300, 30)), 10, accuracy: 1e-12)
        XCTAssertEqual(speed((150, 15), (0, 15)), 0)
        XCTAssertEqual(speed((150, 15), (150, 15), turn: -1), 0)
        XCTAssertEqual(speed((150, 15), (150, 15), turn: 0), 5, accuracy: 1e-12)
        for _ in 0..<500 {
            let (one, other) = (
                (Double.random(in: 1...1000), Double.random(in: 1...300)),
                (Double.random(in: 1...1000), Double.random(in: 1...300))
            )
            XCTAssertLessThanOrEqual(speed(one, other), 3 * min(one.0 / one.1, other.0 / other.1) + 1e-9)
        }
    }

    /// A leg begins when the vehicle was last at the old position and ends when it was first at the new one.
    func testALegIsBetweenTwoMeasurements() {
        var clock = LegClock()
        XCTAssertEqual(clock.move(.enter, at: 100, measured: 95, left: nil, drives: false), 95...95)
        XCTAssertEqual(clock.move(.update, at: 115, measured: 110, left: 95), 95...110)
        // It stood until 125.
        XCTAssertEqual(clock.move(.update, at: 145, measured: 140, left: 125), 125...140)
        // A jump takes no time.
        XCTAssertEqual(clock.move(.update, at: 160, measured: 155, left: nil, drives: false), 155...155)
        XCTAssertNil(clock.take(.update, at: 175, measured: 170, left: nil, isMove: false, drives: false))
        XCTAssertNil(clock.take(.pendingRemoval, at: 190, measured: 170, left: nil, isMove: false, drives: false))
        XCTAssertEqual(clock.move(.recover, at: 205, measured: 200, left: 170), 170...200)
        // Who leaves and comes back did not drive in between.
        XCTAssertNil(clock.take(.exit, at: 220, measured: 200, left: nil, isMove: false, drives: false))
        XCTAssertEqual(clock.move(.enter, at: 250, measured: 250, left: nil, drives: false), 250...250)
    }

    /// Whatever clocks say, legs follow each other, end before their snapshot, and are at most five minutes long.
    func testClocksThatAreWrong() {
        var clock = LegClock()
        XCTAssertEqual(clock.move(.enter, at: 1000, measured: nil, left: nil, drives: false), 1000...1000)
        // Ahead of the snapshot.
        XCTAssertEqual(clock.move(.update, at: 1015, measured: 2000, left: 1000), 1000...1015)
        // A clock that stands.
        XCTAssertEqual(clock.move(.update, at: 1030, measured: 1015, left: 1015), 1015...1030)
        // The same snapshot again.
        XCTAssertEqual(clock.move(.update, at: 1030, measured: 1030, left: 1015), 1030...1030)
        // A tunnel of an hour: it drives the last five minutes.
        XCTAssertEqual(clock.move(.update, at: 4630, measured: 4630, left: 1030), 4330...4630)
        // From after to before.
        XCTAssertEqual(clock.move(.update, at: 4645, measured: 4640, left: 4700), 4640...4640)
        for _ in 0..<200 {
            var clock = LegClock()
            var (last, at) = (Int.min, 0)
            for _ in 0..<50 {
                at += .random(in: 0...400)
                let leg = clock.move(
                    .update, at: at, measured: at + .random(in: -900...100), left: at + .random(in: -900...100))
                guard let leg else { return XCTFail("no leg at \(at)") }
                XCTAssertGreaterThanOrEqual(leg.lowerBound, last)
                XCTAssertLessThanOrEqual(leg.upperBound, max(at, last))
                XCTAssertLessThanOrEqual(leg.count - 1, LegClock.longest)
                last = leg.upperBound
            }
        }
    }
}

extension LegClock {
    fileprivate mutating func move(
        _ kind: LifeEvent, at: Int, measured: Int?, left: Int?, drives: Bool = true
    ) -> ClosedRange<Int>? {
        take(kind, at: at, measured: measured, left: left, isMove: true, drives: drives)
    }
}
