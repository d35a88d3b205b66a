import TestSupport
import XCTest

/// What holds of `track` whatever vehicles do: random worlds of some vehicles, many times.
final class TrackDeepTests: XCTestCase {
    private var random = SystemRandomNumberGenerator()

    private func worlds(_ count: Int, _ body: (MotionWorld) throws -> Void) rethrows {
        for _ in 0..<MotionWorld.times(count) { try body(MotionWorld(&random, snapshots: 14, vehicles: 6)) }
    }

    /// Generations grow, lives have one entry and at most one exit, and nothing happens outside a life.
    func testLives() throws {
        try worlds(400) { world in
            let run = try MotionWorld.track(world.text)
            XCTAssertEqual(run.status, .done, run.log)
            var generations: [String: Int] = [:]
            var states: [String: String] = [:]
            for event in TrackedEvent.all(run) {
                XCTAssertGreaterThan(event.generation, generations[event.vehicle] ?? 0)
                generations[event.vehicle] = event.generation
                let state = states[event.vehicle] ?? "absent"
                switch event.event {
                case "enter": XCTAssertEqual(state, "absent")
                case "update": XCTAssertEqual(state, "there")
                case "pending_removal": XCTAssertEqual(state, "there")
                case "recover", "exit": XCTAssertEqual(state, "pending", event.event)
                default: XCTFail(event.event)
                }
                states[event.vehicle] =
                    ["exit": "absent", "pending_removal": "pending"][event.event] ?? "there"
            }
        }
    }

    /// Who is there, counted from the snapshots alone: a vehicle is on the map from the first snapshot that has it to the
    /// first one 90 s or more after the last that had it.
    func testComingAndGoingAgreeWithACountOfTheirOwn() throws {
        try worlds(400) { world in
            var last: [String: Int] = [:]
            var expected: [String] = []
            for snapshot in world.snapshots where !snapshot.vehicles.isEmpty {
                let ids = Set(snapshot.vehicles.map(\.id))
                for id in ids.sorted() where last[id] == nil { expected.append("enter \(id) \(snapshot.timestamp)") }
                for id in ids { last[id] = snapshot.timestamp }
                for id in last.keys.sorted() where !ids.contains(id) && snapshot.timestamp - (last[id] ?? 0) >= 90 {
                    expected.append("exit \(id) \(snapshot.timestamp)")
                    last[id] = nil
                }
            }
            let events = TrackedEvent.all(try MotionWorld.track(world.text))
            let seen = events.filter { $0.event == "enter" || $0.event == "exit" }
                .map { "\($0.event) \($0.vehicle) \($0.at)" }
            XCTAssertEqual(seen.sorted(), expected.sorted())
        }
    }

    func testARepeatedSnapshotChangesNothing() throws {
        try worlds(300) { world in
            let once = try MotionWorld.track(world.text)
            let often = world.snapshots.flatMap { Array(repeating: $0, count: .random(in: 1...3, using: &random)) }
            XCTAssertEqual(try MotionWorld.track(MotionWorld.text(often)).output, once.output)
        }
    }

    /// Whatever the order of its records.
    func testASnapshotHasNoOrder() throws {
        try worlds(200) { world in
            let mixed = world.snapshots.map { snapshot in
                var mixed = snapshot
                mixed.vehicles.shuffle(using: &random)
                return mixed
            }
            let one = try MotionWorld.track(world.text).lines.sorted()
            XCTAssertEqual(try MotionWorld.track(MotionWorld.text(mixed)).lines.sorted(), one)
        }
    }

    func testRunsWithAStateSayWhatOneRunSays() throws {
        try worlds(300) { world in
            let state = TemporaryFolder.shared.path + "/state-\(UInt64.random(in: 0 ... .max, using: &random))"
            let whole = try MotionWorld.track(world.text).output
            var rest = world.snapshots[...]
            var parts = ""
            while !rest.isEmpty {
                let piece = rest.prefix(.random(in: 1...6, using: &random))
                rest = rest.dropFirst(piece.count)
                let run = try MotionWorld.track(MotionWorld.text(Array(piece))) { $0.state = state }
                XCTAssertTrue(run.status == .done, run.log)
                parts += run.output
            }
            XCTAssertEqual(parts, whole)
        }
    }

    // MARK: The file between runs

    func testWhatIsNotAStateIsNotReplaced() throws {
        let world = MotionWorld(&random, snapshots: 2, vehicles: 3)
        for text in [
            "{}\n", "hello\n", #"{"state":"track","version":2}"# + "\n", #"{"state":"fetch","version":1}"# + "\n",
            #"{"state":"track","version":1}"# + "\n" + #"{"rung":0,"id":"A"}"# + "\n",
        ] {
            let path = TemporaryFolder.shared.write(text)
            let run = try MotionWorld.track(world.text) { $0.state = path }
            XCTAssertEqual(run.status, .dataUnusable, text)
            XCTAssertTrue(run.log.contains("this is not a state file of track; not replaced"), run.log)
            XCTAssertEqual(TemporaryFolder.text(of: path), text)
        }
    }

    func testAnEmptyInputLeavesTheState() throws {
        let path = TemporaryFolder.shared.path + "/kept-state"
        _ = try MotionWorld.track(MotionWorld(&random, snapshots: 3, vehicles: 4).text) { $0.state = path }
        let before = TemporaryFolder.text(of: path)
        XCTAssertNotNil(before)
        XCTAssertEqual(try MotionWorld.track("") { $0.state = path }.status, .dataUnusable)
        XCTAssertEqual(TemporaryFolder.text(of: path), before)
    }
}
