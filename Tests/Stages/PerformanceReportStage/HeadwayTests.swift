import TestSupport
import XCTest

/// Headways where a day goes wrong: the order in which vehicles left, and the timetable's.
final class HeadwayTests: PerformanceReportRuns {
    /// A departure from stop A; the trip's last stop follows at B.
    private struct Departure {
        var trip: String
        var due: String?
        var left: String?
        var word = "Scheduled"
        var performed: String?
        var day = "20260302"
        var startTime: String?
    }

    private func time(_ clock: String, _ day: String) -> String {
        var (hour, date) = (Int(clock.prefix(2))!, Int(day.suffix(2))!)
        if hour >= 24 { (hour, date) = (hour - 24, date + 1) }
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return "2026-03-\(two(date))T\(two(hour)):\(clock.dropFirst(3).prefix(2))"
            + ":\(clock.utf8.count > 5 ? String(clock.suffix(2)) : "00")+00:00"
    }

    private func text(_ departures: [Departure], canceled: Set<String> = [], isListed: Bool = true) -> String {
        var text = ""
        for departure in departures {
            let performed = departure.performed ?? departure.trip
            for (place, stop) in ["A", "B"].enumerated() {
                text +=
                    "{\"table\":\"stop_visits\",\"service_date\":\"\(departure.day)\",\"trip_id_performed\":\"\(performed)\","
                text += "\"trip_stop_sequence\":\(place + 1),\"stop_id\":\"\(stop)\",\"vehicle_id\":\"v\(performed)\","
                if place == 0 {
                    if let due = departure.due {
                        text += "\"schedule_departure_time\":\"\(time(due, departure.day))\","
                    }
                    if let left = departure.left {
                        text += "\"actual_departure_time\":\"\(time(left, departure.day))\","
                    }
                }
                if let start = departure.startTime { text += "\"start_time\":\"\(start)\"," }
                let word =
                    place == 0 && departure.left == nil && departure.word == "Scheduled" ? "Missing" : departure.word
                text += "\"schedule_relationship\":\"\(word)\",\"trip_id\":\"\(departure.trip)\",\"route_id\":\"10\"}\n"
            }
            if canceled.contains(performed) {
                text +=
                    "{\"table\":\"trips_performed\",\"service_date\":\"\(departure.day)\",\"trip_id_performed\":\"\(performed)\","
                    + "\"route_id\":\"10\",\"schedule_relationship\":\"Canceled\",\"visits_scheduled\":2}\n"
            }
        }
        return isListed ? text + HeadwayTests.report : text
    }

    private static let report = "{\"table\":\"match_reports\",\"lists_missing\":true,\"reason_counts\":{}}\n"

    /// The rows of a report, each with some of its columns.
    private func rows(
        _ departures: [Departure], canceled: Set<String> = [], _ arguments: String = "--by route_id --max-headway 2h"
    ) throws -> [String] {
        let columns = [
            "events", "scheduled_headway_mean", "headway_mean", "bunched", "gapped", "broken_by_no_data",
        ]
        return try run(text(departures, canceled: canceled), "--of headways \(arguments)").lines.map { line in
            columns.map { column in
                let rest = line.components(separatedBy: "\"\(column)\":")[1]
                return String(rest.prefix { $0 != "," && $0 != "}" })
            }.joined(separator: " ")
        }
    }

    func testDeparturesInOneSecondAreAHeadwayOfNothing() throws {
        // Both orders: due 08:00, 08:10, 08:20; the second and the third leave together.
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:00"), Departure(trip: "c", due: "08:20", left: "08:20"),
                Departure(trip: "b", due: "08:10", left: "08:20"),
            ]), ["2 600 600 1 1 0"], "1200 against 600 is gapped, 0 against 600 is bunched")
    }

    func testRunsDueInOneSecondAreNotJudged() throws {
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:00"), Departure(trip: "b", due: "08:10", left: "08:14"),
                Departure(trip: "c", due: "08:10", left: "08:10"),
            ]), ["2 300 420 0 0 0"], "c left first and is judged against 600; b is due 0 s after it")
    }

    func testAnAddedTripIsADepartureAndNotDue() throws {
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:00"),
                Departure(trip: "x", due: "08:05", left: "08:05", word: "Added"),
                Departure(trip: "b", due: "08:10", left: "08:10"),
            ]), ["2 600 300 0 0 0"], "whatever schedule a record of it has; 300 is not below half of 600")
    }

    func testASecondVehicleOnARunIsNoDeparture() throws {
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:02"),
                Departure(trip: "a", due: "08:00", left: "08:01", performed: "a2"),
                Departure(trip: "b", due: "08:10", performed: "b2"), Departure(trip: "b", due: "08:10", left: "08:11"),
            ]), ["1 600 600 0 0 0"], "from 08:01, and b was seen")
    }

    func testRunsOfAFrequencyAreToldApartByTheirStart() throws {
        XCTAssertEqual(
            try rows([
                Departure(trip: "f", due: "08:00", left: "08:00", performed: "f1", startTime: "08:00:00"),
                Departure(trip: "f", due: "08:10", left: "08:10", performed: "f2", startTime: "08:10:00"),
            ]), ["1 600 600 0 0 0"])
        // Without exact times nobody promised when they leave.
        XCTAssertEqual(
            try rows([
                Departure(trip: "f", left: "08:00", performed: "f1", startTime: "08:00:00"),
                Departure(trip: "f", left: "08:10", performed: "f2", startTime: "08:10:00"),
            ]), ["1 null 600 0 0 0"])
    }

    func testCancelledRunsAndSkippedStopsWereNotDue() throws {
        let departures = [
            Departure(trip: "a", due: "08:00", left: "08:00"), Departure(trip: "b", due: "08:10"),
            Departure(trip: "c", due: "08:20", word: "Skipped"), Departure(trip: "d", due: "08:30", left: "08:30"),
        ]
        XCTAssertEqual(try rows(departures, canceled: ["b"]), ["1 1800 1800 0 0 0"])
        XCTAssertEqual(try rows(departures), ["0 null null 0 0 1"], "b was due and nobody saw it")
        // A run that left though it was cancelled is like an Added one.
        XCTAssertEqual(
            try rows(
                [
                    Departure(trip: "a", due: "08:00", left: "08:00"),
                    Departure(trip: "b", due: "08:10", left: "08:10"),
                    Departure(trip: "d", due: "08:30", left: "08:30"),
                ], canceled: ["b"]), ["2 1800 900 0 0 0"])
    }

    func testAServiceDayGoesOnAfterMidnight() throws {
        // 24:10 of the second and 00:20 of the third are of two days, and so are their sequences.
        XCTAssertEqual(
            try rows(
                [
                    Departure(trip: "a", due: "23:50", left: "23:50"),
                    Departure(trip: "b", due: "24:10", left: "24:15"),
                    Departure(trip: "c", due: "00:20", left: "00:20", day: "20260303"),
                ], "--by hour --max-headway 2h"), ["1 1200 1500 0 0 0"], "in hour 0")
    }

    func testARunThatNobodySawBreaksWhereItWasDue() throws {
        // b is due at 08:10, within the headway from 08:00 to 08:21; the vehicles that left then overtook each other.
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:00"), Departure(trip: "b", due: "08:10"),
                Departure(trip: "c", due: "08:20", left: "08:31"), Departure(trip: "d", due: "08:30", left: "08:21"),
                Departure(trip: "e", due: "08:40", left: "08:40"),
            ]), ["2 600 570 0 0 1"], "c to d and d to e are due 600 s apart; a to b and b to c are left out")
        // The ends count.
        XCTAssertEqual(
            try rows([
                Departure(trip: "a", due: "08:00", left: "08:10"), Departure(trip: "b", due: "08:10"),
                Departure(trip: "c", due: "08:20", left: "08:20"),
            ]), ["0 null null 0 0 1"])
    }

    func testLongScheduledHeadwaysCountOnlyAsEvents() throws {
        XCTAssertEqual(
            try rows(
                [
                    Departure(trip: "a", due: "08:00", left: "08:00"),
                    Departure(trip: "b", due: "08:15", left: "08:16"),
                    Departure(trip: "c", due: "08:30:01", left: "08:31"),
                ], "--by route_id"), ["2 900 960 0 0 0"], "15 minutes are in, 15:01 are not")
    }

    func testScheduledHeadwaysAreInTheBinOfTheLaterRun() throws {
        // a and b overtake each other over the hour: a is due 08:55 and leaves 09:05, b is due 09:02 and leaves 08:58.
        XCTAssertEqual(
            try rows(
                [
                    Departure(trip: "z", due: "08:48", left: "08:48"),
                    Departure(trip: "a", due: "08:55", left: "09:05"),
                    Departure(trip: "b", due: "09:02", left: "08:58"),
                ], "--by hour"), ["1 420 420 0 0 0", "1 420 600 0 0 0"],
            "hour 8: a, 420 s after b; hour 9: b, 600 s after z; each is due 420 s after its predecessor")
    }

    func testWithoutAListOfWhatWasDueAFindingSaysSo() throws {
        let departures = [
            Departure(trip: "a", due: "08:00", left: "08:00"), Departure(trip: "b", due: "08:10", left: "08:10"),
        ]
        let silent = try run(text(departures, isListed: false), "--of headways --by route_id", common: verbose)
        XCTAssertTrue(silent.log.contains("'linefeed stop-visits --missing'"), silent.log)
        let listed = try run(text(departures), "--of headways --by route_id", common: verbose)
        XCTAssertFalse(listed.log.contains("--missing"), listed.log)
        XCTAssertEqual(listed.output, silent.output)
        // One input that says no outweighs another that says yes.
        let mixed = try run(
            text(departures) + "{\"table\":\"match_reports\",\"reason_counts\":{}}\n", "--of headways --by route_id",
            common: verbose)
        XCTAssertTrue(mixed.log.contains("--missing"), mixed.log)
    }
}
