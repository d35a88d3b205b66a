import Expectations
import Occupancy
import Reports
import Schedule
import StageKit
import TestSupport
import XCTest

@testable import ExpectStage
@testable import linefeed

final class ExpectTests: XCTestCase {
    /// A visit of trip T at stop A, which is not its last.
    private func visit(day: Int, status: Int?, delay: Int) -> String {
        """
        {"table":"stop_visits","service_date":"2026030\(day)","trip_id_performed":"T","trip_stop_sequence":1,\
        "scheduled_stop_sequence":1,"stop_id":"A","schedule_departure_time":"2026-03-0\(day)T08:01:00+10:00",\
        "actual_departure_time":"2026-03-0\(day)T08:02:00+10:00","schedule_relationship":"Scheduled","trip_id":"T",\
        "start_date":"2026030\(day)","route_id":"10","direction_id":0,\
        "departure_delay":\(delay)\(status.map { ",\"occupancy_status\":\($0)" } ?? "")}
        """
    }

    /// A performed trip, of which the visits are not at the last stop.
    private func trip(day: Int) -> String {
        """
        {"table":"trips_performed","service_date":"2026030\(day)","trip_id_performed":"T",\
        "schedule_relationship":"Scheduled","visits_observed":1,"visits_scheduled":2}
        """
    }

    private func run(_ lines: [String]) throws -> String {
        let options = try ExpectCommand.parse([TemporaryFolder.shared.write(lines.joined(separator: "\n"))]).options()
        return try InMemoryRun(Expect.name) { try Expect.run(options, $0) }.output
    }

    func testTheOrderOfRecordsDoesNotMatter() throws {
        var lines: [String] = []
        for (place, day) in [2, 3, 4, 5, 6, 9].enumerated() {
            lines.append(visit(day: day, status: place % 3, delay: 10 * place))
            lines.append(trip(day: day))
        }
        let expected = try run(lines)
        XCTAssertEqual(expected.split(separator: "\n").count, 2)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<5 { XCTAssertEqual(try run(lines.shuffled(using: &generator)), expected) }
    }

    func testOptionsThatCannotBe() {
        var options = ExpectOptions()
        XCTAssertNil(options.problem)
        options.minimumDays = 0
        XCTAssertNotNil(options.problem)
        options = ExpectOptions()
        options.format = .own(.occupancies)
        XCTAssertNil(options.problem)
        options.scope = .route
        XCTAssertNotNil(options.problem)
        options.feed = "feed.zip"
        XCTAssertNil(options.problem)
        XCTAssertEqual(try ExpectOptions.days("2w"), 14)
        for text in ["36h", "0d", "day", "-1d", "1.5d"] { XCTAssertThrowsError(try ExpectOptions.days(text), text) }
    }

    /// The record of the trip counts; the record of the route says what it does not know, in its own bin only.
    func testATripComesBeforeItsRoute() throws {
        var figures = TypicalFigures()
        func add(_ figure: TypicalFigure, trip: String) -> Bool {
            trip.withBytes { trip in
                "A".withBytes { stop in
                    figures.add(figure, trip: trip, startTime: nil, stopSequence: 1, stopID: stop, dayType: 0)
                }
            }
        }
        let bin = try TimeBin("30m")
        XCTAssertTrue(add(TypicalFigure(status: OccupancyStatus(code: 3), delayP50: nil), trip: "T"))
        XCTAssertFalse(add(TypicalFigure(status: OccupancyStatus(code: 6), delayP50: 1), trip: "T"))
        XCTAssertTrue(
            "10".withBytes { route in
                "A".withBytes { stop in
                    figures.add(
                        TypicalFigure(status: OccupancyStatus(code: 1), delayP50: 40), route: route, directionID: 0,
                        start: 8 * 3600, bin, stopSequence: 1, stopID: stop, dayType: 0)
                }
            })
        func question(_ trip: String, second: Int?, day: Int = 20_515) -> TypicalFigure {
            figures.figure(
                TypicalQuestion(
                    tripID: trip, startTime: nil, routeID: "10", directionID: 0, stopSequence: 1, stopID: "A", day: day,
                    second: second))
        }
        // 20515 is Tuesday 3 March 2026.
        let time = 8 * 3600 + 1799
        XCTAssertEqual(question("T", second: time), TypicalFigure(status: OccupancyStatus(code: 3), delayP50: 40))
        XCTAssertEqual(question("other", second: time), TypicalFigure(status: OccupancyStatus(code: 1), delayP50: 40))
        XCTAssertEqual(question("T", second: time + 1), TypicalFigure(status: OccupancyStatus(code: 3), delayP50: nil))
        XCTAssertEqual(question("other", second: nil), TypicalFigure(status: nil, delayP50: nil))
        XCTAssertEqual(question("T", second: time, day: 20_519), TypicalFigure(status: nil, delayP50: nil))
    }
}
