import Foundation
import TestSupport
import XCTest

/// What golden cases of `stop-visits` expect is what their `working.md` works out by hand: whoever records outputs anew has
/// to work them out anew.
///
/// The lines that are set in, of a visit: trip_id_performed, trip_stop_sequence, stop_id, then arrival | departure, each
/// with source and uncertainty, then what is not Scheduled and the occupancy; of a trip: service_date, schedule_relationship,
/// match, visits_observed of visits_scheduled, the vehicle.
final class StopVisitsWorkingTests: XCTestCase {
    func testWhatIsExpectedWasWorkedOut() throws {
        let root = Checkout.root + "/Tests/Golden/stop-visits"
        var lines = 0
        for name in Checkout.names(in: root) where name != "trial" {
            let working = try XCTUnwrap(TemporaryFolder.text(of: "\(root)/\(name)/working.md"), name)
            let worked = working.split(separator: "\n").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
            let expected = try XCTUnwrap(TemporaryFolder.text(of: "\(root)/\(name)/expected"), name)
            let written = try expected.split(separator: "\n").compactMap { line in
                try short(XCTUnwrap(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]))
            }
            XCTAssertEqual(written, worked, name)
            lines += written.count
        }
        XCTAssertGreaterThan(lines, 200)
    }

    private func short(_ row: [String: Any]) throws -> String? {
        func text(_ name: String, _ absent: String = "-") -> String { row[name].map { "\($0)" } ?? absent }
        func clock(_ name: String) -> String { String(text(name).dropFirst(11).prefix(8)) }
        func event(_ name: String) -> String {
            row["actual_\(name)_time"] == nil
                ? "-" : "\(clock("actual_\(name)_time")) \(text(name + "_source")) \(text(name + "_uncertainty"))"
        }
        switch text("table") {
        case "stop_visits":
            let relationship = text("schedule_relationship")
            var known = event("arrival") + " | " + event("departure")
            if known == "- | -" {
                known = relationship
            } else if relationship != "Scheduled" {
                known += "; " + relationship
            }
            if row["occupancy_source"] != nil {
                known += "; \(text("occupancy_status")) \(text("occupancy_percentage")) \(text("occupancy_source"))"
            }
            return "\(text("trip_id_performed")) \(text("trip_stop_sequence")) \(text("stop_id")) \(known)"
        case "trips_performed":
            return "\(text("trip_id_performed")): \(text("service_date")) \(text("schedule_relationship")), "
                + "\(text("match")), \(text("visits_observed")) of \(text("visits_scheduled")), "
                + text("vehicle_id", "no vehicle")
        case "vehicle_locations":
            return "at \(clock("event_timestamp")) \(text("vehicle_id")) \(text("trip_id_performed")) "
                + "\(text("trip_stop_sequence")) \(text("latitude"))"
        default:
            let counts = row["reason_counts"] as? [String: Int] ?? [:]
            let order = [
                "unknown_trip", "no_service_that_day", "contradicting_stops", "ambiguous", "no_trip_id",
                "frequency_without_start_time",
            ]
            let told = order.filter { counts[$0] ?? 0 > 0 }.map { "\($0) \(counts[$0]!)" }
            return told.isEmpty ? nil : "reasons: " + told.joined(separator: ", ")
        }
    }
}
