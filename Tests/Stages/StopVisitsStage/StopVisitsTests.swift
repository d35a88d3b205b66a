import Foundation
import GTFSSchedule
import RealtimeJoin
import Schedule
import SimulateStage
import StageKit
import StageTestSupport
import TestSupport
import TimeZones
import VehiclePaths
import XCTest

@testable import StopVisitsStage

final class StopVisitsTests: XCTestCase {
    private static let samples = Checkout.root + "/samples"
    private let folder = TemporaryFolder()

    private func visits(
        _ files: [String], feed: String = StopVisitsTests.samples + "/feed.zip",
        _ change: (inout StopVisitsOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = StopVisitsOptions()
        options.feed = feed
        options.files = files
        change(&options)
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("stop-visits", common, in: .withFeeds) { try StopVisits.run(options, $0) }
        XCTAssertEqual(run.status, .done, run.log)
        return run
    }

    private func file(_ name: String, _ lines: [some StringProtocol]) -> String {
        let path = folder.path + "/" + name
        TemporaryFolder.put(Array(lines.map { $0 + "\n" }.joined().utf8), at: path)
        return path
    }

    /// Positions and updates of the samples, in the order of their messages.
    private func records() throws -> [Substring] {
        let decoded = Shell("linefeed decode-rt samples/*.pb", in: Checkout.root)
        XCTAssertEqual(decoded.status, 0, decoded.errors)
        let lines = decoded.output.split(separator: "\n")
        XCTAssertGreaterThan(lines.count, 100)
        return lines
    }

    private func time(_ line: some StringProtocol) throws -> Int {
        let marks = ["\"feed_timestamp\":", "\"timestamp\":"]
        let mark = try XCTUnwrap(marks.lazy.compactMap { line.range(of: $0) }.first, String(line))
        return try XCTUnwrap(Int(line[mark.upperBound...].prefix { $0.isNumber }), String(line))
    }

    // MARK: Order

    func testTheOrderOfRecordsWithinAnHourMakesNoDifference() throws {
        let records = try records()
        let expected = try visits([file("ordered", records)]) { $0.writesMissing = true }
        XCTAssertGreaterThan(expected.lines.count, 100)
        for seed in 1...4 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let shuffled = try visits([file("shuffled", records.shuffled(using: &generator))]) {
                $0.writesMissing = true
            }
            XCTAssertTrue(shuffled.output == expected.output, "seed \(seed)")
        }
    }

    /// Three hours, in which most runs end before the archive does.
    func testTheOrderMakesNoDifferenceToRunsThatEnd() throws {
        var city = SimulateOptions(folder: folder.path + "/city")
        city.routes = 6
        city.stops = 72
        city.vehicles = 8
        city.minutes = 180
        city.interval = 60
        XCTAssertEqual(try InMemoryRun("simulate") { [city] in try Simulate.run(city, $0) }.status, .done)
        let decoded = Shell("linefeed decode-rt *.pb", in: city.folder)
        XCTAssertEqual(decoded.status, 0, decoded.errors)
        // Files of updates come before those of positions: by time they are one archive.
        let decodedLines = decoded.output.split(separator: "\n")
        let moments = try decodedLines.map { try time($0) }
        let records = decodedLines.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }.map { decodedLines[$0] }
        let feed = city.folder + "/feed.zip"
        let expected = try visits([file("ordered", records)], feed: feed)
        XCTAssertFalse(expected.log.contains("run that has ended"), expected.log)
        // Some are written before the archive's end: their names do not ascend.
        let names = expected.lines.filter { $0.contains("trips_performed") }.compactMap {
            $0.value(of: "trip_id_performed")
        }
        XCTAssertNotEqual(names, names.sorted())
        let times = try records.map { try time($0) }
        for seed in 1...2 as ClosedRange<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let delayed = times.map { $0 + Int.random(in: 0..<3000, using: &generator) }
            let order = records.indices.sorted { (delayed[$0], $0) < (delayed[$1], $1) }
            XCTAssertNotEqual(order, Array(records.indices))
            let shuffled = try visits([file("shuffled", order.map { records[$0] })], feed: feed)
            XCTAssertTrue(shuffled.output == expected.output, "seed \(seed)")
        }
    }

    func testAFileInTwoPiecesIsTheFile() throws {
        let records = try records()
        let whole = try visits([file("whole", records)])
        for share in [1, records.count / 3, records.count - 1] {
            let pieces = [file("head", Array(records[..<share])), file("tail", Array(records[share...]))]
            XCTAssertTrue(try visits(pieces).output == whole.output, "\(share)")
            let piped = Shell(
                "cat '\(pieces[0])' '\(pieces[1])' | linefeed stop-visits --feed '\(StopVisitsTests.samples)/feed.zip'")
            XCTAssertEqual(piped.status, 0, piped.errors)
            XCTAssertTrue(piped.output == whole.output, "\(share) through a pipe")
        }
    }

    // MARK: Runs that are over

    private func golden(_ name: String) throws -> (feed: String, lines: [Substring]) {
        let path = Checkout.root + "/Tests/Golden/stop-visits/" + name
        let lines = try XCTUnwrap(TemporaryFolder.text(of: path + "/realtime.ndjson")).split(separator: "\n")
        return (try WrittenFeed(path + "/feed.txt").folder, lines)
    }

    /// A second of headway until the end of time is a line in a file, and would be hundreds of millions of runs.
    func testFrequenciesWithoutEndHaveNoMoreRunsThanTheArchiveHasTimeFor() throws {
        let feed = folder.path + "/endless"
        try FileManager.default.createDirectory(atPath: feed, withIntermediateDirectories: true)
        for (name, text) in [
            ("agency", "agency_id,agency_name,agency_url,agency_timezone\nX,Agency,https://example.org/,UTC\n"),
            ("stops", "stop_id,stop_name,stop_lat,stop_lon\nA,Stop A,0.000,10.0\nB,Stop B,0.005,10.0\n"),
            ("routes", "route_id,agency_id,route_short_name,route_type\nR,X,1,3\n"),
            ("calendar_dates", "service_id,date,exception_type\nDAY,20260302,1\n"),
            ("trips", "route_id,service_id,trip_id\nR,DAY,F\n"),
            (
                "stop_times",
                "trip_id,stop_sequence,stop_id,arrival_time,departure_time\nF,1,A,00:00:00,00:00:00\nF,2,B,00:02:00,00:02:00\n"
            ),
            ("frequencies", "trip_id,start_time,end_time,headway_secs,exact_times\nF,00:00:00,999:00:00,1,1\n"),
        ] { TemporaryFolder.put(Array(text.utf8), at: "\(feed)/\(name).txt") }
        let archive = file(
            "archive", [1_772_438_400, 1_772_438_410].map { "{\"table\":\"feed_messages\",\"timestamp\":\($0)}" })
        let run = try visits([archive], feed: feed) { $0.writesMissing = true }
        // Those that end after its beginning, from two minutes before it, and begin before its end.
        XCTAssertEqual(run.lines.filter { $0.contains("\"trips_performed\"") }.count, 120 + 10 + 1)
    }

    func testRecordsOfARunThatIsOverAreCountedLate() throws {
        let (feed, lines) = try golden("late-records")
        let late = try visits([file("late", lines)], feed: feed)
        XCTAssertTrue(late.log.contains("the record belongs to a run that has ended"), late.log)
        XCTAssertTrue(late.log.contains("late:6"), late.log)
        XCTAssertEqual(late.summary.table("vehicle_positions").ignored, 1)
        let patient = try visits([file("late", lines)], feed: feed) { $0.idle = 7200 }
        XCTAssertFalse(patient.log.contains("over"), patient.log)
        XCTAssertEqual(patient.summary.table("vehicle_positions").ignored, 0)
    }

    /// A year of one trip, a run a day: what is kept of runs that are over is their keys alone.
    func testWhatIsKeptOfARunIsReleased() throws {
        let (feed, _) = try golden("stopped")
        let run = try InMemoryRun("stop-visits", in: .withFeeds) { context in
            var options = StopVisitsOptions()
            options.feed = feed
            let timetable = try WholeTimetable.read(feed, context)
            let finder = RunFinder(timetable.frame.calendar, try Zone(named: "UTC"))
            let match = VisitMatch(timetable, zone: finder.zone, context)
            let writer = RunWriter(options, zone: finder.zone, tides: nil, context)
            let performer = RunPerformer(timetable: timetable, options: options, writesLocations: false)
            let runs = RunsBehind(performer, match, writer, jobs: 1)
            let planner = RunPlanner(timetable: timetable, finder: finder, match: match)
            let pass = try ArchivePass(planner, options, runs, writer, context.diagnostics)
            let first = CivilDate(compact: "20260101")!.daysSinceEpoch
            var kept: [Weak] = []
            var most = 0
            for day in first..<(first + 300) {
                for (trip, start) in [("T", 28_800), ("U", 29_400), ("W", 30_000)] {
                    let time = day * 86_400 + start
                    let reference = TripReference(tripID: trip, startDate: day)
                    guard case .run(let run) = try pass.find(reference, key: UInt64(time), at: time) else {
                        return XCTFail("no run")
                    }
                    for second in [0, 60, 120] {
                        try pass.advance(to: time + second)
                        pass.heard(run, time + second)
                        run.track(of: 1) { "V" }.append(Fix(time: UInt32(time + second), feedTime: 0))
                    }
                    kept.append(Weak(run))
                }
                most = max(most, pass.index.runs.count)
            }
            XCTAssertEqual(most, 3)
            // A run that was not seen at its last stop is waited for.
            try pass.advance(to: (first + 300) * 86_400 + 28_800)
            XCTAssertEqual(pass.index.runs.count, 0)
            XCTAssertEqual(kept.count { $0.run != nil }, 0)
            // What comes now is late.
            guard
                case .over = try pass.find(
                    TripReference(tripID: "T", startDate: first + 299), key: nil, at: (first + 299) * 86_400)
            else { return XCTFail("the run is back") }
            try pass.finish()
        }
        XCTAssertEqual(run.status, .done, run.log)
        XCTAssertEqual(run.lines.count { $0.contains("\"trips_performed\"") }, 900)
    }

    /// Whether the rows of a run are made when it is written, or before that on another thread.
    func testLinesOfARunAreItsRows() throws {
        var run = PerformedRun()
        run.serviceDay = 20_514
        run.performedID = "T|\"1\""
        run.vehicleID = "V"
        run.stopCount = 3
        run.visits = (0..<3).map {
            var visit = Visit(place: $0, stopID: "S\($0)", relationship: .scheduled)
            visit.scheduledArrival = 1_772_438_400 + 60 * $0
            return visit
        }
        let fix = Fix(time: 1_772_438_400, feedTime: 0)
        run.locations = (0..<2).map {
            Location(
                fix: fix, details: FixDetails(of: fix), pingID: UInt64($0), vehicleID: "V", place: $0,
                scheduledSequence: nil, stopID: nil)
        }
        var fixesAlone = run
        fixesAlone.isTrip = false
        fixesAlone.visits = []
        var long = run
        long.locations = Array(repeating: run.locations[0], count: 1000)
        let runs = [run, fixesAlone, long, run]
        func write(writesLocations: Bool, asLines: Bool) throws -> InMemoryRun {
            try InMemoryRun("stop-visits", in: .withFeeds) { context in
                var options = StopVisitsOptions()
                options.writesLocations = writesLocations
                let writer = RunWriter(options, zone: try Zone(named: "Europe/Berlin"), tides: nil, context)
                let lines = try XCTUnwrap(writer.makeLineMaker())
                for (number, run) in runs.enumerated() {
                    var run = run
                    if asLines {
                        run.lines = lines.lines(of: run)
                        XCTAssertEqual(run.lines == nil, number == 2)
                    }
                    if run.lines != nil {
                        run.visits = []
                        run.locations = []
                    }
                    try writer.write(run)
                }
            }
        }
        for (writesLocations, counts) in [(true, [9, 3, 1006]), (false, [9, 3, 0])] {
            let rows = try write(writesLocations: writesLocations, asLines: false)
            let lines = try write(writesLocations: writesLocations, asLines: true)
            XCTAssertEqual(lines.bytes, rows.bytes)
            for run in [rows, lines] {
                XCTAssertEqual(run.lines.count, counts.reduce(0, +))
                let tables = ["stop_visits", "trips_performed", "vehicle_locations"]
                XCTAssertEqual(tables.map { run.summary.table($0).written }, counts)
            }
        }
    }

    private struct Weak {
        weak var run: RunUnderWay?
        init(_ run: RunUnderWay) { self.run = run }
    }

    // MARK: What is written

    /// Actual times of a run never fall, arrivals are not after departures, and every actual time has its source.
    func testTimesAreInOrderAndSourcesTold() throws {
        let run = try visits([file("records", try records())]) { $0.writesMissing = true }
        var last: [String: String] = [:]
        var known = 0
        for line in run.lines where line.hasPrefix("{\"table\":\"stop_visits\"") {
            let performed = try XCTUnwrap(line.value(of: "trip_id_performed"))
            let arrival = line.value(of: "actual_arrival_time")
            let departure = line.value(of: "actual_departure_time")
            for (time, event) in [(arrival, "arrival"), (departure, "departure")] {
                XCTAssertEqual(time == nil, line.value(of: event + "_source") == nil, line)
                XCTAssertEqual(time == nil, !line.contains("\"\(event)_uncertainty\":"), line)
                guard let time else { continue }
                known += 1
                // All have one offset, so that texts are in the order of times.
                if let before = last[performed] { XCTAssertLessThanOrEqual(before, time, line) }
                last[performed] = time
            }
            let isMissing = line.contains("\"schedule_relationship\":\"Missing\"")
            if isMissing { XCTAssertTrue(arrival == nil && departure == nil, line) }
        }
        XCTAssertGreaterThan(known, 50)
    }
}

extension String {
    /// The text of a member of a record.
    fileprivate func value(of name: String) -> String? {
        guard let start = range(of: "\"\(name)\":\"") else { return nil }
        return String(self[start.upperBound...].prefix { $0 != "\"" })
    }
}
