import TestSupport
import XCTest

final class OccupancyReportMergeTests: OccupancyReportRuns {
    func testTheOrderOfRecordsDoesNotMatter() throws {
        var generator = SeededGenerator(seed: 11)
        for arguments in ["", "--by hour,trip_id --timezone Australia/Sydney", "--carriages --by carriage,route_id"] {
            var list = records(seed: 3, count: 1500)
            let expected = try run(text(list), arguments).output
            XCTAssertFalse(expected.isEmpty)
            for _ in 0..<3 {
                list.shuffle(using: &generator)
                XCTAssertEqual(try run(text(list), arguments).output, expected, arguments)
            }
        }
    }

    func testPartsOfWholeVehiclesAddUpToTheWholeByteForByte() throws {
        var generator = SeededGenerator(seed: 12)
        for arguments in [
            "", "--by route_id,weekday --timezone America/New_York", "--by service_date,vehicle_id,feed_id",
            "--by day_type,date", "--carriages --by carriage", "--deduplicate consecutive",
            "--deduplicate off --by trip_id", "--by time_bin,stop_sequence --bin 15m --timezone Asia/Kathmandu",
            "--by date,hour --days sat,mon,tue --from 2023-09-30T15:00 --timezone Asia/Tokyo",
            "--by route_id --from 20:30 --to 13:00",
        ] {
            let list = records(seed: 4, count: 1200)
            let whole = try run(text(list), arguments)
            // Of more parts than vehicles some have none.
            for parts in Depth.isDeep ? [1, 2, 5, 31] : arguments.isEmpty ? [1, 31] : [5] {
                let owners = (0..<30).map { _ in Int.random(in: 0..<parts, using: &generator) }
                let partials = try (0..<parts).shuffled(using: &generator).map { part -> String in
                    let own = list.filter { owners[$0.vehicle] == part }
                    let message = "{\"table\":\"feed_messages\"}\n"
                    let partial = try run(message + text(own), arguments + " --partial")
                    XCTAssertEqual(partial.status, .done)
                    return partial.output
                }
                let merged = try run(partials.joined(), "--merge")
                XCTAssertEqual(merged.status, .done)
                XCTAssertEqual(merged.output, whole.output, "\(arguments) in \(parts) parts")
                // The other formats come of the same rows.
                XCTAssertEqual(
                    try run(partials.joined(), "--merge --format csv --sort -observations").output,
                    try run(text(list), arguments + " --format csv --sort -observations").output)
            }
        }
    }

    func testPartsMadeByOtherRulesAreRefused() throws {
        let list = text(records(seed: 5, count: 50))
        let usual = try run(list, "--partial").output
        for other in [
            "--by hour", "--timezone Europe/Berlin", "--deduplicate off", "--carriages", "--by hour,route_id",
        ] {
            let run = try run(usual + (try self.run(list, other + " --partial").output), "--merge")
            XCTAssertEqual(run.status, .dataUnusable, other)
            XCTAssertTrue(run.log.contains("cannot be merged"), run.log)
        }
        XCTAssertEqual(try run(usual, "--merge --by hour").status, .dataUnusable)
        XCTAssertEqual(try run(usual, "--merge --timezone Europe/Berlin").status, .dataUnusable)
        XCTAssertEqual(try run(usual, "--merge --carriages").status, .dataUnusable)
        XCTAssertEqual(try run(usual, "--merge --deduplicate off").status, .dataUnusable)
        XCTAssertEqual(try run(usual, "--merge --deduplicate exact").status, .done)
        XCTAssertEqual(try run(usual, "--merge --by route_id,hour --timezone UTC").status, .done)
    }

    func testDamagedPartsAreRefusedAndNeverCrash() throws {
        let part = try run(text(records(seed: 6, count: 20)), "--partial --by weekday").output
        let line = String(part.split(separator: "\n")[0])
        for (from, to) in [
            ("\"partial_version\":1", "\"partial_version\":2"), ("\"by\":[\"weekday\"]", "\"by\":[\"week\"]"),
            ("\"by\":[\"weekday\"]", "\"by\":[]"), ("\"by\":[\"weekday\"]", "\"by\":[\"weekday\",\"weekday\"]"),
            ("\"carriages\":false", "\"carriages\":0"), ("\"exact\"", "\"other\""),
            ("\"timezone\":\"UTC\",", ""), ("\"empty\":", "\"empty\":-"), ("\"vehicles\":", "\"vehicles\":1e15,\"x\":"),
            ("\"unknown\":", "\"x\":"), ("\"percentages\":[", "\"percentages\":[[1],"),
            ("\"percentages\":[", "\"percentages\":[[-4,2],"), ("\"percentages\":[", "\"percentages\":[7,"),
            ("\"trip_fingerprints\":[", "\"trip_fingerprints\":[0,"),
            ("\"trip_fingerprints\":[", "\"trip_fingerprints\":[281474976710656,"), ("day\",\"vehi", "days\",\"vehi"),
            ("\"timezone\":", "\"bin\":\"15m\",\"timezone\":"), ("\"timezone\":", "\"days\":[],\"timezone\":"),
        ] {
            try assertIsRefused(line, from, to)
        }
    }

    func testDamagedBinsAndWindowsAreRefused() throws {
        let arguments = "--partial --by time_bin,stop_sequence --bin 15m --days sat --from 06:00 --to 2023-10-09T00:00Z"
        let part = try run(text(records(seed: 6, count: 20)), arguments).output
        let line = String(part.split(separator: "\n")[0])
        for (from, to) in [
            ("\"bin\":\"15m\"", "\"bin\":\"7m\""), ("\"bin\":\"15m\",", ""), ("\"bin\":\"15m\"", "\"bin\":900"),
            ("\"time_bin\":\"", "\"time_bin\":\"0"), ("\"time_bin\":", "\"time_bin\":\"07:01\",\"x\":"),
            ("\"time_bin\":", "\"time_bin\":900,\"x\":"), ("\"stop_sequence\":", "\"stop_sequence\":-1,\"x\":"),
            ("[\"saturday\"]", "[\"someday\"]"), ("[\"saturday\"]", "[6]"), ("[\"saturday\"]", "\"saturday\""),
            ("\"06:00\"", "\"2026-03-02\""), ("\"06:00\"", "6"), ("\"2023-10-09T00:00:00Z\"", "\"soon\""),
        ] {
            try assertIsRefused(line, from, to)
        }
    }

    private func assertIsRefused(_ line: String, _ from: String, _ to: String) throws {
        let place = try XCTUnwrap(line.firstRange(of: from), from)
        let damaged = line.replacingCharacters(in: place, with: to)
        let run = try run(damaged + "\n", "--merge")
        XCTAssertEqual(run.status, .dataUnusable, damaged)
        XCTAssertTrue(run.log.contains(":1:"), run.log)
    }
}
