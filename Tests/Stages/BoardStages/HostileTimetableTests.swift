import DeparturesStage
import StageKit
import StageTestSupport
import TestSupport
import TimeZones
import XCTest

/// Boards of timetables and realtime that say more than can be true.
final class HostileTimetableTests: XCTestCase {
    private static let feed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        A,Agency,https://example.org/,Australia/Sydney
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        S1,One,-33.80,151.2
        S2,Two,-33.81,151.2
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,A,1,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        DAILY,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id
        R,DAILY,T
        # stop_times.txt
        trip_id,stop_sequence,stop_id,arrival_time,departure_time
        T,1,S1,08:00:00,08:00:00
        T,2,S2,08:10:00,08:10:00
        # frequencies.txt
        trip_id,start_time,end_time,headway_secs
        T,08:00:00,09:00:00,1800

        """

    private func written(_ text: String = feed) throws -> WrittenFeed {
        let path = TemporaryFolder.shared.write(text)
        return try WrittenFeed(path)
    }

    private func board(_ feed: String, realtime: String? = nil) throws -> InMemoryRun {
        var options = DeparturesOptions()
        options.feed = feed
        options.stops = ["S1"]
        options.at = WrittenTime("2026-07-15T08:00")
        if let realtime { options.realtime = [realtime] }
        var common = CommonOptions()
        common.verbosity = .verbose
        return try InMemoryRun("departures", common, in: .withFeeds) { context in try Departures.run(options, context) }
    }

    private func departures(_ run: InMemoryRun) -> Int {
        run.lines.filter { $0.contains("\"table\":\"departures\"") }.count
    }

    /// A store may hold what no text of a zip can be: numbers so large that sums of them are none.
    func testHeadwaysAndTimesNearTheEndOfNumbers() throws {
        let store = try written().store()
        XCTAssertEqual(departures(try board(store)), 2)
        for change in [
            "headway_secs = 9223372036854775807", "headway_secs = -9223372036854775807 - 1", "headway_secs = 0",
            "end_time = 9223372036854775807", "start_time = -9223372036854775807 - 1",
            "start_time = -1, end_time = 9223372036854775807",
        ] {
            let changed = store + "." + String(change.utf8.count)
            let shell = Shell("cp \(store) \(changed) && sqlite3 \(changed) 'UPDATE frequencies SET \(change)'")
            XCTAssertEqual(shell.status, 0, shell.errors)
            let run = try board(changed)
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertEqual(departures(run), 0, change)
            XCTAssertTrue(run.log.contains("headway_secs above 0; no trip starts from this row, of trip 'T'"), run.log)
        }
        // The longest headway that there may be has a first run, and no more.
        let zip = try written(HostileTimetableTests.feed.replacing("1800", with: "9007199254740991"))
        XCTAssertEqual(departures(try board(zip.folder)), 1)
    }

    /// A headway of a second on a trip that takes three thousand years has no run for each second of them.
    func testATripOfThousandsOfYears() throws {
        let text = HostileTimetableTests.feed.replacing("1800", with: "1")
            .replacing("09:00:00", with: "900000:00:00").replacing("T,1,S1", with: "T,1,S2,00:00:00,00:00:00\nT,4,S1")
            .replacing("T,2,S2,08:10:00,08:10:00", with: "T,5,S2,900000:00:00,900000:00:00")
        let run = try board(try written(text).folder)
        XCTAssertEqual(run.status, .done, run.log)
    }

    /// Rows of an exploded update are each looked at once, also where one trip has all of them.
    func testExplodedRowsOfOneTrip() throws {
        let count = 60_000
        var rows = ""
        for number in 0..<count {
            rows += "{\"table\":\"stop_time_updates\",\"trip_id\":\"T\",\"start_date\":\"20260715\","
            rows += "\"start_time\":\"08:00:00\",\"stop_sequence\":\(number),\"departure_delay\":60}\n"
        }
        let file = TemporaryFolder.shared.write(rows + rows)
        let run = try board(try written().folder, realtime: file)
        XCTAssertEqual(run.status, .done, run.log)
        // S1 and S2 have their updates; of the others the trip has no such stop, each told once.
        XCTAssertTrue(run.log.contains("\(count - 2) updates are for stops at which the trip does not call"), run.log)
        XCTAssertTrue(run.lines.contains { $0.contains("\"delay\":60") })
    }

    /// As many updates of one trip of frequencies as it may have runs.
    func testUpdatesOfEveryRun() throws {
        let text = HostileTimetableTests.feed.replacing("1800", with: "1").replacing("09:00:00", with: "24:00:00")
        var rows = ""
        for number in 0..<40_000 {
            let time = 8 * 3600 + number
            func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
            rows += "{\"table\":\"trip_updates\",\"trip_id\":\"T\",\"start_date\":\"20260715\",\"start_time\":\""
            rows += "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))\",\"delay\":1}\n"
        }
        let run = try board(try written(text).folder, realtime: TemporaryFolder.shared.write(rows))
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.lines.filter { $0.contains("\"delay\":1,") }.count, 7199)
    }
}
