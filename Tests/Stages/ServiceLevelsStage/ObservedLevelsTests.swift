import IngestStage
import ServiceLevelsStage
import StageKit
import TestSupport
import XCTest

/// What `service-levels --observed` counts beside the timetable, by hand.
final class ObservedLevelsTests: XCTestCase {
    private let folder = TemporaryFolder()

    /// A route with a run every ten minutes from 08:00, from A at that time and from B five minutes later.
    private func feed(runs: Int) -> String {
        var rows = """
            {"table":"agency","agency_id":"a","agency_timezone":"Australia/Brisbane"}
            {"table":"stops","stop_id":"A","stop_lat":-27,"stop_lon":153}
            {"table":"stops","stop_id":"B","stop_lat":-27,"stop_lon":153.01}
            {"table":"stops","stop_id":"C","stop_lat":-27,"stop_lon":153.02}
            {"table":"routes","route_id":"R","route_type":3}
            {"table":"calendar","service_id":"s","monday":1,"tuesday":1,"wednesday":0,"thursday":0,"friday":0,"saturday":0,"sunday":0,"start_date":"20260302","end_date":"20260303"}

            """
        for run in 0..<runs {
            rows += #"{"table":"trips","route_id":"R","service_id":"s","trip_id":"T\#(run)","direction_id":0}"# + "\n"
            for (place, stop) in ["A", "B", "C"].enumerated() {
                let time = ObservedLevelsTests.clock(28_800 + run * 600 + place * 300)
                rows +=
                    #"{"table":"stop_times","trip_id":"T\#(run)","stop_id":"\#(stop)","stop_sequence":\#(place),"arrival_time":"\#(time)","departure_time":"\#(time)"}"#
                    + "\n"
            }
        }
        return rows
    }

    private static func clock(_ second: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
    }

    /// The visits of run `run`, which left A so many seconds late; nil for a stop that was not observed.
    private func visits(_ run: Int, late: [Int?], relationship: String = "Scheduled", day: String = "20260302")
        -> String
    {
        late.enumerated().map { place, late in
            let due = 28_800 + run * 600 + place * 300
            let date = "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))"
            let actual =
                late.map { #","actual_departure_time":"\#(date)T\#(ObservedLevelsTests.clock(due + $0))+10:00""# } ?? ""
            let time = "\(date)T\(ObservedLevelsTests.clock(due))+10:00"
            return
                #"{"table":"stop_visits","service_date":"\#(day)","trip_id_performed":"T\#(run)","trip_stop_sequence":\#(place + 1),"stop_id":"\#(["A", "B", "C"][place])","schedule_departure_time":"\#(time)","schedule_relationship":"\#(relationship)","trip_id":"T\#(run)","route_id":"R","direction_id":0\#(actual)}"#
                + "\n"
        }.joined()
    }

    private func levels(
        _ visits: String, runs: Int = 4, by keys: String = "route_id",
        _ change: (inout ServiceLevelsOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = ServiceLevelsOptions()
        options.feed = folder.write(feed(runs: runs))
        options.observed = folder.write(visits)
        try options.setKeys(keys)
        options.dates = try ServiceDates.range("20260302", "--date")
        change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.schedule = IngestedFeed()
        var common = CommonOptions()
        common.verbosity = .verbose
        let run = try InMemoryRun("service-levels", common, in: world) { try ServiceLevels.run(options, $0) }
        let sums = run.summary.tables.reduce((0, 0)) {
            ($0.0 + $1.read, $0.1 + $1.written + $1.merged + $1.filtered + $1.ignored)
        }
        XCTAssertEqual(sums.0, sums.1, "read is what became of it")
        return run
    }

    /// The observed columns of each record, as text.
    private func observed(_ run: InMemoryRun) -> [String] {
        run.lines.map { line in
            guard let place = line.firstRange(of: #""observed_days""#) else { return line }
            return String(line[place.lowerBound...].dropLast())
        }
    }

    private static let unknown =
        #""observed_days":0,"observed_trips":null,"unobserved_trips":null,"canceled_trips":null,"added_trips":null,"observed_first_departure":null,"observed_last_departure":null,"observed_headway_p50":null,"comparable_headway_p50":null,"broken_headways":null"#

    func testEveryRunAsPlanned() throws {
        let all = (0..<4).map { visits($0, late: [0, 0, nil]) }.joined()
        XCTAssertEqual(
            observed(try levels(all)),
            [
                #""observed_days":1,"observed_trips":4,"unobserved_trips":0,"canceled_trips":0,"added_trips":0,"observed_first_departure":"08:00:00","observed_last_departure":"08:30:00","observed_headway_p50":600,"comparable_headway_p50":600,"broken_headways":0"#
            ])
    }

    /// The first run is in no record, so nobody knows when service began; the pair that it would break has no beginning.
    func testASpanEndsWhereARunWasNotSeen() throws {
        let some = (1..<3).map { visits($0, late: [60, 60, nil]) }.joined()
        XCTAssertEqual(
            observed(try levels(some)),
            [
                #""observed_days":1,"observed_trips":2,"unobserved_trips":2,"canceled_trips":0,"added_trips":0,"observed_first_departure":null,"observed_last_departure":null,"observed_headway_p50":600,"comparable_headway_p50":600,"broken_headways":0"#
            ])
    }

    /// Nothing is known of another day; a whole route without visits is null, not 0.
    func testDaysAndRoutesWithoutVisits() throws {
        let run = try levels(visits(0, late: [0, 0, nil])) {
            $0.dates = try? ServiceDates.range("20260302-20260303", "--date")
            try? $0.setKeys("date")
        }
        XCTAssertEqual(observed(run).last, ObservedLevelsTests.unknown)
        XCTAssertTrue(run.log.contains("1 of the 2 days with service have no observed visit"), run.log)
        XCTAssertEqual(
            observed(try levels(visits(0, late: [nil, nil, nil], relationship: "Missing"))),
            [ObservedLevelsTests.unknown])
    }

    /// A run that was seen, but not when it left, breaks headways at the stop like one that was not seen at all.
    func testAHoleAtOneStop() throws {
        let all =
            visits(0, late: [0, 0, nil]) + visits(1, late: [nil, 30, nil]) + visits(2, late: [0, 0, nil])
            + visits(3, late: [0, 0, nil])
        XCTAssertEqual(
            observed(try levels(all, by: "stop_id") { $0.servedOnly = true }),
            [
                #""observed_days":1,"observed_trips":3,"unobserved_trips":1,"canceled_trips":0,"added_trips":0,"observed_first_departure":"08:00:00","observed_last_departure":"08:30:00","observed_headway_p50":600,"comparable_headway_p50":600,"broken_headways":1"#,
                #""observed_days":1,"observed_trips":4,"unobserved_trips":0,"canceled_trips":0,"added_trips":0,"observed_first_departure":"08:05:00","observed_last_departure":"08:35:00","observed_headway_p50":600,"comparable_headway_p50":600,"broken_headways":0"#,
                #""observed_days":1,"observed_trips":0,"unobserved_trips":4,"canceled_trips":0,"added_trips":0,"observed_first_departure":null,"observed_last_departure":null,"observed_headway_p50":null,"comparable_headway_p50":null,"broken_headways":0"#,
            ])
    }

    /// Without `stop-visits --missing`, the stops at which nobody saw a run have no records. The figures are the same.
    func testStopsWithoutARecord() throws {
        func all(hole: (Int) -> String) -> String {
            visits(0, late: [0, 0, nil]) + hole(1) + visits(2, late: [0, 0, nil]) + visits(3, late: [0, 0, nil])
        }
        let listed = all { visits($0, late: [nil, 30, nil]) }
        let unlisted = all { visits($0, late: [nil, 30, nil]).split(separator: "\n")[1] + "\n" }
        for keys in ["stop_id", "route_id", "hour"] {
            let run = try levels(unlisted, by: keys)
            XCTAssertEqual(observed(run), observed(try levels(listed, by: keys)), keys)
            XCTAssertTrue(run.log.contains("2 stops of observed runs have no record"), run.log)
        }
    }

    /// A detour from A to C leaves B out, so nothing was due there.
    func testAStopThatADetourReplacedWasNotDue() throws {
        func detour(_ run: Int) -> String {
            visits(run, late: [0, 0, nil]).split(separator: "\n").enumerated().compactMap { place, line in
                switch place {
                case 0: String(line)
                case 1: nil
                default: line.replacingOccurrences(of: #""trip_stop_sequence":3"#, with: #""trip_stop_sequence":2"#)
                }
            }.joined(separator: "\n") + "\n"
        }
        let run = try levels(
            visits(0, late: [0, 0, nil]) + detour(1) + visits(2, late: [0, 0, nil]) + visits(3, late: [0, 0, nil]),
            by: "stop_id")
        let atB = observed(run)[1]
        XCTAssertTrue(atB.hasPrefix(#""observed_days":1,"observed_trips":3,"unobserved_trips":0"#), atB)
        XCTAssertTrue(
            atB.hasSuffix(#""observed_headway_p50":600,"comparable_headway_p50":600,"broken_headways":0"#), atB)
    }

    /// A time that no visit of the day can have is none, and is told.
    func testATimeOfAnotherCentury() throws {
        let far = visits(0, late: [0, 0, nil]).replacingOccurrences(
            of: #""actual_departure_time":"2026"#, with: #""actual_departure_time":"2126"#)
        let run = try levels(far + visits(1, late: [0, 0, nil]))
        XCTAssertTrue(observed(run)[0].contains(#""observed_trips":1,"unobserved_trips":3"#), observed(run)[0])
        XCTAssertTrue(run.log.contains("the time is more than a day before or a week after the start"), run.log)
    }

    func testWhatCannotBeAsked() throws {
        var options = ServiceLevelsOptions()
        options.observed = "-"
        XCTAssertNotNil(options.problem, "the timetable is standard input too")
        options.feed = "feed.zip"
        XCTAssertNil(options.problem)
        options.format = .svg
        XCTAssertEqual(
            options.problem,
            "--observed needs a format of records or tables; --format svg draws planned trips only")
    }
}
