import IngestStage
import ServiceLevelsStage
import StageKit
import TestSupport
import XCTest

/// What `service-levels` counts, by hand.
final class ServiceLevelsTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func levels(_ feed: String, _ change: (inout ServiceLevelsOptions) throws -> Void = { _ in }) throws
        -> InMemoryRun
    {
        var options = ServiceLevelsOptions()
        options.files = [folder.write(feed)]
        try change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.schedule = IngestedFeed()
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("service-levels", common, in: world) { try ServiceLevels.run(options, $0) }
        let sums = run.summary.tables.reduce((0, 0)) {
            ($0.0 + $1.read, $0.1 + $1.written + $1.merged + $1.filtered + $1.ignored)
        }
        XCTAssertEqual(sums.0, sums.1, "read is what became of it")
        return run
    }

    private func rows(_ feed: String, by keys: String, on dates: String? = nil) throws -> [String] {
        try levels(feed) {
            try $0.setKeys(keys)
            $0.dates = try dates.map { try ServiceDates.range($0, "--date") }
        }.lines.map { $0.replacing(#"{"table":"service_levels","#, with: "{") }
    }

    private func trip(
        _ id: String, _ route: String, _ service: String, direction: Int = 0, _ calls: [(stop: String, time: String)]
    ) -> String {
        #"{"table":"trips","route_id":"\#(route)","service_id":"\#(service)","trip_id":"\#(id)","direction_id":\#(direction)}"#
            + "\n"
            + calls.enumerated().map { place, call in
                #"{"table":"stop_times","trip_id":"\#(id)","stop_id":"\#(call.stop)","stop_sequence":\#(place),"arrival_time":"\#(call.time)","departure_time":"\#(call.time)"}"#
                    + "\n"
            }.joined()
    }

    /// Three stops on the equator, a hundredth of a degree apart: 1.113 km.
    private static let stops = """
        {"table":"stops","stop_id":"A","stop_lat":0,"stop_lon":10}
        {"table":"stops","stop_id":"B","stop_lat":0,"stop_lon":10.01}
        {"table":"stops","stop_id":"C","stop_lat":0,"stop_lon":10.02}
        {"table":"routes","route_id":"R","route_type":3}
        {"table":"routes","route_id":"Q","route_type":3}

        """

    private static let week = """
        {"table":"calendar","service_id":"wd","monday":1,"tuesday":1,"wednesday":1,"thursday":1,"friday":1,"saturday":0,"sunday":0,"start_date":"20260302","end_date":"20260308"}
        {"table":"calendar","service_id":"sa","monday":0,"tuesday":0,"wednesday":0,"thursday":0,"friday":0,"saturday":1,"sunday":0,"start_date":"20260302","end_date":"20260308"}
        {"table":"calendar_dates","service_id":"wd","date":"20260304","exception_type":2}
        {"table":"calendar_dates","service_id":"sa","date":"20260304","exception_type":1}

        """

    private var town: String {
        ServiceLevelsTests.stops + ServiceLevelsTests.week
            + trip("1", "R", "wd", [("A", "08:00:00"), ("B", "08:05:00"), ("C", "08:10:00")])
            + trip("2", "R", "wd", [("A", "08:20:00"), ("B", "08:25:00"), ("C", "08:30:00")])
            + trip("3", "R", "wd", [("A", "09:00:00"), ("B", "09:05:00"), ("C", "09:10:00")])
            + trip("4", "R", "wd", direction: 1, [("C", "08:08:00"), ("B", "08:13:00"), ("A", "08:18:00")])
            + trip("5", "Q", "sa", [("A", "24:50:00"), ("B", "25:05:00")])
    }

    func testADayOfEachRoute() throws {
        XCTAssertEqual(
            try rows(town, by: "route_id,direction_id", on: "20260302"),
            [
                #"{"route_id":"R","direction_id":0,"days":1,"trips":3,"trips_per_day":3,"kilometres":6.679,"hours":0.5,"speed_kph":13.36,"first_departure":"08:00:00","last_departure":"09:00:00","headway_p50":1200,"peak_trips":1,"peak_vehicles":null,"peak_time":"08:00:00"}"#,
                #"{"route_id":"R","direction_id":1,"days":1,"trips":1,"trips_per_day":1,"kilometres":2.226,"hours":0.167,"speed_kph":13.36,"first_departure":"08:08:00","last_departure":"08:08:00","headway_p50":null,"peak_trips":1,"peak_vehicles":null,"peak_time":"08:08:00"}"#,
            ])
        // Both directions at once, and each with headways of its own.
        XCTAssertEqual(
            try rows(town, by: "route_id", on: "20260302"),
            [
                #"{"route_id":"R","days":1,"trips":4,"trips_per_day":4,"kilometres":8.906,"hours":0.667,"speed_kph":13.36,"first_departure":"08:00:00","last_departure":"09:00:00","headway_p50":1200,"peak_trips":2,"peak_vehicles":null,"peak_time":"08:08:00"}"#
            ])
    }

    func testExceptionsOfTheCalendar() throws {
        let trips = try rows(town, by: "date,route_id").compactMap {
            $0.firstMatch(of: /"date":"(\d+)","route_id":"(\w)","days":1,"trips":(\d+)/).map {
                "\($0.1) \($0.2) \($0.3)"
            }
        }
        XCTAssertEqual(
            trips,
            ["20260302 R 4", "20260303 R 4", "20260304 Q 1", "20260305 R 4", "20260306 R 4", "20260307 Q 1"])
    }

    func testSumsOverDays() throws {
        XCTAssertEqual(
            try rows(town, by: "route_id"),
            [
                #"{"route_id":"Q","days":7,"trips":2,"trips_per_day":0.286,"kilometres":2.226,"hours":0.5,"speed_kph":4.45,"first_departure":"24:50:00","last_departure":"24:50:00","headway_p50":null,"peak_trips":1,"peak_vehicles":null,"peak_time":"24:50:00"}"#,
                #"{"route_id":"R","days":7,"trips":16,"trips_per_day":2.286,"kilometres":35.622,"hours":2.667,"speed_kph":13.36,"first_departure":"08:00:00","last_departure":"09:00:00","headway_p50":1200,"peak_trips":2,"peak_vehicles":null,"peak_time":"08:08:00"}"#,
            ])
        XCTAssertEqual(
            try rows(town, by: "day_type").compactMap {
                $0.firstMatch(of: /"day_type":"(\w+)","days":\d,"trips":(\d+)/)?.output.0
            },
            [#""day_type":"weekday","days":5,"trips":17"#, #""day_type":"saturday","days":1,"trips":1"#],
            "the Wednesday that runs as a Saturday is a weekday")
        XCTAssertEqual(
            try rows(town, by: "weekday,route_id").compactMap {
                $0.firstMatch(of: /"weekday":"(\w+)","route_id":"Q"/)?.1
            },
            ["wednesday", "saturday"])
    }

    /// Hours are the service day's; a trip belongs to the one in which it starts, its way to those it is driven in.
    func testHours() throws {
        XCTAssertEqual(
            try rows(town, by: "hour", on: "20260307"),
            [
                #"{"hour":24,"days":1,"trips":1,"trips_per_day":1,"kilometres":1.113,"hours":0.25,"speed_kph":4.45,"first_departure":"24:50:00","last_departure":"24:50:00","headway_p50":null,"peak_trips":1,"peak_vehicles":null,"peak_time":"24:50:00"}"#,
                #"{"hour":25,"days":1,"trips":0,"trips_per_day":0,"kilometres":0,"hours":0,"speed_kph":null,"first_departure":null,"last_departure":null,"headway_p50":null,"peak_trips":1,"peak_vehicles":null,"peak_time":"25:00:00"}"#,
            ])
        XCTAssertEqual(
            try rows(town, by: "hour", on: "20260302").compactMap {
                $0.firstMatch(of: /"hour":(\d+),"days":1,"trips":(\d+)/)?.output.0
            },
            [#""hour":8,"days":1,"trips":3"#, #""hour":9,"days":1,"trips":1"#])
    }

    func testStops() throws {
        XCTAssertEqual(
            try rows(town, by: "stop_id", on: "20260302"),
            [
                #"{"stop_id":"A","days":1,"trips":4,"trips_per_day":4,"kilometres":3.34,"hours":0.25,"speed_kph":13.36,"first_departure":"08:00:00","last_departure":"09:00:00","headway_p50":1200,"peak_trips":null,"peak_vehicles":null,"peak_time":null}"#,
                // 08:05, 08:13, 08:25, 09:05: any route and direction.
                #"{"stop_id":"B","days":1,"trips":4,"trips_per_day":4,"kilometres":4.453,"hours":0.333,"speed_kph":13.36,"first_departure":"08:05:00","last_departure":"09:05:00","headway_p50":720,"peak_trips":null,"peak_vehicles":null,"peak_time":null}"#,
                #"{"stop_id":"C","days":1,"trips":4,"trips_per_day":4,"kilometres":1.113,"hours":0.083,"speed_kph":13.36,"first_departure":"08:08:00","last_departure":"08:08:00","headway_p50":null,"peak_trips":null,"peak_vehicles":null,"peak_time":null}"#,
            ])
        XCTAssertEqual(
            try rows(town, by: "route_id,stop_id", on: "20260302").compactMap {
                $0.firstMatch(of: /"stop_id":"B".*"headway_p50":(\d+)/)?.1
            }, ["1200"], "of one route and direction")
    }

    func testATripThatComesBackToAStopCallsThereOnce() throws {
        let feed =
            ServiceLevelsTests.stops + ServiceLevelsTests.week
            + trip("1", "R", "wd", [("A", "08:00:00"), ("B", "08:05:00"), ("A", "08:50:00"), ("C", "09:10:00")])
        XCTAssertEqual(
            try rows(feed, by: "stop_id", on: "20260302").first,
            #"{"stop_id":"A","days":1,"trips":1,"trips_per_day":1,"kilometres":3.34,"hours":0.417,"speed_kph":8.02,"first_departure":"08:00:00","last_departure":"08:50:00","headway_p50":3000,"peak_trips":null,"peak_vehicles":null,"peak_time":null}"#
        )
    }

    func testFrequenciesAreTripsEach() throws {
        for exact in [0, 1] {
            let feed =
                ServiceLevelsTests.stops + ServiceLevelsTests.week
                + trip("1", "R", "wd", [("A", "00:00:00"), ("B", "00:20:00")])
                + #"{"table":"frequencies","trip_id":"1","start_time":"06:00:00","end_time":"07:00:00","headway_secs":600,"exact_times":\#(exact)}"#
                + "\n"
                + #"{"table":"frequencies","trip_id":"1","start_time":"07:00:00","end_time":"07:30:00","headway_secs":900,"exact_times":\#(exact)}"#
                + "\n"
            XCTAssertEqual(
                try rows(feed, by: "route_id", on: "20260302"),
                [
                    #"{"route_id":"R","days":1,"trips":8,"trips_per_day":8,"kilometres":8.906,"hours":2.667,"speed_kph":3.34,"first_departure":"06:00:00","last_departure":"07:15:00","headway_p50":600,"peak_trips":2,"peak_vehicles":null,"peak_time":"06:10:00"}"#
                ])
        }
    }

    func testAVehicleThatGoesOnAsAnotherTripIsOne() throws {
        let feed =
            ServiceLevelsTests.stops + ServiceLevelsTests.week
            + trip("1", "R", "wd", [("A", "08:00:00"), ("B", "08:10:00")])
            + trip("2", "R", "wd", direction: 1, [("B", "08:10:00"), ("A", "08:20:00")])
        XCTAssertEqual(
            try rows(feed, by: "date", on: "20260302").compactMap { $0.firstMatch(of: /"peak_trips":(\d+)/)?.1 },
            ["1"])
    }

    func testWhatIsNotKnownIsNotNothing() throws {
        let feed =
            ServiceLevelsTests.week + #"{"table":"routes","route_id":"R"}"# + "\n"
            + trip("1", "R", "wd", [("A", "08:00:00"), ("B", "08:10:00")])
        let run = try levels(feed) { $0.keys = [.routeID] }
        XCTAssertEqual(run.lines.count, 1)
        XCTAssertTrue(run.lines[0].contains(#""trips":4,"trips_per_day":0.571,"kilometres":null"#), run.lines[0])
        XCTAssertTrue(run.log.contains("trips with fewer than two stops that have coordinates: 1"), run.log)
    }

    /// A way belongs to the hour in which it is driven, as far as that is known.
    func testStopsWithoutTimes() throws {
        let feed =
            ServiceLevelsTests.stops + ServiceLevelsTests.week
            + trip("1", "R", "wd", [("A", ""), ("B", "08:50:00"), ("C", ""), ("A", "09:10:00"), ("B", "")])
            .replacing(#""arrival_time":"","departure_time":"""#, with: #""pickup_type":0"#)
        XCTAssertEqual(
            try rows(feed, by: "hour", on: "20260302").compactMap {
                $0.firstMatch(of: /"hour":(\d+),"days":1,"trips":(\d),"trips_per_day":\d,"kilometres":([\d.]+)/).map {
                    "\($0.1) \($0.2) \($0.3)"
                }
            },
            // A to B before any time, on to C at 08:50, back to A at 08:56:40, which is worked out; to B at 09:10.
            ["8 1 4.453", "9 0 1.113"])
        XCTAssertEqual(
            try rows(feed, by: "stop_id", on: "20260302").compactMap {
                $0.firstMatch(of: /"stop_id":"(\w)","days":1,"trips":(\d)/).map { "\($0.1) \($0.2)" }
            }, ["A 1", "B 1", "C 1"])
    }

    func testDaysWithoutService() throws {
        let run = try levels(town) { $0.dates = try ServiceDates.range("20260309", "--date") }
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("20260302 to 20260307"), run.log)
        XCTAssertEqual(
            try levels(town) { $0.dates = try ServiceDates.range("20260308", "--date") }.status, .dataUnusable)
    }

    func testACalendarAsPNG() throws {
        XCTAssertNil(
            PNGCheck.problem(try levels(town) { $0.format = .png }, try levels(town) { $0.format = .svg }))
    }

    func testACalendarHasACellForEachDay() throws {
        let run = try levels(town) { $0.format = .own(.svg) }
        let svg = run.lines.joined(separator: "\n")
        XCTAssertTrue(
            svg.contains("Monday 2026-03-02: 4 trips, 8.9 km, first 08:00, last 09:00, 2 trips at once"), svg)
        XCTAssertTrue(svg.contains("Wednesday 2026-03-04: 1 trip,"))
        XCTAssertEqual(svg.matches(of: /day 2026-03-0\d: \d+ trip/).count, 6)
        var options = ServiceLevelsOptions()
        options.format = .own(.html)
        options.keys = [.routeID]
        XCTAssertEqual(options.problem, "--format html draws a calendar and needs --by with date")
    }
}
