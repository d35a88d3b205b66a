import BuildPolylinesStage
import GTFSSchedule
import TestSupport
import TimeZones
import XCTest

/// `--date`: what runs on a service day, and how often.
final class BuildPolylinesDateTests: XCTestCase {
    private func draw(
        _ day: String, _ more: String = "", _ change: (inout BuildPolylinesOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        let run = try PolylineRun.run(PolylineRun.town + PolylineRun.calendar + more) {
            $0.date = CivilDate(compact: day)
            change(&$0)
        }
        PolylineRun.assertBalanced(run)
        return run
    }

    private func frequency(_ trip: String, _ start: String, _ end: String, _ headway: String) -> String {
        "{\"table\":\"frequencies\",\"trip_id\":\"\(trip)\",\"start_time\":\"\(start)\",\"end_time\":\"\(end)\","
            + "\"headway_secs\":\(headway)}\n"
    }

    // MARK: Days

    func testOnlyWhatRunsIsDrawnAndCounted() throws {
        let weekday = try draw("20260114")
        XCTAssertEqual(
            PolylineRun.column("stop_ids", weekday), [#"["1","3"]"#, #"["1","2","3"]"#, #"["3","1"]"#])
        XCTAssertEqual(PolylineRun.column("trip_count", weekday), ["1", "1", "1"])
        XCTAssertEqual(PolylineRun.column("runs", weekday), ["1", "1", "1"])
        let fair = try draw("20260126")
        XCTAssertEqual(PolylineRun.column("route_id", fair), [#""A""#, #""B""#])
        XCTAssertEqual(PolylineRun.column("runs", fair), ["1", "1"])
        XCTAssertEqual(try draw("20260214").lines, fair.lines)
    }

    func testEveryGroupingCounts() throws {
        let more = frequency("a3", "06:00:00", "07:00:00", "600") + frequency("a3", "22:00:00", "24:30:01", "1800")
        let trips = try draw("20260114", more) { $0.grouping = .trip }
        XCTAssertEqual(PolylineRun.column("trip_id", trips), [#""a3""#, #""a1""#, #""a4""#])
        XCTAssertEqual(PolylineRun.column("runs", trips), ["12", "1", "1"])
        let routes = try draw("20260114", more) { $0.grouping = .route }
        XCTAssertEqual(PolylineRun.column("trip_count", routes), ["2", "1"])
        XCTAssertEqual(PolylineRun.column("runs", routes), ["13", "1"])
    }

    func testWithoutADateNothingIsSaidOfRuns() throws {
        let run = try PolylineRun.run(PolylineRun.town + PolylineRun.calendar)
        XCTAssertEqual(PolylineRun.column("runs", run), ["-", "-", "-", "-"])
        XCTAssertEqual(PolylineRun.column("trip_count", run), ["2", "1", "1", "1"])
        XCTAssertEqual(run.summary.table("calendar").ignored, 1)
    }

    func testNamesAndTypesOfRoutes() throws {
        let run = try draw("20260126", "{\"table\":\"routes\",\"route_id\":\"Z\",\"route_type\":\"rail\"}\n")
        XCTAssertEqual(PolylineRun.column("route_long_name", run), [#""Town to Bay""#, "-"])
        XCTAssertEqual(PolylineRun.column("route_type", run), ["3", "-"])
        XCTAssertEqual(run.summary.nulled, 1)
        let order = [
            "route_short_name", "route_long_name", "route_type", "route_color", "trip_count", "runs", "stop_ids",
        ]
        let places = order.map { run.lines[0].firstRange(of: "\"\($0)\":")?.lowerBound }
        XCTAssertEqual(places.compactMap { $0 }.count, order.count)
        XCTAssertEqual(places.compactMap { $0 }, places.compactMap { $0 }.sorted())
    }

    // MARK: Frequencies

    func testRunsOfFrequencies() throws {
        let cases: [(rows: String, runs: String)] = [
            // end_time is left out.
            (frequency("a3", "06:00:00", "07:00:00", "1800"), "2"),
            (frequency("a3", "06:00:00", "07:00:01", "1800"), "3"),
            (frequency("a3", "06:00:00", "06:00:01", "9007199254740991"), "1"),
            // Of rows with one start_time the first counts.
            (frequency("a3", "06:00:00", "07:00:00", "600") + frequency("a3", "06:00:00", "08:00:00", "600"), "6"),
            // Of rows that overlap a run at one second is one run.
            (frequency("a3", "06:00:00", "07:00:00", "600") + frequency("a3", "06:30:00", "07:30:00", "600"), "9"),
            // A row that is no use leaves the others.
            (frequency("a3", "06:00:00", "07:00:00", "0") + frequency("a3", "07:00:00", "08:00:00", "1200"), "3"),
        ]
        for (rows, runs) in cases {
            let run = try draw("20260114", rows) { $0.trips = ["a3"] }
            XCTAssertEqual(PolylineRun.column("runs", run), [runs], rows)
            XCTAssertEqual(PolylineRun.column("trip_count", run), ["1"], rows)
        }
    }

    func testATripWithoutARunDoesNotRun() throws {
        for row in [
            frequency("a3", "06:00:00", "07:00:00", "0"), frequency("a3", "06:00:00", "07:00:00", "-5"),
            frequency("a3", "06:00:00", "06:00:00", "60"), frequency("a3", "23:00:00", "01:00:00", "60"),
            frequency("a3", "6", "07:00:00", "60"), frequency("a3", "06:00:00", "", "60"),
            frequency("a3", "06:00:00", "07:00:00", "null"),
            // Numbers of which sums would be none.
            frequency("a3", "06:00:00", "06:00:01", "9223372036854775807"),
        ] {
            let run = try draw("20260114", row) { $0.grouping = .trip }
            XCTAssertEqual(PolylineRun.column("trip_id", run), [#""a1""#, #""a4""#], row)
            XCTAssertEqual(run.summary.rejected.map(\.code), ["bad_frequency"], row)
            let alone = try draw("20260114", row) { $0.trips = ["a3"] }
            XCTAssertEqual(alone.status, .dataUnusable)
            XCTAssertTrue(alone.log.contains("the rows of frequencies start none"), alone.log)
        }
    }

    /// Rows that overlap for days on end are counted one by one only where that is little work.
    func testHugeFrequenciesAreCountedAtOnce() throws {
        let rows =
            frequency("a3", "00:00:00", "999999:00:00", "1") + frequency("a3", "00:00:01", "999999:00:00", "1")
        let run = try draw("20260114", rows) { $0.trips = ["a3"] }
        XCTAssertEqual(PolylineRun.column("runs", run), ["\(2 * 999_999 * 3600 - 1)"])
        // Nor is much work made of many trips with a little each.
        let many = ["a1", "a3"].flatMap {
            [frequency($0, "00:00:00", "99:00:00", "1"), frequency($0, "00:00:01", "99:00:00", "1")]
        }
        let both = try draw("20260114", many.joined()) { $0.trips = ["a1", "a3"] }
        let runs = PolylineRun.column("runs", both).compactMap(Int.init)
        XCTAssertEqual(runs.reduce(0, +), 99 * 3600 + (2 * 99 * 3600 - 1))
    }

    // MARK: Calendars

    func testRowsThatAreNoUseAreTold() throws {
        let run = try draw(
            "20260114",
            """
            {"table":"calendar","service_id":"x","start_date":"2026","end_date":"20260131"}
            {"table":"calendar","start_date":"20260101","end_date":"20260131"}
            {"table":"calendar","service_id":"week","monday":1,"tuesday":1,"wednesday":0,"thursday":1,"friday":1,\
            "saturday":1,"sunday":1,"start_date":"20260101","end_date":"20260131"}
            {"table":"calendar","service_id":"y","monday":7,"tuesday":1,"wednesday":1,"thursday":1,"friday":1,\
            "saturday":1,"sunday":1,"start_date":"20260131","end_date":"20260101"}
            {"table":"calendar_dates","service_id":"week","date":"20260230","exception_type":2}
            {"table":"calendar_dates","service_id":"week","date":"20260114","exception_type":3}
            {"table":"calendar_dates","date":"20260114","exception_type":1}
            {"table":"frequencies","start_time":"06:00:00","end_time":"07:00:00","headway_secs":600}
            {"table":"frequencies","trip_id":"ghost","start_time":"06:00:00","end_time":"07:00:00","headway_secs":600}
            {"table":"trips","trip_id":"c1","service_id":"nowhere"}
            {"table":"trips","trip_id":"c2"}

            """)
        XCTAssertEqual(run.lines.count, 3)
        let rejected = Dictionary(uniqueKeysWithValues: run.summary.rejected.map { ($0.code, $0.count) })
        XCTAssertEqual(
            rejected,
            ["bad_service_date": 2, "no_service_id": 2, "bad_exception_type": 1, "no_trip_id": 1, "duplicate_key": 1])
        XCTAssertEqual(run.summary.unmatched, 2)
        // Two dates and a weekday, beside the rows that are rejected for them.
        XCTAssertEqual(run.summary.nulled, 3)
    }

    func testADayWithoutServiceNamesTheNearestThatHasOne() throws {
        let run = try draw("20260201")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        XCTAssertEqual(
            run.log,
            "linefeed build-polylines: error: nothing to work on: no line can be drawn: no service runs on 20260201 (Sunday); "
                + "the calendar covers 20260101 (Thursday) to 20260214 (Saturday), and the nearest day with service is "
                + "20260130 (Friday); to write an empty output instead, add --allow-empty")
        // Of the fair's trips the week's days are none.
        let fair = try draw("20260201") { $0.routes = ["B"] }
        XCTAssertTrue(fair.log.contains("among the requested trips, no service runs on 20260201 (Sunday)"), fair.log)
        XCTAssertTrue(fair.log.contains("the nearest day with service is 20260126 (Monday)"), fair.log)
    }

    func testWithoutACalendarNothingCanBeTold() throws {
        let run = try PolylineRun.run(PolylineRun.town) { $0.date = CivilDate(compact: "20260114") }
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("neither calendar nor calendar_dates, which --date needs"), run.log)
    }

    /// The same services in two feeds are two services.
    func testFeedsHaveCalendarsOfTheirOwn() throws {
        let north = (PolylineRun.town + PolylineRun.calendar)
            .replacing("{\"table\":\"", with: "{\"feed_id\":\"north\",\"table\":\"")
        let south = (PolylineRun.town + PolylineRun.calendar.replacing("202601", with: "202607"))
            .replacing("{\"table\":\"", with: "{\"feed_id\":\"south\",\"table\":\"")
        let run = try PolylineRun.run(north + south) { $0.date = CivilDate(compact: "20260114") }
        XCTAssertEqual(PolylineRun.column("feed_id", run), [String](repeating: "\"north\"", count: 3))
    }

    func testTripDetailsOfADay() throws {
        func details(_ trip: String, _ date: String) -> String {
            "{\"table\":\"trip_details\",\"trip_id\":\"\(trip)\"\(date),\"route_long_name\":\"L\",\"route_type\":2,"
                + "\"stops\":[{\"stop_id\":\"1\",\"lat\":-33.87,\"lon\":151.2},"
                + "{\"stop_id\":\"2\",\"lat\":-33.88,\"lon\":151.2}]}\n"
        }
        let text =
            details("a", ",\"start_date\":\"20260114\"") + details("b", ",\"start_date\":\"20260115\"")
            + details("c", "")
        let run = try PolylineRun.run(text) { $0.date = CivilDate(compact: "20260114") }
        XCTAssertEqual(PolylineRun.column("trip_id", run), [#""a""#])
        XCTAssertEqual(PolylineRun.column("runs", run), ["1"])
        XCTAssertEqual(PolylineRun.column("route_long_name", run), [#""L""#])
        PolylineRun.assertBalanced(run)
        let none = try PolylineRun.run(text) { $0.date = CivilDate(compact: "20270114") }
        XCTAssertEqual(none.status, .dataUnusable)
        XCTAssertTrue(none.log.contains("no trip has the start_date 20270114"), none.log)
    }
}
