import Glibc
import TestSupport
import XCTest

@testable import SimulateStage

/// The made-up city from inside: geography, timetable, movement and prediction agree, whatever the options.
final class SimulateScenarioTests: XCTestCase {
    private func options(_ random: inout SeededGenerator) -> SimulateOptions {
        var options = SimulateOptions(folder: "/nowhere")
        options.routes = Int.random(in: 1...14, using: &random)
        options.stops = Int.random(in: 2 * options.routes...min(60, 24) * options.routes, using: &random)
        options.vehicles = Int.random(in: 1...40, using: &random)
        options.minutes = Int.random(in: 1...40, using: &random)
        options.seed = random.next()
        options.start += Int.random(in: 0..<14 * 86_400, using: &random)
        XCTAssertNil(options.problem)
        return options
    }

    func testAnyCityHoldsTogether() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<40 {
            let options = options(&random)
            let scenario = Scenario(options)
            let city = scenario.city
            XCTAssertEqual(city.routes.count, options.routes)
            XCTAssertEqual(city.stops.filter { !$0.isStation }.count, options.stops)
            XCTAssertEqual(Set(city.stops.map(\.id)).count, city.stops.count)
            XCTAssertEqual(Set(city.routes.map(\.id)).count, city.routes.count)
            XCTAssertEqual(scenario.days.count, options.vehicles)
            XCTAssertEqual(Set(scenario.days.map(\.vehicle.id)).count, options.vehicles)
            var served: Set<Int> = []
            for route in city.routes {
                for pattern in route.patterns {
                    served.formUnion(pattern.stops)
                    XCTAssertGreaterThanOrEqual(pattern.stops.count, 2)
                    for (index, distance) in pattern.distances.enumerated() {
                        if index > 0 { XCTAssertGreaterThan(distance, pattern.distances[index - 1] + 200) }
                        XCTAssertLessThanOrEqual(distance, pattern.path.length + 1e-6)
                        let place = city.stops[pattern.stops[index]].place
                        XCTAssertLessThan(place.distance(to: pattern.path.place(at: distance)), 20)
                    }
                }
            }
            XCTAssertEqual(served.count, options.stops, "every stop is on a route")
        }
    }

    func testBlocksDoNotOverlap() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20 {
            let timetable = Scenario(options(&random)).timetable
            for route in timetable.city.routes.indices {
                for service in [Service.weekday, .saturday, .sunday] {
                    for block in 0..<timetable.schedules[route].blocks {
                        let trips = timetable.trips(route: route, block: block, service: service)
                        XCTAssertEqual(Set(trips.map(\.ordinal)).count, trips.count)
                        for (one, next) in zip(trips, trips.dropFirst()) {
                            XCTAssertGreaterThan(next.start, one.start + timetable.times(one).total + 119)
                        }
                    }
                }
                guard timetable.city.routes[route].kind == .loop else { continue }
                var free: [Int: Int] = [:]
                for run in timetable.loopRuns(route: route) {
                    XCTAssertGreaterThanOrEqual(run.start, free[run.block] ?? 0)
                    free[run.block] = run.start + timetable.times(run).total
                }
            }
        }
    }

    func testVehiclesMoveAlongTheirShapesAndPredictionsAgree() throws {
        var random = SeededGenerator(seed: 13)
        var moves = 0
        for _ in 0..<12 {
            let options = options(&random)
            let scenario = Scenario(options)
            for day in scenario.days {
                var last: Fix?
                for time in stride(from: options.start, to: options.start + options.minutes * 60, by: 7) {
                    let fix = day.fix(at: time)
                    defer { last = fix }
                    guard let fix, let index = fix.run else { continue }
                    let run = day.runs[index]
                    let pattern = scenario.city.routes[run.trip.route].patterns[run.trip.direction]
                    XCTAssertLessThan(
                        scenario.telemetry.received(fix, day.vehicle).distance(
                            to: pattern.path.place(at: fix.distance)), 10)
                    XCTAssertLessThan(fix.speed, 30)
                    XCTAssertTrue((0..<360).contains(fix.bearing))
                    if fix.status == 1 { XCTAssertEqual(fix.speed, 0) }
                    let calls = run.predictions(at: time)
                    XCTAssertEqual(calls.first?.stop, fix.stop)
                    XCTAssertEqual(calls.last?.stop, pattern.stops.count - 1)
                    var earliest = run.end > time ? time : 0
                    for call in calls {
                        if let arrival = call.arrival, !(call.stop == fix.stop && fix.status == 1) {
                            XCTAssertGreaterThanOrEqual(arrival, earliest)
                            earliest = arrival
                        }
                        if let departure = call.departure {
                            XCTAssertGreaterThanOrEqual(departure, earliest)
                            earliest = departure
                        }
                    }
                    if let last, last.run == fix.run {
                        let moved = fix.distance - last.distance
                        XCTAssertGreaterThanOrEqual(moved, 0)
                        XCTAssertLessThan(moved, 7 * 30)
                        if moved > 0 { moves += 1 }
                    }
                }
            }
        }
        XCTAssertGreaterThan(moves, 1000)
    }

    func testAMorningIsFullTowardsTheCentreAndEmptiesAgain() {
        var options = SimulateOptions(folder: "/nowhere")
        options.start = CivilTime.posix("2026-03-02T06:00")!
        options.minutes = 300
        let scenario = Scenario(options)
        func mean(_ time: String, _ direction: Int) -> Int {
            let begin = CivilTime.posix("2026-03-02T" + time)!
            var loads: [Int] = []
            for day in scenario.days where scenario.city.routes[day.vehicle.route].kind == .radial {
                for moment in stride(from: begin, to: begin + 1200, by: 120) {
                    guard let fix = day.fix(at: moment), let run = fix.run else { continue }
                    if day.runs[run].trip.direction == direction { loads.append(fix.load) }
                }
            }
            return loads.isEmpty ? 0 : loads.reduce(0, +) / loads.count
        }
        let inbound = ["06:00", "07:00", "08:00", "09:10", "10:20"].map { mean($0, 1) }
        XCTAssertLessThan(inbound[0] * 2, inbound[1])
        XCTAssertLessThan(inbound[1], inbound[2])
        XCTAssertGreaterThan(inbound[2], inbound[3])
        XCTAssertGreaterThan(inbound[3], inbound[4])
        XCTAssertGreaterThan(inbound[2], 2 * mean("08:00", 0))
    }

    func testDelaysGrowAlongATripAndGoIntoTheNext() {
        var options = SimulateOptions(folder: "/nowhere")
        options.start = CivilTime.posix("2026-03-02T07:30")!
        options.minutes = 60
        let scenario = Scenario(options)
        var (first, last, knockedOn) = (0, 0, 0)
        for day in scenario.days {
            for (index, run) in day.runs.enumerated() where run.relationship == .scheduled {
                guard options.start..<options.start + 3600 ~= run.begin else { continue }
                if index > 0, run.begin == day.runs[index - 1].end + 75 { knockedOn += 1 }
                guard run.trip.direction == 1 else { continue }
                first += run.begin - run.plannedBegin
                last += run.end - run.plannedEnd
            }
        }
        XCTAssertGreaterThan(last, 3 * first)
        XCTAssertGreaterThan(knockedOn, 0)
    }

    // MARK: The small parts

    func testTimesAreRead() {
        XCTAssertEqual(CivilTime.posix("2026-03-02T07:00"), 1_772_398_800)
        XCTAssertEqual(CivilTime.posix("2026-03-02T07:00:00"), 1_772_398_800)
        XCTAssertEqual(CivilTime.posix("2026-03-01T21:00:00Z"), 1_772_398_800)
        XCTAssertEqual(CivilTime.posix("2026-03-01T23:30:00+02:30"), 1_772_398_800)
        XCTAssertEqual(CivilTime.posix("2026-03-01T16:00-05:00"), 1_772_398_800)
        for wrong in [
            "", "2026", "2026-03-02", "2026-02-29T07:00", "2026-13-01T07:00", "2026-03-02T24:00", "2026-03-02T07:60",
            "2026-03-02T07:00:60", "2026-03-02T07:00 ", "2026-03-02T07:00+10", "2026-03-02T07:00:00.5Z",
            "1999-12-31T23:00", "3000-01-01T00:00", "2026-03-02T07:00é", "２026-03-02T07:00",
        ] { XCTAssertNil(CivilTime.posix(wrong), wrong) }
    }

    func testAnglesAreThoseOfTheCLibrary() {
        var random = SeededGenerator(seed: 14)
        for _ in 0..<5000 {
            let angle = Double.random(in: -20...20, using: &random)
            XCTAssertEqual(Trigonometry.sine(angle), sin(angle), accuracy: 1e-9)
            XCTAssertEqual(Trigonometry.cosine(angle), cos(angle), accuracy: 1e-9)
            let (y, x) = (Double.random(in: -9...9, using: &random), Double.random(in: -9...9, using: &random))
            XCTAssertEqual(Trigonometry.arctangent(y: y, x: x), atan2(y, x), accuracy: 1e-9)
        }
        for (y, x) in [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (0, 0), (1, 1), (-1, -1)] {
            XCTAssertEqual(Trigonometry.arctangent(y: y, x: x), atan2(y, x), accuracy: 1e-9, "\(y) \(x)")
        }
    }

    func testImpossibleOptionsAreNamed() {
        func problem(_ change: (inout SimulateOptions) -> Void) -> String {
            var options = SimulateOptions(folder: "x")
            change(&options)
            return options.problem ?? "none"
        }
        XCTAssertEqual(problem { _ in }, "none")
        XCTAssertTrue(problem { $0.folder = "" }.contains("--out"))
        XCTAssertTrue(problem { $0.routes = 0 }.contains("--routes"))
        XCTAssertTrue(problem { $0.routes = 101 }.contains("--stops must be at least"))
        XCTAssertTrue(problem { $0.stops = 721 }.contains("--stops must be at most"))
        XCTAssertTrue(problem { $0.vehicles = 0 }.contains("--vehicles"))
        XCTAssertTrue(problem { $0.minutes = 0 }.contains("--minutes"))
        XCTAssertTrue(problem { $0.interval = 0 }.contains("--interval"))
        XCTAssertTrue(problem { $0.stopTimes = -1 }.contains("--stop-times"))
        for wrong in [0, 36] { XCTAssertTrue(problem { $0.days = wrong }.contains("--service-days")) }
        for wrong in [0, 3601] { XCTAssertTrue(problem { $0.period = wrong }.contains("--period")) }
    }
}
