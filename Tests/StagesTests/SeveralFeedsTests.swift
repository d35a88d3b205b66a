import BuildPolylinesStage
import DeparturesStage
import IngestStage
import OccupancyReportStage
import StageKit
import StageTestSupport
import StoreStage
import TestSupport
import TimeZones
import TripDetailsStage
import XCTest

/// Records of two feeds in one input, in every stage that reads a timetable's.
final class SeveralFeedsTests: XCTestCase {
    /// A feed of one route, three stops and two trips, as `ingest` writes it.
    private func feed(
        _ mark: String = "", id: String? = nil, stops: [String] = ["A", "B", "C"], trips: [String] = ["T1", "T2"],
        agencies: [String] = ["one"], hour: Int = 8
    ) -> String {
        let head = id.map { "\"feed_id\":\"\($0)\"," } ?? ""
        var lines = agencies.map {
            "{\"table\":\"agency\",\(head)\"agency_id\":\"\($0)\",\"agency_timezone\":\"Australia/Brisbane\"}"
        }
        for (place, stop) in stops.enumerated() {
            lines.append(
                "{\"table\":\"stops\",\(head)\"stop_id\":\"\(stop)\",\"stop_name\":\"Stop \(stop)\(mark)\","
                    + "\"stop_lat\":-27.\(place),\"stop_lon\":153.\(place)}")
        }
        lines.append(
            "{\"table\":\"routes\",\(head)\"route_id\":\"R\(mark)\",\"route_short_name\":\"1\",\"route_type\":3}")
        lines.append(
            "{\"table\":\"calendar\",\(head)\"service_id\":\"D\",\"monday\":1,\"tuesday\":1,\"wednesday\":1,"
                + "\"thursday\":1,\"friday\":1,\"saturday\":1,\"sunday\":1,\"start_date\":\"20260101\","
                + "\"end_date\":\"20261231\"}")
        for trip in trips {
            lines.append(
                "{\"table\":\"trips\",\(head)\"route_id\":\"R\(mark)\",\"service_id\":\"D\",\"trip_id\":\"\(trip)\"}")
        }
        for trip in trips {
            for (place, stop) in stops.enumerated() {
                let time = "0\(hour):\(place)0:00"
                lines.append(
                    "{\"table\":\"stop_times\",\(head)\"trip_id\":\"\(trip)\",\"arrival_time\":\"\(time)\","
                        + "\"departure_time\":\"\(time)\",\"stop_id\":\"\(stop)\",\"stop_sequence\":\(place + 1)}")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private struct Stage {
        let name: String
        /// Whether it tells feeds apart by their feed_id.
        let isApart: Bool
        let run: (_ records: String, _ common: CommonOptions) throws -> InMemoryRun
    }

    private let stages: [Stage] = [
        Stage(name: "build-polylines", isApart: true) { records, common in
            let path = TemporaryFolder.shared.write(records)
            return try InMemoryRun("build-polylines", common) {
                try BuildPolylines.run(BuildPolylinesOptions().with { $0.files = [path] }, $0)
            }
        },
        Stage(name: "build-polylines --feed", isApart: true) { records, common in
            var options = BuildPolylinesOptions()
            options.feed = TemporaryFolder.shared.write(records)
            return try InMemoryRun("build-polylines", common) { [options] in
                try BuildPolylines.run(options, $0)
            }
        },
        Stage(name: "departures", isApart: false) { records, common in
            var options = DeparturesOptions()
            options.feed = TemporaryFolder.shared.write(records)
            options.stops = ["B"]
            options.at = WrittenTime("2026-03-02T07:00")
            options.horizon = 4 * 3600
            return try InMemoryRun("departures", common, in: .withFeeds) { [options] in try Departures.run(options, $0)
            }
        },
        Stage(name: "trip-details", isApart: false) { records, common in
            var options = TripDetailsOptions()
            options.feed = TemporaryFolder.shared.write(records)
            options.trip = "T1"
            options.day = CivilDate(compact: "20260302")?.daysSinceEpoch
            return try InMemoryRun("trip-details", common, in: .withFeeds) { [options] in
                try TripDetails.run(options, $0)
            }
        },
        Stage(name: "occupancy-report", isApart: false) { records, common in
            var options = OccupancyReportOptions()
            options.feed = TemporaryFolder.shared.write(records)
            options.keys = [.stopID]
            let positions = TemporaryFolder.shared.write(
                "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\"trip_id\":\"T1\",\"stop_id\":\"A\"}\n")
            return try InMemoryRun("occupancy-report", common) { [options] in
                try OccupancyReport.run(options.with { $0.files = [positions] }, $0)
            }
        },
        Stage(name: "store", isApart: true) { records, common in
            let folder = TemporaryFolder()
            let path = folder.write(records)
            let options = StoreOptions(path: folder.path + "/h.db")
            return try InMemoryRun("store", common) { try Store.run(options.with { $0.files = [path] }, $0) }
        },
    ]

    private func assertOneFinding(
        _ run: InMemoryRun, _ name: String, _ words: String, line: UInt = #line
    ) {
        let found = run.log.split(separator: "\n").filter { $0.contains(words) }
        XCTAssertEqual(found.count, 1, "\(name): \(words) in \(run.log)", line: line)
        XCTAssertFalse(run.log.contains("more like these"), "\(name): \(run.log)", line: line)
        let tables = run.summary.tables
        XCTAssertEqual(
            tables.reduce(0) { $0 + $1.read },
            tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount, name, line: line)
    }

    private var strict: CommonOptions {
        var options = CommonOptions()
        options.strict = true
        return options
    }

    func testAKeyWithOtherContentIsOneFindingAndTheFirstCounts() throws {
        for stage in stages {
            let first = feed()
            // Later by three hours, and under other names.
            let second = feed("x", hour: 9)
            let alone = try stage.run(first, CommonOptions())
            XCTAssertFalse(alone.log.contains("earlier row with this key"), alone.log)
            XCTAssertEqual(alone.output.isEmpty, stage.name == "store", stage.name)
            for (records, words) in [
                (
                    first + second,
                    "a second agency table begins here, and stop_id 'A' in line 16 differs from an earlier row"
                ),
                (
                    // Without agencies.
                    first + second.split(separator: "\n").dropFirst().joined(separator: "\n") + "\n",
                    "stop_id: 'A': an earlier row with this key has different content"
                ),
            ] {
                let run = try stage.run(records, CommonOptions())
                assertOneFinding(run, stage.name, words)
                XCTAssertTrue(
                    run.log.contains(
                        "skipped 3 of stops, \(stage.name == "store" ? "" : "1 of calendar, ")2 of trips, 6 of stop_times"
                    ),
                    "\(stage.name): \(run.log)")
                XCTAssertEqual(
                    run.summary.rejected.first { $0.code == "several_feeds" }?.count, stage.name == "store" ? 11 : 12,
                    stage.name)
                XCTAssertEqual(try stage.run(records, strict).status, .dataUnusable, stage.name)
                // The other route has no trips of its own.
                if stage.name != "store" { XCTAssertEqual(run.output, alone.output, stage.name) }
            }
        }
    }

    func testTheSameFeedTwiceIsToldAndReadOnce() throws {
        for stage in stages {
            let alone = try stage.run(feed(), CommonOptions())
            let run = try stage.run(feed() + feed(), CommonOptions())
            assertOneFinding(run, stage.name, ":15: a second agency table begins here; the first row of each key")
            XCTAssertEqual(run.output, alone.output, stage.name)
            XCTAssertEqual(try stage.run(feed() + feed(), strict).status, .dataUnusable, stage.name)
        }
    }

    /// Nothing but a trip comes again, as it stands, and stop times of another version behind it.
    func testStopTimesBehindATripsSecondRowAreToldToo() throws {
        func part(_ stops: [String]) -> String {
            feed(stops: stops, trips: ["T1"], agencies: []).split(separator: "\n")
                .filter { !$0.contains("\"table\":\"calendar") }.joined(separator: "\n") + "\n"
        }
        let calendar =
            feed().split(separator: "\n").filter { $0.contains("\"table\":\"calendar") }
            .joined(separator: "\n") + "\n"
        for stage in stages {
            let alone = try stage.run(calendar + part(["A", "B"]), CommonOptions())
            let run = try stage.run(calendar + part(["A", "B"]) + part(["A", "B", "C"]), CommonOptions())
            assertOneFinding(run, stage.name, "trip_id: 'T1': this row belongs to the second of two trips")
            XCTAssertTrue(
                run.log.contains("skipped 2 of stops, 1 of routes, 1 of trips, 3 of stop_times"),
                "\(stage.name): \(run.log)")
            XCTAssertEqual(run.summary.rejected.first { $0.code == "several_feeds" }?.count, 7, stage.name)
            XCTAssertEqual(run.output, alone.output, stage.name)
        }
    }

    /// Agencies of one table, rows that are repeated as they stand, and rows of one table that come twice.
    func testOneFeedIsNoFinding() throws {
        for stage in stages {
            let twice = feed(agencies: ["one", "two"])
            let lines = feed().split(separator: "\n").map { $0 + "\n" }
            let repeats = lines.flatMap { $0.contains("\"stops\"") || $0.contains("\"trips\"") ? [$0, $0] : [$0] }
                .joined()
            for records in [twice, repeats] {
                let run = try stage.run(records, CommonOptions())
                XCTAssertFalse(run.log.contains("the first row of each key") || run.log.contains("read apart"), run.log)
                XCTAssertEqual(run.output, try stage.run(feed(), CommonOptions()).output, stage.name)
                // Each row that is left out is counted.
                let lost = records.split(separator: "\n").count - (records == twice ? 0 : lines.count)
                XCTAssertEqual(
                    run.summary.rejected.first { $0.code == "duplicate_key" }?.count, records == twice ? nil : lost,
                    stage.name)
            }
            // A trip's row that comes twice in one table does not cost it its stop_times.
            let other = feed().replacing(
                "\"trip_id\":\"T1\"}\n", with: "\"trip_id\":\"T1\"}\n{\"table\":\"trips\",\"trip_id\":\"T1\"}\n")
            let run = try stage.run(other, CommonOptions())
            XCTAssertTrue(run.log.contains("skipped 1 of trips"), run.log)
            XCTAssertEqual(run.output, try stage.run(feed(), CommonOptions()).output, stage.name)
        }
    }

    func testFeedsThatAreNamedAreKeptApartOrTold() throws {
        for stage in stages {
            let records = feed(id: "a") + feed("x", id: "b", hour: 9)
            let run = try stage.run(records, CommonOptions())
            if stage.isApart {
                XCTAssertEqual(run.log, "", stage.name)
                XCTAssertEqual(try stage.run(records, strict).status, .done, stage.name)
            } else {
                assertOneFinding(run, stage.name, ":15: feed_id: 'b': the records before it belong to feed_id 'a'")
                XCTAssertEqual(run.output, try stage.run(feed(id: "a"), CommonOptions()).output, stage.name)
                XCTAssertEqual(try stage.run(records, strict).status, .dataUnusable, stage.name)
            }
        }
    }

    func testFeedsWithoutAKeyInCommonAreToldAndReadAsOne() throws {
        let records = feed() + feed("x", stops: ["K", "L"], trips: ["U1"], agencies: ["other"])
        for stage in stages {
            let run = try stage.run(records, CommonOptions())
            // The service is called the same in both; a history has its own rule for that.
            let isHistory = stage.name == "store"
            let words =
                isHistory ? "read as one feed" : "the first row of each key counts; skipped 1 of calendar"
            assertOneFinding(run, stage.name, "a second agency table begins here; \(words)")
            XCTAssertEqual(try stage.run(records, strict).status, .dataUnusable, stage.name)
            XCTAssertEqual(run.summary.incomplete, isHistory ? 1 : 0, stage.name)
            XCTAssertEqual(
                run.summary.rejected.first { $0.code == "several_feeds" }?.count, isHistory ? nil : 1, stage.name)
        }
    }

    func testATripWithUpdatesOfTwoFeedsIsTold() throws {
        func update(_ feed: String?, _ trip: String) -> String {
            "{\"table\":\"trip_updates\"," + (feed.map { "\"feed_id\":\"\($0)\"," } ?? "")
                + "\"trip_id\":\"\(trip)\",\"start_date\":\"20260302\",\"delay\":60}\n"
        }
        for (records, isTold) in [
            (update("a", "T1") + update("b", "T1"), true), (update("a", "T1") + update("b", "T2"), false),
            (update("a", "T1") + update("a", "T1"), false), (update(nil, "T1") + update(nil, "T1"), false),
        ] {
            var options = DeparturesOptions()
            options.feed = TemporaryFolder.shared.write(feed())
            options.stops = ["B"]
            options.at = WrittenTime("2026-03-02T07:00")
            options.realtime = [TemporaryFolder.shared.write(records)]
            let run = try InMemoryRun("departures", in: .withFeeds) { [options] in try Departures.run(options, $0) }
            XCTAssertEqual(
                run.log.contains(":2: trip_id: 'T1': the trip has updates with two different feed_id values"), isTold,
                run.log)
            XCTAssertEqual(run.summary.incomplete, isTold ? 1 : 0)
        }
    }
}
