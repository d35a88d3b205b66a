import DiffStage
import IngestStage
import Reports
import SchemaStage
import StageKit
import TestSupport
import XCTest

/// What `diff` says of two feeds.
final class DiffTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func diff(_ old: String, _ new: String, _ change: (inout DiffOptions) -> Void = { _ in }) throws
        -> InMemoryRun
    {
        var options = DiffOptions()
        options.old = folder.write(old)
        options.new = folder.write(new)
        change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.tables = { SchemaStage.tables }
        world.schedule = IngestedFeed()
        let run = try InMemoryRun("diff", in: world) { try Diff.run(options, $0) }
        guard run.status == .done else { return run }
        let sums = run.summary.tables.reduce((0, 0)) {
            ($0.0 + $1.read, $0.1 + $1.written + $1.merged + $1.filtered + $1.ignored)
        }
        XCTAssertEqual(sums.0, sums.1 + run.summary.rejectedCount, "read is what became of it")
        return run
    }

    /// The changes without what is the same in all.
    private func changes(_ old: String, _ new: String, _ change: (inout DiffOptions) -> Void = { _ in }) throws
        -> [String]
    {
        try diff(old, new, change).lines.map { $0.replacing(#"{"table":"changes","#, with: "{") }
    }

    private static let town = """
        {"table":"feed_info","feed_publisher_name":"P","feed_version":"1"}
        {"table":"stops","stop_id":"A","stop_name":"Ash","stop_lat":1.50,"stop_lon":2}
        {"table":"stops","stop_id":"B","stop_name":"Birch","stop_lat":3,"stop_lon":4}
        {"table":"routes","route_id":"R","route_type":3}
        {"table":"calendar_dates","service_id":"S","date":"20260302","exception_type":1}
        {"table":"trips","route_id":"R","service_id":"S","trip_id":"T1","trip_headsign":"Birch"}
        {"table":"trips","route_id":"R","service_id":"S","trip_id":"T2"}
        {"table":"stop_times","trip_id":"T1","stop_id":"A","stop_sequence":1,"departure_time":"08:00:00"}
        {"table":"stop_times","trip_id":"T1","stop_id":"B","stop_sequence":2,"arrival_time":"08:10:00"}
        {"table":"stop_times","trip_id":"T2","stop_id":"A","stop_sequence":1,"departure_time":"09:00:00"}
        {"table":"stop_times","trip_id":"T2","stop_id":"B","stop_sequence":2,"arrival_time":"09:10:00"}
        {"table":"fare_leg_rules","fare_product_id":"F"}

        """

    func testTheSameFeedHasNoChangesHoweverItIsWritten() throws {
        XCTAssertEqual(try changes(DiffTests.town, DiffTests.town), [])
        let other =
            DiffTests.town.split(separator: "\n").reversed().joined(separator: "\n")
            .replacing("1.50", with: "15e-1").replacing(#""stop_lon":4"#, with: #""stop_lon":4.0,"stop_desc":"""#)
            .replacing("Ash", with: "\\u0041sh").replacing(
                #""route_type":3"#, with: #""route_type":"3","route_url":null"#
            )
            .replacing(#""trip_id":"T2","stop_id":"A""#, with: #""stop_id":"A","trip_id":"T2""#) + "\n"
        XCTAssertEqual(try changes(DiffTests.town, other), [])
        XCTAssertNil(try diff(DiffTests.town, other).statusOfItsOwn)
    }

    func testRowsAreAddedRemovedAndModified() throws {
        let new = DiffTests.town
            .replacing(#""stop_name":"Ash""#, with: #""stop_name":"Ash St","stop_code":7"#)
            .replacing(#""trip_id":"T1","trip_headsign":"Birch""#, with: #""trip_id":"T1""#)
            .replacing(#""feed_version":"1""#, with: #""feed_version":"2""#)
            .replacing(#""stop_id":"B","stop_name""#, with: #""stop_id":"C","stop_name""#)
            .replacing(#""fare_product_id":"F""#, with: #""fare_product_id":"G""#)
        let run = try diff(DiffTests.town, new)
        XCTAssertEqual(run.statusOfItsOwn, 1)
        XCTAssertEqual(
            run.lines.map { $0.replacing(#"{"table":"changes","#, with: "{") },
            [
                #"{"file":"stops.txt","change":"added","key":{"stop_id":"C"},"fields":[{"field":"stop_name","old":null,"new":"Birch"},{"field":"stop_lat","old":null,"new":3},{"field":"stop_lon","old":null,"new":4}]}"#,
                #"{"file":"fare_leg_rules.txt","change":"added","key":{"fare_product_id":"G"},"fields":[]}"#,
                #"{"file":"feed_info.txt","change":"modified","key":{},"fields":[{"field":"feed_version","old":"1","new":"2"}]}"#,
                #"{"file":"stops.txt","change":"modified","key":{"stop_id":"A"},"fields":[{"field":"stop_name","old":"Ash","new":"Ash St"},{"field":"stop_code","old":null,"new":7}]}"#,
                #"{"file":"stops.txt","change":"removed","key":{"stop_id":"B"},"fields":[{"field":"stop_name","old":"Birch","new":null},{"field":"stop_lat","old":3,"new":null},{"field":"stop_lon","old":4,"new":null}]}"#,
                #"{"file":"trips.txt","change":"modified","key":{"trip_id":"T1"},"fields":[{"field":"trip_headsign","old":"Birch","new":null}]}"#,
                #"{"file":"fare_leg_rules.txt","change":"removed","key":{"fare_product_id":"F"},"fields":[]}"#,
            ])
    }

    /// Rows of one key that stands twice are known by what they say.
    func testAKeyThatStandsTwice() throws {
        func row(_ name: String) -> String {
            #"{"table":"attributions","attribution_id":"1","organization_name":"\#(name)"}"# + "\n"
        }
        func kinds(_ old: [String], _ new: [String]) throws -> [String] {
            try changes(old.map(row).joined(), new.map(row).joined()).map { line in
                let value = ["old", "new"].compactMap { side in
                    line.firstMatch(of: try! Regex(#""\#(side)":"(\w)""#)).map { String($0.output[1].substring ?? "") }
                }
                return line.firstMatch(of: /"change":"(\w+)"/).map { String($0.output.1) }! + " " + value.joined()
            }
        }
        XCTAssertEqual(try kinds(["a"], ["b"]), ["modified ab"])
        XCTAssertEqual(try kinds(["a", "b"], ["b", "a"]), [])
        XCTAssertEqual(try kinds(["a", "b"], ["a", "c"]), ["added c", "removed b"])
        XCTAssertEqual(try kinds(["a"], ["b", "a"]), ["added b"], "the row that stayed is not the one that changed")
        XCTAssertEqual(try kinds(["a"], ["a", "b"]), ["added b"])
        XCTAssertEqual(try kinds(["a", "a"], ["a"]), ["removed a"])
        XCTAssertEqual(try kinds(["a"], ["a", "a"]), ["added a"])
        XCTAssertEqual(try kinds(["a"], ["b", "c"]), ["added c", "modified ab"])
        XCTAssertEqual(try kinds(["a", "a"], ["a", "b"]), ["added b", "removed a"])
        XCTAssertEqual(try kinds(["a", "a"], ["b", "a"]), ["added b", "removed a"])
    }

    /// The second reading of OLD may read no row with the column of a condition.
    func testAConditionOnTablesWithoutChanges() throws {
        let new = DiffTests.town.replacing("Ash", with: "Elm")
        for format in [DiffOptions.Format.own(.ndjson), .own(.table)] {
            var common = CommonOptions()
            common.conditions = [try Condition("route_id=R")]
            var options = DiffOptions()
            (options.old, options.new, options.format) = (folder.write(DiffTests.town), folder.write(new), format)
            let run = try InMemoryRun("diff", common) { try Diff.run(options, $0) }
            XCTAssertEqual(run.status, .done, run.log)
            XCTAssertTrue(run.lines.contains { $0.contains("Elm") }, "\(run.lines)")
        }
    }

    /// A name is the same however it is escaped.
    func testNamesOfColumnsWithEscapes() throws {
        func town(_ name: String) -> String { DiffTests.town + #"{"table":"vehicles","\#(name)":"1"}"# + "\n" }
        XCTAssertEqual(try changes(town("seat"), town("\\u0073eat")), [])
    }

    func testFilesThatTheReferenceDoesNotKnowAreComparedByTheirRows() throws {
        let old = DiffTests.town + #"{"table":"vehicles","vehicle_id":"1","seats":40}"# + "\n"
        let new = DiffTests.town + #"{"table":"vehicles","vehicle_id":"1","seats":41}"# + "\n"
        XCTAssertEqual(
            try changes(old, new),
            [
                #"{"file":"vehicles.txt","change":"added","key":{"vehicle_id":"1","seats":41},"fields":[]}"#,
                #"{"file":"vehicles.txt","change":"removed","key":{"vehicle_id":"1","seats":40},"fields":[]}"#,
            ])
        // Records that a stage made of a feed are none of its files.
        let board = DiffTests.town + #"{"table":"departures","stop_id":"A"}"# + "\n"
        XCTAssertEqual(try changes(DiffTests.town, board), [])
    }

    // MARK: Trips under other ids

    func testTripsThatOnlyHaveOtherIdsAreTheSame() throws {
        let new = DiffTests.town.replacing("\"T1\"", with: "\"X\"").replacing("\"T2\"", with: "\"T1\"")
        XCTAssertEqual(try changes(DiffTests.town, new).count, 9, "by their ids they are others")
        XCTAssertEqual(try changes(DiffTests.town, new) { $0.tripMatch = .patternTimes }, [])
    }

    func testWhatElseChangedOfATripIsToldUnderItsOldID() throws {
        let new = DiffTests.town.replacing("\"T1\"", with: "\"X\"").replacing(
            #""trip_headsign":"Birch""#, with: #""trip_headsign":"Birch Rd""#)
        XCTAssertEqual(
            try changes(DiffTests.town, new) { $0.tripMatch = .patternTimes },
            [
                #"{"file":"trips.txt","change":"modified","key":{"trip_id":"T1"},"fields":[{"field":"trip_headsign","old":"Birch","new":"Birch Rd"}]}"#
            ])
    }

    func testTripsOfOtherTimesRoutesOrDaysAreOthers() throws {
        let match: (inout DiffOptions) -> Void = { $0.tripMatch = .patternTimes }
        let renamed = DiffTests.town.replacing("\"T1\"", with: "\"X\"")
        for (name, change) in [
            ("a time", { $0.replacing("08:10:00", with: "08:11:00") }),
            ("a stop", { $0.replacing(#""trip_id":"X","stop_id":"B""#, with: #""trip_id":"X","stop_id":"A""#) }),
            ("a direction", { $0.replacing(#""trip_headsign":"Birch""#, with: #""direction_id":1"#) }),
        ] as [(String, (String) -> String)] {
            let files = try changes(DiffTests.town, change(renamed), match).filter { $0.contains("trips.txt") }
            XCTAssertEqual(files.count, 2, name)
        }
        // A service of other days under another id.
        let days = renamed.replacing(#""service_id":"S","trip_id":"X""#, with: #""service_id":"S2","trip_id":"X""#)
        let other = #"{"table":"calendar_dates","service_id":"S2","date":"20260303","exception_type":1}"# + "\n"
        XCTAssertEqual(try changes(DiffTests.town, days + other, match).count { $0.contains("\"trips.txt\"") }, 2)
        // Of the same days it is the same, and its id is what changed.
        let same = #"{"table":"calendar_dates","service_id":"S2","date":"20260302","exception_type":1}"# + "\n"
        XCTAssertEqual(
            try changes(DiffTests.town, days + same, match).filter { $0.contains("\"trips.txt\"") },
            [
                #"{"file":"trips.txt","change":"modified","key":{"trip_id":"T1"},"fields":[{"field":"service_id","old":"S","new":"S2"}]}"#
            ])
    }

    /// A newer feed most often goes on for longer.
    func testDaysAreThoseThatBothFeedsHave() throws {
        func town(_ days: [String]) -> String {
            DiffTests.town.replacing(
                #"{"table":"calendar_dates","service_id":"S","date":"20260302","exception_type":1}"#,
                with: days.map { #"{"table":"calendar_dates","service_id":"S","date":"\#($0)","exception_type":1}"# }
                    .joined(separator: "\n"))
        }
        let old = town(["20260302", "20260303"])
        let new = town(["20260303", "20260304"]).replacing("\"T1\"", with: "\"X\"")
        let files = try changes(old, new) { $0.tripMatch = .patternTimes }.filter { !$0.contains("calendar_dates") }
        XCTAssertEqual(files, [])
    }

    /// A calendar that begins before 1970 is one as well.
    func testDaysBeforeTheEpoch() throws {
        let old = DiffTests.town.replacing("20260302", with: "19610302")
        let new = old.replacing("\"T1\"", with: "\"X\"")
        XCTAssertEqual(try changes(old, new) { $0.tripMatch = .patternTimes }, [])
    }

    /// An id that went over to another trip is not taken for the trip that had it.
    func testAnIDThatAnotherTripHasNow() throws {
        let new = DiffTests.town
            .replacing("\"T1\"", with: "\"X\"").replacing("\"T2\"", with: "\"T1\"")
            .replacing("09:00:00", with: "10:00:00").replacing("09:10:00", with: "10:10:00")
        let trips = try changes(DiffTests.town, new) { $0.tripMatch = .patternTimes }.filter {
            $0.contains("\"trips.txt\"")
        }
        XCTAssertEqual(
            trips.map { $0.firstMatch(of: /"change":"(\w+)","key":\{"trip_id":"(\w+)"\}/).map { $0.1 + " " + $0.2 } },
            ["added T1", "removed T2"])
    }

    /// Files that the reference does not know may name trips too.
    func testTripsInUnknownFiles() throws {
        let old =
            DiffTests.town + #"{"table":"notice_assignments","table_name":"trips","record_id":"T1"}"# + "\n"
            + #"{"table":"notice_assignments","table_name":"routes","record_id":"T1"}"# + "\n"
            + #"{"table":"trip_notes","trip_id":"T2","note":"n"}"# + "\n"
        let new = old.replacing("\"T1\"", with: "\"X\"").replacing("\"T2\"", with: "\"Y\"")
        XCTAssertEqual(
            try changes(old, new) { $0.tripMatch = .patternTimes }.compactMap {
                $0.firstMatch(of: /"change":"(\w+)".*"table_name":"(\w+)","record_id":"(\w+)"/).map {
                    "\($0.1) \($0.2) \($0.3)"
                } ?? $0
            },
            ["added routes X", "removed routes T1"], "a route that is called as a trip is none")
    }

    // MARK: Feeds that cannot be compared

    func testAFeedThatIsNoneIsNotAnEmptyOne() throws {
        XCTAssertEqual(try diff(DiffTests.town, "").status, .dataUnusable)
        XCTAssertEqual(try diff(DiffTests.town, "{\"table\":\"departures\"}\n").status, .dataUnusable)
        // Nor are files of which the reference knows none.
        for keys in [nil, [ReportKey.routeID]] {
            let other = try diff("{\"table\":\"others\",\"x\":1}\n", DiffTests.town) { $0.keys = keys }
            XCTAssertEqual(other.status, .dataUnusable)
            XCTAssertTrue(other.log.contains(keys == nil ? "has no rows of a feed" : "holds no timetable"), other.log)
        }
        let half = try diff(DiffTests.town, DiffTests.town + "{\"table\":\n")
        XCTAssertEqual(half.status, .dataUnusable)
        XCTAssertTrue(half.log.contains("cannot be read completely"), half.log)
    }

    /// Random rows and edits, compared by dictionaries.
    func testAgainstASecondComputation() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<40 {
            var old: [String: [Int]] = [:]
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                old["\(Int.random(in: 0..<80, using: &random))"] = [0, 1, 2].map { _ in
                    Int.random(in: 0..<3, using: &random)
                }
            }
            var new = old.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
            for key in new.keys where Int.random(in: 0..<4, using: &random) == 0 { new[key]?[1] = 7 }
            for _ in 0..<5 { new["n\(Int.random(in: 0..<80, using: &random))"] = [1, 1, 1] }
            func text(_ rows: [String: [Int]]) -> String {
                rows.map {
                    #"{"table":"stops","stop_id":"\#($0.key)","stop_name":"\#($0.value[0])","stop_lat":\#($0.value[1]),"stop_lon":\#($0.value[2])}"#
                        + "\n"
                }.joined()
            }
            var expected: Set<String> = []
            for key in Set(old.keys).union(new.keys) {
                switch (old[key], new[key]) {
                case (nil, _): expected.insert("added \(key)")
                case (_, nil): expected.insert("removed \(key)")
                case (let was, let now) where was != now: expected.insert("modified \(key)")
                default: break
                }
            }
            if new.isEmpty { continue }
            let found = try diff(text(old), text(new)).lines.map { line in
                line.firstMatch(of: /"change":"(\w+)","key":\{"stop_id":"(\w+)"\}/).map { "\($0.1) \($0.2)" } ?? line
            }
            XCTAssertEqual(found.count, expected.count)
            XCTAssertEqual(Set(found), expected)
        }
    }
}
