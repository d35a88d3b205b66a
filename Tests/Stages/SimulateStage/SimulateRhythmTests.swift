import XCTest

@testable import SimulateStage

/// Days of the week, a trend and days without data.
final class SimulateRhythmTests: XCTestCase {
    private func options(_ change: (inout Rhythm) -> Void = { _ in }) -> SimulateOptions {
        var options = SimulateOptions(folder: "city")
        options.routes = 6
        options.stops = 72
        options.vehicles = 24
        // From Monday, 2 March 2026.
        options.days = 7
        change(&options.rhythm)
        return options
    }

    /// The runs by service day.
    private func runs(_ options: SimulateOptions) -> [Int: [Run]] {
        Dictionary(grouping: Scenario(options).days.flatMap(\.runs), by: \.day)
    }

    private func meanLoad(_ runs: [Run]) -> Double {
        let loads = runs.flatMap { $0.loads.dropLast() }
        return Double(loads.reduce(0, +)) / Double(loads.count)
    }

    private func meanDelay(_ runs: [Run]) -> Double {
        let late = runs.filter(\.hasSchedule).map { $0.end - $0.plannedEnd }
        return Double(late.reduce(0, +)) / Double(late.count)
    }

    func testAFactorChangesItsDayAlone() throws {
        let plain = runs(options())
        let monday = try XCTUnwrap(plain.keys.min().map { $0 + 1 })
        let friday = monday + 4
        let busy = runs(options { $0.week[4] = 1.5 })
        for (day, runs) in plain where day < friday {
            let others = try XCTUnwrap(busy[day])
            XCTAssertEqual(runs.map(\.arrivals), others.map(\.arrivals))
            XCTAssertEqual(runs.map(\.loads), others.map(\.loads))
        }
        let (before, after) = (try XCTUnwrap(plain[friday]), try XCTUnwrap(busy[friday]))
        XCTAssertEqual(meanLoad(after) / meanLoad(before), 1.5, accuracy: 0.15)
        XCTAssertGreaterThan(meanDelay(after), meanDelay(before) + 15)
    }

    func testATrendGrowsFromDayToDay() throws {
        let plain = runs(options())
        let rising = runs(options { $0.trend = 0.1 })
        let monday = try XCTUnwrap(plain.keys.min().map { $0 + 1 })
        for number in 0..<7 {
            let (before, after) = (try XCTUnwrap(plain[monday + number]), try XCTUnwrap(rising[monday + number]))
            XCTAssertEqual(meanLoad(after) / meanLoad(before), 1 + 0.1 * Double(number), accuracy: 0.12, "\(number)")
        }
    }

    func testNoChangeWithoutAFactor() {
        let plain = runs(options())
        let same = runs(options { $0.week = Array(repeating: 1, count: 7) })
        XCTAssertEqual(plain.mapValues { $0.map(\.departures) }, same.mapValues { $0.map(\.departures) })
    }

    func testDaysWithoutSnapshots() throws {
        let city = try SimulatedCity {
            $0.days = 6
            $0.interval = 3600
            $0.truth = true
            $0.rhythm.outages = 0.5
        }
        let first = city.options.firstServiceDay
        let out = Set((first..<(first + 6)).filter { city.options.rhythm.isOut($0, seed: city.options.seed) })
        XCTAssertFalse(out.isEmpty)
        XCTAssertLessThan(out.count, 6)
        let snapshots = city.bytes.keys.filter { $0.hasPrefix("vehicles") }
        XCTAssertEqual(snapshots.count, 24 * (6 - out.count))
        let dates = Set(try city.truth().compactMap { $0["service_date"] as? String })
        XCTAssertTrue(out.allSatisfy { dates.contains(CivilTime.date($0)) }, "the truth has them all")
    }

    func testOptions() throws {
        var rhythm = Rhythm()
        try rhythm.setWeek("1,1,1,1,1.6,0.7,0.5")
        XCTAssertEqual(rhythm.week, [1, 1, 1, 1, 1.6, 0.7, 0.5])
        for text in ["1", "1,1,1,1,1,1,11", "1,1,1,1,1,1,", "1,1,1,1,1,1,-1", "1,1,1,1,1,1,1,1"] {
            XCTAssertThrowsError(try rhythm.setWeek(text), text)
        }
        var options = SimulateOptions(folder: "city")
        options.rhythm.outages = 0.5
        XCTAssertEqual(options.problem, "--outages needs --service-days")
        options.days = 3
        XCTAssertNil(options.problem)
        options.rhythm.trend = 0.2
        XCTAssertEqual(options.problem, "--trend takes a share from -0.1 to 0.1")
    }
}
