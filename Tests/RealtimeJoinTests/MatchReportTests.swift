import StageKit
import TestSupport
import TimeZones
import XCTest

@testable import IngestStage
@testable import RealtimeJoin
@testable import Schedule

/// A schedule that is a list of ids.
private struct ListedSchedule: MatchableSchedule {
    var ids: [IdentifierKind: Set<[UInt8]>] = [:]
    var serviceDates: ClosedRange<Int>?
    /// Whether `forEachID` gives nothing, as of a schedule of which the sample held none that helps.
    var keepsNoIDs = false

    init(trips: [String] = [], routes: [String] = [], stops: [String] = []) {
        for (kind, list) in [(IdentifierKind.trip, trips), (.route, routes), (.stop, stops)] {
            ids[kind] = Set(list.map { Array($0.utf8) })
        }
    }

    func knows(_ kind: IdentifierKind, _ id: UnsafeRawBufferPointer) -> Bool { ids[kind]!.contains(Array(id)) }

    func forEachID(_ kind: IdentifierKind, _ body: @escaping (UnsafeRawBufferPointer) -> Void) {
        if keepsNoIDs { return }
        for id in ids[kind]! { id.withUnsafeBytes(body) }
    }
}

final class MatchReportTests: XCTestCase {
    private func see(_ report: MatchReport, _ kind: IdentifierKind, _ ids: [String], _ schedule: ListedSchedule) {
        for id in ids {
            Array(id.utf8).withUnsafeBytes { report.see(kind, $0, isKnown: schedule.knows(kind, $0)) }
        }
    }

    private func findings(_ trips: [String], _ schedule: ListedSchedule) -> MatchFindings {
        let report = MatchReport()
        see(report, .trip, trips, schedule)
        return report.conclude(schedule, zone: .utc)
    }

    private func hint(_ realtime: [String], _ schedule: [String]) -> MatchHint? {
        findings(realtime, ListedSchedule(trips: schedule)).hints.first
    }

    private func numbers(_ format: (Int) -> String) -> [String] { (0..<40).map { format(1000 + $0 * 37) } }

    // MARK: Hints

    func testEachRuleIsFoundWithItsAffix() {
        let services = ["AFA-1037-Sunday-00_", "AFA-1093-Weekday-00_", "BFA-2048-Weekday-00_"]
        let cases: [(realtime: (Int) -> String, schedule: (Int) -> String, rule: MatchHint.Rule, affix: String)] = [
            ({ "1:\($0)" }, { "\($0)" }, .stripPrefix, "1:"),
            ({ "agency_\($0)" }, { "\($0)" }, .stripPrefix, "agency_"),
            ({ "T\($0)" }, { "\($0)" }, .stripPrefix, "T"),
            ({ "\($0)_weekday" }, { "\($0)" }, .stripSuffix, "_weekday"),
            ({ "\($0)" }, { "\($0)-MF" }, .addSuffix, "-MF"),
            ({ "\($0)" }, { "2:\($0)" }, .addPrefix, "2:"),
            ({ "r\($0)x" }, { "R\($0)X" }, .changeCase, ""),
            ({ "R\($0)X" }, { "r\($0)X" }, .changeCase, ""),
            ({ "00\($0)" }, { "\($0)" }, .stripLeadingZeros, ""),
            ({ "\($0)" }, { "000\($0)" }, .addLeadingZeros, ""),
            ({ "\($0 % 7):\($0)" }, { "\($0)" }, .stripVaryingPrefix, ":"),
            ({ "\($0)@\($0 * 3)" }, { "\($0)" }, .stripVaryingSuffix, "@"),
            ({ "0\($0)_1..S03R" }, { services[$0 % 3] + "0\($0)_1..S03R" }, .addVaryingPrefix, "_"),
            ({ "\($0)" }, { "\($0)#\($0 * 7)" }, .addVaryingSuffix, "#"),
            ({ "é:\($0)" }, { "\($0)" }, .stripPrefix, "é:"),
        ]
        for (realtime, schedule, rule, affix) in cases {
            let hint = hint(numbers(realtime), numbers(schedule))
            XCTAssertEqual(hint?.rule, rule, realtime(7))
            XCTAssertEqual(hint.map { String(decoding: $0.affix, as: UTF8.self) }, affix, realtime(7))
            XCTAssertEqual(hint?.wouldMatch, 40, realtime(7))
            XCTAssertEqual(hint?.tested, 40, realtime(7))
        }
    }

    func testTheExampleIsOneOfTheIDsAndWhatItBecomes() {
        let hint = hint(["1:500", "1:77", "zzz"], ["77", "500", "9"])
        XCTAssertEqual(
            hint?.sentence,
            "stripping the prefix '1:' would match 2 of 3 unmatched trips: '1:500' is '500' in the feed")
    }

    func testWhatDoesNotHelpIsNoHint() {
        // Other ids altogether; numbers of which the last digits are some other trip's.
        XCTAssertNil(hint(numbers { "x\($0)" }, numbers { "y\($0)" }))
        XCTAssertNil(hint(["31234", "45678", "99001", "70002"], ["1234", "17", "34", "8"]))
        XCTAssertNil(hint(["a"], []))
        XCTAssertNil(hint([], ["a"]))
        XCTAssertNil(hint(["", "a"], ["", "b"]))
    }

    func testAHintNeedsNoIDsOfTheScheduleToStripOrToChangeCase() {
        for (realtime, schedule) in [("1:\(7)", "7"), ("abc", "ABC"), ("ABC", "abc"), ("7", "007")] {
            var listed = ListedSchedule(trips: [schedule])
            listed.keepsNoIDs = true
            XCTAssertEqual(findings([realtime], listed).hints.first?.wouldMatch, 1, realtime)
        }
    }

    func testThousandsOfUnmatchedIDsAreTriedInASample() {
        let ids = (0..<10_000).map { "\($0 * 7)" }
        let hint = hint(ids.map { "bus-" + $0 }, ids)
        XCTAssertEqual(hint?.rule, .stripPrefix)
        XCTAssertEqual(hint?.tested, 2048)
        XCTAssertEqual(hint?.wouldMatch, 2048)
    }

    func testTripsOfARealScheduleAreFoundByTheirEnds() throws {
        guard let path = RealData.path("static/gtfskit-nyc_subway_gtfs.zip") else { throw XCTSkip("no real feeds") }
        var trips: [String] = []
        let ingest = try InMemoryRun("ingest") { context in
            var options = IngestOptions()
            options.feed = path
            options.tables = ["trips"]
            try Ingest.run(options, context)
        }
        for line in ingest.lines {
            guard let start = line.firstRange(of: "\"trip_id\":\"")?.upperBound else { continue }
            trips.append(String(line[start...].prefix { $0 != "\"" }))
        }
        XCTAssertEqual(trips.count, 1990)
        // As the operator's realtime names them: without the service in front.
        let realtime = trips.filter { $0.hasSuffix("R") }.map { String($0.drop { $0 != "_" }.dropFirst()) }
        let hint = hint(realtime, trips)
        XCTAssertEqual(hint?.rule, .addVaryingPrefix)
        XCTAssertEqual(hint?.affix, [UInt8(ascii: "_")])
        XCTAssertEqual(hint?.wouldMatch, Set(realtime).count)
    }

    func testTheOrderOfTheIDsDoesNotMatter() {
        var generator = SeededGenerator(seed: 11)
        let schedule = (0..<6000).map { "S\($0 % 5)-\($0)_x" }
        let realtime = (0..<6000).map { $0 % 3 == 0 ? "\($0)_x" : "gone\($0)" }
        let first = hint(realtime, schedule)
        XCTAssertNotNil(first)
        for _ in 0..<3 {
            XCTAssertEqual(hint(realtime.shuffled(using: &generator), schedule.shuffled(using: &generator)), first)
        }
    }

    func testMadeUpHintsHoldWhatTheySay() {
        var generator = SeededGenerator(seed: 5)
        let affixes = ["1:", "_a", "x", "0", "Mon-", "é", "--", "9"]
        for _ in 0..<200 {
            let core = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                String(Int.random(in: 0..<5000, using: &generator))
            }
            let pick = { affixes.randomElement(using: &generator)! }
            let (front, back, other) = (pick(), pick(), pick())
            let schedule = Set(core.map { Bool.random(using: &generator) ? $0 : other + $0 })
            let realtime = core.map { Bool.random(using: &generator) ? front + $0 : $0 + back }
            let found = findings(realtime, ListedSchedule(trips: Array(schedule)))
            guard let hint = found.hints.first else { continue }
            let affix = String(decoding: hint.affix, as: UTF8.self)
            let missing = Set(realtime).subtracting(schedule)
            XCTAssertEqual(hint.tested, missing.count)
            let changed: [String]? =
                switch hint.rule {
                case .stripPrefix:
                    missing.filter { Array($0.utf8).starts(with: affix.utf8) }.map {
                        String(decoding: $0.utf8.dropFirst(affix.utf8.count), as: UTF8.self)
                    }
                case .addPrefix: missing.map { affix + $0 }
                case .addSuffix: missing.map { $0 + affix }
                case .stripSuffix:
                    missing.filter { $0.hasSuffix(affix) }.map { String($0.dropLast(affix.count)) }
                default: nil
                }
            guard let changed else { continue }
            XCTAssertEqual(hint.wouldMatch, changed.filter(schedule.contains).count, "\(hint.sentence)")
        }
    }

    // MARK: Other reasons

    func testDaysOutsideTheServiceAreTold() {
        var schedule = ListedSchedule(trips: ["a"])
        schedule.serviceDates = 20_240_101...20_240_630
        for (dates, words) in [
            ([20_231_224], "but the realtime records are from 20231224; use an earlier feed"),
            ([20_250_101, 20_241_231], "but the realtime records are from 20241231 to 20250101; use a later feed"),
            (
                [20_240_629, 20_240_702],
                "but the realtime records are from 20240629 to 20240702, which the feed covers only in part"
            ),
        ] {
            let report = MatchReport()
            see(report, .trip, ["x", "a"], schedule)
            for date in dates { report.see(date: date) }
            let reasons = report.conclude(schedule, zone: .utc).reasons
            XCTAssertEqual(
                reasons.map(\.sentence), ["the feed has service on 20240101 to 20240630, " + words])
        }
        let covered = MatchReport()
        see(covered, .trip, ["x", "a"], schedule)
        covered.see(date: 20_240_301)
        XCTAssertTrue(covered.conclude(schedule, zone: .utc).reasons.isEmpty)
    }

    func testTimesBecomeDaysOfTheZoneWhereNoTripNamesADay() throws {
        var schedule = ListedSchedule(trips: ["a"])
        schedule.serviceDates = 20_240_102...20_240_102
        let sydney = try Zone(named: "Australia/Sydney")
        for (instant, isCovered) in [(1_704_114_000, true), (1_704_113_999, false), (-1, false)] {
            let report = MatchReport()
            see(report, .trip, ["x"], schedule)
            report.see(instant: instant)
            XCTAssertEqual(report.conclude(schedule, zone: sydney).dateGap == nil, isCovered, "\(instant)")
        }
        let named = MatchReport()
        see(named, .trip, ["x"], schedule)
        named.see(instant: 0)
        named.see(date: 20_240_102)
        XCTAssertNil(named.conclude(schedule, zone: sydney).dateGap, "the trips' own days count")
    }

    func testAnotherNetworkAndAnotherVersionAreToldApart() {
        let schedule = ListedSchedule(trips: ["a"], routes: ["r"], stops: ["s"])
        let other = MatchReport()
        see(other, .trip, ["x", "y"], schedule)
        see(other, .stop, ["z"], schedule)
        XCTAssertEqual(
            other.conclude(schedule, zone: .utc).reasons.map(\.sentence),
            [
                "the feed has none of 2 trips, 1 stops, and no prefix or suffix would make them match; "
                    + "is it the schedule of this agency?"
            ])
        let version = MatchReport()
        see(version, .trip, ["x", "y"], schedule)
        see(version, .stop, ["s"], schedule)
        XCTAssertEqual(
            version.conclude(schedule, zone: .utc).reasons.map(\.sentence),
            ["the feed has the stops, but none of the trips; is it another version of the schedule?"])
        XCTAssertTrue(findings(["a"], schedule).reasons.isEmpty)
        XCTAssertTrue(findings([], schedule).reasons.isEmpty)
    }

    // MARK: Counting

    func testEveryIDCountsOnceAndIsAskedForOnce() {
        let report = MatchReport()
        var asked = 0
        func isKnown() -> Bool {
            asked += 1
            return true
        }
        for _ in 0..<3 { Array("t".utf8).withUnsafeBytes { report.see(.trip, $0, isKnown: isKnown()) } }
        Array("t".utf8).withUnsafeBytes { report.see(.stop, $0, isKnown: false) }
        XCTAssertEqual(asked, 1)
        XCTAssertEqual(report.matched, [1, 0, 0])
        XCTAssertEqual(report.unmatched, [0, 0, 1])
        XCTAssertEqual(report.matchedShare(.trip), 1)
        XCTAssertEqual(report.matchedShare(.stop), 0)
        XCTAssertNil(report.matchedShare(.route))
    }

    func testTooFewMatchesFailWithTheReason() {
        let found = findings(["1:1", "1:2", "1:3", "4"], ListedSchedule(trips: ["1", "2", "3", "4"]))
        XCTAssertNil(found.failure(below: 0.25))
        let failure = found.failure(below: 0.5)
        XCTAssertEqual(failure?.status, .dataUnusable)
        XCTAssertEqual(
            failure?.description,
            "--min-match 0.5: 1 of the 4 trips in the realtime records are in the feed; "
                + "stripping the prefix '1:' would match 3 of 3 unmatched trips: '1:1' is '1' in the feed")
        XCTAssertNil(findings([], ListedSchedule()).failure(below: 1))
        let other = findings(["x", "a"], ListedSchedule(trips: ["a"]))
        XCTAssertEqual(
            other.failure(below: 0.9)?.description,
            "--min-match 0.9: 1 of the 2 trips in the realtime records are in the feed; 'x' is not")
    }

    func testTheRecordHasHintsOnlyWhereThereAreSome() throws {
        let schedule = ListedSchedule(trips: ["1"], stops: ["S"])
        let report = MatchReport()
        see(report, .trip, ["a:1"], schedule)
        see(report, .stop, ["S"], schedule)
        let run = try InMemoryRun("departures") { try report.conclude(schedule, zone: .utc).write($0) }
        XCTAssertEqual(
            run.output,
            "{\"table\":\"match_reports\",\"matched_trips\":0,\"unmatched_trips\":1,\"matched_routes\":0,"
                + "\"unmatched_routes\":0,\"matched_stops\":1,\"unmatched_stops\":0,\"sample_unmatched\":[\"a:1\"],"
                + "\"hints\":[{\"kind\":\"trip_id\",\"rule\":\"strip_prefix\",\"affix\":\"a:\",\"would_match\":1,"
                + "\"tested\":1,\"realtime_id\":\"a:1\",\"schedule_id\":\"1\"}],"
                + "\"reasons\":[\"stripping the prefix 'a:' would match 1 of 1 unmatched trips: "
                + "'a:1' is '1' in the feed\"]}\n")
        let none = MatchReport()
        let plain = try InMemoryRun("departures") { try none.conclude(schedule, zone: .utc).write($0) }
        XCTAssertTrue(plain.output.hasSuffix("\"sample_unmatched\":[]}\n"), plain.output)
    }
}
