import IngestStage
import Reports
import ServiceLevelsStage
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// A part of the day, some stops, vehicles by their blocks: what `service-levels` counts of whole trips.
final class ServiceWindowTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func levels(
        _ timetable: WrittenTimetable, by keys: String, _ conditions: [String] = [],
        change: (inout ServiceLevelsOptions) throws -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = ServiceLevelsOptions()
        options.files = [folder.write(timetable.text)]
        options.dates = try ServiceDates.range("20260302", "--date")
        try options.setKeys(keys)
        try change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.schedule = IngestedFeed()
        var common = CommonOptions()
        common.verbosity = .verbose
        common.conditions = try conditions.map { try Condition($0) }
        let run = try InMemoryRun("service-levels", common, in: world) { try ServiceLevels.run(options, $0) }
        guard run.status == .done else { return run }
        let sums = run.summary.tables.reduce((0, 0)) {
            ($0.0 + $1.read, $0.1 + $1.written + $1.merged + $1.filtered + $1.ignored)
        }
        XCTAssertEqual(sums.0, sums.1, "read is what became of it")
        XCTAssertFalse(run.summary.tables.contains { $0.merged < 0 }, "no count is below zero")
        return run
    }

    /// The values of some columns, a line a record.
    private func values(_ run: InMemoryRun, _ names: String...) -> [String] {
        run.lines.map { line in
            names.map { name in
                guard let start = line.range(of: "\"\(name)\":")?.upperBound else { return "absent" }
                return String(line[start...].prefix { $0 != "," && $0 != "}" }).replacing("\"", with: "")
            }.joined(separator: " ")
        }
    }

    private func window(_ from: String?, _ to: String?) -> (inout ServiceLevelsOptions) throws -> Void {
        { options in
            options.window.from = try from.map { try ServiceDayWindow.time($0, "--from") }
            options.window.to = try to.map { try ServiceDayWindow.time($0, "--to") }
        }
    }

    private var town: WrittenTimetable {
        var town = WrittenTimetable()
        town.calendar("S", "1111111", "20260302", "20260308")
        town.trip("1", "R", "S", ["A 06:50", "B 07:05", "C 07:20"])
        town.trip("2", "R", "S", ["A 07:10", "B 07:25", "C 07:40"])
        town.trip("3", "R", "S", ["A 07:50", "B 08:05", "C 08:20"])
        town.trip("4", "Q", "S", ["C 23:50", "B 24:10"], direction: 1)
        return town
    }

    /// A window is one long hour: trips that start in it are whole, legs that begin in it are its kilometres.
    func testAWindowIsOneLongHour() throws {
        XCTAssertEqual(
            values(
                try levels(town, by: "route_id", change: window("07:00", "08:00")), "route_id", "trips", "kilometres",
                "hours", "first_departure", "last_departure", "headway_p50", "peak_trips", "peak_time"),
            // Legs: B to C of the first, both of the second, A to B of the third. A: 20 and 40 minutes, B: 20.
            ["R 2 4.453 1 07:10:00 07:50:00 1200 2 07:10:00"])
        let hour = values(
            try levels(town, by: "hour"), "hour", "trips", "kilometres", "hours", "headway_p50", "peak_trips")
        XCTAssertEqual(hour.first { $0.hasPrefix("7 ") }, "7 2 4.453 1 1200 2")
        // All legs of the day are in the windows that make up the day, each once.
        let parts = try [("00:00", "07:00"), ("07:00", "08:00"), ("08:00", "48:00")].flatMap {
            values(try levels(town, by: "date", change: window($0.0, $0.1)), "trips", "kilometres")
        }
        XCTAssertEqual(parts, ["1 1.113", "2 4.453", "1 2.226"])
        XCTAssertEqual(values(try levels(town, by: "date"), "trips", "kilometres"), ["4 7.792"])
    }

    func testAWindowPastMidnightIsOfTheServiceDay() throws {
        for (from, to) in [("23:00", "01:00"), ("23:00", "25:00"), ("23:00", nil)] {
            XCTAssertEqual(
                values(
                    try levels(town, by: "route_id", change: window(from, to)), "route_id", "trips", "first_departure"),
                ["Q 1 23:50:00"], "\(from) \(to ?? "")")
        }
        XCTAssertEqual(try levels(town, by: "route_id", change: window("01:00", "02:00")).status, .dataUnusable)
        var options = ServiceLevelsOptions()
        options.window.from = 3600
        options.window.to = 3600
        XCTAssertEqual(options.problem, "--from and --to are the same time, so the window is empty")
        options.window.from = 93_600
        XCTAssertEqual(
            options.problem, "--to is earlier than --from, even on the next day, so the window is empty")
        options.window.to = 7201
        XCTAssertEqual(options.window.seconds, 93_600..<93_601)
        XCTAssertThrowsError(try ServiceDayWindow.time("2026-03-02T07:00", "--from"))
        XCTAssertEqual(try ServiceDayWindow.time("25:10", "--to"), 90_600)
    }

    func testHoursAreCutToTheWindow() throws {
        XCTAssertEqual(
            values(
                try levels(town, by: "hour", change: window("07:15", "08:10")), "hour", "trips", "kilometres",
                "peak_trips"),
            ["7 1 2.226 2", "8 0 1.113 1"])
    }

    // MARK: Places

    func testNoConditionHalvesATrip() throws {
        for condition in [
            "departure_time>=07:00:00", "stop_times.stop_sequence<2", "pickup_type!=1", "shape_pt_sequence<9",
            "start_time>=07:00:00", "shape_dist_traveled<5", "stop_times.own=1",
        ] {
            let run = try levels(town, by: "route_id", [condition])
            XCTAssertEqual(run.status, .usage, condition)
            XCTAssertTrue(run.log.contains("always counted or drawn whole"), run.log)
        }
        XCTAssertTrue(try levels(town, by: "route_id", ["departure_time>=07:00:00"]).log.contains("--from and --to"))
        XCTAssertTrue(try levels(town, by: "route_id", ["calendar_dates.date>20260302"]).log.contains("--date"))
    }

    /// Rows of a stop are the same whether or not others are asked for too.
    func testAPlaceRestrictsPlaces() throws {
        let all = try levels(town, by: "stop_id").lines
        for condition in ["stop_id=B", "stops.stop_id=B", "stop_times.stop_id=B", "stop_id!=A,C", "stop_lon=10.01"] {
            XCTAssertEqual(
                try levels(town, by: "stop_id", [condition]).lines, all.filter { $0.contains(#""stop_id":"B""#) },
                condition)
        }
        // Without the stop as a key the stops that are chosen are one place.
        XCTAssertEqual(
            values(
                try levels(town, by: "date", ["stop_id=B"]), "trips", "kilometres", "first_departure", "headway_p50",
                "peak_trips"),
            values(
                try levels(town, by: "stop_id,date", ["stop_id=B"]), "trips", "kilometres", "first_departure",
                "headway_p50", "peak_trips"))
        XCTAssertEqual(
            values(try levels(town, by: "date", ["stop_id=B,C"]), "trips", "kilometres", "first_departure"),
            ["4 4.453 07:05:00"])
    }

    func testTripsOfRoutesThatArePassedOverDoNotCount() throws {
        var town = town
        town.add(#"{"table":"routes","route_id":"T","route_type":0}"#)
        town.trip("5", "T", "S", ["A 09:00", "B 09:10"])
        XCTAssertEqual(values(try levels(town, by: "route_id", ["route_type=0"]), "route_id", "trips"), ["T 1"])
        XCTAssertEqual(values(try levels(town, by: "date", ["route_type=3"]), "trips"), ["4"])
    }

    func testANameThatDoesNotExist() throws {
        for (condition, words) in [
            ("route_id=X", "the input has no route 'X'; the nearest are 'R', 'Q'"),
            ("trip_id=9", "the input has no trip '9'"), ("stop_id=D", "the input has no stop 'D'"),
        ] {
            let run = try levels(town, by: "route_id", [condition])
            XCTAssertEqual(run.status, .dataUnusable, condition)
            XCTAssertTrue(run.log.contains("nothing to work on: --where '\(condition)': \(words)"), run.log)
        }
        let some = try levels(town, by: "route_id", ["route_id=R,X"])
        XCTAssertEqual(values(some, "route_id"), ["R"])
        XCTAssertTrue(some.log.contains("the input has no route 'X'"), some.log)
    }

    // MARK: Stops without service

    func testStopsThatTheWindowDoesNotServe() throws {
        var town = town
        town.add(#"{"table":"stops","stop_id":"D","stop_lat":1,"stop_lon":1}"#)
        town.add(#"{"table":"stops","stop_id":"E","stop_lat":1,"stop_lon":1,"location_type":1}"#)
        let night = try levels(town, by: "stop_id", change: window("23:00", nil))
        XCTAssertEqual(values(night, "stop_id", "trips"), ["A 0", "B 1", "C 1", "D 0"])
        XCTAssertEqual(
            night.lines[0],
            #"{"table":"service_levels","stop_id":"A","days":1,"trips":0,"trips_per_day":0,"kilometres":0,"hours":0,"speed_kph":null,"first_departure":null,"last_departure":null,"headway_p50":null,"peak_trips":null,"peak_vehicles":null,"peak_time":null}"#
        )
        XCTAssertEqual(
            values(
                try levels(town, by: "stop_id") {
                    try self.window("23:00", nil)(&$0)
                    $0.servedOnly = true
                }, "stop_id"), ["B", "C"])
        // What calls there at other times has a row of nothing, and one without any service one of no route.
        XCTAssertEqual(
            values(
                try levels(town, by: "stop_id,route_id,hour", change: window("23:00", nil)), "stop_id", "route_id",
                "hour", "trips"),
            ["A R null 0", "B R null 0", "B Q 24 1", "C R null 0", "C Q 23 1", "D null null 0"].sorted())
    }

    // MARK: Vehicles

    private func trip(_ id: String, _ calls: [String], block: String?) -> WrittenTimetable {
        var town = WrittenTimetable()
        town.text = ""
        town.trip(id, "R", "S", calls, extra: block.map { #","block_id":"\#($0)""# } ?? "")
        return town
    }

    /// A block is a vehicle from its first departure to its last arrival, however long it stands.
    func testVehiclesAreCountedByBlock() throws {
        var town = WrittenTimetable()
        town.calendar("S", "1111111", "20260302", "20260308")
        town.text += trip("1", ["A 07:00", "B 07:20"], block: "X").text
        town.text += trip("2", ["B 08:00", "A 08:20"], block: "X").text
        town.text += trip("3", ["A 07:30", "B 07:50"], block: "Y").text
        XCTAssertEqual(
            values(try levels(town, by: "date"), "peak_trips", "peak_vehicles", "peak_time"), ["1 2 07:00:00"])
        XCTAssertEqual(
            values(try levels(town, by: "hour"), "hour", "peak_trips", "peak_vehicles"), ["7 1 2", "8 1 1"])
        // A trip without a block is a vehicle of its own, and that is told.
        town.text += trip("4", ["A 07:35", "B 07:40"], block: nil).text
        let mixed = try levels(town, by: "date")
        XCTAssertEqual(values(mixed, "peak_trips", "peak_vehicles", "peak_time"), ["2 3 07:35:00"])
        XCTAssertTrue(mixed.log.contains("trips without block_id: 1"), mixed.log)
        XCTAssertEqual(values(try levels(self.town, by: "date"), "peak_vehicles"), ["null"])
    }

    /// One trip that ends when another starts breaks no stretch; of as long ones the first counts.
    func testThePeakIsTheLongestStretch() throws {
        var town = WrittenTimetable()
        town.calendar("S", "1111111", "20260302", "20260308")
        for (number, times) in [("06:00", "06:10"), ("08:00", "08:08"), ("08:08", "08:20"), ("09:00", "09:20")]
            .enumerated()
        {
            town.trip("\(number)", "R", "S", ["A \(times.0)", "B \(times.1)"])
        }
        XCTAssertEqual(values(try levels(town, by: "date"), "peak_trips", "peak_time"), ["1 08:00:00"])
    }

    func testDays() throws {
        XCTAssertEqual(
            values(
                try levels(town, by: "day_type") {
                    $0.dates = nil
                    $0.weekdays = try ReportWindow.weekdays("weekend")
                }, "day_type", "days", "trips"), ["saturday 1 4", "sunday 1 4"])
        let cut = try levels(town, by: "route_id") { $0.dates = try ServiceDates.range("20260301-20260303", "--date") }
        XCTAssertEqual(values(cut, "route_id", "days", "trips", "trips_per_day"), ["Q 2 2 1", "R 2 6 3"])
        XCTAssertTrue(cut.log.contains("1 of the requested days is outside"), cut.log)
    }

    /// What frequencies make is bounded.
    func testFrequenciesWithoutEnd() throws {
        var town = town
        for trip in 0..<100 {
            town.trip("f\(trip)", "R", "S", ["A 00:00", "B 00:10"])
            town.frequency("f\(trip)", "00:00", "160:00", 1)
        }
        let run = try levels(town, by: "route_id")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("frequencies.txt produces more than 50,000,000 departures a day"), run.log)
    }
}
