import Foundation
import GTFSSchedule
import TestSupport
import TimeZones
import XCTest

@testable import SimulateStage

/// `--truth` says what the vehicles do, to the second, and nothing else.
final class SimulateTruthTests: XCTestCase {
    private static let made = Result { try SimulatedCity { $0.truth = true } }

    private func city() throws -> SimulatedCity { try SimulateTruthTests.made.get() }

    private func seconds(_ time: Any?) throws -> Int? {
        guard let time else { return nil }
        let text = try XCTUnwrap(time as? String)
        XCTAssertTrue(text.hasSuffix("+10:00"), text)
        return try XCTUnwrap(Array(text.utf8).withUnsafeBytes { OffsetTime(rfc3339: $0) }).instant
    }

    private func key(_ row: [String: Any]) throws -> String {
        "\(try XCTUnwrap(row["trip_id_performed"])) \(try XCTUnwrap(row["trip_stop_sequence"]))"
    }

    /// When a vehicle came to stand at each stop and when it set off again, watched second by second.
    private func watched(_ day: VehicleDay, _ time: Range<Int>) -> [String: (arrival: Int?, departure: Int?)] {
        var visits: [String: (arrival: Int?, departure: Int?)] = [:]
        var last = day.fix(at: time.lowerBound - 1)
        for second in time {
            let fix = day.fix(at: second)
            defer { last = fix }
            guard let fix, let last, let run = fix.run, last.run == run else { continue }
            func key(_ stop: Int) -> String {
                let run = day.runs[run]
                let isLoop = run.tripID.hasPrefix("B-C-")
                return run.tripID + (isLoop ? "_" + ScheduleTime.text(run.trip.start) : "") + " \(stop + 1)"
            }
            if last.status != 1, fix.status == 1 { visits[key(fix.stop), default: (nil, nil)].arrival = second }
            if last.status == 1, fix.status != 1 { visits[key(last.stop), default: (nil, nil)].departure = second }
        }
        return visits
    }

    func testItAgreesWithTheVehiclesToTheSecond() throws {
        let city = try city()
        let window = city.options.window
        let told = window.lowerBound - 21..<window.upperBound
        var expected: [String: (arrival: Int?, departure: Int?)] = [:]
        for day in city.scenario.days {
            let visits = watched(day, told.lowerBound - 1200..<told.upperBound + 1200)
            expected.merge(visits) { one, _ in
                XCTFail("a run of two vehicles")
                return one
            }
        }
        expected = expected.filter { visit in
            [visit.value.arrival, visit.value.departure].contains { $0.map(told.contains) == true }
        }
        let truth = try city.truth()
        XCTAssertGreaterThan(truth.count, 200)
        XCTAssertEqual(Set(try truth.map(key)), Set(expected.keys))
        XCTAssertEqual(truth.count, expected.count)
        for row in truth {
            let name = try key(row)
            let visit = try XCTUnwrap(expected[name])
            let (arrival, departure) = (
                try seconds(row["actual_arrival_time"]), try seconds(row["actual_departure_time"])
            )
            XCTAssertEqual(arrival, visit.arrival, name)
            XCTAssertEqual(departure, visit.departure, name)
            XCTAssertEqual(row["dwell"] as? Int, arrival.flatMap { start in departure.map { $0 - start } })
            for (time, event) in [(arrival, "arrival"), (departure, "departure")] {
                XCTAssertEqual(row[event + "_source"] as? String, time == nil ? nil : "truth")
                XCTAssertEqual(row[event + "_uncertainty"] as? Int, time == nil ? nil : 0)
            }
        }
        // First stops and last ones are among them, and visits that reach over the window's ends.
        XCTAssertTrue(expected.contains { $0.key.hasSuffix(" 1") && $0.value.arrival == nil })
        XCTAssertTrue(expected.values.contains { $0.arrival != nil && $0.departure == nil })
        XCTAssertTrue(
            expected.values.contains { visit in
                [visit.arrival, visit.departure].contains { $0.map(told.contains) == false }
            })
    }

    /// What the feed says in bytes is true: a vehicle that stands has arrived and not departed, one that moves is between.
    func testThePositionsAgreeWithIt() throws {
        let city = try city()
        var truth: [String: (arrival: Int?, departure: Int?)] = [:]
        for row in try city.truth() {
            let name =
                "\(row["vehicle_id"]!) \(row["trip_id"]!) \(row["start_time"] ?? "") \(row["trip_stop_sequence"]!)"
            truth[name] = (try seconds(row["actual_arrival_time"]), try seconds(row["actual_departure_time"]))
        }
        var stood = 0
        for position in try city.positions() {
            guard let trip = position.trip, let sequence = position.sequence else { continue }
            let start = trip.hasPrefix("B-C-") ? position.startTime ?? "" : ""
            let visit = truth["\(position.vehicle) \(trip) \(start) \(sequence)"]
            if position.status == 1 {
                stood += visit == nil ? 0 : 1
                if let arrival = visit?.arrival { XCTAssertLessThanOrEqual(arrival, position.time) }
                if let departure = visit?.departure { XCTAssertGreaterThan(departure, position.time) }
            } else {
                if let arrival = visit?.arrival { XCTAssertGreaterThan(arrival, position.time) }
                let before = truth["\(position.vehicle) \(trip) \(start) \(sequence - 1)"]
                if let departure = before?.departure { XCTAssertLessThanOrEqual(departure, position.time) }
            }
        }
        XCTAssertGreaterThan(stood, 100)
    }

    func testItsTimetableIsThatOfTheFeed() throws {
        let city = try city()
        let zip = try ZipContents(XCTUnwrap(city.bytes["feed.zip"]))
        var calls: [String: [String]] = [:]
        for line in try XCTUnwrap(zip.text("stop_times.txt")).split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            calls[cells[0] + " " + cells[4]] = cells
        }
        func clock(_ text: String) -> Int {
            text.split(separator: ":").reduce(0) { $0 * 60 + (Int($1) ?? 0) }
        }
        let midnight = CivilTime.midnight(CivilTime.localDay(city.options.start))
        var (added, loops) = (0, 0)
        var patterns: [String: Set<String>] = [:]
        for row in try city.truth() {
            XCTAssertEqual(row["service_date"] as? String, "20260302")
            XCTAssertEqual(row["start_date"] as? String, "20260302")
            let trip = try XCTUnwrap(row["trip_id"] as? String)
            let sequence = try XCTUnwrap(row["trip_stop_sequence"] as? Int)
            let names = try XCTUnwrap(row["pattern_id"] as? String)
            patterns[names, default: []].insert("\(row["route_id"]!) \(row["direction_id"]!)")
            XCTAssertEqual(row["distance"] == nil, sequence == 1)
            guard row["schedule_relationship"] as? String == "Scheduled" else {
                XCTAssertEqual(row["schedule_relationship"] as? String, "Added")
                for column in [
                    "schedule_arrival_time", "schedule_departure_time", "arrival_delay", "departure_delay",
                    "scheduled_stop_sequence", "timepoint", "start_time",
                ] { XCTAssertNil(row[column], column) }
                added += 1
                continue
            }
            let call = try XCTUnwrap(calls["\(trip) \(sequence)"])
            XCTAssertEqual(row["stop_id"] as? String, call[3])
            XCTAssertEqual(row["scheduled_stop_sequence"] as? Int, sequence)
            XCTAssertEqual(row["timepoint"] as? Bool, call[8] == "1")
            // A run of frequencies keeps the times between stops of its trip, which begins at half past five.
            var shift = 0
            if let start = row["start_time"] as? String {
                XCTAssertEqual(row["trip_id_performed"] as? String, trip + "_" + start)
                shift = clock(start) - clock("05:30:00")
                loops += 1
            } else {
                XCTAssertEqual(row["trip_id_performed"] as? String, trip)
            }
            for (event, cell) in [("arrival", 1), ("departure", 2)] {
                let scheduled = try XCTUnwrap(seconds(row["schedule_\(event)_time"]))
                XCTAssertEqual(scheduled, midnight + clock(call[cell]) + shift)
                let actual = try seconds(row["actual_\(event)_time"])
                XCTAssertEqual(row["\(event)_delay"] as? Int, actual.map { $0 - scheduled })
            }
            if let distance = row["distance"] as? Double {
                let before = try XCTUnwrap(calls["\(trip) \(sequence - 1)"])
                let metres = try XCTUnwrap(Double(call[7])) - XCTUnwrap(Double(before[7]))
                XCTAssertEqual(distance, metres, accuracy: 0.7)
            }
        }
        XCTAssertGreaterThan(added, 0)
        XCTAssertGreaterThan(loops, 0)
        for (pattern, served) in patterns { XCTAssertEqual(served.count, 1, pattern) }
        XCTAssertGreaterThan(patterns.count, 6)
    }

    func testWhatItHasOfCrowdingIsWhatTheVehicleTells() throws {
        let city = try city()
        var told: [Int: Int] = [:]
        for row in try city.truth() {
            let day = try city.day(XCTUnwrap(row["vehicle_id"] as? String))
            let status = row["occupancy_status"] as? Int
            XCTAssertEqual(row["occupancy_source"] as? String, status == nil ? nil : "truth")
            XCTAssertEqual(status == nil, day.vehicle.report == .absent)
            XCTAssertEqual(status == 7, day.vehicle.report == .noData)
            XCTAssertEqual(
                row["occupancy_percentage"] != nil,
                day.vehicle.report == .statusAndPercentage || day.vehicle.report == .carriages)
            told[status ?? -1, default: 0] += 1
            guard let departure = try seconds(row["actual_departure_time"]), let status, status < 7 else { continue }
            XCTAssertEqual(status, Int(SimulatedCrowding.status(try XCTUnwrap(day.fix(at: departure)).load)))
        }
        XCTAssertGreaterThan(told.count, 4)
    }

    func testItIsSortedAndLeavesOutWhatWasCancelled() throws {
        let city = try city()
        let rows = try city.truth().map {
            (
                $0["service_date"] as? String ?? "", $0["trip_id_performed"] as? String ?? "",
                $0["trip_stop_sequence"] as? Int ?? 0
            )
        }
        XCTAssertTrue(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 })
        let canceled = city.scenario.days.flatMap(\.runs).filter { $0.relationship == .canceled }.map(\.tripID)
        XCTAssertEqual(canceled.count, 2)
        XCTAssertTrue(rows.allSatisfy { !canceled.contains($0.1) })
        XCTAssertTrue(city.log.contains("truth.ndjson with \(rows.count) visits"), city.log)
    }

    /// A night's runs belong to the day before.
    func testTheServiceDayGoesPastMidnight() throws {
        let city = try SimulatedCity {
            $0.truth = true
            $0.start = CivilTime.posix("2026-03-03T00:10")!
        }
        // The added trip sets out after midnight.
        let truth = try city.truth().filter { $0["schedule_relationship"] as? String == "Scheduled" }
        XCTAssertFalse(truth.isEmpty)
        for row in truth {
            XCTAssertEqual(row["service_date"] as? String, "20260302")
            XCTAssertTrue((row["actual_arrival_time"] as? String ?? "2026-03-03").hasPrefix("2026-03-03"))
        }
    }

    /// Days are whole ones: every run of the fleet is in the truth from its first stop to its last, and nothing else is.
    func testDaysAreWholeServiceDays() throws {
        let city = try SimulatedCity {
            $0.truth = true
            $0.days = 3
            $0.interval = 300
            $0.start = CivilTime.posix("2026-03-06T01:30")!
            $0.vehicles = 12
        }
        // Half past one at night belongs to the Thursday.
        let begin = CivilTime.posix("2026-03-05T04:00")!
        let snapshots = city.bytes.keys.filter { $0.hasPrefix("vehicles-") }.sorted()
        XCTAssertEqual(snapshots.count, 3 * 288)
        XCTAssertEqual(snapshots.first, "vehicles-\(begin).pb")
        XCTAssertEqual(snapshots.last, "vehicles-\(begin + 3 * 86_400 - 300).pb")
        var visits: [String: [Int]] = [:]
        var dates: [String: Int] = [:]
        for row in try city.truth() where row["schedule_relationship"] as? String == "Scheduled" {
            let date = try XCTUnwrap(row["service_date"] as? String)
            dates[date, default: 0] += 1
            visits["\(date) \(row["trip_id_performed"]!)", default: []].append(row["trip_stop_sequence"] as! Int)
        }
        XCTAssertEqual(dates.keys.sorted(), ["20260305", "20260306", "20260307"])
        XCTAssertGreaterThan(dates["20260306"] ?? 0, 1000)
        for (run, stops) in visits { XCTAssertEqual(stops, Array(1...stops.count), run) }
        var expected = 0
        for day in city.scenario.days where !day.vehicle.isExtra {
            for run in day.runs where run.relationship == .scheduled {
                guard city.options.window.contains(run.begin) else { continue }
                expected += 1
            }
        }
        XCTAssertEqual(visits.count, expected)
        // Something happens every day.
        let runs = city.scenario.days.flatMap(\.runs)
        XCTAssertEqual(runs.filter { $0.relationship == .added }.count, 3)
        XCTAssertEqual(Set(runs.filter { $0.relationship == .added }.map(\.day)).count, 3)
        let second = try SimulatedCity {
            $0.truth = true
            $0.days = 1
            $0.interval = 300
            $0.start = CivilTime.posix("2026-03-05T08:00")!
            $0.vehicles = 12
        }
        XCTAssertEqual(second.options.window, begin..<begin + 86_400)
        var options = SimulateOptions()
        options.days = 3
        XCTAssertEqual(Scenario(options).vanished.count, 3)
        XCTAssertEqual(second.scenario.days.flatMap(\.runs).filter { $0.relationship == .canceled }.count, 2)
    }

    func testAPeriodIsTheSecondsBetweenMeasurements() throws {
        let city = try SimulatedCity {
            $0.truth = true
            $0.period = 5
            $0.interval = 5
            $0.minutes = 10
        }
        var times: [String: Set<Int>] = [:]
        for position in try city.positions() {
            XCTAssertLessThanOrEqual(position.snapshot - position.time, 6)
            times[position.vehicle, default: []].insert(position.time % 5)
        }
        for (vehicle, steps) in times { XCTAssertEqual(steps.count, 1, vehicle) }
        XCTAssertGreaterThan(Set(times.values.flatMap { $0 }).count, 1)
    }

    func testTheFeedIsTheSameWithItAndItIsTheSameWhateverTheDoses() throws {
        let city = try city()
        XCTAssertEqual(city.feed, try SimulatedCity().bytes)
        let dosed = try SimulatedCity {
            $0.truth = true
            $0.interval = 60
            $0.doses = SimulateDosesTests.all
        }
        XCTAssertEqual(city.bytes["truth.ndjson"], dosed.bytes["truth.ndjson"])
    }
}
