import CheckStage
import IngestStage
import NDJSON
import StageKit
import TestSupport
import XCTest

final class CheckTests: XCTestCase {
    private let folder = TemporaryFolder()

    private static let feed = """
        # agency.txt
        agency_id,agency_name,agency_url,agency_timezone
        A,A,https://a.example,UTC
        # stops.txt
        stop_id,stop_name,stop_lat,stop_lon
        S,South,10,20
        N,North,10.01,20
        # routes.txt
        route_id,agency_id,route_short_name,route_type
        R,A,1,3
        # calendar.txt
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        W,1,1,1,1,1,1,1,20260101,20261231
        # trips.txt
        route_id,service_id,trip_id
        R,W,T
        R,W,U
        # stop_times.txt
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        T,08:00:00,08:00:00,S,1
        T,08:05:00,08:05:00,N,2
        U,09:00:00,09:00:00,S,1
        U,09:05:00,09:05:00,N,2

        """

    private func check(
        _ path: String, _ common: CommonOptions = CommonOptions(),
        change: (inout CheckOptions) throws -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = CheckOptions()
        options.feed = path
        options.at = try CheckOptions.at("2026-03-02")
        try change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.schedule = IngestedFeed()
        return try InMemoryRun("check", common, in: world) { try Check.run(options, $0) }
    }

    private func zip(_ text: String) -> String {
        folder.write(bytes: ZipBuilder(feed: text).bytes, "feed.zip")
    }

    /// What is found, without samples: `E duplicate_key stops.txt 1`.
    private func found(_ run: InMemoryRun) -> [String] {
        run.lines.compactMap { line in
            let scanner = RecordScanner(fields: ["severity", "code", "file", "count"])
            let bytes = Array(line.utf8)
            return bytes.withUnsafeBytes { bytes in
                guard (try? scanner.scan(bytes)) != nil else { return nil }
                let severity = scanner[0].string?.prefix(1) ?? "?"
                return "\(severity) \(scanner[1].string ?? "") \(scanner[2].string ?? "") \(scanner[3].integer ?? 0)"
            }
        }
    }

    /// Rows of a trip that stand apart, and backwards, are one trip's all the same.
    func testRowsInAnyOrderAreTheSameTrips() throws {
        let rows = CheckTests.feed.split(separator: "\n").map(String.init)
        let start = try XCTUnwrap(rows.firstIndex { $0.hasPrefix("T,08:00:00") })
        var shuffled = rows
        shuffled[start...] = [rows[start + 3], rows[start + 1], rows[start], rows[start + 2]][...]
        let run = try check(zip(shuffled.joined(separator: "\n") + "\n"))
        XCTAssertEqual(
            found(run), ["W missing_recommended_file feed_info.txt 1", "I unsorted_stop_times stop_times.txt 2"])
    }

    /// Rows that several threads read ahead, of which only the last has a value in a column of its own.
    func testWhatOnlyTheLastRowSaysIsFound() throws {
        func feed(_ column: String, _ value: String) -> String {
            var text = CheckTests.feed.replacing(
                "stop_id,stop_sequence\n", with: "stop_id,stop_sequence,\(column)\n")
            for number in 1...40_000 {
                text +=
                    "V\(number / 2),10:0\(number % 2):00,10:0\(number % 2):00,\(["S", "N"][number % 2]),\(number % 2),\n"
            }
            return text + "W,11:00:00,11:00:00,S,1,\(value)\n"
        }
        func run(_ text: String, jobs: Int) throws -> InMemoryRun {
            let path = zip(text)
            var common = CommonOptions()
            common.jobs = jobs
            return try check(path, common) { $0.format = .own(.canonical) }
        }
        let continuous = feed("continuous_pickup", "0")
        let one = try run(continuous, jobs: 1)
        XCTAssertTrue(one.output.contains("Continuous Stops"), one.output)
        XCTAssertEqual(try run(continuous, jobs: 5).output, one.output)
        let twoFeeds = feed("feed_id", "other")
        XCTAssertEqual(try run(twoFeeds, jobs: 5).log, try run(twoFeeds, jobs: 1).log)
    }

    /// Records in any order of tables break what the feed breaks.
    func testRecordsBackwardsAreTheSameFeed() throws {
        let text = CheckTests.feed.replacing("U,09:05:00,09:05:00,N,2", with: "U,08:55:00,08:55:00,X,2")
        let path = zip(text)
        var options = IngestOptions()
        options.feed = path
        let records = try InMemoryRun("ingest") { try Ingest.run(options, $0) }
        let backwards = folder.write(records.lines.reversed().map { $0 + "\n" }.joined())
        let expected = [
            "E foreign_key_violation stop_times.txt 1",
            "E stop_time_with_arrival_before_previous_departure_time stop_times.txt 1",
            "W missing_recommended_file feed_info.txt 1",
        ]
        XCTAssertEqual(found(try check(path)), expected)
        XCTAssertEqual(
            found(try check(backwards)), expected + ["I unsorted_stop_times stop_times.txt 2"])
    }

    /// A row of a database whose text is not UTF-8 is a notice. The row counts, and as nobody knows its table, no other row
    /// refers to something that is missing for sure.
    func testARowOfADatabaseThatCannotBeRead() throws {
        let path = folder.path + "/feed.db"
        var options = IngestOptions()
        options.feed = zip(CheckTests.feed)
        options.sqlite = path
        XCTAssertEqual(try InMemoryRun("ingest") { try Ingest.run(options, $0) }.status, .done)
        var bytes = try XCTUnwrap(TemporaryFolder.bytes(of: path))
        let name = try XCTUnwrap(bytes.indices.first { bytes[$0...].starts(with: "South".utf8) })
        bytes[name] = 0xFF
        TemporaryFolder.put(bytes, at: path)
        let run = try check(path)
        XCTAssertEqual(found(run), ["E malformed_json \(path) 1", "W missing_recommended_file feed_info.txt 1"])
        let tables = run.summary.tables
        XCTAssertEqual(
            tables.reduce(0) { $0 + $1.read },
            tables.reduce(run.summary.rejectedCount) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered })
    }

    /// A pattern is compared once, and each trip of it is counted.
    func testTripsOfOnePatternAreCountedEach() throws {
        let text = CheckTests.feed.replacing("10.01,20", with: "11.5,20")
        let run = try check(zip(text))
        XCTAssertTrue(
            found(run).contains("W fast_travel_between_consecutive_stops stop_times.txt 2"), run.output)
        XCTAssertTrue(run.output.contains("\"line\":3,\"trip_id\":\"T\""), run.output)
        XCTAssertTrue(run.output.contains("\"line\":5,\"trip_id\":\"U\""), run.output)
    }

    /// A stop without an arrival says when the vehicle leaves it, so the speed to the next stop is known.
    func testASpeedIsMeasuredFromAStopThatHasOnlyADeparture() throws {
        let text = CheckTests.feed
            .replacing("N,North,10.01,20\n", with: "N,North,10.01,20\nM,Market,10.1,20\n")
            .replacing("T,08:05:00,08:05:00,N,2\n", with: "T,,08:30:00,N,2\nT,08:30:30,08:30:30,M,3\n")
        let run = try check(zip(text))
        XCTAssertTrue(
            found(run).contains("W fast_travel_between_consecutive_stops stop_times.txt 1"), run.output)
        XCTAssertTrue(
            run.output.contains(
                #""stop_sequence":3,"stop_id":"M","previous_stop_id":"N","departure_time":"08:30:00""#), run.output)
        // Without any time, the stop says nothing, and the vehicle has half an hour.
        let untimed = try check(zip(text.replacing("T,,08:30:00,N,2", with: "T,,,N,2")))
        XCTAssertFalse(untimed.output.contains("fast_travel_between_consecutive_stops"), untimed.output)
    }

    /// An empty id of a copied trip names no trip, so the update pairs its vehicle with the trip that it names.
    func testAnEmptyIDOfACopyIsNoTrip() throws {
        let update =
            #""entity_id":"u","trip_id":"T","start_date":"20260302","schedule_relationship":6,"vehicle_id":"V""#
        func pairings(_ copy: String) throws -> [String] {
            let realtime = folder.write(
                #"{"table":"feed_messages","source":"a.pb","gtfs_realtime_version":"2.0","incrementality":0,"timestamp":1772438460}"#
                    + "\n"
                    + #"{"table":"trip_updates","feed_timestamp":1772438460,\#(update),"trip_properties":{"trip_id":"\#(copy)"}}"#
                    + "\n"
                    + #"{"table":"vehicle_positions","feed_timestamp":1772438460,"entity_id":"p","trip_id":"T","start_date":"20260302","vehicle_id":"V","latitude":10,"longitude":20,"timestamp":1772438460}"#
                    + "\n")
            let run = try check(zip(CheckTests.feed)) { $0.realtime = [realtime] }
            return found(run).filter { $0.contains("pair") || $0.contains("missing_in_other_feed") }
        }
        XCTAssertEqual(try pairings(""), [])
        XCTAssertEqual(try pairings("T copy").isEmpty, false, "a copy is another trip")
    }

    func testRulesAreChosenAndSkipped() throws {
        let path = zip(CheckTests.feed.replacing("R,W,U", with: "Q,V,U"))
        let all = found(try check(path))
        XCTAssertEqual(
            all,
            [
                "E foreign_key_violation trips.txt 2", "W missing_recommended_file feed_info.txt 1",
            ])
        XCTAssertEqual(found(try check(path) { $0.rules = ["foreign_key_violation"] }), [all[0]])
        XCTAssertEqual(found(try check(path) { $0.ignored = ["foreign_key_violation"] }), [all[1]])
        var options = CheckOptions()
        options.rules = ["foreign_key_violations"]
        XCTAssertEqual(
            options.problem,
            "--rules: unknown rule 'foreign_key_violations'; did you mean 'foreign_key_violation'?")
    }

    /// Findings of reading a feed are notices, and no reason to end with 65.
    func testAColumnThatIsMissingIsToldOnce() throws {
        let run = try check(zip(CheckTests.feed.replacing("stop_id,stop_name", with: "id,stop_name")))
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(
            found(run),
            [
                "E missing_required_column stops.txt 1", "W missing_recommended_file feed_info.txt 1",
                "I unknown_column stops.txt 1",
            ])
    }

    /// What is wrong with locations.geojson is told, whatever it is.
    func testLocationsThatAreNotWhole() throws {
        let text =
            CheckTests.feed + """
                # locations.geojson
                {"type":"FeatureCollection","features":[{"type":"Feature","id":"L","properties":7,"bbox":"x","geometry":{"type":"Point","coordinates":[200,0,1,"y"]}}]}

                """
        let run = try check(zip(text))
        let malformed = found(run).first { $0.hasPrefix("E malformed_json locations.geojson ") }
        XCTAssertEqual(malformed, "E malformed_json locations.geojson 2", run.output)
    }

    /// Without zone files nobody can say that a zone is wrong.
    func testAMachineWithoutZoneFiles() {
        let feed = CheckTests.feed.replacing(",UTC", with: ",Europe/Paris")
        folder.write(bytes: ZipBuilder(feed: feed).bytes, "paris.zip")
        let run = Shell("cd '\(folder.path)'; TZDIR=/nowhere linefeed check paris.zip --at 2026-03-02")
        XCTAssertEqual(run.status, ExitStatus.serviceFailed.rawValue, run.errors)
        XCTAssertEqual(run.output, "")
    }

    func testTwoFeedsAreNotCheckedAsOne() throws {
        let path = folder.write(
            """
            {"table":"agency","feed_id":"a","agency_id":"A"}
            {"table":"agency","feed_id":"b","agency_id":"A"}

            """)
        let run = try check(path)
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("check takes one feed at a time"), run.log)
        XCTAssertEqual(run.output, "")
    }

    /// Status 1 is for what was asked for, and the output is whole.
    func testFailOn() {
        folder.write(bytes: ZipBuilder(feed: CheckTests.feed).bytes, "sound.zip")
        folder.write(
            bytes: ZipBuilder(feed: CheckTests.feed.replacing("R,W,U", with: "Q,W,U")).bytes, "broken.zip")
        for (feed, failOn, status) in [
            ("sound", "error", 0), ("sound", "warning", 1), ("broken", "error", 1), ("broken", "warning", 1),
        ] {
            let run = Shell(
                "cd '\(folder.path)'; linefeed check \(feed).zip --at 2026-03-02 --fail-on \(failOn) -o out.ndjson")
            XCTAssertEqual(run.status, Int32(status), "\(feed) \(failOn): \(run.errors)")
            XCTAssertEqual(run.errors, "")
            let output = TemporaryFolder.text(of: folder.path + "/out.ndjson") ?? ""
            XCTAssertEqual(output.split(separator: "\n").count, feed == "sound" ? 1 : 2)
        }
    }

    /// A zip through a pipe is a zip.
    func testThroughAPipe() {
        folder.write(bytes: ZipBuilder(feed: CheckTests.feed).bytes, "feed.zip")
        let command = "cd '\(folder.path)'; linefeed check --at 2026-03-02"
        let file = Shell(command + " feed.zip")
        XCTAssertEqual(file.status, 0)
        for input in [" < feed.zip", " - < feed.zip"] { XCTAssertEqual(Shell(command + input).output, file.output) }
        let piped = Shell("cd '\(folder.path)'; cat feed.zip | linefeed check --at 2026-03-02 -")
        XCTAssertEqual(piped.output, file.output, piped.errors)
        let records = Shell("cd '\(folder.path)'; linefeed ingest feed.zip | linefeed check --at 2026-03-02 -")
        // Records have no header, and their own lines.
        XCTAssertEqual(records.output, file.output, records.errors)
    }
}
