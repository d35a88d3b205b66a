import GTFSSchedule
import StageKit

/// The tables that trips need; an empty board must not look like a quiet hour.
enum ScheduleGaps {
    /// Reports each such table that a feed lacks.
    ///
    /// - Parameter complaint: why no stop time is usable, if known.
    /// - Returns: the missing tables, as messages.
    static func report(
        hasStopTimes: Bool, hasTrips: Bool, hasCalendar: Bool, complaint: String? = nil, feed: String,
        _ diagnostics: Diagnostics
    ) -> [String] {
        var gaps: [String] = []
        func say(_ code: String, _ gap: String, _ consequence: String) {
            gaps.append("\(feed): \(gap)")
            diagnostics.report(Finding(.incomplete, code, message: "\(feed): \(gap), so \(consequence)"))
        }
        if !hasTrips { say("no_trips", "the feed has no trips", "nothing departs") }
        if !hasStopTimes { say("no_stop_times", "the feed has no stop times", "no trip calls at any stop") }
        if !hasCalendar {
            say("no_calendar", "the feed has neither calendar nor calendar_dates", "no trip runs on any day")
        }
        if hasTrips, hasStopTimes, let complaint { say("no_usable_stop_times", complaint, "nothing departs") }
        return gaps
    }

    static let noTripOfStopTimes = "no trip_id of stop_times is in trips"
    static let noTimes = "no stop time has an arrival or departure time"

    /// Reports trips of stop_times.txt that are not in trips.txt.
    static func report(unlistedTrips ids: [String], _ diagnostics: Diagnostics) {
        guard let first = ids.first else { return }
        let others = ids.count == 1 ? "" : ", nor \(grouped(ids.count - 1)) more trips of stop_times.txt"
        diagnostics.report(
            Finding(
                .unmatched, "unknown_trip", file: "stop_times", field: "trip_id", value: first,
                message: "trips.txt has no \(Finding.quoted(first))\(others); their stop times were skipped"),
            count: ids.count)
    }
}

/// Ids that rows of a timetable refer to but that are missing from their tables.
struct DanglingIDs {
    var routes: [String] = []
    var services: [String] = []
    var shapes: [String] = []
    /// Trips that frequencies.txt names.
    var trips: [String] = []

    /// Reports each kind once, with its count.
    /// - Parameter hasCalendar: if false, unknown services are not reported, because the missing calendars are.
    func report(hasCalendar: Bool, _ diagnostics: Diagnostics) {
        func say(
            _ code: String, _ ids: [String], _ file: String, _ field: String, _ what: String, _ consequence: String
        ) {
            guard let first = ids.first else { return }
            let others = ids.count == 1 ? "" : ", nor \(grouped(ids.count - 1)) more ids of \(file).txt"
            diagnostics.report(
                Finding(
                    .unmatched, code, file: file, field: field, value: first,
                    message: "\(what) no \(Finding.quoted(first))\(others); \(consequence)"),
                count: ids.count)
        }
        say("unknown_route", routes, "trips", "route_id", "routes.txt has", "their trips have no route")
        if hasCalendar {
            say("unknown_service", services, "trips", "service_id", "the calendars have", "their trips run on no day")
        }
        say("unknown_shape", shapes, "trips", "shape_id", "shapes.txt has", "their trips have no shape")
        say("unknown_trip", trips, "frequencies", "trip_id", "trips.txt has", "their rows were skipped")
    }
}

extension Timetable {
    /// Whether a trip in trips.txt has a stop time with a time.
    var hasUsableTrip: Bool { trips.contains { $0.isListed && $0.firstTime != nil } }
}
