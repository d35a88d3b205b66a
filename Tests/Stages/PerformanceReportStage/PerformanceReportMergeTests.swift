import StageKit
import TestSupport
import XCTest

final class PerformanceReportMergeTests: PerformanceReportRuns {
    func testPartsOfWholeRunsAddUpToTheWholeByteForByte() throws {
        var generator = SeededGenerator(seed: 12)
        for kind in PerformanceReportMergeTests.kinds {
            let visits = records(seed: 4, runs: 36)
            var list = kind == "predictions" ? visits + updates(of: visits, seed: 5) : visits
            // The one report of an input lies in one of its parts.
            if kind == "delivery" { list.append(Line(run: 7, text: PerformanceReportMergeTests.report)) }
            for arguments in [
                "--of \(kind)", "--of \(kind) --by service_date,weekday,vehicle_id --from 07:30",
                "--of \(kind) --by route_id,time_bin --bin 15m --timezone Asia/Kathmandu --days mon,sun",
            ] {
                let whole = try run(text(list), arguments)
                XCTAssertFalse(whole.output.isEmpty, arguments)
                for parts in [2, 9] {
                    // Predictions split by trip: a second vehicle's visits go with the first's.
                    let owners = (0..<40).map { _ in Int.random(in: 0..<parts, using: &generator) }
                    func owner(_ line: Line) -> Int {
                        owners[kind == "predictions" && line.run % 9 == 8 ? line.run - 4 : line.run]
                    }
                    var allowing = CommonOptions()
                    allowing.allowsEmpty = true
                    let partials = try (0..<parts).shuffled(using: &generator).map { part in
                        try run(text(list.filter { owner($0) == part }), arguments + " --partial", common: allowing)
                            .output
                    }
                    let lines = partials.joined().split(separator: "\n").shuffled(using: &generator)
                    let merged = try run(lines.joined(separator: "\n") + "\n", "--merge")
                    XCTAssertEqual(merged.output, whole.output, "\(arguments) in \(parts)")
                }
            }
        }
    }

    private static let report = "{\"table\":\"match_reports\",\"lists_missing\":true,\"reason_counts\":{}}"

    func testPartsSayTogetherWhetherAllRunsAreListed() throws {
        let list = text(records(seed: 4, runs: 12))
        let yes = PerformanceReportMergeTests.report + "\n"
        let no = yes.replacing("true", with: "false")
        for (first, second, isKnown) in [
            (yes, "", true), ("", yes, true), (yes, yes, true), (yes, no, false), (no, "", false), ("", "", false),
        ] {
            let part = try run(list + first, "--of delivery --partial").output
            let other = try run(text(records(seed: 5, runs: 12)) + second, "--of delivery --partial").output
            let merged = try run(part + other, "--merge", common: verbose)
            XCTAssertEqual(merged.output.contains("\"trips_scheduled\":null"), !isKnown, first + second)
            XCTAssertEqual(merged.log.contains("'linefeed stop-visits --missing'"), !isKnown, merged.log)
        }
    }

    /// The part that has the report may have no run.
    func testAPartWithoutFiguresSaysWhetherAllRunsAreListed() throws {
        for kind in ["delivery", "headways"] {
            let list = text(records(seed: 4, runs: 12))
            let report = PerformanceReportMergeTests.report + "\n"
            let whole = try run(list + report, "--of \(kind)").output
            let part = try run(list, "--of \(kind) --partial").output
            var allowing = CommonOptions()
            allowing.allowsEmpty = true
            let other = try run(report, "--of \(kind) --partial", common: allowing).output
            XCTAssertTrue(other.contains("\"keys\":[],\"values\":{\"lists_missing\":true}"), other)
            for parts in [part + other, other + part] { XCTAssertEqual(try run(parts, "--merge").output, whole, kind) }
        }
    }

    func testPartsOfOtherTermsAreRefused() throws {
        let text = text(records(seed: 1, runs: 12))
        let part = try run(text, "--of punctuality --partial").output
        for arguments in [
            "--of punctuality --by hour", "--of punctuality --early 30s", "--of punctuality --timezone Europe/Berlin",
            "--of punctuality --event arrival", "--of punctuality --timepoints", "--of load",
            "--of punctuality --days mon",
            "--of punctuality --from 07:00", "--of punctuality --by route_id,time_bin",
        ] {
            var allowing = CommonOptions()
            allowing.allowsEmpty = true
            let other = try run(text, arguments + " --partial", common: allowing).output
            guard !other.isEmpty else { continue }
            let run = try run(part + other, "--merge")
            XCTAssertEqual(run.status, .dataUnusable, arguments)
            XCTAssertEqual(run.output, "", arguments)
            XCTAssertTrue(run.log.contains("they cannot be merged"), run.log)
        }
        for arguments in ["--of load", "--by hour", "--early 30s", "--timezone Europe/Berlin", "--crowded low"] {
            let run = try run(part, "--merge " + arguments)
            XCTAssertEqual(run.status, .dataUnusable, arguments)
            XCTAssertTrue(run.log.contains("this part was made with --of punctuality --by route_id,hour"), run.log)
        }
        XCTAssertEqual(try run(part, "--merge --of punctuality --by route_id,hour --late 5m").status, .done)
    }

    func testWhatPartialDoesNotWriteIsRefused() throws {
        for kind in PerformanceReportMergeTests.kinds {
            let visits = records(seed: 4, runs: 20)
            let list = kind == "predictions" ? visits + updates(of: visits, seed: 5) : visits
            let part = try XCTUnwrap(run(text(list), "--of \(kind) --partial").lines.first)
            XCTAssertEqual(try run(part, "--merge").status, .done)
            for (old, new) in [
                ("\"partial_version\":2", "\"partial_version\":3"), ("\"by\":[\"route_id\"", "\"by\":[\"rout\""),
                ("\"keys\":[", "\"keys\":[1,"), ("\"values\":{", "\"values\":[{"),
                ("\"days\":[[", "\"days\":[[9,8],["), ("\"days\":[[", "\"days\":[[1],["),
                ("\"parameters\":{", "\"parameters\":{\"x\":1,"),
                ("[[", "[[-9007199254740993,"), ("[[", "[[\"a\","),
            ] {
                let text = part.replacing(old, with: new)
                let run = try run(old == "\"values\":{" ? text.dropLast() + "]}" : text, "--merge")
                XCTAssertEqual(run.status, .dataUnusable, "\(kind) \(new): \(run.output)")
            }
        }
    }
}
