import Contract
import Occupancy
import Reports
import StageKit
import TestSupport
import XCTest

@testable import IngestStage
@testable import OccupancyReportStage

/// Records that nobody would write but to do harm, and figures that must be the same wherever they stand.
final class OccupancyReportHostileTests: OccupancyReportRuns {
    // MARK: Parts

    private func part(_ by: String, _ change: (String) -> String) throws -> InMemoryRun {
        let line = try run(text(records(seed: 6, count: 40)), "--partial --by \(by)").lines[0]
        let changed = change(line)
        XCTAssertNotEqual(changed, line)
        return try run(changed + "\n", "--merge --format html")
    }

    private func replaced(_ line: String, _ member: String, _ value: String) -> String {
        line.replacing(try! Regex("\"\(member)\":(\"[^\"]*\"|[0-9]+|\\[.*?\\]\\]?)"), with: "\"\(member)\":\(value)")
    }

    /// An axis of hours is drawn without a gap, so an hour that no clock has would be an axis without an end.
    func testAPartWithAnHourThatNoClockHasIsRefused() throws {
        for hour in ["24", "-1", "4611686018427387904", "9223372036854775807", "1e3", "\"7\""] {
            let run = try part("hour") { replaced($0, "hour", hour) }
            XCTAssertEqual(run.status, .dataUnusable, hour)
            XCTAssertTrue(run.log.contains(":1: hour: not what --partial writes"), run.log)
            XCTAssertEqual(run.output, "")
        }
        XCTAssertEqual(try part("hour") { replaced($0, "hour", "23") }.status, .done)
    }

    func testAPartWithADayThatThereIsNotIsRefused() throws {
        for day in ["\"+1234567\"", "\"-1234567\"", "\"20260230\"", "\"20261301\"", "20260301", "\"2026 301\""] {
            for key in ["date", "service_date"] {
                let run = try part(key) { replaced($0, key, day) }
                XCTAssertEqual(run.status, .dataUnusable, day)
                XCTAssertTrue(run.log.contains(":1: \(key): not what --partial writes"), run.log)
            }
        }
        XCTAssertEqual(
            try part("direction_id") {
                replaced($0, "direction_id", "-1") == $0
                    ? $0.replacing("\"direction_id\":null", with: "\"direction_id\":-1")
                    : replaced($0, "direction_id", "-1")
            }.status, .dataUnusable)
    }

    /// Sums and ranks of what the parts say never overflow.
    func testPartsWithCountsBeyondReasonAreRefused() throws {
        let most = 1 << 40
        let line = try run(text(records(seed: 6, count: 40)), "--partial --by hour").lines[0]
        let more = Tables.OccupancyPartials.columns.counts.all.reduce(line) { replaced($0, $1.name, "\(most)") }
        let full = replaced(more, "percentages", "[[50,\(most * 10)]]")
        XCTAssertEqual(try run(full + "\n", "--merge").status, .dataUnusable)
        let pairs = Array(repeating: "[50,\(most)]", count: 10).joined(separator: ",")
        let many = replaced(more, "percentages", "[\(pairs)]") + "\n"
        XCTAssertEqual(try run(many, "--merge").status, .done)
        let run = try run(String(repeating: many, count: 1 + (1 << 56) / (most * 10)), "--merge")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("the number of observations is too large"), run.log)
        // A vehicle, or a percentage, that was seen was observed.
        for (member, value) in [("vehicles", "\(most * 10)"), ("percentages", "[[1,\(most)]]")] {
            let run = try self.run(replaced(line, member, value) + "\n", "--merge")
            XCTAssertEqual(run.status, .dataUnusable, member)
            XCTAssertTrue(run.log.contains("\(member): not what --partial writes"), run.log)
        }
    }

    // MARK: Carriages

    /// Carriages without a name are told apart by their place among them, however many there are: with a look at all
    /// those before each, this many take minutes.
    func testCarriagesOfOneVehicleByTheHundredThousand() throws {
        let count = 200_000
        let head = "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\"timestamp\":1772402400,"
        let line =
            head + "\"multi_carriage_details\":[" + Array(repeating: "{}", count: count).joined(separator: ",") + "]}\n"
        let report = try run(line, "--carriages --by carriage")
        XCTAssertEqual(report.lines.count, 1)
        XCTAssertTrue(
            report.output.contains("\"carriage\":null,\"observations\":\(count),\"vehicles\":1,"), report.output)
        // Names are forgotten with their record, and their room as well.
        let named =
            head + "\"consist\":["
            + (0..<1000).map { "{\"name\":\"c\($0 % 500)\",\"occupancy_status\":1}" }
            .joined(separator: ",") + "]}\n"
        let two = try run(named + named, "--carriages --by vehicle_id")
        XCTAssertTrue(two.output.contains("\"observations\":1000,\"vehicles\":1,"), two.output)
    }

    /// Two units of four cars each, with the same names: eight carriages.
    func testCoupledUnitsWithCarriagesOfTheSameNames() throws {
        for names in [["1", "2", "3", "4"], ["A", "B", "C", "D"], ["c10", "c11", "c12", "c13"]] {
            let cars = (names + names).enumerated().map {
                "{\"label\":\"\($1)\",\"occupancy_status\":\($0 < 4 ? 1 : 5)}"
            }
            let line =
                "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\"timestamp\":1772402400,"
                + "\"multi_carriage_details\":[\(cars.joined(separator: ","))]}\n"
            let report = try run(line, "--carriages --by carriage")
            XCTAssertEqual(report.lines.count, 4)
            for row in report.lines {
                XCTAssertTrue(row.contains("\"observations\":2,"), row)
                XCTAssertTrue(row.contains("\"many_seats_available\":1,") && row.contains("\"full\":1,"), row)
            }
        }
    }

    // MARK: Groups

    /// A vehicle whose time stands still and that goes from stop to stop is one observation, in one group.
    func testGroupsThatNothingIsLeftOfAreLetGo() throws {
        for deduplication in [OccupancyReportOptions.Deduplication.exact, .consecutive] {
            let accumulator = CrowdingAccumulator(deduplication)
            let keys = GroupKeyBytes()
            var most = 0
            for index in 0..<200_000 {
                for vehicle in [1, 2] {
                    keys.removeAll()
                    let text = Array("a stop of some length \(vehicle == 1 ? index : index % 100)".utf8)
                    text.withUnsafeBytes { keys.append($0) }
                    let group = try XCTUnwrap(accumulator.intern(keys.bytes))
                    accumulator.add(
                        Observation(
                            vehicle: UInt64(vehicle) << 32, trip: 7,
                            timestamp: vehicle == 1 ? 1000 : UInt32(1000 + index), feedTimestamp: UInt32(2000 + index),
                            status: StatusRank(code: index % 7), percentage: UInt32(index % 101), group: group))
                }
                most = max(most, accumulator.groups.count)
            }
            XCTAssertLessThan(most, 100 + 2 * ObservedGroups.patience)
            accumulator.finish()
            let rows = OccupancyRows(
                CrowdingGroups(accumulator, names: nil), CrowdingGroups.columns([.stopID], hasNames: false), zone: "")
            XCTAssertEqual(rows.count, 101)
            let figures = (0..<rows.count).map { (keys: rows.keys($0), figures: rows.crowding($0)) }
            XCTAssertEqual(figures.map(\.figures.observations).sorted(), [1] + Array(repeating: 2000, count: 100))
            XCTAssertTrue(figures.allSatisfy { $0.figures.vehicles == 1 && $0.figures.trips == 1 })
            let last = figures.first { $0.figures.observations == 1 }
            XCTAssertEqual(last?.keys, [.text("a stop of some length 199999")])
            XCTAssertEqual(last?.figures.percentages, [.init(percentage: 199_999 % 101, count: 1)])
            let some = figures.first { $0.keys == [.text("a stop of some length 7")] }?.figures
            XCTAssertEqual(some?.percentageObservations, 2000)
            XCTAssertEqual(some?.counts.reduce(0, +), 2000)
        }
    }

    /// The same records with and without groups that are let go on the way give the same report.
    func testLettingGoChangesNoFigure() throws {
        var text = ""
        var plain = ""
        for index in 0..<30_000 {
            let head =
                "{\"table\":\"vehicle_positions\",\"occupancy_status\":\(index % 6),\"occupancy_percentage\":\(index % 90),"
            let good =
                head
                + "\"vehicle_id\":\"\(index % 50)\",\"timestamp\":\(1000 + index),\"feed_timestamp\":\(1000 + index),"
                + "\"trip_id\":\"t\(index % 20)\",\"stop_id\":\"s\(index % 30)\"}\n"
            let still =
                head
                + "\"vehicle_id\":\"still\",\"timestamp\":5,\"feed_timestamp\":\(index),\"stop_id\":\"x\(index)\"}\n"
            text += good + still
            plain += index == 29_999 ? good + still : good
        }
        for arguments in ["--by stop_id", "--by stop_id --deduplicate consecutive", "--by stop_id,trip_id --partial"] {
            XCTAssertEqual(try run(text, arguments).output, try run(plain, arguments).output, arguments)
        }
    }

    // MARK: Shares

    /// 1999 of 2000 are not all, in whatever form.
    func testAShareReadsTheSameInEveryFormat() throws {
        let text = (0..<2000).map {
            "{\"table\":\"vehicle_positions\",\"route_id\":\"R\",\"vehicle_id\":\"v\",\"timestamp\":\($0),"
                + "\"occupancy_status\":\($0 == 0 ? 5 : 1)}\n"
        }.joined()
        for format in ["table", "markdown", "html", "svg"] {
            let report = try run(text, "--by route_id --format \(format)").output
            let (all, none) =
                format == "html" || format == "svg"
                ? ("&gt;99%", "&lt;1%")
                : format == "markdown" ? ("\\>99%", "\\<1%") : (">99%", "<1%")
            XCTAssertTrue(report.contains(all) && report.contains(none), "\(format): \(report.prefix(2000))")
            XCTAssertFalse(report.contains("100%<") || report.contains(" 100%"), format)
        }
        XCTAssertEqual(CrowdingFigures.percent(0, of: 0), nil)
        XCTAssertEqual(CrowdingFigures.percent(0, of: 9), "0%")
        XCTAssertEqual(CrowdingFigures.percent(1, of: 1000), "<1%")
        XCTAssertEqual(CrowdingFigures.percent(5, of: 1000), "1%")
        XCTAssertEqual(CrowdingFigures.percent(994, of: 1000), "99%")
        XCTAssertEqual(CrowdingFigures.percent(995, of: 1000), ">99%")
        XCTAssertEqual(CrowdingFigures.percent(1000, of: 1000), "100%")
    }

    // MARK: Figures of the run

    /// Whatever ends a run before its time, what was read is accounted for.
    func testARunThatBreaksOffBalances() throws {
        let parts = try run(text(records(seed: 6, count: 40)), "--partial --by hour").output
        for (input, arguments) in [
            ("{\"table\":\"occupancy_partials\"}\n", "--merge"),
            (parts + "{\"table\":\"occupancy_partials\"}\n", "--merge"), (parts, ""),
            (text(records(seed: 6, count: 40)), "--merge"),
            (text(records(seed: 6, count: 40)), "--timezone Nowhere/Here"),
        ] {
            let run = try run(input, arguments)
            XCTAssertNotEqual(run.status, .done, arguments)
            let tables = run.summary.tables
            XCTAssertEqual(
                tables.reduce(0) { $0 + $1.read },
                tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount
                    + run.summary.unfinished, arguments)
        }
    }

    func testWhatIsRequiredAndNotThereStandsInTheSummary() throws {
        let folder = TemporaryFolder()
        var common = CommonOptions()
        common.summaryFile = folder.path + "/summary"
        var options = IngestOptions()
        options.feed = try WrittenFeed(folder.write("# agency.txt\nagency_name\nA\n", "feed")).folder
        options.tables = ["agency"]
        let run = try InMemoryRun("ingest", common) { context in try Ingest.run(options, context) }
        XCTAssertEqual(run.status, .done)
        let summary = try XCTUnwrap(TemporaryFolder.text(of: folder.path + "/summary"))
        // Of agency.txt's required columns agency_url and agency_timezone.
        XCTAssertTrue(summary.contains("\"faults\":0,\"incomplete\":2,\"unmatched\":0,"), summary)
    }
}
