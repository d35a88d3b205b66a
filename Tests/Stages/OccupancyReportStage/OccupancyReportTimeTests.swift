import OccupancyReportStage
import StageKit
import TestSupport
import XCTest

/// Bins of the day, and the window of time that a report looks at.
final class OccupancyReportTimeTests: OccupancyReportRuns {
    /// Friday, 2026-03-06 20:00 in UTC; the Saturday's 06:00 in Brisbane.
    private let friday = 1_772_827_200

    private func position(_ time: Int?, _ vehicle: String = "v", route: String = "r") -> String {
        "{\"table\":\"vehicle_positions\",\"route_id\":\"\(route)\",\"vehicle_id\":\"\(vehicle)\""
            + (time.map { ",\"timestamp\":\($0)" } ?? "") + ",\"occupancy_status\":1}\n"
    }

    private func bins(_ run: InMemoryRun) -> [String] {
        run.lines.compactMap { $0.firstMatch(of: #/"time_bin":"?([0-9:]+|null)/#).map { String($0.1) } }
    }

    // MARK: Bins

    func testABinBeginsOnTheClockOfTheZone() throws {
        let text = [-1, 0, 899, 900, 2699, 2700].map { position(friday + $0) }.joined() + position(nil)
        let run = try run(text, "--by time_bin --bin 15m")
        XCTAssertEqual(bins(run), ["19:45", "20:00", "20:15", "20:30", "20:45", "null"])
        XCTAssertTrue(run.lines[1].contains("\"observations\":2,"), run.output)
        XCTAssertTrue(run.lines[0].contains("\"timezone\":\"UTC\"}"))
    }

    func testBinsOfZonesWithQuartersAndTheUsualHour() throws {
        // Kathmandu is 5:45 ahead.
        XCTAssertEqual(bins(try run(position(friday), "--by time_bin --timezone Asia/Kathmandu")), ["01:00"])
        XCTAssertEqual(bins(try run(position(friday), "--by time_bin --bin 15m --timezone Asia/Kathmandu")), ["01:45"])
        XCTAssertEqual(bins(try run(position(friday), "--by time_bin --bin 1d")), ["00:00"])
        // By the clock, as hours are: the hour that comes twice is one.
        let hours = try run(text(records(seed: 6, count: 300)), "--by hour --timezone Australia/Lord_Howe --format csv")
        let usual = try run(
            text(records(seed: 6, count: 300)), "--by time_bin --timezone Australia/Lord_Howe --format csv")
        XCTAssertEqual(
            hours.lines.dropFirst().map { $0.drop { $0 != "," } }, usual.lines.dropFirst().map { $0.drop { $0 != "," } }
        )
    }

    func testBinsSortByTheClock() throws {
        let text = [50, 0, 100, 700].map { position(friday + $0 * 60) }.joined() + position(nil)
        XCTAssertEqual(
            bins(try run(text, "--by time_bin --bin 5m --sort -time_bin")),
            ["21:40", "20:50", "20:00", "07:40", "null"])
    }

    func testABinWithoutItsKeyIsAMistake() throws {
        for arguments in ["--bin 15m", "--bin 1h --by route_id,hour", "--merge --by route_id --bin 15m"] {
            XCTAssertThrowsError(try OccupancyReportOptions(typed: arguments), arguments) {
                XCTAssertTrue("\($0)".contains("--bin needs --by with the key time_bin"), "\($0)")
            }
        }
        for bin in ["7m", "0m", "90s", "25h", "soon"] {
            XCTAssertThrowsError(try OccupancyReportOptions(typed: "--by time_bin --bin \(bin)"), bin)
        }
    }

    func testPartsOfAnotherBinAreRefused() throws {
        let list = text(records(seed: 5, count: 50))
        let quarters = try run(list, "--partial --by time_bin --bin 15m").output
        for (other, words) in [
            ("--by time_bin --bin 30m", "--bin 30m"), ("--by time_bin", "--bin 1h"), ("--by hour", "--by hour "),
        ] {
            let run = try run(quarters + (try self.run(list, "--partial " + other).output), "--merge")
            XCTAssertEqual(run.status, .dataUnusable, other)
            XCTAssertTrue(run.log.contains("cannot be merged") && run.log.contains(words), run.log)
        }
        XCTAssertEqual(try run(quarters, "--merge --bin 30m").status, .dataUnusable)
        let hours = try run(list, "--partial").output
        XCTAssertEqual(try run(hours, "--merge --bin 30m").status, .dataUnusable)
        XCTAssertEqual(try run(quarters, "--merge --bin 15m").status, .done)
        XCTAssertEqual(try run(quarters, "--merge --by time_bin").status, .done)
        // Parts without bins and windows are written as ever.
        XCTAssertFalse(hours.contains("\"bin\"") || hours.contains("\"days\"") || hours.contains("\"from\""))
    }

    // MARK: Windows

    private func counted(_ run: InMemoryRun) -> Int {
        run.lines.compactMap { $0.firstMatch(of: #/"observations":([0-9]+)/#).flatMap { Int($0.1) } }.reduce(0, +)
    }

    func testDaysAreLocalDates() throws {
        let text = (0..<7).map { position(friday + $0 * 86_400) }.joined()
        for (days, expected) in [
            ("friday", "2026030[6]"), ("sat,sun", "2026030[78]"), ("weekday", "20260306|20260309|2026031[0-2]"),
            ("weekend", "2026030[78]"),
        ] {
            let run = try run(text, "--by date --days \(days)")
            XCTAssertTrue(
                try run.lines.allSatisfy { try $0.contains(Regex("\"date\":\"(\(expected))\"")) },
                "\(days): \(run.output)")
            XCTAssertEqual(run.summary.table("vehicle_positions").filtered, 7 - run.lines.count)
        }
        let brisbane = "--by route_id --timezone Australia/Brisbane --days"
        XCTAssertEqual(counted(try run(position(friday), brisbane + " saturday")), 1)
        XCTAssertEqual(try run(position(friday), brisbane + " friday").status, .dataUnusable)
    }

    func testFromIsInAndToIsOut() throws {
        let text = [-1, 0, 3599, 3600].map { position(friday + $0) }.joined()
        for window in [
            "--from 20:00 --to 21:00", "--from 2026-03-06T20:00 --to 2026-03-06T21:00",
            "--from \(friday) --to \(friday + 3600)", "--from 2026-03-07T06:00+10:00 --to 21:00",
        ] {
            XCTAssertEqual(bins(try run(text, "--by time_bin --bin 1m " + window)), ["20:00", "20:59"], window)
        }
        // On the clock of the report's zone.
        XCTAssertEqual(
            bins(
                try run(
                    text, "--by time_bin --bin 1m --timezone Australia/Brisbane --from 06:00 --to 2026-03-07T07:00")),
            ["06:00", "06:59"])
    }

    func testAWindowMayGoPastMidnight() throws {
        let text = (0..<24).map { position(friday + $0 * 3600) }.joined()
        XCTAssertEqual(
            bins(try run(text, "--by time_bin --from 22:00 --to 02:00")), ["00:00", "01:00", "22:00", "23:00"])
        XCTAssertEqual(
            bins(try run(text, "--by time_bin --from 22:00 --to 02:00 --days friday")), ["22:00", "23:00"],
            "days are of the date that an observation has")
    }

    func testWhatLiesOutsideIsFilteredAndTheBalanceHolds() throws {
        let list = text(records(seed: 7, count: 300))
        for arguments in [
            "--days mon,sat", "--from 07:00 --to 09:30 --format csv", "--partial --days sunday --from 12:00",
            "--carriages --days weekend", "--deduplicate consecutive --to 2023-10-03",
        ] {
            let run = try run(list + "{\"table\":\"feed_messages\"}\n{\"a\":1}\n", arguments)
            let tables = run.summary.tables
            XCTAssertEqual(
                tables.reduce(0) { $0 + $1.read },
                tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered }
                    + run.summary.rejectedCount, arguments)
            let filtered = run.summary.table("vehicle_positions").filtered
            XCTAssertTrue(filtered > 0 && filtered < 300, arguments)
        }
    }

    func testTheSummarysRecordHasWhatTheWindowPassedOver() throws {
        var common = CommonOptions()
        common.summaryFile = TemporaryFolder.shared.path + "/summary"
        _ = try run(position(friday) + position(friday + 86_400), "--by route_id --days friday", common: common)
        let summary = try XCTUnwrap(TemporaryFolder.text(of: TemporaryFolder.shared.path + "/summary"))
        XCTAssertTrue(summary.contains("\"filtered\":{\"vehicle_positions\":1}"), summary)
    }

    func testWithoutATimeNothingIsInsideAndThatIsTold() throws {
        let text = position(friday) + position(nil, "w")
        for window in ["--days friday", "--to 23:00", "--days weekday,weekend"] {
            let run = try run(text, "--by route_id " + window, common: verbose)
            XCTAssertEqual(counted(run), 1)
            XCTAssertTrue(run.log.contains("no timestamp, so it lies outside --days, --from and --to"), run.log)
            XCTAssertEqual(run.status, .done)
        }
        XCTAssertEqual(counted(try run(text, "--by route_id")), 2)
    }

    func testAllOutsideIsNothingToWorkOn() throws {
        let run = try run(position(friday) + position(nil), "--by route_id --days monday")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(
            run.log.contains(
                "nothing to work on: all records lie outside --days, --from and --to: 2 vehicle_positions"), run.log)
        var common = CommonOptions()
        common.conditions = [try Condition("route_id=r")]
        let both = try self.run(position(friday) + position(friday, route: "q"), "--days monday", common: common)
        XCTAssertTrue(both.log.contains("--where, --days, --from and --to exclude all records"), both.log)
        common.conditions = [try Condition("route_id=x")]
        XCTAssertTrue(
            try self.run(position(friday), "--days monday", common: common).log.contains("the input has no route 'x'"))
    }

    func testIdsOutsideAreNotMatched() throws {
        let feed = TemporaryFolder.shared.write("{\"table\":\"routes\",\"route_id\":\"r\"}\n")
        let text = position(friday) + position(friday + 86_400, route: "unknown")
        let run = try run(text, "--by route_id --timezone UTC --days friday") { $0.feed = feed }
        XCTAssertEqual(run.summary.unmatched, 0)
        XCTAssertTrue(run.output.contains("\"matched_routes\":1,\"unmatched_routes\":0"), run.output)
    }

    func testWindowsThatAreNone() throws {
        for arguments in [
            "--days someday", "--days", "--from soon", "--to 25:00", "--from 07:00 --to 07:00",
            "--from 2026-03-07T06:00Z --to 2026-03-06T06:00Z", "--merge --days friday", "--merge --from 07:00",
            "--merge --to 07:00",
        ] {
            XCTAssertThrowsError(try OccupancyReportOptions(typed: arguments), arguments)
        }
    }

    func testPartsOfAnotherWindowAreRefused() throws {
        let list = text(records(seed: 5, count: 200))
        let by = "--partial --by route_id --timezone Asia/Tokyo "
        let morning = try run(list, by + "--days weekday --from 06:00 --to 12:00").output
        for other in [
            "", "--days weekday", "--days weekday --from 06:00", "--days mon,tue --from 06:00 --to 12:00",
            "--days weekday --from 06:00 --to 12:00:01",
        ] {
            let run = try run(morning + (try self.run(list, by + other).output), "--merge")
            XCTAssertEqual(run.status, .dataUnusable, other)
            XCTAssertTrue(
                run.log.contains("--days monday,tuesday,wednesday,thursday,friday --from 06:00 --to 12:00"), run.log)
        }
        // Written otherwise it is the same window.
        let same = try run(list, by + "--days fri,mon,tue,wed,thu --from 06:00:00 --to 12:00").output
        XCTAssertEqual(same, morning)
        XCTAssertEqual(
            try run(morning, "--merge").output,
            try run(
                list,
                "--by route_id --timezone Asia/Tokyo "
                    + "--days weekday --from 06:00 --to 12:00"
            ).output)
        XCTAssertEqual(
            try run(list, by + "--from 2023-10-02T09:00").output, try run(list, by + "--from 2023-10-02T00:00Z").output)
    }
}
