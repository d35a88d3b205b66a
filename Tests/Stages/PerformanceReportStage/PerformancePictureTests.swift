import PerformanceReportStage
import StageKit
import StageTestSupport
import TestSupport
import XCTest

@testable import linefeed

/// What pictures of a performance report show, and that nothing from a feed becomes markup.
final class PerformancePictureTests: XCTestCase {
    private func run(_ text: String, _ arguments: String) throws -> InMemoryRun {
        var common = CommonOptions()
        common.verbosity = .verbose
        var options = try PerformanceReportCommand.parse(arguments.split(separator: " ").map(String.init)).options()
        options.files = [TemporaryFolder.shared.write(text)]
        return try InMemoryRun("performance-report", common, in: .withFeeds) { try PerformanceReport.run(options, $0) }
    }

    private func checked(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) -> XMLChecker {
        let checker = XMLChecker(run.output)
        XCTAssertNil(checker.fault, run.log, file: file, line: line)
        return checker
    }

    private func time(_ second: Int) -> String {
        func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
        return "2026-03-02T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))+10:00"
    }

    /// A trip from S00 over two stops, so late at each.
    private func trip(
        _ name: String, _ start: Int, late: Int, stops: [String] = ["A", "B", "C"], route: String = "10",
        status: Int? = 1,
        percentage: Int? = nil
    ) -> String {
        var text = ""
        for (place, stop) in stops.enumerated() {
            let due = start + place * 120
            text += "{\"table\":\"stop_visits\",\"service_date\":\"20260302\",\"trip_id_performed\":\"\(name)\""
            text += ",\"trip_stop_sequence\":\(place + 1),\"pattern_id\":\"P\",\"dwell\":20,\"stop_id\":\"\(stop)\""
            text += ",\"schedule_arrival_time\":\"\(time(due))\",\"schedule_departure_time\":\"\(time(due + 20))\""
            text +=
                ",\"actual_arrival_time\":\"\(time(due + late))\",\"actual_departure_time\":\"\(time(due + late + 20))\""
            if place > 0 { text += ",\"distance\":500" }
            text += ",\"schedule_relationship\":\"Scheduled\",\"trip_id\":\"\(name)\",\"start_date\":\"20260302\""
            text += ",\"route_id\":\"\(route)\",\"direction_id\":0,\"stop_name\":\"Stop \(stop)\""
            text += ",\"arrival_delay\":\(late),\"departure_delay\":\(late)"
            text += ",\"arrival_source\":\"stopped\",\"departure_source\":\"stopped\""
            if let status { text += ",\"occupancy_status\":\(status)" }
            if let percentage { text += ",\"occupancy_percentage\":\(percentage + place * 10)" }
            text += "}\n"
        }
        text += "{\"table\":\"trips_performed\",\"service_date\":\"20260302\",\"trip_id_performed\":\"\(name)\""
        text += ",\"trip_id_scheduled\":\"\(name)\",\"route_id\":\"\(route)\",\"pattern_id\":\"P\",\"direction_id\":0"
        text += ",\"schedule_trip_start\":\"\(time(start))\",\"schedule_trip_end\":\"\(time(start + 300))\""
        text += ",\"trip_type\":\"In service\",\"schedule_relationship\":\"Scheduled\",\"visits_observed\":3"
        return text + ",\"visits_scheduled\":\(stops.count),\"match\":\"exact\",\"share_covered\":1}\n"
    }

    /// Ten minutes apart from seven on, each third of them late.
    private func day(_ count: Int = 12, percentage: Int? = nil) -> String {
        (0..<count).map {
            trip("T\($0)", 25_200 + $0 * 600, late: $0 % 3 == 2 ? 400 : 0, status: $0 % 2 * 3, percentage: percentage)
        }.joined()
    }

    func testAHeatMapHasShareAndCountInEachCell() throws {
        let run = try run(day(), "--of punctuality --format svg")
        let texts = checked(run).texts
        // Six trips an hour, of which two are late; last stops do not count.
        XCTAssertEqual(texts.count { $0 == "67%" }, 3, "two cells and the bar")
        XCTAssertTrue(
            texts.contains(
                "route 10, hour 07: 67% of 12 visits on time, 0 early, 4 late; median delay 0:00"), "\(texts)")
        XCTAssertTrue(texts.contains { $0.hasPrefix("A heat map, a row for each route") })
    }

    func testEveryKindIsAPNGToo() throws {
        let text = day(percentage: 30)
        for kind in ["punctuality", "headways", "load", "segments", "delivery"] {
            for keys in ["", " --by route_id"] {
                let png = try run(text, "--of \(kind)\(keys) --format png")
                XCTAssertNil(PNGCheck.problem(png, try run(text, "--of \(kind)\(keys) --format svg")), kind + keys)
            }
        }
    }

    func testKeysWithoutTimeAreBars() throws {
        let run = try run(day(), "--of punctuality --by route_id,direction_id --format svg")
        let texts = checked(run).texts
        XCTAssertTrue(texts.contains("Delays by route and direction"))
        XCTAssertTrue(
            texts.contains(
                "route 10, direction 0: delays from 0:00 to 6:40, median 0:00, of 24 visits"), "\(texts)")
    }

    func testWaitsWithoutAScheduleAreHatched() throws {
        let even = try run(day(), "--of headways --format svg")
        XCTAssertEqual(checked(even).texts.count { $0 == "pairs, but no waits to compare" }, 1)
        XCTAssertEqual(even.output.components(separatedBy: "url(#lf-hatch)").count - 1, 1, "the legend's")
        let rare = try run(day(), "--of headways --max-headway 5m --format svg")
        XCTAssertGreaterThan(rare.output.components(separatedBy: "url(#lf-hatch)").count - 1, 1)
    }

    func testTheFullestPlaceIsMarked() throws {
        let shares = try run(day(), "--of load --by route_id --format svg")
        let percentages = try run(day(percentage: 30), "--of load --by route_id --format svg")
        for run in [shares, percentages] {
            XCTAssertEqual(checked(run).texts.count { $0.contains("; maximum load point") }, 1)
        }
        XCTAssertTrue(
            checked(percentages).texts.contains {
                $0.hasPrefix("Stop B: median 40%, 90th percentile 40%") && $0.hasSuffix("; maximum load point")
            })
    }

    func testSegmentsAreAMapWhereTheFeedHasTheirPlaces() throws {
        let text = trip("T", 25_200, late: 0, stops: ["S00-A", "S01-1"], route: "B-21")
        let placed = try run(text, "--of segments --by route_id --feed \(Checkout.root)/samples/feed.zip --format svg")
        XCTAssertTrue(
            checked(placed).texts.contains { $0.contains(": 18 km/h (18 to 18), 500 m, 1 run") }, placed.output)
        let nowhere = try run(text, "--of segments --by route_id --format svg")
        XCTAssertTrue(checked(nowhere).texts.contains("There are no segments with a position to show."))
        XCTAssertTrue(
            nowhere.log.contains("1 row without a position: add --feed for the positions of stops"), nowhere.log)
    }

    func testDeliveryAndPredictionsAreBars() throws {
        let report = "{\"table\":\"match_reports\",\"lists_missing\":true,\"reason_counts\":{}}\n"
        let delivery = try run(day() + report, "--of delivery --format svg")
        XCTAssertTrue(
            checked(delivery).texts.contains {
                $0.hasSuffix("6 of 6 trips observed, 0 canceled, 0 without data, 0 not covered")
            }, delivery.output)
        let update =
            "{\"table\":\"stop_time_updates\",\"timestamp\":1772398900,\"trip_id\":\"T0\",\"start_date\":\"20260302\","
            + "\"route_id\":\"10\",\"stop_sequence\":2,\"stop_id\":\"B\",\"arrival_time\":1772398920}\n"
        let predictions = try run(day() + update, "--of predictions --by route_id --format svg")
        XCTAssertTrue(checked(predictions).texts.contains("0 to 3 min"), predictions.log)
    }

    func testWhatIsNotKnownToBeDueIsHatched() throws {
        let texts = checked(try run(day(), "--of delivery --by route_id --format svg")).texts
        XCTAssertTrue(texts.contains("12 observed, scheduled number unknown"), "\(texts)")
        XCTAssertTrue(texts.contains("route 10: 12 trips observed, 0 canceled; the number scheduled is unknown"))
    }

    func testPicturesSayTheirDaysAndWhatOnTimeMeans() throws {
        let two = day() + day().replacing("20260302", with: "20260304")
        for keys in ["route_id,hour", "route_id"] {
            let texts = checked(
                try run(two, "--of punctuality --by \(keys) --early 90s --late 5m --event arrival --format svg")
            ).texts
            let all = texts.joined(separator: " ")
            XCTAssertTrue(
                all.contains("Service days 2026-03-02 to 2026-03-04; each row covers all of them."), all)
            XCTAssertTrue(
                all.contains(
                    "On time: arrivals at most 1 min 30 s early and at most 5 min late; each trip's first stop is not counted."
                ), all)
        }
        let merged = try run(
            run(two, "--of punctuality --by weekday --partial").output, "--merge --format svg")
        XCTAssertTrue(
            checked(merged).texts.joined(separator: " ").contains("each row covers all days of its type."))
    }

    func testRoutesOfOneNameAreToldApart() throws {
        func named(_ route: String, _ mode: String?) -> String {
            trip("T\(route)", 25_200, late: 0, route: route)
                .replacing("\"route_id\":\"\(route)\"", with: "\"route_id\":\"\(route)\",\"route_short_name\":\"1\"")
                .replacing("\"trip_type\"", with: (mode.map { "\"route_type\":\"\($0)\"," } ?? "") + "\"trip_type\"")
        }
        let text = named("A", "Bus") + named("B", "Bus") + named("C", "Tram / Streetcar / Light rail")
        let texts = checked(try run(text, "--of punctuality --format svg")).texts
        for name in ["1 (A)", "1 (B)", "1 (tram)"] { XCTAssertTrue(texts.contains(name), "\(texts)") }
        let table = try run(text, "--of punctuality --by route_id --format table").output
        XCTAssertTrue(table.contains("1 (tram)") && table.contains("1 (A)"), table)
        // A record says what it is of by its id.
        XCTAssertFalse(try run(text, "--of punctuality").output.contains("1 (A)"))
    }

    func testThinPercentagesLookThin() throws {
        // One vehicle of six counts riders.
        let text = (0..<6).map {
            trip("T\($0)", 25_200 + $0 * 600, late: 0, status: 5, percentage: $0 == 0 ? 30 : nil)
        }.joined()
        let table = try run(text, "--of load --by route_id --format table").output
        XCTAssertTrue(table.contains("(30)") && table.contains("100%") && !table.contains("(100%)"), table)
        let texts = checked(try run(text, "--of load --by route_id --format svg")).texts
        XCTAssertTrue(texts.contains { $0.hasPrefix("Share of visits") }, "\(texts)")
        XCTAssertTrue(texts.contains { $0.contains("of 1 percentage, ") && $0.contains("of 6 statuses, 6 visits") })
    }

    func testFourKeysAreRefused() throws {
        XCTAssertThrowsError(
            try run(day(), "--of punctuality --by route_id,hour,weekday,direction_id --format svg")
        ) { XCTAssertTrue("\($0)".contains("at most 3 keys")) }
        let partial = try run(day(), "--of punctuality --by route_id,hour,weekday,direction_id --partial").output
        let merged = try run(partial, "--merge --format svg")
        XCTAssertEqual(merged.status, .usage)
        XCTAssertTrue(merged.log.contains("at most 3 keys"), merged.log)
        let bars = try self.run(day(), "--of delivery --by route_id,hour,weekday,direction_id --format svg")
        XCTAssertNil(checked(bars).elements["script"])
    }

    func testHostileNamesStayText() throws {
        let hostile = "<script>&]]>\\u0000\\u202e'\\\"--\\uffff\\ud83d\\ude80"
        let text = trip(hostile, 25_200, late: 0, stops: ["A", hostile, "C"], route: hostile)
        for kind in ["punctuality", "headways", "segments", "load", "delivery"] {
            for keys in ["", " --by route_id", " --by trip_id,hour,route_id"] {
                let run = try run(text, "--of \(kind)\(keys) --format svg")
                guard run.status == .done else { continue }
                XCTAssertNil(checked(run).elements["script"], kind + keys)
            }
            XCTAssertFalse(try run(text, "--of \(kind) --format html").output.contains("<script"), kind)
        }
    }

    func testThePageHasEveryRow() throws {
        let page = try run(day(), "--of punctuality --format html").output
        let csv = try run(day(), "--of punctuality --format csv").lines
        XCTAssertEqual(page.components(separatedBy: "<tr>").count - 2, csv.count - 1)
        for column in csv[0].split(separator: ",") { XCTAssertTrue(page.contains("<th scope=\"col\">\(column)</th>")) }
        let policy = page[page.firstRange(of: "style-src '")!.upperBound...].prefix { $0 != "'" }
        let style = page[page.firstRange(of: "<style>")!.upperBound..<page.firstRange(of: "</style>")!.lowerBound]
        let file = TemporaryFolder.shared.write(String(style))
        let digest = Shell("printf \"$(sha256sum '\(file)' | cut -c 1-64 | sed 's/../\\\\x&/g')\" | base64").output
        XCTAssertEqual("sha256-\(digest)", policy + "\n")
    }
}
