import Motion
import XCTest

final class ChainTests: XCTestCase {
    private func stage(_ name: String, _ value: Double, _ options: Motion.Options, next: String? = nil)
        -> Motion.Stage<Double>
    {
        Motion.Stage(name, perform: value, options: options, next: next)
    }

    func testThePulse() {
        let pulse = Executor(.pulse, from: Appearance())
        for (time, scale) in [(0.0, 1.0), (2, 0.9), (4, 1), (6, 0.9), (8, 1), (1, 0.95), (3, 0.95), (4001, 0.95)] {
            XCTAssertEqual(pulse.value(at: time).scale, scale, accuracy: 1e-9, "\(time)")
            XCTAssertEqual(pulse.value(at: time).opacity, 1)
        }
        XCTAssertEqual(pulse.inspect(at: 4003).stage, "grow")
        XCTAssertEqual(pulse.inspect(at: 4003).completed, 2001)
        XCTAssertEqual(pulse.chain.duration, .infinity)
    }

    func testDelayHoldAndEnd() throws {
        let options = Motion.Options(duration: 2, delay: 1, curve: .linear, hold: 3)
        let chain = try Chain([
            Motion.Stage("a", load: 10.0, perform: 20, options: options, next: "b"), stage("b", 0, options),
        ])
        XCTAssertEqual(chain.duration, 12)
        let run = Executor(chain, from: 5)
        typealias Activity = Executor<Double>.Inspection.Activity
        let expected: [(Double, String, Activity, Double, Double)] = [
            (0, "a", .waiting, 0, 10), (0.5, "a", .waiting, 0, 10), (2, "a", .moving, 0.5, 15),
            (3, "a", .holding, 1, 20), (5.9, "a", .holding, 1, 20), (6.5, "b", .waiting, 0, 20),
            (8, "b", .moving, 0.5, 10), (10, "b", .holding, 1, 0), (12, "b", .ended, 1, 0), (99, "b", .ended, 1, 0),
        ]
        for (time, name, activity, progress, value) in expected {
            let now = run.inspect(at: time)
            XCTAssertEqual(now.stage, name, "\(time)")
            XCTAssertEqual(now.activity, activity, "\(time)")
            XCTAssertEqual(now.progress, progress, accuracy: 1e-12, "\(time)")
            XCTAssertEqual(now.movement.value, value, accuracy: 1e-12, "\(time)")
        }
        XCTAssertEqual(run.inspect(at: 2).movement.velocity, 5, accuracy: 1e-12)
    }

    /// A loop that is entered from outside, turn after turn, in whatever order it is asked.
    func testALoopAfterABeginning() throws {
        let second = Motion.Options(duration: 1, curve: .linear)
        let chain = try Chain([
            stage("in", 1, second, next: "up"), stage("up", 3, second, next: "down"),
            stage("down", 2, second, next: "up"),
        ])
        let run = Executor(chain, from: 0)
        for (time, value) in [(0.5, 0.5), (1.5, 2), (2.5, 2.5), (3.5, 2.5), (4.5, 2.5), (5.25, 2.25), (1003.5, 2.5)] {
            XCTAssertEqual(run.value(at: time), value, accuracy: 1e-9, "\(time)")
        }
        XCTAssertEqual(run.inspect(at: 5.25).completed, 5)
    }

    func testAStoppedChainStands() {
        var run = Executor(.pulse, from: Appearance())
        run.stop(at: 1)
        let stopped = run.inspect(at: 7)
        XCTAssertEqual(stopped.activity, .stopped)
        XCTAssertEqual(stopped.movement.value.scale, 0.95, accuracy: 1e-9)
        XCTAssertEqual(stopped.movement.velocity, .zero)
        XCTAssertEqual(run.inspect(at: 0.5).activity, .moving)
        run.stop(at: 3)
        XCTAssertEqual(run.inspect(at: 7), stopped, "what has stopped is not stopped again later")
        run.stop(at: 0)
        XCTAssertEqual(run.value(at: 7).scale, 1)
    }

    func testStagesThatAreNoChain() {
        let options = Motion.Options(duration: 1)
        func fault(_ stages: [Motion.Stage<Double>]) -> ChainFault? {
            do { _ = try Chain(stages) } catch { return error }
            return nil
        }
        XCTAssertEqual(fault([]), .empty)
        XCTAssertEqual(fault([stage("a", 1, options), stage("a", 2, options)]), .nameTwice("a"))
        XCTAssertEqual(fault([stage("a", 1, options, next: "b")]), .noSuchStage("b", after: "a"))
        for time in [-1, .infinity, .nan] {
            XCTAssertEqual(fault([stage("a", 1, Motion.Options(duration: time))]), .impossibleTime("a"))
            XCTAssertEqual(fault([stage("a", 1, Motion.Options(duration: 1, delay: time))]), .impossibleTime("a"))
        }
        XCTAssertEqual(fault([stage("a", 1, Motion.Options(duration: 0), next: "a")]), .endlessLoop("a"))
        let swing = Motion.Options(curve: Curve("spring(1,0)") ?? .linear)
        XCTAssertEqual(fault([stage("a", 1, swing)]), .impossibleTime("a"))
    }

    func testReducedMotionJumps() throws {
        let pulse = Executor(.pulse, from: Appearance(), reducesMotion: true)
        XCTAssertEqual(pulse.value(at: 0.001).scale, 1)
        XCTAssertEqual(pulse.value(at: 100).scale, 1)
        let chain = try Chain([
            stage("a", 1, Motion.Options(duration: 5, delay: 1), next: "b"), stage("b", 2, Motion.Options(duration: 5)),
        ])
        let run = Executor(chain, from: 0, reducesMotion: true)
        XCTAssertEqual([0.5, 1, 1.5].map(run.value), [0, 2, 2])
    }

    // MARK: Phases

    func testPhases() throws {
        let second = Motion.Options(duration: 1, curve: .linear)
        let once = Executor(try PhaseAnimation([0.0, 4, 6], options: [second]).chain(), from: 0)
        XCTAssertEqual([0, 0.5, 1, 1.5, 2, 2.5, 3, 9].map(once.value), [0, 2, 4, 5, 6, 3, 0, 0])
        let own = [Motion.Options(duration: 3, curve: .linear), second, Motion.Options(duration: 2, curve: .linear)]
        let again = Executor(try PhaseAnimation([0.0, 4, 6], options: own, repeats: true).chain(), from: 0)
        XCTAssertEqual([0.5, 1, 2, 3, 4.5, 6, 6.5, 8].map(again.value), [2, 4, 5, 6, 3, 0, 2, 5])
        XCTAssertThrowsError(try PhaseAnimation<Double>([]).chain())
        XCTAssertEqual(Executor(try PhaseAnimation([7.0]).chain(), from: 0).value(at: 1), 7)
    }

    // MARK: Keyframes

    func testKeyframesPassTheirValues() {
        let track = KeyframeTrack(
            from: 0.0,
            [
                Keyframe(10, duration: 1, .linear), Keyframe(20, duration: 2), Keyframe(15, duration: 1),
                Keyframe(40, duration: 1, .move), Keyframe(30, duration: 2, .linear),
            ])
        XCTAssertEqual(track.duration, 7)
        for (time, value) in [
            (0.0, 0.0), (0.5, 5), (1, 10), (3, 20), (4, 15), (4.9, 15), (5, 40), (6, 35), (7, 30), (9, 30),
        ] {
            XCTAssertEqual(track.value(at: time), value, accuracy: 1e-12, "\(time)")
        }
    }

    /// Neither a step nor a corner between cubic keyframes, and through a spring that is cut short.
    func testCubicKeyframesAreSmooth() throws {
        let spring = try XCTUnwrap(Spring(response: 0.8, dampingFraction: 0.5))
        let track = KeyframeTrack(
            from: 0.0,
            [
                Keyframe(10, duration: 1), Keyframe(4, duration: 0.5), Keyframe(6, duration: 1, .spring(spring)),
                Keyframe(-3, duration: 2), Keyframe(0, duration: 1),
            ])
        for join in [1, 2.5, 4.5] {
            let (before, after) = (track.movement(at: join - 1e-9), track.movement(at: join + 1e-9))
            XCTAssertEqual(before.value, after.value, accuracy: 1e-6, "\(join)")
            XCTAssertEqual(before.velocity, after.velocity, accuracy: 1e-5, "\(join)")
        }
        for time in stride(from: 0.01, to: 5.4, by: 0.01) {
            let change = (track.value(at: time + 1e-6) - track.value(at: time - 1e-6)) / 2e-6
            if abs(time - 1.5) > 0.005 { XCTAssertEqual(track.movement(at: time).velocity, change, accuracy: 1e-3) }
        }
    }

    func testNothingToPass() {
        XCTAssertEqual(KeyframeTrack(from: 3.0, []).value(at: 1), 3)
        let jumps = KeyframeTrack(from: 3.0, [Keyframe(4, duration: 0), Keyframe(5, duration: -1)])
        XCTAssertEqual(jumps.value(at: 0), 5)
    }
}
