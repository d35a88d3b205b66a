import BuildPolylinesStage
import RealtimeJoin
import StageKit
import StageTestSupport
import StopVisitsStage
import TestSupport
import TimeZones
import TripDetailsStage
import XCTest

/// Trips, lines and visits have the same stops of a detour, however many detours there are: one module decides.
final class DetourAgreementTests: XCTestCase {
    private static let feed = Result {
        try WrittenFeed(Checkout.root + "/Tests/Golden/trip-details/detour-to-a-realtime-stop/feed.txt").folder
    }

    /// A change that replaces some stop times of T, which calls at S1 to S5.
    private func change(_ start: Int, _ end: Int, _ stop: String, after travelTime: Int? = 660) -> String {
        let time = travelTime.map { "\"travel_time_to_stop\":\($0)," } ?? ""
        return "{\"start_stop_selector\":{\"stop_sequence\":\(start)},\"end_stop_selector\":{\"stop_sequence\":\(end)},"
            + "\"replacement_stops\":[{\(time)\"stop_id\":\"\(stop)\"}]}"
    }

    /// A change without an end selector: it inserts N beside a stop time of T.
    private func insertion(_ selector: String, after travelTime: Int?) -> String {
        let time = travelTime.map { "\"travel_time_to_stop\":\($0)," } ?? ""
        return "{\"start_stop_selector\":{\(selector)},\"replacement_stops\":[{\(time)\"stop_id\":\"N\"}]}"
    }

    private func entity(
        _ id: String, on days: [String] = ["20260715"], selections: [String] = ["{\"trip_ids\":[\"T\"]}"],
        _ changes: String...
    ) -> String {
        "{\"table\":\"trip_modifications\",\"feed_timestamp\":1784066400,\"entity_id\":\"\(id)\",\"selected_trips\":["
            + selections.joined(separator: ",") + "],\"service_dates\":[\"" + days.joined(separator: "\",\"")
            + "\"],\"modifications\":[" + changes.joined(separator: ",") + "]}"
    }

    private struct Answer: Equatable {
        let stops: [String]
        let modificationsID: String?
    }

    private func text(_ name: String, in line: String) -> String? {
        guard let start = line.firstRange(of: "\"\(name)\":\"")?.upperBound else { return nil }
        return String(line[start...].prefix { $0 != "\"" })
    }

    /// What `trip-details`, `build-polylines` and `stop-visits --missing` say of T on a day.
    private func answers(_ entities: [String], day: String) throws -> (trip: Answer, line: Answer, visits: [String]) {
        let feed = try DetourAgreementTests.feed.get()
        let date = try XCTUnwrap(CivilDate(compact: day))
        // The messages go on until the day is over, so that nobody can have missed the run.
        let messages = stride(from: 1_784_066_400, through: 1_784_066_400 + 2 * 86_400, by: 43_200).map { time in
            "{\"table\":\"feed_messages\",\"source\":\"rt.pb\",\"timestamp\":\(time)}\n"
                + entities.map { $0.replacing("1784066400", with: String(time)) + "\n" }.joined()
        }
        let records = TemporaryFolder.shared.write(messages.joined())

        var details = TripDetailsOptions()
        details.feed = feed
        details.trip = "T"
        details.day = date.daysSinceEpoch
        details.records = .files([records])
        let trip = try InMemoryRun("trip-details", in: .withFeeds) { [details] in try TripDetails.run(details, $0) }
        let record = try XCTUnwrap(trip.lines.first, trip.log)
        let list = try XCTUnwrap(record.firstRange(of: "\"stops\":["))
        let stops = record[list.upperBound...].prefix { $0 != "]" }.split(separator: "{").compactMap {
            text("stop_id", in: String($0))
        }

        var lines = BuildPolylinesOptions()
        lines.feed = feed
        lines.realtime = [records]
        lines.grouping = .trip
        lines.date = date
        let drawn = try InMemoryRun("build-polylines", in: .withFeeds) { [lines] in try BuildPolylines.run(lines, $0) }
        let line = try XCTUnwrap(drawn.lines.first, drawn.log)
        let ids = try XCTUnwrap(line.firstRange(of: "\"stop_ids\":["))
        let onLine = line[ids.upperBound...].prefix { $0 != "]" }.split(separator: ",").map {
            String($0.dropFirst().dropLast())
        }

        var visits = StopVisitsOptions()
        visits.feed = feed
        visits.serviceDates = [date.daysSinceEpoch]
        visits.writesMissing = true
        visits.files = [records]
        let found = try InMemoryRun("stop-visits", in: .withFeeds) { [visits] in try StopVisits.run(visits, $0) }
        let missed = found.lines.filter { $0.hasPrefix("{\"table\":\"stop_visits\"") }.compactMap {
            text("stop_id", in: $0)
        }
        return (
            Answer(stops: stops, modificationsID: text("modifications_id", in: record)),
            Answer(stops: onLine, modificationsID: text("modifications_id", in: line)), missed
        )
    }

    private func check(
        _ entities: [String], day: String = "20260715", _ stops: [String], _ id: String?, line number: UInt = #line
    ) throws {
        let found = try answers(entities, day: day)
        let expected = Answer(stops: stops, modificationsID: id)
        XCTAssertEqual(found.trip, expected, "trip-details", line: number)
        XCTAssertEqual(found.line, expected, "build-polylines", line: number)
        XCTAssertEqual(found.visits, stops, "stop-visits", line: number)
    }

    private let timetable = ["S1", "S2", "S3", "S4", "S5"]

    func testAnEntityThatSelectsATripTwice() throws {
        let selections = ["{\"trip_ids\":[\"T\",\"T\"]}", "{\"trip_ids\":[\"T\"],\"shape_id\":\"other\"}"]
        try check([entity("D", selections: selections, change(2, 2, "N"))], ["S1", "N", "S3", "S4", "S5"], "D")
    }

    func testTwoEntitiesOnDifferentDays() throws {
        let entities = [
            entity("D", on: ["20260715"], change(2, 2, "N")), entity("E", on: ["20260716"], change(3, 4, "M")),
        ]
        try check(entities, day: "20260715", ["S1", "N", "S3", "S4", "S5"], "D")
        try check(entities, day: "20260716", ["S1", "S2", "M", "S5"], "E")
    }

    func testTwoEntitiesOnOneDayApplyNeither() throws {
        let entities = [
            entity("D", on: ["20260715", "20260716"], change(2, 2, "N")),
            entity("E", on: ["20260716"], change(3, 4, "M")),
        ]
        try check(entities, day: "20260715", ["S1", "N", "S3", "S4", "S5"], "D")
        try check(entities, day: "20260716", timetable, nil)
    }

    func testAnEntityThatCannotBeAppliedIsNoRival() throws {
        let entities = [entity("D", change(9, 9, "N")), entity("E", change(3, 4, "M"))]
        try check(entities, ["S1", "S2", "M", "S5"], "E")
    }

    func testModificationsOfOneEntityThatOverlap() throws {
        try check([entity("D", change(2, 3, "N"), change(3, 4, "M"))], timetable, nil)
        // Side by side, in whatever order.
        try check([entity("D", change(4, 4, "M"), change(2, 3, "N"))], ["S1", "N", "M", "S5"], "D")
    }

    /// The stops of T are ten minutes apart, so the travel time from S2 decides on which side of S3 the stop is.
    func testAnInsertionWithoutAnEndSelector() throws {
        let before = ["S1", "S2", "N", "S3", "S4", "S5"]
        let after = ["S1", "S2", "S3", "N", "S4", "S5"]
        for selector in ["\"stop_sequence\":3", "\"stop_id\":\"S3\""] {
            try check([entity("D", insertion(selector, after: 300))], before, "D")
            try check([entity("D", insertion(selector, after: 599))], before, "D")
            try check([entity("D", insertion(selector, after: 600))], after, "D")
            try check([entity("D", insertion(selector, after: nil))], after, "D")
        }
    }

    /// Nobody knows when the vehicle is at the new stop.
    func testAReplacementStopWithoutATimeAtEitherEnd() throws {
        try check([entity("D", change(1, 1, "N", after: nil))], ["N", "S2", "S3", "S4", "S5"], "D")
        try check([entity("D", change(5, 5, "N", after: nil))], ["S1", "S2", "S3", "S4", "N"], "D")
        try check(
            [entity("D", change(1, 1, "N", after: nil), change(5, 5, "M", after: nil))], ["N", "S2", "S3", "S4", "M"],
            "D")
    }

    /// C has location_type 1: vehicles do not stop there.
    func testAReplacementStopThatIsAStation() throws {
        try check([entity("D", change(2, 2, "C"))], timetable, nil)
        try check([entity("D", change(2, 2, "N"), change(4, 4, "C"))], timetable, nil)
    }
}
