import PerformanceReportStage
import StageKit
import TestSupport
import XCTest

@testable import linefeed

final class PerformanceReportTests: PerformanceReportRuns {
    func testTheOrderOfRecordsDoesNotMatter() throws {
        var generator = SeededGenerator(seed: 5)
        for kind in ["punctuality", "headways", "delivery", "predictions"] {
            var list = records(seed: 2, runs: 60)
            if kind == "predictions" { list += updates(of: list, seed: 3) }
            let expected = try run(text(list), "--of \(kind) --by route_id,hour").output
            XCTAssertFalse(expected.isEmpty, kind)
            for _ in 0..<3 {
                list.shuffle(using: &generator)
                XCTAssertEqual(try run(text(list), "--of \(kind) --by route_id,hour").output, expected, kind)
            }
        }
    }

    func testWhereATripsVisitsStandTogetherTheirOrderDoesNotMatter() throws {
        var generator = SeededGenerator(seed: 6)
        let list = records(seed: 4, runs: 60)
        for kind in ["segments", "load"] {
            let expected = try run(text(list), "--of \(kind)").output
            XCTAssertFalse(expected.isEmpty, kind)
            // Trips may stand anywhere.
            var runs = Dictionary(grouping: list.filter(\.isVisit), by: \.run).sorted { $0.key < $1.key }.map(\.value)
            runs.shuffle(using: &generator)
            let visits = runs.flatMap { $0.shuffled(using: &generator) }
            let trips = list.filter { !$0.isVisit }
            XCTAssertEqual(try run(text(trips + visits), "--of \(kind)").output, expected, kind)
            XCTAssertEqual(try run(text(visits + trips), "--of \(kind)").output, expected, kind)
        }
    }

    func testVisitsApartAreNoFigures() throws {
        var list = records(seed: 4, runs: 3)
        list.append(list.remove(at: 1))
        for kind in ["segments", "load"] {
            let run = try run(text(list), "--of \(kind)")
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(run.log.contains(":15: this visit is separated from earlier visits"), run.log)
        }
        // sort brings them together.
        list.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
        XCTAssertEqual(try run(text(list), "--of load").status, .done)
    }

    func testADayTwiceCountsOnce() throws {
        let list = records(seed: 7, runs: 20)
        for kind in PerformanceReportTests.kinds where kind != "predictions" {
            let once = try run(text(list), "--of \(kind)")
            let twice = try run(text(list + list), "--of \(kind)")
            XCTAssertEqual(twice.output, once.output, kind)
            XCTAssertEqual(twice.summary.rejectedCount, list.count, kind)
            XCTAssertTrue(twice.log.contains("80 visit_twice") && twice.log.contains("20 trip_twice"), twice.log)
        }
    }

    func testFiguresBalance() throws {
        let list = records(seed: 8, runs: 40)
        let text = text(list + updates(of: list, seed: 9)) + "{\"table\":\"others\"}\n{\"table\":\"stop_visits\"}\n"
        var common = CommonOptions()
        common.conditions = [try Condition("vehicle_id!=v3")]
        for kind in PerformanceReportTests.kinds {
            for arguments in ["", " --by service_date", " --from 07:30 --to 08:10", " --days mon", " --partial"] {
                for options in [CommonOptions(), common] {
                    let summary = try run(text, "--of \(kind)\(arguments)", common: options).summary
                    let read = summary.tables.reduce(0) { $0 + $1.read }
                    let accounted = summary.tables.reduce(summary.rejectedCount) {
                        $0 + $1.written + $1.ignored + $1.merged + $1.filtered
                    }
                    XCTAssertEqual(read, accounted, kind + arguments)
                }
            }
        }
    }

    // MARK: What is looked at

    private func visit(_ run: String, _ place: Int, _ stop: String, _ rest: String) -> String {
        "{\"table\":\"stop_visits\",\"service_date\":\"20260302\",\"trip_id_performed\":\"\(run)\",\"trip_id\":\"\(run)\","
            + "\"start_date\":\"20260302\",\"trip_stop_sequence\":\(place),\"stop_id\":\"\(stop)\",\"route_id\":\"10\",\(rest)}\n"
    }

    private func left(_ clock: String, due: String? = nil, word: String = "Scheduled") -> String {
        "\"schedule_relationship\":\"\(word)\",\"schedule_departure_time\":\"2026-03-02T\(due ?? clock):00+00:00\","
            + "\"actual_departure_time\":\"2026-03-02T\(clock):00+00:00\""
    }

    private func missing(due: String) -> String {
        "\"schedule_relationship\":\"Missing\",\"schedule_departure_time\":\"2026-03-02T\(due):00+00:00\""
    }

    /// Departures from a stop that is no trip's last.
    private func departures(_ list: [String]) -> String {
        list.enumerated().map { visit("t\($0)", 1, "A", $1) + visit("t\($0)", 2, "B", missing(due: "23:00")) }.joined()
    }

    func testWhatWherePassesOverIsNotBridged() throws {
        let text = departures([left("08:00"), missing(due: "08:10"), left("08:20"), left("08:30")])
        var common = CommonOptions()
        common.conditions = [try Condition("schedule_relationship=Scheduled")]
        // The run that nobody saw breaks its pair also where its row is passed over.
        XCTAssertEqual(
            try run(text, "--of headways --by route_id", common: common).output,
            try run(text, "--of headways --by route_id").output)
        common.conditions = [try Condition("trip_id=t0,t3")]
        let apart = try run(text, "--of headways --by route_id", common: common)
        XCTAssertEqual(apart.status, .dataUnusable, "t0 and t3 do not follow each other: " + apart.output)
        // One stop of a trip is not its last one for being the only one that is taken.
        common.conditions = [try Condition("stop_id=A")]
        let punctual = try run(text, "--of punctuality --by stop_id", common: common).output
        XCTAssertTrue(punctual.contains("\"stop_id\":\"A\",\"events\":3"), punctual)
    }

    func testAWindowIsOfThePairsLaterDeparture() throws {
        let text = departures([left("07:58"), left("08:08"), left("08:18"), left("09:00")])
        let hour = try run(text, "--of headways --by hour").lines.first { $0.contains("\"hour\":8") }
        XCTAssertEqual(try run(text, "--of headways --by hour --from 08:00 --to 09:00").lines, [try XCTUnwrap(hour)])
    }

    func testNothingInTheWindow() throws {
        let text = departures([left("08:00"), left("08:10")])
        for arguments in ["--days sunday", "--from 09:00 --to 10:00", "--from 2026-03-03 --to 2026-03-04"] {
            let run = try run(text, "--of punctuality \(arguments)")
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertTrue(run.log.contains("within --days, --from and --to"), run.log)
        }
        for arguments in ["--from 2026-03-02T08:00", "--to 2026-03-02T08:00:01Z", "--from 23:00 --to 08:01"] {
            XCTAssertEqual(try run(text, "--of punctuality \(arguments)").status, .done, arguments)
        }
    }

    func testWhatIsLeftOutIsTold() throws {
        let text = departures([left("08:00"), left("08:10", word: "Added"), missing(due: "08:20")])
        let log = try run(text, "--of punctuality", common: verbose).log
        XCTAssertTrue(log.contains("5 visits are Skipped, Added or Missing"), log)
    }

    // MARK: What is wrong

    func testValuesThatBreakTheirTypes() throws {
        let broken = visit("a", 1, "A", left("08:00").replacing("2026-03-02T08:00:00+00:00", with: "soon"))
        let run = try run(
            broken + departures([left("08:10")]) + visit("z", 0, "A", "\"x\":1")
                + "{\"table\":\"stop_visits\",\"service_date\":7}\n",
            "--of punctuality --by route_id", common: verbose)
        XCTAssertTrue(run.output.contains("\"events\":1"), run.output)
        for words in [
            "'soon' is not an RFC 3339 time; treated as absent", "the visit has no trip_stop_sequence",
            "'7' is not a date in the form YYYYMMDD", "the visit does not identify its performed trip",
        ] { XCTAssertTrue(run.log.contains(words), words + ": " + run.log) }
    }

    func testOptionsThatDoNotGoTogether() {
        for (arguments, words) in [
            ("", "--of is required"), ("--of load --early 1m", "--early works with --of punctuality"),
            ("--of delivery --by stop_sequence", "has no stops"),
            ("--of segments --by stop_id", "rows of segments always have"),
            ("--of load --by hour,hour", "twice"), ("--of headways --bunched nan", "takes a number, 0 or more"),
            ("--of load --partial --merge", "cannot be combined"),
            ("--of load --partial --format csv", "needs --format ndjson"),
            ("--merge --from 07:00", "give them to the runs with --partial"),
            ("--of load --from 07:00 --to 07:00", "same time"),
        ] {
            XCTAssertThrowsError(try PerformanceReportOptions(typed: arguments), arguments) { error in
                let message = PerformanceReportCommand.message(for: error)
                XCTAssertTrue(message.contains(words), "\(arguments): \(message)")
            }
        }
    }
}
