import StageKit

/// The tables without which no trip runs: an empty board must not look like a quiet hour.
enum ScheduleGaps {
    /// Reports each that a feed lacks.
    ///
    /// - Returns: what it lacks, as sentences.
    static func report(
        hasStopTimes: Bool, hasTrips: Bool, hasCalendar: Bool, feed: String, _ diagnostics: Diagnostics
    ) -> [String] {
        var gaps: [String] = []
        func say(_ code: String, _ gap: String, _ consequence: String) {
            gaps.append("\(feed): \(gap)")
            diagnostics.report(Finding(.incomplete, code, message: "\(feed): \(gap) (\(consequence))"))
        }
        if !hasTrips { say("no_trips", "the feed has no trips", "nothing departs") }
        if !hasStopTimes { say("no_stop_times", "the feed has no stop_times", "no trip calls anywhere") }
        if !hasCalendar {
            say("no_calendar", "the feed has neither calendar nor calendar_dates", "no trip runs on any day")
        }
        return gaps
    }
}
