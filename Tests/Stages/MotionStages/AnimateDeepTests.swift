import Geometry
import Motion
import TestSupport
import XCTest

/// What holds of `animate` whatever vehicles do: random worlds, tracked, many times.
final class AnimateDeepTests: XCTestCase {
    private var random = SystemRandomNumberGenerator()

    private func events(_ count: Int, vehicles: Int = 4, _ body: (InMemoryRun, [TrackedEvent]) throws -> Void) throws {
        for _ in 0..<MotionWorld.times(count) {
            let run = try MotionWorld.track(MotionWorld(&random, snapshots: 12, vehicles: vehicles).text)
            guard !run.output.isEmpty else { continue }
            try body(run, TrackedEvent.all(run))
        }
    }

    private func metres(_ one: Coordinate, _ other: Coordinate) -> Double {
        SphereCenter.metres(SphereCenter(one).offset(of: other))
    }

    private func place(_ vehicle: ShownVehicle) -> Coordinate {
        Coordinate(latitude: vehicle.latitude, longitude: vehicle.longitude)
    }

    private func place(_ event: TrackedEvent) -> Coordinate {
        Coordinate(latitude: event.latitude, longitude: event.longitude)
    }

    /// In the end all vehicles that have not left stand at their last fix, whole and solid, and nobody else is there.
    func testAtRestAfterSettling() throws {
        for curve in ["glide", "spring(0.5,1)", "spring(0.4,0.6)", "linear", "ease-in-out", "interactive-spring"] {
            try events(60) { tracked, events in
                let update = try XCTUnwrap(UpdateCurve(curve))
                let run = try MotionWorld.animate(tracked.output) { $0.curve = update }
                let last = try XCTUnwrap(ShownVehicle.frames(run).last)
                var expected: [String: TrackedEvent] = [:]
                for event in events { expected[event.vehicle] = event.event == "exit" ? nil : event }
                XCTAssertEqual(Set(last.vehicles.map(\.vehicle)), Set(expected.keys))
                for vehicle in last.vehicles {
                    let fix = try XCTUnwrap(expected[vehicle.vehicle])
                    // A thousandth of the way may be left of a spring.
                    let own = events.filter { $0.vehicle == vehicle.vehicle }
                    let way = zip(own, own.dropFirst()).reduce(0) { $0 + metres(place($1.0), place($1.1)) }
                    let accuracy = curve.contains("spring") ? way / 1000 + 0.02 : 0.02
                    XCTAssertEqual(metres(place(vehicle), place(fix)), 0, accuracy: accuracy)
                    XCTAssertEqual(vehicle.scale, 1, accuracy: 0.001)
                    XCTAssertEqual(vehicle.opacity, 1, accuracy: 0.001)
                    XCTAssertEqual(vehicle.phase, "idle")
                    XCTAssertEqual(vehicle.generation, fix.generation)
                }
            }
        }
    }

    /// On a timing curve a vehicle never leaves the way between the two fixes that it is between.
    func testNoFrameOutsideItsFixes() throws {
        try events(150) { tracked, events in
            let run = try MotionWorld.animate(tracked.output) {
                $0.curve = .curve(.easeInOut)
                $0.framesPerSecond = 20
            }
            for frame in ShownVehicle.frames(run) {
                for vehicle in frame.vehicles {
                    let own = events.filter { $0.vehicle == vehicle.vehicle && Double($0.at) <= frame.time }
                    let fixes = own.suffix(2).map(place)
                    // From where it was, on the way to where it is: never further from both than they are apart.
                    guard let to = fixes.last else { return XCTFail("\(vehicle.vehicle) before its first event") }
                    let from = fixes.first ?? to
                    let apart = own.last?.hasFrom == true || own.count < 2 ? metres(from, to) : 0
                    let way = metres(from, place(vehicle)) + metres(place(vehicle), to)
                    if own.last?.hasFrom == true { XCTAssertEqual(way, apart, accuracy: 0.1) }
                }
            }
        }
    }

    /// A vehicle that glides is never off the great circle between two positions that follow each other, and never turns
    /// back between them: its distance from each position that it left only grows until it is at the next.
    func testAGlideStaysBetweenItsPositionsAndNeverTurnsBack() throws {
        try events(100, vehicles: 2) { tracked, events in
            let run = try MotionWorld.animate(tracked.output) { $0.framesPerSecond = 20 }
            var before: [String: (generation: Int, place: Coordinate)] = [:]
            for frame in ShownVehicle.frames(run) {
                for vehicle in frame.vehicles {
                    let own = events.filter { $0.vehicle == vehicle.vehicle }.map(place)
                    let legs = zip(own, own.dropFirst()).filter { leg in
                        let way = metres(leg.0, place(vehicle)) + metres(place(vehicle), leg.1)
                        return way <= metres(leg.0, leg.1) + 0.1
                    }
                    XCTAssertTrue(!legs.isEmpty || own.count == 1, "\(vehicle.vehicle) at \(frame.time)")
                    if let last = before[vehicle.vehicle], let leg = legs.first, legs.count == 1,
                        metres(leg.0, last.place) + metres(last.place, leg.1) <= metres(leg.0, leg.1) + 0.02
                    {
                        XCTAssertGreaterThanOrEqual(
                            metres(leg.0, place(vehicle)) + 0.05, metres(leg.0, last.place),
                            "\(vehicle.vehicle) at \(frame.time)")
                    }
                    before[vehicle.vehicle] = (vehicle.generation, place(vehicle))
                }
            }
        }
    }

    /// Between frames of a hundredth of a second no vehicle does more than its velocities say: no jump but those of the
    /// feed, and on a spring none of the velocity either.
    func testPositionAndVelocityHaveNoSteps() throws {
        try events(40, vehicles: 1) { tracked, events in
            let rate = 200.0
            let run = try MotionWorld.animate(tracked.output) {
                $0.curve = .curve(Curve("spring(0.5,1)") ?? .linear)
                $0.framesPerSecond = rate
                $0.inspected = "V0"
            }
            let jumps = events.filter { !$0.hasFrom }.map { Double($0.at) }
            // The strongest pull: ω² times the longest way.
            let longest = zip(events, events.dropFirst()).map { metres(place($0), place($1)) }.max() ?? 0
            let omega = 2 * Double.pi / 0.5
            let steepest = 4 * omega * omega * longest / rate + 1
            var before: (time: Double, vehicle: ShownVehicle)?
            for frame in ShownVehicle.frames(run) {
                guard let now = frame.vehicles.first else {
                    before = nil
                    continue
                }
                if let before, !jumps.contains(where: { $0 > before.time - 0.31 && $0 <= frame.time + 0.31 }) {
                    XCTAssertEqual(now.velocityEast, before.vehicle.velocityEast, accuracy: steepest)
                    XCTAssertEqual(now.velocityNorth, before.vehicle.velocityNorth, accuracy: steepest)
                    let mean = hypot(
                        (now.velocityEast + before.vehicle.velocityEast) / 2,
                        (now.velocityNorth + before.vehicle.velocityNorth) / 2)
                    XCTAssertEqual(
                        metres(place(now), place(before.vehicle)), mean / rate, accuracy: steepest / rate + 0.05)
                }
                before = (frame.time, now)
            }
        }
    }

    /// With reduced motion every vehicle is in every frame at its newest fix, and looks as it always does.
    func testReducedMotion() throws {
        try events(100) { tracked, events in
            let run = try MotionWorld.animate(tracked.output) { $0.reducesMotion = true }
            for frame in ShownVehicle.frames(run) {
                var expected: [String: TrackedEvent] = [:]
                for event in events where Double(event.at) <= frame.time {
                    expected[event.vehicle] = event.event == "exit" ? nil : event
                }
                XCTAssertEqual(Set(frame.vehicles.map(\.vehicle)), Set(expected.keys))
                for vehicle in frame.vehicles {
                    let fix = try XCTUnwrap(expected[vehicle.vehicle])
                    XCTAssertEqual(metres(place(vehicle), place(fix)), 0, accuracy: 0.02)
                    XCTAssertEqual([vehicle.scale, vehicle.opacity], [1, 1])
                }
            }
        }
    }

    /// The same input gives the same bytes, and frames are the same whether more of them are asked for.
    func testFramesDoNotDependOnEachOther() throws {
        try events(60) { tracked, _ in
            let few = try MotionWorld.animate(tracked.output) { $0.framesPerSecond = 5 }
            let many = try MotionWorld.animate(tracked.output) { $0.framesPerSecond = 20 }
            XCTAssertEqual(try MotionWorld.animate(tracked.output) { $0.framesPerSecond = 5 }.output, few.output)
            func tail(_ line: String) -> Substring { line[(line.firstIndex(of: "[") ?? line.startIndex)...] }
            for (index, line) in few.lines.enumerated() where index * 4 < many.lines.count {
                XCTAssertEqual(tail(line), tail(many.lines[index * 4]))
            }
        }
    }
}
