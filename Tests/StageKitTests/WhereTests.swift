import Contract
import StageKit
import TestSupport
import XCTest

/// Forwards what reaches it of some tables, of any where it names none.
private struct Taker: TakesOtherTables, MindsGaps {
    let context: StageContext
    let tables: [String]
    /// A column that conditions name too, at a place of its own.
    private static let n = NamedColumn("n")
    let columns: [any AnyColumn] = [n, Tables.Trips.columns.tripID]
    var feedReading: FeedReading = .none
    var places: [String] = []
    var passedOver = 0

    init(_ context: StageContext, _ tables: [String]) {
        self.context = context
        self.tables = tables
    }

    mutating func place(ofTable name: String) -> Int? {
        guard tables.isEmpty || tables.contains(name) else { return nil }
        places.append(name)
        return places.count - 1
    }

    mutating func process(_ record: Record) throws {
        let value = record.values[untyped: Taker.n]
        if value.isPresent { XCTAssertEqual(value.kind, .number) }
        try context.sink.forward(record.bytes, context.summary.table(places[record.table]))
    }

    mutating func recordPassedOver(_ record: Record) { passedOver += 1 }

    mutating func finish() {}
}

/// `--where` on rows: which reach the stage, which are passed over, and what is said.
final class WhereTests: XCTestCase {
    private func run(
        _ conditions: [String], _ tables: [String], _ lines: [String],
        _ change: (inout CommonOptions) -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = CommonOptions()
        options.conditions = try conditions.map { try Condition($0) }
        change(&options)
        return try InMemoryRun("taker", options) { context in
            var stage = Taker(context, tables)
            try context.feed(text: lines.map { $0 + "\n" }.joined(), to: &stage)
            XCTAssertEqual(stage.passedOver, context.summary.tables.reduce(0) { $0 + $1.filtered })
        }
    }

    /// The values of `n` of the rows that reach the stage, of one table.
    private func taken(_ condition: String, _ table: String, _ members: [String]) throws -> [Int] {
        let lines = members.enumerated().map { "{\"table\":\"\(table)\",\"n\":\($0.offset)\($0.element)}" }
        let run = try run([condition], [table], lines) { $0.allowsEmpty = true }
        XCTAssertEqual(run.status, .done, condition + run.log)
        assertConserved(run.summary)
        return run.lines.compactMap { $0.firstMatch(of: /"n":([0-9]+)/).flatMap { Int($0.1) } }
    }

    private func assertConserved(_ summary: RunSummary, file: StaticString = #filePath, line: UInt = #line) {
        let read = summary.tables.reduce(0) { $0 + $1.read }
        let rest = summary.tables.reduce(0) { $0 + $1.written + $1.ignored + $1.merged + $1.filtered }
        XCTAssertEqual(read, rest + summary.rejectedCount, file: file, line: line)
    }

    // MARK: Types

    func testNumbersCompareAsNumbers() throws {
        let delays =
            ["9", "10", "-3", "10.0", "1e1", "null", #""10""#, #""x""#, "[]", "true", "1e400", #""""#]
            .map { ",\"delay\":\($0)" } + [""]
        for (condition, expected) in [
            ("delay=10", [1, 3, 4, 6]), ("delay=9,-3", [0, 2]), ("delay!=10", [0, 2, 5, 7, 8, 9, 10, 11, 12]),
            ("delay!=9,10", [2, 5, 7, 8, 9, 10, 11, 12]), ("delay<10", [0, 2]), ("delay<=10", [0, 1, 2, 3, 4, 6]),
            ("delay>9", [1, 3, 4, 6]), ("delay>=9.5", [1, 3, 4, 6]), ("delay>9.99", [1, 3, 4, 6]), ("delay<-2", [2]),
            ("delay=+10", [1, 3, 4, 6]), ("delay=010", [1, 3, 4, 6]), ("delay=1e1", [1, 3, 4, 6]),
        ] {
            XCTAssertEqual(try taken(condition, "departures", delays), expected, condition)
        }
        let large = ["9007199254740993", "9007199254740992", "18446744073709551615"].map { ",\"timestamp\":\($0)" }
        XCTAssertEqual(try taken("timestamp=9007199254740993", "vehicle_positions", large), [0])
        XCTAssertEqual(try taken("timestamp>9007199254740993", "vehicle_positions", large), [2])
        let real = ["-33.5", "-33.50", "12", "-34"].map { ",\"stop_lat\":\($0)" }
        XCTAssertEqual(try taken("stop_lat=-33.5", "stops", real), [0, 1])
        XCTAssertEqual(try taken("stop_lat<=-33.5", "stops", real), [0, 1, 3])
    }

    func testTextComparesByBytes() throws {
        let names =
            [#""9""#, #""10""#, "9", #""Caf\u00e9""#, #""Café""#, #""a,b""#, #""""#, "null", #""\"q\"""#, "true"]
            .map { ",\"headsign\":\($0)" } + [""]
        for (condition, expected) in [
            ("headsign=9", [0, 2]), ("headsign=Café", [3, 4]), ("headsign=\"a,b\"", [5]), ("headsign=a,b", []),
            ("headsign<9", [1, 8]), ("headsign>=9", [0, 2, 3, 4, 5, 9]), ("headsign=\"\"\"q\"\"\"", [8]),
            ("headsign!=9,10", [3, 4, 5, 6, 7, 8, 9, 10]), ("headsign=true", [9]), ("headsign=caf\u{e9}", []),
            ("headsign>Caf", [0, 2, 3, 4, 5, 9].filter { $0 > 2 }), ("headsign<=Café", [0, 1, 2, 3, 4, 8]),
        ] {
            XCTAssertEqual(try taken(condition, "departures", names), expected, condition)
        }
    }

    func testTimesOfATimetableCompareAsSeconds() throws {
        let times =
            ["09:00:00", "9:00:00", "23:59:59", "24:00:00", "25:10:00", "100:00:00", "noon", ""]
            .map { ",\"departure_time\":\"\($0)\"" } + [",\"departure_time\":null", ""]
        for (condition, expected) in [
            ("departure_time=09:00:00", [0, 1]), ("departure_time=9:00", [0, 1]),
            ("departure_time>=24:00:00", [3, 4, 5]), ("departure_time<9:00:01", [0, 1]),
            ("departure_time>25:10:00", [5]), ("departure_time!=9:00:00", [2, 3, 4, 5, 6, 7, 8, 9]),
        ] {
            XCTAssertEqual(try taken(condition, "stop_times", times), expected, condition)
        }
    }

    func testDatesInstantsFlagsAndEnumerations() throws {
        let dates = [#""20260302""#, "20260302", #""20260303""#, #""20260230""#, "null"].map { ",\"start_date\":\($0)" }
        XCTAssertEqual(try taken("start_date=20260302", "departures", dates), [0, 1])
        XCTAssertEqual(try taken("start_date=2026-03-02", "departures", dates), [0, 1])
        XCTAssertEqual(try taken("start_date>20260302", "departures", dates), [2])
        XCTAssertEqual(try taken("start_date!=20260302", "vehicle_positions", dates), [2, 3, 4])

        let instants = ["1772402400", "1772402401", "0"].map { ",\"departure_time\":\($0)" }
        XCTAssertEqual(try taken("departure_time>1772402400", "departures", instants), [1])
        XCTAssertEqual(try taken("departure_time=2026-03-02T08:00:00+10:00", "departures", instants), [0])
        XCTAssertEqual(try taken("departure_time<=2026-03-01T22:00:00Z", "departures", instants), [0, 2])

        let flags = ["true", "false", "null", "1", #""true""#].map { ",\"realtime\":\($0)" } + [""]
        XCTAssertEqual(try taken("realtime=true", "departures", flags), [0])
        XCTAssertEqual(try taken("realtime!=true", "departures", flags), [1, 2, 3, 4, 5])
        XCTAssertEqual(try taken("realtime=true,false", "departures", flags), [0, 1])

        let statuses =
            ["0", "5", #""FULL""#, #""EMPTY""#, #""full""#, "99", "null"]
            .map { ",\"occupancy_status\":\($0)" } + [""]
        for (condition, expected) in [
            ("occupancy_status=FULL", [1, 2]), ("occupancy_status=5", [1, 2]),
            ("occupancy_status=0,FULL", [0, 1, 2, 3]),
            ("occupancy_status>=STANDING_ROOM_ONLY", [1, 2, 5]), ("occupancy_status=99", [5]),
            ("occupancy_status!=EMPTY", [1, 2, 4, 5, 6, 7]),
        ] {
            XCTAssertEqual(try taken(condition, "vehicle_positions", statuses), expected, condition)
        }
    }

    func testColumnsOfFeatures() throws {
        let features = [
            #","properties":{"route_id":"5","length_m":100.5}"#, #","properties":{"route_id":"7","length_m":99}"#,
            #","properties":{}"#, #","properties":null"#, #","route_id":"5","length_m":1"#,
            #","feed_id":"north","properties":{"route_id":"\u0035"}"#,
        ]
        XCTAssertEqual(try taken("route_id=5", "polylines", features), [0, 4, 5])
        XCTAssertEqual(try taken("length_m>99", "polylines", features), [0])
        XCTAssertEqual(try taken("feed_id=north", "polylines", features), [5])
        XCTAssertEqual(try taken("feed_id!=north", "polylines", features), [0, 1, 2, 3, 4])
    }

    // MARK: Tables

    private let mixed = [
        #"{"table":"routes","route_id":"5","route_type":3}"#, #"{"table":"routes","route_id":"7","route_type":2}"#,
        #"{"table":"trips","trip_id":"a","route_id":"5"}"#, #"{"table":"trips","trip_id":"b","route_id":"7"}"#,
        #"{"table":"stop_times","trip_id":"a","stop_sequence":1}"#, #"{"table":"others","route_id":"7"}"#,
    ]

    func testOnlyTablesThatHaveTheColumnAreJudged() throws {
        let run = try run(["route_id=5"], ["routes", "trips", "stop_times"], mixed) { $0.passThrough = true }
        XCTAssertEqual(run.status, .done)
        XCTAssertEqual(run.lines, [mixed[0], mixed[2], mixed[4], mixed[5]], "tables not consumed pass unjudged")
        XCTAssertEqual(run.summary.table("trips").filtered, 1)
        assertConserved(run.summary)
        let one = try self.run(["routes.route_id=5"], ["routes", "trips", "stop_times"], mixed)
        XCTAssertEqual(one.lines, [mixed[0], mixed[2], mixed[3], mixed[4]])
        let both = try self.run(["route_id=5", "trip_id!=a"], ["routes", "trips", "stop_times"], mixed)
        XCTAssertEqual(both.lines, [mixed[0]], "all conditions must hold")
        let any = try self.run(["route_id=5"], [], mixed) { $0.allowsEmpty = true }
        XCTAssertEqual(any.lines, [mixed[0], mixed[2], mixed[4]], "a table that nobody knows may have any column")
    }

    func testAFeedsOwnColumns() throws {
        let lines = [
            #"{"table":"trips","trip_id":"a"}"#, #"{"table":"trips","trip_id":"b","kind":"express"}"#,
            #"{"table":"trips","trip_id":"c","kind":"9"}"#, #"{"table":"trips","trip_id":"d","kind":10}"#,
        ]
        let alone = try run(["kind=express"], ["trips"], lines)
        XCTAssertEqual(alone.lines, [lines[1]], "only trips can have it")
        XCTAssertEqual(alone.log, "")
        let among = try run(["kind=express"], ["trips", "stops"], lines + [#"{"table":"stops","stop_id":"s"}"#])
        XCTAssertEqual(among.lines.count, 3)
        XCTAssertTrue(
            among.log.contains(
                "1 of 4 trips have no such column and are kept, because it is not a column of the contract; to exclude them, write 'trips.kind=express'"
            ),
            among.log)
        let named = try run(["trips.kind>=9"], ["trips", "stops"], lines + [#"{"table":"stops","stop_id":"s"}"#])
        XCTAssertEqual(named.lines.dropLast(), [lines[1], lines[2], lines[3]], "text by bytes, numbers as numbers")
        XCTAssertEqual(named.log, "")
        let list = try run(["kind=1"], ["trips"], [#"{"table":"trips","kind":[1]}"#])
        XCTAssertEqual(list.status, .dataUnusable)
        XCTAssertTrue(list.log.contains("kind is a list or an object and cannot be compared"), list.log)
    }

    // MARK: Names

    func testWhatTheContractDecidesEndsWith64() throws {
        for (condition, tables, words) in [
            ("rout_id=5", ["departures"], "departures has no column 'rout_id'; the nearest are 'route_id'"),
            (
                "nothing=5", ["departures", "polylines"],
                "no table that this stage takes has a column 'nothing'"
            ),
            ("stop_ids=5", ["polylines"], "stop_ids is a list or an object and cannot be compared"),
            ("stop_time_updates=5", ["trip_updates", "vehicle_positions"], "is a list or an object"),
            ("fit=5", ["trip_details"], "is a list or an object"),
            ("delay=late", ["departures"], "'late' is not a value of delay, which takes a number"),
            ("delay=0x10", ["departures"], "'0x10' is not a value of delay"),
            ("delay=nan", ["departures"], "'nan' is not a value of delay"),
            ("delay=inf", ["departures"], "'inf' is not a value of delay"),
            ("start_date=20260230", ["departures"], "which takes a date such as 20260302"),
            ("arrival_time=noon", ["stop_times"], "which takes a time such as 08:05:00 or 25:10:00"),
            ("realtime=yes", ["departures"], "which takes true or false"),
            ("realtime>false", ["departures"], "realtime is true or false, and takes = and != only"),
            ("occupancy_status=CROWDED", ["departures"], "which takes a number or one of EMPTY, MANY_SEATS_AVAILABLE"),
            ("trip.route_id=5", ["trips"], "this stage takes no table 'trip'; did you mean 'trips'?"),
        ] {
            let run = try run([condition], tables, [#"{"table":"\#(tables[0])"}"#])
            XCTAssertEqual(run.status, .usage, condition)
            XCTAssertEqual(run.output, "")
            XCTAssertTrue(run.log.contains("--where '\(condition)': "), run.log)
            XCTAssertTrue(run.log.contains(words), run.log)
        }
    }

    func testColumnsThatNoRecordHasEndWith65() throws {
        let rows = [#"{"table":"vehicle_positions","trip_id":"a"}"#, #"{"table":"vehicle_positions","trip_id":"b"}"#]
        let none = try run(["trip_it=a"], ["vehicle_positions"], rows)
        XCTAssertEqual(none.status, .dataUnusable)
        XCTAssertTrue(none.log.contains("no record has a column 'trip_it'; the nearest are 'trip_id'"), none.log)
        let some = try run(["trip_id=a", "trip_it=a"], ["vehicle_positions", "trip_updates"], rows)
        XCTAssertEqual(some.status, .done)
        XCTAssertEqual(some.lines, [rows[0]])
        XCTAssertEqual(some.summary.unmatched, 1)
        let other = try run(["delay>5"], ["vehicle_positions", "departures"], rows)
        XCTAssertEqual(other.status, .dataUnusable, "of the tables that came none has it")
        // What came stands for what did not.
        for line in [#"{"table":"boards","stop_id":"s"}"#, #"{"table":"feed_messages","source":"-"}"#] {
            let quiet = try run(["delay>5"], ["boards", "departures", "feed_messages", "trip_updates"], [line])
            XCTAssertEqual(quiet.status, .done, quiet.log)
            XCTAssertEqual(quiet.lines, [line])
        }
        let empty = try run(["trip_it=a"], ["vehicle_positions"], []) { $0.allowsEmpty = true }
        XCTAssertEqual(empty.status, .done, "nothing was read that could have it")
    }

    func testRowsPassedOverWereRead() throws {
        let rows = [#"{"table":"departures","delay":1}"#, #"{"table":"departures","delay":2}"#]
        let none = try run(["delay>5"], ["departures"], rows)
        XCTAssertEqual(none.status, .dataUnusable)
        XCTAssertTrue(
            none.log.contains("nothing to work on: --where excludes all records: 2 departures"), none.log)
        XCTAssertEqual(none.summary.read(of: "departures"), 2)
        assertConserved(none.summary)
        XCTAssertEqual(try run(["delay>5"], ["departures"], rows) { $0.allowsEmpty = true }.status, .done)
    }

    func testTheFirstOfTwoFeedsMayBeChosen() throws {
        let rows = [
            #"{"table":"trips","feed_id":"a","trip_id":"1"}"#, #"{"table":"trips","feed_id":"b","trip_id":"1","x":1}"#,
        ]
        var options = CommonOptions()
        options.conditions = [try Condition("feed_id=a")]
        let run = try InMemoryRun("taker", options) { context in
            var stage = Taker(context, ["trips"])
            stage.feedReading = .timetable(apart: false)
            try context.feed(text: rows.map { $0 + "\n" }.joined(), to: &stage)
        }
        XCTAssertEqual(run.lines, [rows[0]])
        XCTAssertEqual(run.log, "")
    }

    func testTheSummaryTellsOfThemOnlyIfAsked() throws {
        let folder = TemporaryFolder()
        let row = #"{"table":"departures","delay":1}"#
        for (conditions, part) in [
            (["delay!=1", "feed_id!=x"], #""merged":{},"filtered":{"departures":1},"nulled":0"#),
            (["delay=1"], #""merged":{},"filtered":{},"nulled":0"#), ([], #""merged":{},"nulled":0"#),
        ] {
            _ = try run(conditions, ["departures"], [row]) {
                $0.summaryFile = folder.path + "/summary"
                $0.allowsEmpty = true
            }
            let summary = TemporaryFolder.text(of: folder.path + "/summary") ?? ""
            XCTAssertTrue(summary.contains(part), summary)
        }
    }
}
