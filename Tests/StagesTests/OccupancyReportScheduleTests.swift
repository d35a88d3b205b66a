import StageKit
import Stages
import TestSupport
import XCTest

final class OccupancyReportScheduleTests: OccupancyReportRuns {
    private let position =
        "{\"table\":\"vehicle_positions\",\"entity_id\":\"1\",\"trip_id\":\"t\",\"route_id\":\"r\",\"timestamp\":0}\n"

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
                + "\"unmatched_routes\":0,\"matched_stops\":0,\"unmatched_stops\":0,\"sample_unmatched\":[\"t\"]}")
        XCTAssertTrue(run.lines[0].contains("\"hour\":0,\"route_short_name\":\"R\",\"observations\":1,"))
        XCTAssertEqual(run.summary.unmatched, 1)
        XCTAssertTrue(run.log.contains("trip_id: 't' is not in the feed's trips"), run.log)
        let table = try self.run(position, "--timezone UTC --format table", common: verbose) { $0.feed = feed }
        XCTAssertTrue(table.log.contains("the feed knows 0 of 1 trips, 1 of 1 routes, 0 of 0 stops"), table.log)
        XCTAssertFalse(table.output.contains("match_reports"))
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
