import DiffStage
import IngestStage
import SchemaStage
import ServiceLevelsStage
import StageKit
import StageTestSupport
import TestSupport
import XCTest

/// What `diff --by` says that riders have otherwise.
final class DiffServiceTests: XCTestCase {
    private let folder = TemporaryFolder()

    private func diff(
        _ old: WrittenTimetable, _ new: WrittenTimetable, by keys: String = "route_id",
        where conditions: [String] = [], change: (inout DiffOptions) throws -> Void = { _ in }
    ) throws -> InMemoryRun {
        var options = DiffOptions()
        options.old = folder.write(old.text)
        options.new = folder.write(new.text)
        try options.setKeys(keys)
        try change(&options)
        XCTAssertNil(options.problem)
        var world = World()
        world.tables = { SchemaStage.tables }
        world.schedule = IngestedFeed()
        var common = CommonOptions()
        common.verbosity = .verbose
        common.conditions = try conditions.map { try Condition($0) }
        let run = try InMemoryRun("diff", common, in: world) { try Diff.run(options, $0) }
        guard run.status == .done else { return run }
        let sums = run.summary.tables.reduce((0, 0)) {
            ($0.0 + $1.read, $0.1 + $1.written + $1.merged + $1.filtered + $1.ignored)
        }
        XCTAssertEqual(sums.0, sums.1, "read is what became of it")
        return run
    }

    private func rows(
        _ old: WrittenTimetable, _ new: WrittenTimetable, by keys: String = "route_id",
        change: (inout DiffOptions) throws -> Void = { _ in }
    ) throws -> [String] {
        try diff(old, new, by: keys, change: change).lines.map {
            $0.replacing(#"{"table":"service_changes","#, with: "{")
        }
    }

    /// Two weeks from Monday 2 March: weekdays, Saturdays.
    private func town(_ change: (inout WrittenTimetable) -> Void = { _ in }) -> WrittenTimetable {
        var town = WrittenTimetable()
        town.calendar("wd", "1111100", "20260302", "20260315")
        town.calendar("sa", "0000010", "20260302", "20260315")
        town.trip("1", "R", "wd", ["A 08:00", "B 08:05", "C 08:10"])
        town.trip("2", "R", "wd", ["A 08:20", "B 08:25", "C 08:30"])
        town.trip("3", "R", "wd", ["A 09:00", "B 09:05", "C 09:10"])
        town.trip("4", "R", "sa", ["A 10:00", "B 10:05", "C 10:10"])
        change(&town)
        return town
    }

    func testServiceThatIsWithdrawn() throws {
        let new = town { $0.text = $0.text.replacing(#""saturday":1"#, with: #""saturday":0"#) }
        XCTAssertEqual(
            try rows(town(), new, by: "route_id,day_type"),
            [
                #"{"route_id":"R","day_type":"saturday","days":2,"trips_per_day_old":1,"trips_per_day_new":0,"first_departure_old":"10:00:00","first_departure_new":null,"last_departure_old":"10:00:00","last_departure_new":null,"headway_p50_old":null,"headway_p50_new":null,"kilometres_per_day_old":2.226,"kilometres_per_day_new":0,"runs_added":0,"runs_removed":2,"departures_added":0,"departures_removed":4,"stops_added":[],"stops_removed":["A","B","C"]}"#
            ])
        // Over all days there are fewer trips a day; no stop is lost.
        XCTAssertEqual(
            try rows(town(), new),
            [
                #"{"route_id":"R","days":14,"trips_per_day_old":2.286,"trips_per_day_new":2.143,"first_departure_old":"08:00:00","first_departure_new":"08:00:00","last_departure_old":"10:00:00","last_departure_new":"09:00:00","headway_p50_old":1200,"headway_p50_new":1200,"kilometres_per_day_old":5.089,"kilometres_per_day_new":4.771,"runs_added":0,"runs_removed":2,"departures_added":0,"departures_removed":4,"stops_added":[],"stops_removed":[]}"#
            ])
        XCTAssertEqual(try diff(town(), new).statusOfItsOwn, 1)
        XCTAssertEqual(try rows(town(), new) { $0.weekdays = 0b001_1111 }, [], "weekdays alone")
        XCTAssertEqual(try rows(town(), new) { $0.dates = try ServiceDates.range("20260302-20260306", "--date") }, [])
    }

    /// Calendars, ids, frequencies and the order of rows may be written in many ways.
    func testHowServiceIsWrittenDoesNotMatter() throws {
        var dates = WrittenTimetable()
        // By dates alone, a service a day; trips under other ids, with a block; sequences and directions as they were.
        for day in 2...15 {
            let weekday = (day - 2) % 7
            guard weekday < 6 else { continue }
            let date = "202603" + (day < 10 ? "0" : "") + "\(day)"
            dates.exception("d\(day)", date, 1)
            let trips =
                weekday == 5
                ? [["A 10:00", "B 10:05", "C 10:10"]]
                : [
                    ["A 09:00", "B 09:05", "C 09:10"], ["A 08:20", "B 08:25", "C 08:30"],
                    ["A 08:00", "B 08:05", "C 08:10"],
                ]
            for (place, calls) in trips.enumerated() {
                dates.trip("d\(day)-\(place)", "R", "d\(day)", calls, extra: #","block_id":"\#(day)""#)
            }
        }
        // Of the last Sunday only one of the calendars tells.
        for keys in ["route_id", "route_id,direction_id,day_type", "stop_id,hour", "day_type"] {
            XCTAssertEqual(try rows(town(), dates, by: keys), [], keys)
            XCTAssertEqual(try diff(town(), dates, by: keys).statusOfItsOwn, nil, keys)
        }
        // Frequencies, written out as trips.
        var often = WrittenTimetable()
        often.calendar("wd", "1111111", "20260302", "20260315")
        var written = often
        often.trip("f", "R", "wd", ["A 00:00", "B 00:05"])
        often.frequency("f", "08:00", "09:00", 600)
        often.frequency("f", "09:00", "09:30", 900, exact: 1)
        for (place, time) in ["08:00", "08:10", "08:20", "08:30", "08:40", "08:50", "09:00", "09:15"].enumerated() {
            let minute = Int(time.suffix(2))! + 5
            written.trip(
                "w\(place)", "R", "wd", ["A \(time)", "B \(time.prefix(3))\(minute < 10 ? "0" : "")\(minute)"])
        }
        XCTAssertEqual(try rows(often, written), [])
        XCTAssertEqual(try rows(often, written, by: "stop_id,hour,day_type"), [])
    }

    /// No difference is lost in sums.
    func testOneTripThatIsRetimed() throws {
        let new = town { $0.text = $0.text.replacing(#""08:20:00""#, with: #""08:21:00""#) }
        XCTAssertEqual(
            try rows(town(), new, by: "route_id,day_type").map { $0.suffix(125) },
            [
                #"6.679,"kilometres_per_day_new":6.679,"runs_added":10,"runs_removed":10,"departures_added":10,"departures_removed":10,"stops_added":[],"stops_removed":[]}"#
                    .suffix(125)
            ])
        // By stop: the run is another one for all who ride on it, the departure of A alone is another.
        XCTAssertEqual(
            try rows(town(), new, by: "stop_id").compactMap {
                $0.firstMatch(of: /"stop_id":"(\w)".*"runs_added":(\d+),.*"departures_added":(\d+)/).map {
                    "\($0.1) \($0.2) \($0.3)"
                }
            }, ["A 10 10", "B 10 0", "C 10 0"])
        // Two trips that change what follows leave each departure where it was.
        let swapped = town {
            $0.trip("x", "R", "wd", ["A 12:00", "B 12:10", "C 12:20"])
            $0.trip("y", "R", "wd", ["A 12:05", "B 12:10", "A 12:30"])
        }
        let straight = town {
            $0.trip("x", "R", "wd", ["A 12:00", "B 12:10", "A 12:30"])
            $0.trip("y", "R", "wd", ["A 12:05", "B 12:10", "C 12:20"])
        }
        XCTAssertEqual(
            try rows(swapped, straight).compactMap {
                $0.firstMatch(of: /"runs_added":(\d+),.*"departures_added":(\d+)/)?.output.0
            }, [#""runs_added":20,"runs_removed":20,"departures_added":0"#])
    }

    func testWhoMayBoard() throws {
        var closed = town()
        closed.trip("5", "R", "wd", ["A 11:00", #"B 11:05 "pickup_type":1"#, "C 11:10"])
        var open = town()
        open.trip("5", "R", "wd", ["A 11:00", #"B 11:05 "pickup_type":0"#, #"C 11:10 "pickup_type":1"#])
        var unsaid = town()
        unsaid.trip("5", "R", "wd", [#"A 11:00 "drop_off_type":1"#, "B 11:05", "C 11:10"])
        XCTAssertEqual(try rows(open, closed).count, 1)
        XCTAssertEqual(try rows(open, unsaid), [], "nobody boards where a trip ends, nor alights where it starts")
    }

    func testStopsGainedAndLost() throws {
        let new = town {
            $0.text = $0.text.replacing(#""trip_id":"3","stop_id":"C""#, with: #""trip_id":"3","stop_id":"A""#)
        }
        let shorter = town {
            $0.text = $0.text.replacing(#""stop_id":"C","stop_sequence":2"#, with: #""stop_id":"A","stop_sequence":2"#)
        }
        XCTAssertTrue(try rows(town(), new)[0].hasSuffix(#""stops_added":[],"stops_removed":[]}"#))
        XCTAssertTrue(try rows(town(), shorter)[0].hasSuffix(#""stops_added":[],"stops_removed":["C"]}"#))
        XCTAssertTrue(try rows(shorter, town())[0].hasSuffix(#""stops_added":["C"],"stops_removed":[]}"#))
    }

    /// A route under another id is one that was removed and one that was added.
    func testARouteUnderAnotherID() throws {
        let new = town { $0.text = $0.text.replacing(#""route_id":"R""#, with: #""route_id":"S""#) }
        XCTAssertEqual(
            try rows(town(), new).compactMap {
                $0.firstMatch(of: /"route_id":"(\w)".*"runs_added":(\d+),"runs_removed":(\d+)/).map {
                    "\($0.1) \($0.2) \($0.3)"
                }
            }, ["R 0 32", "S 32 0"])
    }

    // MARK: Days

    func testHolidays() throws {
        let holiday = town {
            $0.exception("wd", "20260304", 2)
            $0.exception("sa", "20260304", 1)
        }
        XCTAssertEqual(
            try rows(town(), holiday, by: "day_type").compactMap {
                $0.firstMatch(
                    of: /"day_type":"(\w+)","days":(\d+),"trips_per_day_old":(\S+?),"trips_per_day_new":(\S+?),/
                )
                .map { "\($0.1) \($0.2) \($0.3) \($0.4)" }
            }, ["weekday 10 3 2.8"])
    }

    /// Days that only one feed tells of are not compared.
    func testFeedsThatShareSomeDays() throws {
        let later = town {
            $0.text = $0.text.replacing("20260302", with: "20260315").replacing(
                #""end_date":"20260315""#, with: #""end_date":"20260331""#)
        }
        let run = try diff(town(), later)
        XCTAssertEqual(run.lines, [], "one day, a Sunday without service")
        XCTAssertTrue(run.log.contains("no weekday and no saturday is among the compared days, 20260315"), run.log)
        let apart = try diff(town(), town { $0.text = $0.text.replacing("202603", with: "202604") })
        XCTAssertEqual(apart.status, .dataUnusable)
        XCTAssertTrue(apart.log.contains("covers 20260302 to 20260315"), apart.log)
        XCTAssertTrue(apart.log.contains("covers 20260402 to 20260415"), apart.log)
        let asked = try diff(town(), town()) { $0.dates = try ServiceDates.range("20260401", "--date") }
        XCTAssertEqual(asked.status, .dataUnusable)
        XCTAssertTrue(asked.log.contains("and both 20260302 to 20260315; choose some of these"), asked.log)
        let none = try diff(town(), town()) {
            $0.dates = try ServiceDates.range("20260302", "--date")
            $0.weekdays = 0b010_0000
        }
        XCTAssertEqual(none.status, .dataUnusable)
    }

    func testACalendarWithoutEnd() throws {
        let endless = town { $0.text = $0.text.replacing(#""end_date":"20260315""#, with: #""end_date":"99991231""#) }
        let run = try diff(endless, endless)
        XCTAssertEqual(run.status, .usage)
        XCTAssertTrue(run.log.contains("choose days with --date"), run.log)
        XCTAssertEqual(try rows(endless, town()), [])
    }

    func testOptionsThatNeedOthers() throws {
        var options = DiffOptions()
        options.dates = 20_000...20_001
        XCTAssertEqual(options.problem, "--date needs --by")
        options = DiffOptions()
        options.format = .own(.html)
        XCTAssertEqual(options.problem, "--format html needs --by")
        options.format = .own(.png)
        XCTAssertEqual(options.problem, "--format png needs --by")
        XCTAssertThrowsError(try options.setKeys("route_id,date")) {
            XCTAssertTrue("\($0)".contains("--by: unknown key"), "\($0)")
        }
    }

    /// Conditions on stops choose calls, and runs stay whole.
    func testAPlace() throws {
        let new = town { $0.text = $0.text.replacing(#""08:25:00""#, with: #""08:26:00""#) }
        let all = try diff(town(), new, by: "stop_id").lines
        XCTAssertEqual(
            try diff(town(), new, by: "stop_id", where: ["stop_id=B"]).lines,
            all.filter { $0.contains(#""stop_id":"B""#) })
        let place = try diff(town(), new, by: "day_type", where: ["stop_id=B"]).lines
        XCTAssertEqual(place.count, 1)
        XCTAssertTrue(place[0].contains(#""runs_added":10,"runs_removed":10,"departures_added":10"#), place[0])
        XCTAssertTrue(place[0].contains(#""first_departure_old":"08:05:00""#), place[0])
        XCTAssertEqual(try diff(town(), new, where: ["stop_sequence=1"]).status, .usage)
    }

    // MARK: For people

    /// A screen of 80 columns, split by type of day, the biggest changes first.
    func testAScreenToSendOn() throws {
        let new = town {
            $0.text = $0.text.replacing(#""saturday":1"#, with: #""saturday":0"#).replacing(
                "09:05:00", with: "09:06:00")
        }
        let run = try diff(town(), new) { $0.format = .own(.table) }
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        XCTAssertTrue(lines.allSatisfy { $0.unicodeScalars.count <= 80 }, run.output)
        XCTAssertEqual(
            Array(lines.drop { !$0.isEmpty }),
            [
                "", "              trips a day   km a day   first to last",
                "10 weekdays   3             7          08:00–09:00",
                "2 Saturdays   1 → 0         2 → 0      10:00–10:00 → nothing",
                "2 Sundays     0             0          nothing", "", "Route R", "  weekdays: 10 of 30 runs changed",
                "  Saturdays: withdrawn: 1 trip a day at 10:00",
            ], run.output)
        XCTAssertTrue(lines[0].hasSuffix("riders") || lines[1].hasSuffix("riders"), run.output)
        XCTAssertEqual(run.statusOfItsOwn, 1)
        let none = try diff(town(), town()) { $0.format = .own(.table) }
        XCTAssertTrue(none.output.contains("no differences"), none.output)
        XCTAssertTrue(none.output.contains("10 weekdays, 2\nSaturdays, 2 Sundays"), none.output)
    }

    /// However much changes, it is a screen; the rest is counted.
    func testAScreenHasAnEnd() throws {
        var (old, new) = (town(), town())
        for route in 0..<60 {
            old.add(#"{"table":"routes","route_id":"X\#(route)","route_short_name":"\#(route)","route_type":3}"#)
            new.add(#"{"table":"routes","route_id":"X\#(route)","route_short_name":"\#(route)","route_type":3}"#)
            for trip in 0...route { old.trip("\(route)-\(trip)", "X\(route)", "wd", ["A 08:00", "B 08:10"]) }
        }
        let lines = try diff(old, new) { $0.format = .own(.table) }.output.split(
            separator: "\n", omittingEmptySubsequences: false)
        XCTAssertLessThanOrEqual(lines.count, 25)
        XCTAssertTrue(lines.contains("Route 59 (X59)"))
        XCTAssertTrue(lines.joined(separator: " ").contains("more: 0 with more trips"), lines.joined(separator: "\n"))
        let page = try diff(old, new) { $0.format = .own(.html) }.output
        XCTAssertTrue(page.contains("The picture shows the 40 biggest of 60 changes"), page)
        XCTAssertTrue(page.contains("Content-Security-Policy"))
        let svg = try diff(old, new) { $0.format = .own(.svg) }
        XCTAssertNil(XMLChecker(svg.output).fault)
        XCTAssertNil(PNGCheck.problem(try diff(old, new) { $0.format = .own(.png) }, svg))
    }

    // MARK: One question, one answer

    /// Figures are those that `service-levels` has of each feed on the same days; a row is there exactly where runs differ.
    func testFiguresAreThoseOfServiceLevels() throws {
        var random = Seeded(state: 35)
        for round in 0..<30 {
            let (old, new) = (random.timetable(), random.timetable())
            for keys in ["route_id", "route_id,day_type", "stop_id", "direction_id,hour", "day_type,stop_id,hour"] {
                let run = try diff(old, new, by: keys)
                guard run.status == .done else { continue }
                let levels = try [old, new].map { try self.levels($0, by: keys) }
                for line in run.lines {
                    let row = values(line)
                    let key = keys.split(separator: ",").map { row[String($0)] ?? "" }.joined(separator: ",")
                    for (end, its) in zip(["old", "new"], levels) {
                        let level = its[key] ?? [:]
                        for name in ["trips_per_day", "first_departure", "last_departure", "headway_p50"] {
                            XCTAssertEqual(
                                row["\(name)_\(end)"], level[name] ?? (name == "trips_per_day" ? "0" : "null"),
                                "\(round) \(keys) \(key) \(name)")
                        }
                    }
                    XCTAssertTrue(
                        ["runs_added", "runs_removed", "departures_added", "departures_removed"].contains {
                            row[$0] != "0"
                        })
                }
            }
        }
    }

    private func levels(_ timetable: WrittenTimetable, by keys: String) throws -> [String: [String: String]] {
        var options = ServiceLevelsOptions()
        options.files = [folder.write(timetable.text)]
        try options.setKeys(keys)
        options.dates = try ServiceDates.range("20260302-20260315", "--date")
        options.servedOnly = keys.contains("stop_id")
        var world = World()
        world.schedule = IngestedFeed()
        let run = try InMemoryRun("service-levels", in: world) { try ServiceLevels.run(options, $0) }
        var rows: [String: [String: String]] = [:]
        for line in run.lines {
            let row = values(line)
            rows[keys.split(separator: ",").map { row[String($0)] ?? "" }.joined(separator: ",")] = row
        }
        return rows
    }

    /// The members of a record that are no lists.
    private func values(_ line: String) -> [String: String] {
        var values: [String: String] = [:]
        for match in line.matches(of: /"(\w+)":("[^"]*"|[^,\[\]{}]+)/) {
            values[String(match.1)] = String(match.2).replacing("\"", with: "")
        }
        return values
    }
}

/// Made-up timetables, the same in every run.
private struct Seeded {
    var state: UInt64

    mutating func next(_ count: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % count
    }

    mutating func timetable() -> WrittenTimetable {
        var timetable = WrittenTimetable()
        let services = 3
        for service in 0..<services {
            let days = (0..<7).map { _ in String(next(2)) }.joined()
            timetable.calendar("s\(service)", days, "20260302", "20260315")
            if next(2) == 0 { timetable.exception("s\(service)", "202603\(10 + next(6))", 1 + next(2)) }
        }
        for trip in 0..<(4 + next(6)) {
            let stops = ["A", "B", "C", "A", "B"].shuffled(by: &self).prefix(2 + next(3))
            var minute = 60 * (5 + next(3)) + 10 * next(6)
            let calls = stops.map { stop -> String in
                defer { minute += 5 * (1 + next(5)) }
                return
                    "\(stop) \(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
            }
            timetable.trip("t\(trip)", next(2) == 0 ? "R" : "Q", "s\(next(services))", calls, direction: next(2))
            if next(4) == 0 { timetable.frequency("t\(trip)", "06:00", "0\(7 + next(2)):00", 600 * (1 + next(3))) }
        }
        return timetable
    }
}

extension [String] {
    fileprivate func shuffled(by random: inout Seeded) -> [String] {
        var copy = self
        for place in copy.indices.dropFirst().reversed() { copy.swapAt(place, random.next(place + 1)) }
        return copy
    }
}
