import TestSupport
import XCTest

/// Real output against the schema, and the documents against the binary.
final class SchemaTests: XCTestCase {
    private func validator() throws -> SchemaValidator {
        let run = Shell("linefeed schema")
        XCTAssertEqual(run.status, 0, run.errors)
        return try SchemaValidator(lines: run.lines)
    }

    private func assertValid(_ script: String, minimum: Int = 1, _ validator: SchemaValidator) {
        let run = Shell(script)
        XCTAssertGreaterThanOrEqual(run.lines.count, minimum, script + run.errors)
        var shown = 0
        for line in run.lines {
            // A file that the reference does not know has no schema; its columns are text.
            let problems = validator.problems(line).filter { !$0.hasPrefix("no schema of ") }
            if !problems.isEmpty, shown < 5 {
                shown += 1
                XCTFail("\(script): \(problems.prefix(3)) in \(line.prefix(300))")
            }
        }
    }

    func testEveryStagesOutputIsValid() throws {
        let validator = try validator()
        let web = LoopbackServer(["/a": [.status(500), .ok("a"), .ok("a")], "/b": [.hangUp]])
        defer { web.stop() }
        assertValid(
            "linefeed fetch \(web.url)/a \(web.url)/b --archive '\(TemporaryFolder.shared.path)' --retries 1 -q",
            minimum: 4, validator)
        for script in [
            "linefeed ingest samples/feed.zip",
            "linefeed ingest samples/feed.zip --feed-id x",
            "linefeed decode-rt samples/*.pb",
            "linefeed decode-rt samples/*.pb --explode --enums names --unknown keep",
            "linefeed decode-rt samples/*.pb --nested",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --pins",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --geometry shapes --by trip",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --by route",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --pins --format encoded",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --pins --format encoded --by route",
            "linefeed ingest samples/feed.zip | linefeed build-polylines --pins --format wkt --feed-id x",
            "linefeed decode-rt samples/*.pb | linefeed occupancy-report --feed samples/feed.zip --by "
                + "route_id,direction_id,trip_id,stop_id,vehicle_id,hour,weekday,day_type,date,service_date,feed_id",
            "linefeed decode-rt samples/*.pb | linefeed occupancy-report --carriages --by carriage",
            "linefeed decode-rt samples/*.pb | linefeed occupancy-report --partial",
            "linefeed ingest samples/feed.zip -o /dev/null --summary -",
            "linefeed departures -n --feed samples/feed.zip --stop S00 --stop S00-A --at 2026-03-02T08:00",
            "linefeed departures -n --feed samples/feed.zip --stop S00 --at 1999-03-02T08:00",
            "linefeed run samples/crowding.yaml --set OUT='\(TemporaryFolder.shared.path)' --log -",
            "linefeed run samples/crowding.yaml --set OUT='\(TemporaryFolder.shared.path)' --status",
            "linefeed schema -o /dev/null --summary -",
        ] {
            assertValid(script, validator)
        }
    }

    func testAFlatRecordIsNotHalfAFeature() throws {
        let validator = try validator()
        let run = Shell("linefeed ingest samples/feed.zip | linefeed build-polylines --pins --format wkt | tail -1")
        let pin = try XCTUnwrap(run.lines.first)
        XCTAssertEqual(validator.problems(pin), [])
        XCTAssertNotEqual(validator.problems(pin.replacing("\"wkt\":", with: "\"text\":")), [])
        XCTAssertNotEqual(validator.problems(pin.replacing("\"wkt\":", with: "\"encoded\":\"\",\"wkt\":")), [])
        XCTAssertNotEqual(validator.problems("{\"type\":\"Feature\"," + pin.dropFirst()), [])
    }

    func testRealFeedsAreValid() throws {
        try XCTSkipIf(RealData.folder == nil, "no real feeds: set LINEFEED_REAL_DATA")
        let validator = try validator()
        let zips = RealData.files(in: "static", suffix: ".zip") + RealData.files(in: "bad/gtfs", suffix: ".zip")
        XCTAssertGreaterThan(zips.count, 40)
        for zip in zips where !zip.hasSuffix("unknown_format.zip") && !zip.hasSuffix("upgrade_translations.zip") {
            assertValid(
                "linefeed ingest '\(zip)' --diagnostics /tmp/linefeed-schema-test -q | awk 'NR % 17 < 3'", validator)
            assertValid(
                "cat /tmp/linefeed-schema-test; echo '{\"table\":\"rejects\",\"code\":\"x\",\"message\":\"\",\"raw\":\"\"}'",
                validator)
        }
        for folder in ["rt", "rt/tfnsw", "rt/oba", "rt/mbta-from-json", "rt/mbta-lamp-series-2023-05-08"] {
            for message in RealData.files(in: folder, suffix: ".pb") {
                for options in ["", "--explode --enums names", "--nested", "--unknown keep"] {
                    assertValid("linefeed decode-rt '\(message)' \(options) -q", validator)
                }
            }
        }
    }

    func testEveryTableIsInTheDocument() throws {
        let text = TemporaryFolder.text(of: Checkout.root + "/docs/records.md") ?? ""
        for table in try validator().tables { XCTAssertTrue(text.contains("\n### \(table)\n"), table) }
    }

    func testWhatIsMadeFromTheBinaryIsCurrent() {
        let run = Shell("scripts/generate-docs --check", environment: ["LINEFEED": Shell.products + "/linefeed"])
        XCTAssertEqual(run.status, 0, run.output + run.errors)
    }

    func testAnUnknownTableIsAUsageError() {
        let run = Shell("linefeed schema nonsense")
        XCTAssertEqual(run.status, 64)
        XCTAssertTrue(run.errors.contains("vehicle_positions"), run.errors)
    }
}
