import StageKit
import StageTestSupport
import StringlineStage
import TestSupport
import XCTest

@testable import linefeed

extension StringlineOptions {
    /// What is typed after `linefeed stringline`.
    init(typed arguments: String) throws {
        self = try StringlineCommand.parse(arguments.split(separator: " ").map(String.init)).options()
    }
}

/// What a picture of lines shows and tells, and that nothing from a feed becomes markup.
final class StringlineTests: XCTestCase {
    private func run(_ text: String, _ arguments: String = "--route 10") throws -> InMemoryRun {
        var common = CommonOptions()
        common.verbosity = .verbose
        let path = TemporaryFolder.shared.write(text)
        var options = try StringlineOptions(typed: arguments)
        options.files = [path]
        return try InMemoryRun("stringline", common, in: .withFeeds) { try Stringline.run(options, $0) }
    }

    private func checked(_ run: InMemoryRun, file: StaticString = #filePath, line: UInt = #line) -> XMLChecker {
        let checker = XMLChecker(run.output)
        XCTAssertNil(checker.fault, run.log, file: file, line: line)
        return checker
    }

    /// A time of 2 March 2026 in Brisbane.
    private func time(_ second: Int, _ day: Int = 2) -> String {
        func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
        return "2026-03-0\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))+10:00"
    }

    private struct Trip {
        var name: String
        var start: Int
        var late = 0
        /// Seconds later from stop to stop.
        var later = 0
        var stops = ["A", "B", "C", "D"]
        var unseen: Set<Int> = []
        var predicted: Set<Int> = []
        var pattern = "P"
        var direction: Int? = 0
        var status: Int? = 1
        var metres: Int? = 500
        var day = 2
        var route = "10"
    }

    private func visits(_ trip: Trip) -> String {
        var text = ""
        for (place, stop) in trip.stops.enumerated() {
            let due = trip.start + place * 120
            text +=
                "{\"table\":\"stop_visits\",\"service_date\":\"2026030\(trip.day)\",\"trip_id_performed\":\"\(trip.name)\""
            text += ",\"trip_stop_sequence\":\(place + 1),\"pattern_id\":\"\(trip.pattern)\",\"vehicle_id\":\"v\""
            text += ",\"stop_id\":\"\(stop)\",\"schedule_arrival_time\":\"\(time(due, trip.day))\""
            text += ",\"schedule_departure_time\":\"\(time(due + 20, trip.day))\""
            if !trip.unseen.contains(place) {
                let seen = due + trip.late + place * trip.later
                let source = trip.predicted.contains(place) ? "final_prediction" : "stopped"
                text += ",\"actual_arrival_time\":\"\(time(seen, trip.day))\""
                text += ",\"actual_departure_time\":\"\(time(seen + 20, trip.day))\""
                text += ",\"arrival_source\":\"\(source)\",\"departure_source\":\"\(source)\""
                if let status = trip.status { text += ",\"occupancy_status\":\(status)" }
            }
            if place > 0, let metres = trip.metres { text += ",\"distance\":\(metres)" }
            text += ",\"schedule_relationship\":\"\(trip.unseen.contains(place) ? "Missing" : "Scheduled")\""
            text += ",\"trip_id\":\"\(trip.name)\",\"start_date\":\"2026030\(trip.day)\",\"route_id\":\"\(trip.route)\""
            if let direction = trip.direction { text += ",\"direction_id\":\(direction)" }
            text += ",\"stop_name\":\"Stop \(stop)\"}\n"
        }
        return text
    }

    private func parts(_ run: InMemoryRun, _ name: String) -> Int {
        run.output.components(separatedBy: "class=\"\(name)\"").count - 1
    }

    /// The parts of a look that the legend has.
    private let inLegend = ["due": 1, "gap": 1, "cl0": 1, "cl3": 1, "cu": 1, "tint": 1, "bracket": 2]

    private func drawn(_ run: InMemoryRun, _ name: String) -> Int { parts(run, name) - (inLegend[name] ?? 0) }

    func testTheSamePictureAsPNG() throws {
        let text =
            visits(Trip(name: "T", start: 25_200, unseen: [1], predicted: [3]))
            + visits(Trip(name: "U", start: 25_800, late: -560))
        let png = try run(text, "--route 10 --format png")
        XCTAssertNil(PNGCheck.problem(png, try run(text, "--route 10")))
        XCTAssertEqual(png.bytes, try run(text, "--route 10 --format png").bytes)
    }

    // MARK: Lines

    func testARunIsALineInTheColourOfItsOccupancy() throws {
        let run = try run(visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "U", start: 26_400, status: nil)))
        let checker = checked(run)
        XCTAssertEqual([drawn(run, "due"), drawn(run, "cl0"), drawn(run, "cl3"), drawn(run, "cu")], [2, 1, 0, 1])
        XCTAssertTrue(checker.texts.contains("Direction 0: Stop A to Stop D"))
        XCTAssertTrue(checker.texts.contains("trip T, vehicle v: 07:00 to 07:06:20; on time"), "\(checker.texts)")
    }

    func testNoLineGoesOverAStopThatNobodySaw() throws {
        let run = try run(visits(Trip(name: "T", start: 25_200, unseen: [1])))
        XCTAssertEqual(drawn(run, "gap"), 1)
        XCTAssertTrue(run.output.contains("; 1 stop not observed"))
        let whole = try self.run(visits(Trip(name: "T", start: 25_200)))
        XCTAssertEqual(drawn(whole, "gap"), 0)
    }

    func testWhatIsOnlyPredictedIsPale() throws {
        let seen = try run(visits(Trip(name: "T", start: 25_200)))
        let told = try run(visits(Trip(name: "T", start: 25_200, predicted: [2, 3])))
        XCTAssertEqual(seen.output.components(separatedBy: "opacity=\"0.45\"").count - 1, 1, "the legend's")
        XCTAssertEqual(told.output.components(separatedBy: "opacity=\"0.45\"").count - 1, 2)
    }

    func testBunchedPairsAreCountedInWords() throws {
        // Ten minutes apart by schedule; the first loses three minutes from stop to stop.
        let text = visits(Trip(name: "T", start: 25_200, later: 180)) + visits(Trip(name: "U", start: 25_800))
        let run = try run(text)
        XCTAssertTrue(
            checked(run).texts.contains {
                $0.contains(
                    "Bunched, closer than half of the scheduled headway: 1 of 3 pairs of departures, of 1 pair of runs."
                )
            }, run.output)
        XCTAssertEqual([drawn(run, "bracket"), drawn(run, "tint")], [1, 0])
    }

    func testNoPairSpansARunThatNobodySaw() throws {
        let text =
            visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "V", start: 25_500, unseen: [0, 1, 2, 3]))
            + visits(Trip(name: "U", start: 25_800))
        let run = try run(text)
        XCTAssertTrue(checked(run).texts.contains { $0.contains("3 runs scheduled, 2 observed, 1 not observed.") })
        XCTAssertTrue(run.output.contains("No two departures in a row can be compared."))
    }

    func testACanceledRunIsNotMissing() throws {
        let text =
            visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "V", start: 25_500, unseen: [0, 1, 2, 3]))
            + visits(Trip(name: "U", start: 25_800))
            + "{\"table\":\"trips_performed\",\"service_date\":\"20260302\",\"trip_id_performed\":\"V\","
            + "\"route_id\":\"10\",\"schedule_relationship\":\"Canceled\"}\n"
        let run = try run(text)
        XCTAssertTrue(run.output.contains("3 runs scheduled (1 canceled)"))
        XCTAssertTrue(run.output.contains("None of 3 pairs of departures is bunched."))
    }

    // MARK: The axis

    func testOtherPatternsLieOnTheSharedStops() throws {
        let text =
            visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "U", start: 25_800))
            + visits(Trip(name: "V", start: 26_400, stops: ["A", "X", "C"], pattern: "Q"))
            + visits(Trip(name: "W", start: 27_000, stops: ["Y", "Z"], pattern: "R"))
        let run = try run(text)
        XCTAssertTrue(
            run.log.contains(
                "3 patterns of direction 0; the axis shows the pattern of 2 runs; 3 stops not on the axis: Stop X, Stop Y, Stop Z"
            ),
            run.log)
        XCTAssertTrue(
            run.log.contains("1 run of direction 0 with fewer than two stops on the axis, not drawn"), run.log)
        XCTAssertEqual(drawn(run, "cl0"), 3)
        XCTAssertEqual(drawn(run, "gap"), 0, "V passed no stop of its own unseen")
    }

    func testALoopPassesItsStopTwice() throws {
        let run = try run(visits(Trip(name: "T", start: 25_200, stops: ["A", "B", "C", "A"])))
        let names = checked(run).texts.filter { $0 == "Stop A" }
        XCTAssertEqual(names.count, 2)
        XCTAssertTrue(run.output.contains("Direction 0: Stop A to Stop A"))
    }

    func testUnknownDistancesAreTold() throws {
        let none = try run(visits(Trip(name: "T", start: 25_200, metres: nil)))
        XCTAssertTrue(none.log.contains("No distances of direction 0, so the stops are evenly spaced"), none.log)
        XCTAssertNil(XMLChecker(none.output).fault)
    }

    func testEachDirectionHasItsPicture() throws {
        let text = visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "U", start: 25_200, direction: 1))
        let both = try run(text)
        XCTAssertTrue(both.output.contains(">Direction 0: ") && both.output.contains(">Direction 1: "))
        let one = try run(text, "--route 10 --direction 1")
        XCTAssertFalse(one.output.contains(">Direction 0: "))
        XCTAssertEqual(one.summary.table("stop_visits").filtered, 4)
    }

    // MARK: Time

    func testOneDayIsDrawnAndTold() throws {
        let text = visits(Trip(name: "T", start: 25_200)) + visits(Trip(name: "U", start: 28_800, day: 3))
        let first = try run(text)
        XCTAssertTrue(first.output.contains("Trips of route 10 on 2026-03-02"))
        XCTAssertTrue(first.log.contains("the visits cover 2 service days; 2026-03-02 was drawn"), first.log)
        let clock = try run(text, "--route 10 --from 08:00")
        XCTAssertTrue(clock.output.contains("Trips of route 10 on 2026-03-03"), clock.log)
        let dated = try run(text, "--route 10 --from 2026-03-03T07:30 --to 2026-03-03T08:05")
        XCTAssertTrue(dated.output.contains("Time against distance, 07:30 to 08:05"), dated.log)
        let both = try run(text, "--route 10 --from 2026-03-02T00:00 --to 2026-03-04T00:00")
        XCTAssertTrue(both.output.contains("Trips of route 10 on 2026-03-02 to 2026-03-03"), both.log)
    }

    func testClocksGoPastMidnight() throws {
        // 24:10 of the service day of the second.
        let late = visits(Trip(name: "T", start: 600, day: 3)).replacing("20260303", with: "20260302")
        let run = try run(late, "--route 10 --from 00:05 --to 00:30")
        XCTAssertTrue(run.output.contains("on 2026-03-02") && run.output.contains("00:05 to 00:30"), run.log)
        let across = try self.run(late, "--route 10 --from 23:30 --to 00:30")
        XCTAssertTrue(across.output.contains("23:30 to 00:30"), across.log)
    }

    // MARK: Nothing

    func testAnUnknownRouteEndsWithTheNearest() throws {
        let run = try run(visits(Trip(name: "T", start: 25_200, route: "12")), "--route 13")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("--route: '13' is not a route of the visits; the only one is '12'"), run.log)
    }

    func testNoVisitOfTheWindowIsNothingToDo() throws {
        let run = try run(visits(Trip(name: "T", start: 25_200)), "--route 10 --from 09:00")
        XCTAssertEqual(run.status, .dataUnusable)
        XCTAssertTrue(run.log.contains("the route has no visit within --from 09:00"), run.log)
        let other = try self.run(visits(Trip(name: "T", start: 25_200)), "--route 10 --direction 1")
        XCTAssertTrue(other.log.contains("have the other direction"), other.log)
        XCTAssertEqual(run.output + other.output, "")
    }

    func testRecordsThatAreNoVisitAreRejected() throws {
        let text = visits(Trip(name: "T", start: 25_200))
        let twice = try run(text + text + "{\"table\":\"stop_visits\",\"route_id\":\"10\"}\n")
        XCTAssertEqual(twice.summary.rejected.map(\.count), [4, 1])
        XCTAssertEqual(twice.summary.table("stop_visits").merged, 4)
    }

    // MARK: The timetable

    func testTheFeedHasTheRunsThatNobodySaw() throws {
        // The sample's route 20 has more runs of the day than this one.
        let text = visits(Trip(name: "a", start: 25_200, route: "B-20"))
        let run = try run(text, "--route B-20 --direction 0 --feed \(Checkout.root)/samples/feed.zip")
        XCTAssertNil(XMLChecker(run.output).fault, run.log)
        XCTAssertGreaterThan(drawn(run, "due"), 1)
        // The day goes on where nobody looked.
        XCTAssertTrue(run.output.contains("Time against distance, 07:00 to 07:07"), run.output)
        let hour = try self.run(
            text, "--route B-20 --direction 0 --from 06:30 --to 07:30 --feed \(Checkout.root)/samples/feed.zip")
        XCTAssertGreaterThan(drawn(hour, "due"), drawn(run, "due"))
        XCTAssertTrue(run.output.contains("; not observed</title>"))
    }

    // MARK: Size and bytes

    func testWhatHasNoRoomIsTold() throws {
        var text = ""
        for number in 0..<1100 {
            text += visits(Trip(name: "T\(number)", start: 20_000 + number * 30, stops: ["A", "B"]))
        }
        let run = try run(text)
        XCTAssertTrue(run.log.contains("Not drawn because of limited space: the last 100 runs of direction 0"), run.log)
        XCTAssertEqual(drawn(run, "cl0"), 1000)
        XCTAssertLessThan(run.output.utf8.count, 2_000_000)
    }

    func testHostileNamesStayText() throws {
        let hostile = "<script>&]]>\\u0000\\u202e'\\\"--\\uffff\\ud83d\\ude80"
        let text = visits(Trip(name: hostile, start: 25_200, stops: ["A", hostile, "C"], pattern: hostile))
        XCTAssertNil(checked(try run(text)).elements["script"])
        let page = try run(text, "--route 10 --format html").output
        XCTAssertFalse(page.contains("<script"))
    }

    /// A page whose policy names another style sheet than it has would be shown without any.
    func testThePolicyNamesTheStyleSheet() throws {
        let page = try run(visits(Trip(name: "T", start: 25_200)), "--route 10 --format html").output
        let style = page[page.firstRange(of: "<style>")!.upperBound..<page.firstRange(of: "</style>")!.lowerBound]
        let file = TemporaryFolder.shared.write(String(style))
        let digest = Shell("printf \"$(sha256sum '\(file)' | cut -c 1-64 | sed 's/../\\\\x&/g')\" | base64").output
        let policy = page[page.firstRange(of: "style-src '")!.upperBound...].prefix { $0 != "'" }
        XCTAssertEqual("sha256-\(digest)", policy + "\n")
        // Every visit has its row.
        XCTAssertEqual(page.components(separatedBy: "<tr>").count - 2, 4)
    }

    func testTheOrderOfTheRecordsDoesNotMatter() throws {
        let text =
            visits(Trip(name: "T", start: 25_200, later: 180)) + visits(Trip(name: "U", start: 25_800))
            + visits(Trip(name: "V", start: 26_400, stops: ["A", "X", "C"], pattern: "Q"))
        let reversed = text.split(separator: "\n").reversed().joined(separator: "\n") + "\n"
        XCTAssertEqual(
            try run(text, "--route 10 --format html").output, try run(reversed, "--route 10 --format html").output)
    }
}
