import StageKit

/// Tells of tables without which no trip runs: an empty board must not look like a quiet hour.
enum ScheduleGaps {
    static func report(
        hasVisits: Bool, hasTrips: Bool, hasCalendar: Bool, feed: String, _ diagnostics: Diagnostics
    ) {
        func say(_ code: String, _ message: String) {
            diagnostics.report(Finding(.incomplete, code, message: "\(feed): " + message))
        }
        if !hasTrips { say("no_trips", "the feed has no trips (nothing departs)") }
        if !hasVisits { say("no_stop_times", "the feed has no stop_times (no trip calls anywhere)") }
        if !hasCalendar {
            say("no_calendar", "the feed has neither calendar nor calendar_dates (no trip runs on any day)")
        }
    }
}
