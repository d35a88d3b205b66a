import TestSupport
import XCTest

/// Real output against the schema, and the documents against the binary.
final class SchemaTests: XCTestCase {
    private func validator() throws -> SchemaValidator {
        let run = Shell("linefeed schema")
        XCTAssertEqual(run.status, 0, run.errors)
        return try SchemaValidator(lines: run.lines)
    }

    /// - Parameter diagnostics: where the script's run of `ingest` puts its findings. A file that the reference does not
    ///   know has no schema, its columns are text: `ingest` says which files those are, and no other table may lack one.
    private func assertValid(
        _ script: String, minimum: Int = 1, diagnostics: String? = nil, _ validator: SchemaValidator
    ) {
        let run = Shell(script)
        XCTAssertGreaterThanOrEqual(run.lines.count, minimum, script + run.errors)
        let unknown = diagnostics.map(unknownTables) ?? []
        assertValid(run.lines, of: script, besides: unknown, validator)
    }

    private func assertValid(
        _ lines: [String], of source: String, besides unknown: Set<String>, _ validator: SchemaValidator
    ) {
        var shown = 0
        let files = self.validator(withFilesOf: lines)
        for line in lines {
            let problems = (files ?? validator).problems(line).filter { problem in
                !unknown.contains { problem == "no schema of \($0)" }
            }
            if !problems.isEmpty, shown < 5 {
                shown += 1
                XCTFail("\(source): \(problems.prefix(3)) in \(line.prefix(300))")
            }
        }
    }

    /// The same with the schemas of files that are called as a table of the contract is, and have their file names as
    /// tables; nil where there are none.
    private func validator(withFilesOf lines: [String]) -> SchemaValidator? {
        let head = "{\"table\":\""
        let names = lines.lazy.filter { $0.hasPrefix(head) }.map { $0.dropFirst(head.count).prefix { $0 != "\"" } }
        let tables = Set(names.filter { $0.hasSuffix(".txt") }.map(String.init))
        guard !tables.isEmpty else { return nil }
        let schemas = tables.sorted().map { "linefeed schema '\($0)'" }
        let run = Shell((["linefeed schema"] + schemas).joined(separator: " && "))
        XCTAssertEqual(run.status, 0, run.errors)
        return try? SchemaValidator(lines: run.lines)
    }

    /// The tables of files that `ingest` has noted as no table of the reference.
    private func unknownTables(_ diagnostics: String) -> Set<String> {
        let lines = (TemporaryFolder.text(of: diagnostics) ?? "").split(separator: "\n")
        return Set(
            lines.filter { $0.contains("\"code\":\"unknown_table\"") }.compactMap { line in
                guard let file = line.firstMatch(of: /"file":"(?:[^"]*\/)?([^"\/]+)\.txt"/) else { return nil }
                return String(file.1)
            })
    }

    /// What the cases in Tests/Golden expect, as far as it is records.
    func testEveryExpectedRecordHasASchema() throws {
        let validator = try validator()
        let root = Checkout.root + "/Tests/Golden"
        // Files that the reference does not know.
        let unknown: [String: Set<String>] = [
            "write-gtfs/two-feeds/expected": ["crews"],
            "select/a-route-with-all-it-needs/expected": ["crews", "notes"],
            "ingest/files-with-names-of-tables/expected": ["own"], "select/a-file-called-notices/expected": ["own"],
            "write-gtfs/a-file-called-notices/expected": ["own"],
            "write-gtfs/prefixes-with-colons/expected": ["notes"],
        ]
        var tables: Set<String> = []
        for path in Shell("cd '\(root)' && find . -name expected | sort").lines {
            let name = String(path.dropFirst(2))
            let lines = (TemporaryFolder.text(of: root + "/" + name) ?? "").split(separator: "\n").map(String.init)
            let records = lines.filter {
                $0.hasPrefix("{\"table\":\"") || $0.hasPrefix("{\"type\":\"Feature\",\"table\":\"")
            }
            // A file is records or none: a report for people may quote one.
            guard !records.isEmpty, records.count == lines.count else { continue }
            for record in records {
                if let table = record.firstMatch(of: /"table":"(\w+)"/) { tables.insert(String(table.1)) }
            }
            assertValid(records, of: name, besides: unknown[name] ?? [], validator)
        }
        for table in ["stops", "vehicle_positions", "departures", "trip_details", "occupancy", "match_reports"] {
            XCTAssertTrue(tables.contains(table), "\(table) is expected nowhere")
        }
    }

    func testATableWithoutASchemaFails() throws {
        let validator = try validator()
        XCTAssertEqual(validator.problems("{\"table\":\"nonsense\"}"), ["no schema of nonsense"])
    }

    func testEveryStagesOutputIsValid() throws {
        let validator = try validator()
        let web = LoopbackServer(["/a": [.status(500), .ok("a"), .ok("a")], "/b": [.hangUp]])
        defer { web.stop() }
        assertValid(
            "linefeed fetch \(web.url)/a \(web.url)/b --archive '\(TemporaryFolder.shared.path)' --retries 1 -q",
            minimum: 4, validator)
        let rt = TemporaryFolder.shared.path + "/realtime.ndjson"
        let side = TemporaryFolder.shared.path + "/side.ndjson"
        let visits = TemporaryFolder.shared.path + "/visits.ndjson"
        let city = TemporaryFolder.shared.path + "/city"
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
            "linefeed decode-rt samples/*.pb | linefeed departures --feed samples/feed.zip --stop S00 "
                + "--at 2026-03-02T08:00",
            "linefeed decode-rt samples/*.pb > '\(rt)' && linefeed departures '\(rt)' --feed samples/feed.zip "
                + "--stop S00 --at 2026-03-02T08:00 | linefeed trip-details - '\(rt)' --feed samples/feed.zip",
            "linefeed decode-rt samples/feed.zip --diagnostics '\(side)' -q; cat '\(side)'",
            "printf '{}\\n7\\n' | linefeed build-polylines --rejects '\(side)' -q; cat '\(side)'",
            "linefeed decode-rt samples/*.pb | linefeed occupancy-report --carriages --by carriage",
            "linefeed decode-rt samples/*.pb | linefeed occupancy-report --partial",
            "linefeed stop-visits samples/positions.ndjson --feed samples/feed.zip --missing -q > '\(visits)'; "
                + "linefeed decode-rt samples/trip-updates-*.pb --explode > '\(rt)'; cat '\(visits)'",
            "for kind in punctuality segments load delivery predictions; do linefeed performance-report '\(visits)' "
                + "'\(rt)' --of $kind --by route_id,direction_id,trip_id,vehicle_id,weekday,day_type,service_date,feed_id "
                + "&& linefeed performance-report '\(visits)' '\(rt)' --of $kind --partial; done",
            "linefeed performance-report '\(visits)' --of segments --feed samples/feed.zip --timezone UTC",
            "linefeed simulate --out '\(city)' --truth --routes 3 --stops 30 --minutes 60 --interval 60 -q && "
                + "linefeed performance-report '\(city)/truth.ndjson' --of headways --by stop_id,time_bin",
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
        let side = TemporaryFolder.shared.path + "/findings.ndjson"
        for zip in RealData.chosen(zips)
        where !zip.hasSuffix("unknown_format.zip") && !zip.hasSuffix("upgrade_translations.zip") {
            assertValid(
                "linefeed ingest '\(zip)' --diagnostics '\(side)' -q | awk 'NR % 17 < 3'", diagnostics: side, validator)
            assertValid(
                "cat '\(side)'; echo '{\"table\":\"rejects\",\"code\":\"x\",\"message\":\"\",\"raw\":\"\"}'",
                validator)
        }
        for folder in ["rt", "rt/tfnsw", "rt/oba", "rt/mbta-from-json", "rt/mbta-lamp-series-2023-05-08"] {
            let messages = RealData.files(in: folder, suffix: ".pb")
            let ways = ["", "--explode --enums names", "--nested", "--unknown keep"]
            // Without LINEFEED_DEEP, each message is decoded one way, the next one another way.
            for (place, message) in RealData.chosen(messages, below: 100_000).enumerated() {
                for options in Depth.isDeep ? ways : [ways[place % ways.count]] {
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
