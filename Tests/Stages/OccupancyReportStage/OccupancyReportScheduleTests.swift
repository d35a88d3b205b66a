import StageKit
import TestSupport
import XCTest

final class OccupancyReportScheduleTests: OccupancyReportRuns {
    private let position =
        "{\"table\":\"vehicle_positions\",\"entity_id\":\"1\",\"trip_id\":\"t\",\"route_id\":\"r\",\"timestamp\":1}\n"

    func testTheFeedsZoneIsUsedAndABadOneIsShownAsUTC() throws {
        for (zone, hour, shown) in [("Asia/Kolkata", 5, "Asia/Kolkata"), ("PST", 0, "UTC"), ("", 0, "UTC")] {
            let feed = TemporaryFolder.shared.write("{\"table\":\"agency\",\"agency_timezone\":\"\(zone)\"}\n")
            // Not verbose: a report in another zone than the feed's own is never silent.
            let run = try run(position) { $0.feed = feed }
            XCTAssertEqual(run.status, .done)
            XCTAssertTrue(
                run.output.contains("\"hour\":\(hour),") && run.output.contains("\"timezone\":\"\(shown)\"}"),
                run.output)
            XCTAssertEqual(run.log.contains("times are in UTC"), shown == "UTC", run.log)
            let named = try self.run(position, "--timezone Europe/Berlin") { $0.feed = feed }
            XCTAssertTrue(named.output.contains("\"timezone\":\"Europe/Berlin\"}"))
        }
    }

    func testWhatTheFeedDoesNotKnowIsReported() throws {
        let feed = TemporaryFolder.shared.write(
            "{\"table\":\"routes\",\"route_id\":\"r\",\"route_short_name\":\"R\"}\n{\"table\":\"trips\",\"trip_id\":\"x\"}\n"
        )
        let run = try run(position, "--timezone UTC", common: verbose) { $0.feed = feed }
        XCTAssertEqual(
            run.lines.last,
            "{\"table\":\"match_reports\",\"matched_trips\":0,\"unmatched_trips\":1,\"matched_routes\":1,"
                + "\"unmatched_routes\":0,\"matched_stops\":0,\"unmatched_stops\":0,\"sample_unmatched\":[\"t\"],"
                + "\"reasons\":[\"the feed has the routes, but none of the trips; is it another version of the schedule?\"]}"
        )
        XCTAssertTrue(run.lines[0].contains("\"hour\":0,\"route_short_name\":\"R\",\"observations\":1,"))
        XCTAssertEqual(run.summary.unmatched, 1)
        XCTAssertTrue(run.log.contains("trip_id: 't' is not among the feed's trips"), run.log)
        let table = try self.run(position, "--timezone UTC --format table", common: verbose) { $0.feed = feed }
        XCTAssertTrue(table.log.contains("the feed has 0 of 1 trips, 1 of 1 routes, 0 of 0 stops"), table.log)
        XCTAssertFalse(table.output.contains("match_reports"))
    }

    func testAnAffixThatWouldHelpAndDaysThatDoNotMeetAreReported() throws {
        let positions = (1...9).map {
            "{\"table\":\"vehicle_positions\",\"entity_id\":\"\($0)\",\"trip_id\":\"0\($0)_1..S\","
                + "\"start_date\":\"20240101\",\"timestamp\":1704067200}\n"
        }.joined()
        let trips = (1...9).map { "{\"table\":\"trips\",\"trip_id\":\"S-\($0 % 3)-Sunday_0\($0)_1..S\"}\n" }.joined()
        let service =
            "{\"table\":\"calendar\",\"start_date\":\"20240201\",\"end_date\":\"20240301\"}\n"
            + "{\"table\":\"calendar_dates\",\"date\":\"20240115\",\"exception_type\":1}\n"
            + "{\"table\":\"calendar_dates\",\"date\":\"20230101\",\"exception_type\":2}\n"
        let feed = TemporaryFolder.shared.write(trips + service)
        let run = try run(positions, "--timezone UTC", common: verbose) { $0.feed = feed }
        XCTAssertTrue(
            run.output.contains(
                ",\"hints\":[{\"kind\":\"trip_id\",\"rule\":\"add_varying_prefix\",\"affix\":\"_\",\"would_match\":9,"
                    + "\"tested\":9,\"realtime_id\":\"01_1..S\",\"schedule_id\":\"S-1-Sunday_01_1..S\"}],"
                    + "\"realtime_first_date\":\"20240101\",\"realtime_last_date\":\"20240101\","
                    + "\"service_first_date\":\"20240115\",\"service_last_date\":\"20240301\",\"reasons\":["),
            run.output)
        XCTAssertTrue(
            run.log.contains("would match 9 of 9 unmatched trips: '01_1..S' is 'S-1-Sunday_01_1..S'"), run.log)
        XCTAssertTrue(run.log.contains("the feed has service on 20240115 to 20240301"), run.log)
        XCTAssertEqual(
            run.summary.tables.reduce(0) { $0 + $1.read },
            run.summary.tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged })
        // A part reports no match, so it has no use for the days of service.
        let part = try self.run(positions, "--timezone UTC --partial") { $0.feed = feed }
        XCTAssertEqual(part.summary.table("calendar").ignored, 1)
    }

    func testFilesThatAreNoScheduleAreRefused() throws {
        for (content, status) in [
            ("PK\u{3}\u{4}rest", ExitStatus.dataUnusable), ("SQLite format 3\0", .dataUnusable), ("", .dataUnusable),
            ("{\"table\":\"shapes\"}\n", .dataUnusable),
        ] {
            let feed = TemporaryFolder.shared.write(content)
            let run = try run(position) { $0.feed = feed }
            XCTAssertEqual(run.status, status)
            XCTAssertTrue(run.log.contains("--feed"), run.log)
        }
        XCTAssertEqual(try run(position) { $0.feed = "/nonexistent/feed" }.status, .inputMissing)
        let broken = TemporaryFolder.shared.write("{\"table\":\"agency\",\"agency_timezone\":\"UTC\"}\n{oops\n")
        let run = try run(position) { $0.feed = broken }
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.output.contains("\"observations\":1"), "what could be read is used")
    }
}
