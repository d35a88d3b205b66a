import Contract
import OccupancyReportStage
import StageKit
import TestSupport
import XCTest

final class OccupancyReportTests: OccupancyReportRuns {
    func testEveryRecordIsAccountedFor() throws {
        let list = text(records(seed: 7, count: 300))
        let others = "{\"table\":\"feed_messages\"}\n{\"table\":\"vehicle_positions\"\n[1]\n{\"a\":1}\n"
        for arguments in [
            "", "--format csv", "--format table", "--format markdown", "--partial", "--carriages",
            "--carriages --by carriage,vehicle_id,date", "--min-observations 20",
        ] {
            let run = try run(list + others, arguments)
            let tables = run.summary.tables
            XCTAssertEqual(
                tables.reduce(0) { $0 + $1.read },
                tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged } + run.summary.rejectedCount, arguments)
            XCTAssertEqual(run.summary.rejectedCount, 3)
            XCTAssertEqual(run.status, .dataUnusable)
        }
    }

    func testNothingToCountIsSaidEvenOffATerminal() throws {
        let run = try run("{\"table\":\"trip_updates\"}\n", "--by route_id")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertEqual(run.output, "")
        XCTAssertTrue(
            run.log.contains(
                "error: nothing to work on: the input has no records of vehicle_positions; it has 1 trip_updates"),
            run.log)
        var common = CommonOptions()
        common.allowsEmpty = true
        let table = try self.run("", "--by route_id --format csv", common: common)
        XCTAssertTrue(table.output.hasPrefix("route_id,observations,"))
        XCTAssertEqual(table.status, .done)
        let merge = try self.run("", "--merge")
        XCTAssertEqual(merge.status, .dataUnusable)
        XCTAssertTrue(merge.log.contains("error: nothing to work on: the input has no records"), merge.log)
    }

    func testPartsWithoutMergeAndPositionsWithItAreRefused() throws {
        let positions = text(records(seed: 1, count: 9))
        let parts = try run(positions, "--partial").output
        for (input, arguments, hint) in [
            (parts, "", "occupancy_partials; merge them with --merge"), (parts, "--partial", "merge them with --merge"),
            (positions, "--merge", "9 vehicle_positions; --merge takes partial reports"),
        ] {
            let run = try run(input, arguments)
            XCTAssertEqual(run.status, .dataUnusable, arguments)
            XCTAssertTrue(run.log.contains(hint), run.log)
        }
        // Where both are there, what was asked for is done.
        XCTAssertEqual(try run(parts + positions, "--merge").status, .done)
    }

    func testTextTablesNameTheZoneOfTheirTimes() throws {
        let input = text(records(seed: 2, count: 9))
        for (format, expected) in [
            ("table", "\ntimes: America/New_York\n"), ("markdown", "|\n\nTimes: America/New_York\n"),
        ] {
            let zone = "--format \(format) --timezone America/New_York"
            XCTAssertTrue(try run(input, zone + " --by weekday").output.hasSuffix(expected))
            XCTAssertFalse(try run(input, zone + " --by route_id").output.contains("imes:"))
        }
    }

    func testOneBadValueIsOneFinding() throws {
        for (member, by) in [
            ("\"vehicle_id\":[1]", "vehicle_id"), ("\"feed_id\":{}", "feed_id,hour"),
            ("\"start_date\":[]", "service_date"), ("\"trip_id\":true", "trip_id"),
        ] {
            let line = "{\"table\":\"vehicle_positions\",\(member),\"entity_id\":\"e\"}\n"
            XCTAssertEqual(try run(line, "--by \(by)").summary.nulled, 1, member)
            XCTAssertEqual(try run(line + line, "--by \(by)").summary.nulled, 2, member)
        }
    }

    func testPercentagesAreKeptExactlyToTheEndOfThirtyTwoBits() throws {
        let lines = [65_535, 70_000, 4_294_967_294].enumerated().map {
            "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"\($0)\",\"occupancy_percentage\":\($1)}\n"
        }.joined()
        let whole = try run(lines, "--by route_id")
        XCTAssertTrue(
            whole.output.contains(
                "\"percentage_observations\":3,\"percentage_p50\":70000,\"percentage_p90\":4294967294,"), whole.output)
        XCTAssertEqual(try run(try run(lines, "--by route_id --partial").output, "--merge").output, whole.output)
    }

    func testOfTwoUnknownStatusesTheLargerCounts() throws {
        let lines = [(13, "a"), (20, "b"), (19, "c")].map {
            "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\"timestamp\":5,\"route_id\":\"\($0.1)\","
                + "\"occupancy_status\":\($0.0),\"occupancy_percentage\":\(100 - $0.0)}\n"
        }
        for lines in [lines, lines.reversed()] {
            let output = try run(lines.joined(), "--by route_id").lines
            XCTAssertEqual(output.count, 1)
            XCTAssertTrue(output[0].contains("\"route_id\":\"b\"") && output[0].contains("\"percentage_p50\":80,"))
        }
    }

    func testTheZoneIsSaidOrGuessedAloud() throws {
        let line = "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\"timestamp\":1,\"occupancy_status\":1}\n"
        let utc = try run(line, common: verbose)
        XCTAssertTrue(utc.log.contains("in UTC"), utc.log)
        XCTAssertTrue(utc.output.contains("\"hour\":0,") && utc.output.contains("\"timezone\":\"UTC\"}"))
        XCTAssertFalse(try run(line, "--by route_id", common: verbose).log.contains("UTC"))
        XCTAssertFalse(try run(line, "--by route_id").output.contains("timezone"))
        let sydney = try run(line, "--timezone Australia/Sydney", common: verbose)
        XCTAssertFalse(sydney.log.contains("UTC"))
        XCTAssertTrue(sydney.output.contains("\"hour\":10,"))
        for zone in ["Mars/Olympus", "../../etc/passwd", "PST"] {
            let run = try run(line, "--timezone \(zone)")
            XCTAssertEqual(run.status, .dataUnusable)
            XCTAssertTrue(run.log.contains(zone), run.log)
            XCTAssertEqual(run.output, "")
        }
    }

    func testValuesThatBreakTheirTypesAreReportedAndTakenAsAbsent() throws {
        let cases: [(String, String, String)] = [
            ("\"occupancy_status\":\"Full\"", "not_an_occupancy_status", "\"unknown\":1"),
            ("\"occupancy_status\":2.5", "not_an_occupancy_status", "\"unknown\":1"),
            ("\"occupancy_status\":[1]", "not_an_occupancy_status", "\"unknown\":1"),
            ("\"occupancy_percentage\":-2", "invalid_occupancy_percentage", "\"percentage_observations\":0"),
            ("\"occupancy_percentage\":4294967295", "invalid_occupancy_percentage", "\"percentage_observations\":0"),
            ("\"occupancy_percentage\":\"x\"", "invalid_occupancy_percentage", "\"percentage_observations\":0"),
            ("\"timestamp\":-1", "invalid_timestamp", "\"hour\":null"),
            ("\"timestamp\":\"soon\"", "invalid_timestamp", "\"hour\":null"),
            ("\"route_id\":{}", "invalid_route_id", "\"route_id\":null"),
            ("\"direction_id\":\"in\"", "invalid_direction_id", "\"direction_id\":null"),
            ("\"start_date\":\"2024-01-01\"", "invalid_start_date", "\"service_date\":null"),
            ("\"start_date\":\"20240231\"", "invalid_start_date", "\"service_date\":null"),
        ]
        for (member, code, expected) in cases {
            let diagnostics = TemporaryFolder.shared.path + "/diagnostics"
            var common = CommonOptions()
            common.diagnosticsFile = diagnostics
            let run = try run(
                "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\(member)}\n",
                "--by route_id,direction_id,hour,service_date", common: common)
            XCTAssertEqual(run.status, .done)
            XCTAssertTrue(run.output.contains(expected), "\(member): \(run.output)")
            let findings = try XCTUnwrap(TemporaryFolder.text(of: diagnostics))
            XCTAssertTrue(findings.contains("\"code\":\"\(code)\""), "\(member): \(findings)")
            XCTAssertTrue(findings.contains("\"line\":1"), findings)
            XCTAssertEqual(run.summary.nulled, 1, member)
            common.strict = true
            let strict = try self.run(
                "{\"table\":\"vehicle_positions\",\"vehicle_id\":\"v\",\(member)}\n",
                "--by route_id,direction_id,hour,service_date", common: common)
            XCTAssertEqual(strict.status, .dataUnusable)
        }
    }

    func testRecordsThatNothingNamesAllCount() throws {
        let line = "{\"table\":\"vehicle_positions\",\"timestamp\":5,\"occupancy_status\":1}\n"
        let run = try run(line + line, "--by route_id", common: verbose)
        XCTAssertTrue(run.output.contains("\"observations\":2,\"vehicles\":0,\"trips\":0,"), run.output)
        XCTAssertTrue(run.log.contains("does not identify its vehicle"))
    }

    func testIdsWithEscapesZerosAndNumbersAreKeptAsTheyAre() throws {
        let ids = ["\"a\\u0000b\"", "\"a\"", "\"a\\u0000\"", "\"\\u00e9\\n\"", "\"\u{1F68B}\"", "7", "\"7\""]
        let lines = ids.map { "{\"table\":\"vehicle_positions\",\"entity_id\":\"e\",\"route_id\":\($0)}\n" }
        let run = try run(lines.joined(), "--by route_id --deduplicate off")
        let shown = run.lines.map { $0.prefix { $0 != "}" }.split(separator: ",")[1] }
        XCTAssertEqual(
            shown.map(String.init),
            ["\"7\"", "\"a\"", "\"a\\u0000\"", "\"a\\u0000b\"", "\"é\\n\"", "\"\u{1F68B}\""].map {
                "\"route_id\":\($0)"
            })
        XCTAssertTrue(run.lines[0].contains("\"observations\":2"))
    }

    func testRubbishNeverCrashes() throws {
        var generator = SeededGenerator(seed: 21)
        let bytes = Array(text(records(seed: 8, count: 40)).utf8)
        for round in 0..<150 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...30, using: &generator) {
                let alphabet = Array("{}[]\",:0123456789-.eatnul\\ \n".utf8)
                damaged[Int.random(in: 0..<damaged.count, using: &generator)] = alphabet.randomElement(
                    using: &generator)!
            }
            let path = TemporaryFolder.shared.write(bytes: damaged, "rubbish")
            let options = try OccupancyReportOptions(
                typed: ["", "--carriages", "--by date,trip_id --partial", "--format table"][round % 4])
            let run = try InMemoryRun("occupancy-report") {
                try OccupancyReport.run(options.with { $0.files = [path] }, $0)
            }
            XCTAssertTrue(run.status == .done || run.status == .dataUnusable)
        }
    }

    // MARK: Sorting and options

    func testNullsComeLastWhicheverWayAndTiesKeepTheKeysOrder() throws {
        let lines = [("C", "1"), ("B", "5"), ("A", "null"), ("D", "5"), ("E", "0")].map {
            "{\"table\":\"vehicle_positions\",\"entity_id\":\"\($0.0)\",\"route_id\":\"\($0.0)\",\"occupancy_status\":\($0.1)}\n"
        }.joined()
        func order(_ sort: String) throws -> String {
            try run(lines, "--by route_id --sort \(sort)").lines.map { String($0.dropFirst(33).prefix(1)) }.joined()
        }
        XCTAssertEqual(try order("worst_status"), "ECBDA")
        XCTAssertEqual(try order("-worst_status"), "BDCEA")
        XCTAssertEqual(try order("share_low"), "BDCEA")
        XCTAssertEqual(try order("-route_id"), "EDCBA")
    }

    func testOptionsThatDoNotGoTogether() throws {
        for arguments in [
            "--by hour,hour", "--partial --merge", "--partial --format csv", "--partial --min-observations 2",
            "--partial --sort hour", "--sort nothing", "--min-observations -1", "--by route_id --sort hour",
        ] {
            XCTAssertThrowsError(try OccupancyReportOptions(typed: arguments), arguments)
        }
        // Whoever does not come through the command line is told the same.
        XCTAssertEqual(try run("") { $0.keys = [.hour, .hour] }.status, .usage)
        XCTAssertEqual(try run("", "--partial") { $0.mergesPartials = true }.status, .usage)
        XCTAssertEqual(try run("") { $0.minimumObservations = -1 }.status, .usage)
        var common = CommonOptions()
        common.feedID = "x"
        XCTAssertEqual(try run("", "--by feed_id", common: common).status, .usage)
        common.feedID = nil
        common.passThrough = true
        XCTAssertEqual(try run("", "--format csv", common: common).status, .usage)
        common.allowsEmpty = true
        XCTAssertEqual(try run("{\"table\":\"stops\"}\n", "", common: common).output, "{\"table\":\"stops\"}\n")
    }

    func testTheFeedsIdStandsInEveryRecordAndRow() throws {
        var common = CommonOptions()
        common.feedID = "x"
        let line = "{\"table\":\"vehicle_positions\",\"entity_id\":\"1\"}\n"
        XCTAssertTrue(
            try run(line, "--by route_id", common: common).output.hasPrefix(
                "{\"table\":\"occupancy\",\"feed_id\":\"x\","))
        let csv = try run(line, "--by route_id --format csv", common: common).lines
        XCTAssertTrue(csv[0].hasPrefix("feed_id,route_id,") && csv[1].hasPrefix("x,,1,"), "\(csv)")
    }

    func testRecordsCarryTheSchemasColumns() throws {
        let output = try run(text(records(seed: 9, count: 30))).lines[0]
        let listed = Tables.Occupancy.names
        var rest = listed[...]
        for member in output.dropFirst().split(separator: ",").dropFirst() {
            let name = String(member.split(separator: "\"")[0])
            let place = try XCTUnwrap(rest.firstIndex(of: name), "\(name) is not listed, or out of order")
            rest = rest[(place + 1)...]
        }
    }
}
