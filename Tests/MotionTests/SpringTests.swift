import Motion
import XCTest

final class SpringTests: XCTestCase {
    func testConstants() throws {
        let bouncy = try XCTUnwrap(Spring(duration: 0.5, bounce: 0.3))
        XCTAssertEqual(bouncy.stiffness, 157.9, accuracy: 0.05)
        XCTAssertEqual(bouncy.damping, 17.6, accuracy: 0.05)
        let physical = try XCTUnwrap(Spring(stiffness: 100, damping: 10))
        XCTAssertEqual(physical.duration, 0.63, accuracy: 0.005)
        XCTAssertEqual(physical.bounce, 0.5, accuracy: 1e-12)
        let flat = try XCTUnwrap(Spring(duration: 1, bounce: -0.5))
        XCTAssertEqual(flat.dampingFraction, 2)
        XCTAssertEqual(flat.bounce, -0.5)
        for (response, damping) in [(0, 1), (-1, 1), (.infinity, 1), (1, -0.1), (.nan, 1), (1, .nan)] {
            XCTAssertNil(Spring(response: response, dampingFraction: damping))
        }
        XCTAssertNil(Spring(duration: 1, bounce: -1))
        XCTAssertNil(Spring(stiffness: 0, damping: 1))
    }

    /// x″ = −k·x − c·x′ in steps of a ten-thousandth of the response by the classical Runge-Kutta method of the fourth
    /// order, which knows nothing of exponentials.
    private func integrated(_ spring: Spring, _ start: Movement<Double>, until end: Double, steps: Int) -> Movement<
        Double
    > {
        let step = end / Double(steps)
        var (x, v) = (start.value, start.velocity)
        func pull(_ x: Double, _ v: Double) -> Double { -spring.stiffness * x - spring.damping * v }
        for _ in 0..<steps {
            let (x1, v1) = (v, pull(x, v))
            let (x2, v2) = (v + step / 2 * v1, pull(x + step / 2 * x1, v + step / 2 * v1))
            let (x3, v3) = (v + step / 2 * v2, pull(x + step / 2 * x2, v + step / 2 * v2))
            let (x4, v4) = (v + step * v3, pull(x + step * x3, v + step * v3))
            x += step / 6 * (x1 + 2 * x2 + 2 * x3 + x4)
            v += step / 6 * (v1 + 2 * v2 + 2 * v3 + v4)
        }
        return Movement(x, velocity: v)
    }

    func testAgainstTheIntegratedOscillator() throws {
        for response in [0.15, 0.5, 1, 3] {
            for damping in [0, 0.05, 0.3, 0.7, 0.86, 0.999, 0.9999999, 1, 1.0000001, 1.001, 1.5, 4] {
                let spring = try XCTUnwrap(Spring(response: response, dampingFraction: damping))
                for velocity in [0.0, 1, -1, 8, -8] {
                    for time in [0.001, 0.1, 0.37, 1, 2.5] {
                        let seconds = time * response
                        // As the velocity is of ways a second, it is scaled with the response too.
                        let start = Movement(-1, velocity: velocity / response)
                        let now = spring.movement(from: start, to: 0, at: seconds)
                        let expected = integrated(spring, start, until: seconds, steps: 4000)
                        let note = "\(response) \(damping) \(velocity) \(time)"
                        XCTAssertEqual(now.value, expected.value, accuracy: 1e-6, note)
                        XCTAssertEqual(now.velocity * response, expected.velocity * response, accuracy: 1e-5, note)
                    }
                }
            }
        }
    }

    func testOneMomentLeadsToTheNext() throws {
        for damping in [0.2, 1, 3] {
            let spring = try XCTUnwrap(Spring(response: 0.7, dampingFraction: damping))
            let start = Movement(3.0, velocity: -20)
            let half = spring.movement(from: start, to: 1, at: 0.4)
            let whole = spring.movement(from: start, to: 1, at: 0.9)
            let again = spring.movement(from: half, to: 1, at: 0.5)
            XCTAssertEqual(again.value, whole.value, accuracy: 1e-12)
            XCTAssertEqual(again.velocity, whole.velocity, accuracy: 1e-10)
        }
    }

    func testALongTimeIsRest() throws {
        for damping in [0.1, 0.9, 1, 1.1, 50] {
            let spring = try XCTUnwrap(Spring(response: 0.5, dampingFraction: damping))
            let rest = spring.movement(from: Movement(5.0, velocity: 100), to: 2, at: 1e6)
            XCTAssertEqual(rest, Movement(2.0))
        }
    }

    /// Looks for the last moment outside the threshold in small steps, from behind.
    private func lastOutside(_ spring: Spring, _ start: Movement<Double>, _ threshold: Double) -> Double {
        var time = 40.0
        while time > 0 {
            if abs(spring.movement(from: start, to: 0, at: time).value) > threshold { return time }
            time -= 0.0005
        }
        return 0
    }

    func testSettlingTime() throws {
        for damping in [0.1, 0.5, 0.7, 0.95, 1, 1.3, 3] {
            let spring = try XCTUnwrap(Spring(response: 0.5, dampingFraction: damping))
            for velocity in [0.0, 5, -5, 40, -40] {
                for threshold in [0.001, 0.02, 0.5, 2] {
                    let time = spring.settlingTime(from: 1, velocity: velocity, threshold: threshold)
                    let expected = lastOutside(spring, Movement(1, velocity: velocity), threshold)
                    XCTAssertEqual(time, expected, accuracy: 0.001, "\(damping) \(velocity) \(threshold)")
                }
            }
        }
        let swing = try XCTUnwrap(Spring(response: 1, dampingFraction: 0))
        XCTAssertEqual(swing.settlingTime(), .infinity)
        XCTAssertEqual(swing.settlingTime(from: 0.0001), 0)
        XCTAssertEqual(Spring.interactive.settlingTime(threshold: 0), .infinity)
    }

    // MARK: Blends

    func testABlendOfTheSameSpringIsThatSpring() {
        let blend = BlendedSpring(from: .interactive, to: .interactive, blendDuration: 0.25)
        let start = Movement(1.0, velocity: 3)
        XCTAssertEqual(
            blend.displacement(from: start, at: 0.2), Spring.interactive.movement(from: start, to: 0, at: 0.2))
    }

    func testABlendIsTheIntegratedOscillatorOfAChangingSpring() throws {
        let old = try XCTUnwrap(Spring(response: 1, dampingFraction: 1))
        let new = try XCTUnwrap(Spring(response: 0.2, dampingFraction: 0.6))
        let blend = BlendedSpring(from: old, to: new, blendDuration: 0.25)
        let start = Movement(1.0, velocity: -4)
        for end in [0.05, 0.125, 0.25, 0.6] {
            var state = start
            let steps = 200_000
            let step = end / Double(steps)
            for index in 0..<steps {
                let share = min(1, (Double(index) + 0.5) * step / 0.25)
                let spring = try XCTUnwrap(
                    Spring(
                        response: old.response.interpolated(to: new.response, share),
                        dampingFraction: old.dampingFraction.interpolated(to: new.dampingFraction, share)))
                // Symplectic midpoint, small steps.
                let half = Movement(
                    state.value + step / 2 * state.velocity,
                    velocity: state.velocity + step / 2
                        * (-spring.stiffness * state.value - spring.damping * state.velocity))
                state = Movement(
                    state.value + step * half.velocity,
                    velocity: state.velocity + step
                        * (-spring.stiffness * half.value - spring.damping * half.velocity))
            }
            let now = blend.displacement(from: start, at: end)
            XCTAssertEqual(now.value, state.value, accuracy: 1e-3, "\(end)")
            XCTAssertEqual(now.velocity, state.velocity, accuracy: 2e-2, "\(end)")
        }
    }

    func testATransitionBlendsWithTheSpringThatItTakesOverFrom() throws {
        let old = try XCTUnwrap(Spring(response: 1, dampingFraction: 0.5))
        let start = Movement(1.0, velocity: -4)
        let blend = BlendedSpring(from: old, to: .interactive, blendDuration: 0.25)
        let blended = Transition(
            start, curve: .interactiveSpring, duration: 0, begin: 10, after: .spring(old))
        let alone = Transition(start, curve: .interactiveSpring, duration: 0, begin: 10)
        // A transition knows the time since its beginning to a few units of rounding.
        func same(_ one: Movement<Double>, _ other: Movement<Double>) {
            XCTAssertEqual(one.value, other.value, accuracy: 1e-9)
            XCTAssertEqual(one.velocity, other.velocity, accuracy: 1e-9)
        }
        for time in [0.01, 0.2, 0.25, 0.4] {
            same(blended.remaining(at: 10 + time), blend.displacement(from: start, at: time))
            same(alone.remaining(at: 10 + time), Spring.interactive.movement(from: start, to: 0, at: time))
        }
        XCTAssertEqual(blended.remaining(at: 10), start)
        XCTAssertEqual(blended.end, alone.end + 0.25, accuracy: 1e-9)
        // Without a spring before it, or without a blend, there is nothing to change from.
        for (curve, before) in [(Curve.interactiveSpring, Curve.easeIn), (.spring(.interactive), .spring(old))] {
            let plain = Transition(start, curve: curve, duration: 0, begin: 10, after: before)
            XCTAssertEqual(plain.remaining(at: 10.2), alone.remaining(at: 10.2))
        }
    }

    func testAKeyframeBlendsWithTheSpringBeforeIt() throws {
        let old = try XCTUnwrap(Spring(response: 1, dampingFraction: 0.5))
        func track(_ blend: Double) -> KeyframeTrack<Double> {
            KeyframeTrack(
                from: 0,
                [
                    Keyframe(1, duration: 0.3, .spring(old)),
                    Keyframe(2, duration: 1, .spring(.interactive, blend: blend)),
                ])
        }
        let before = old.movement(from: Movement(0.0), to: 1, at: 0.3)
        let left = BlendedSpring(from: old, to: .interactive, blendDuration: 0.25).displacement(
            from: Movement(before.value - 2, velocity: before.velocity), at: 0.1)
        XCTAssertEqual(track(0.25).value(at: 0.4), 2 + left.value, accuracy: 1e-9)
        XCTAssertNotEqual(track(0).value(at: 0.4), track(0.25).value(at: 0.4), accuracy: 1e-3)
    }

    func testABlendHasNoJolt() throws {
        let old = try XCTUnwrap(Spring(response: 1, dampingFraction: 1))
        let blend = BlendedSpring(from: old, to: .interactive, blendDuration: 0.25)
        let start = Movement(1.0, velocity: -2)
        var before = blend.displacement(from: start, at: 0)
        XCTAssertEqual(before, start)
        for step in 1...4000 {
            let now = blend.displacement(from: start, at: Double(step) / 8000)
            XCTAssertEqual(now.value, before.value + before.velocity / 8000, accuracy: 1e-4)
            XCTAssertEqual(now.velocity, before.velocity, accuracy: 0.4)
            before = now
        }
    }
}
