import StageKit

/// The required files of a feed.
public enum MissingFiles {
    /// Reports the required files that are not among the feed's tables.
    public static func report(among tables: Set<String>, to diagnostics: Diagnostics) {
        for name in ["agency", "stops", "routes", "trips", "stop_times"] where !tables.contains(name) {
            diagnostics.report(
                Finding(
                    .incomplete, "missing_file", file: "\(name).txt",
                    message: "the feed lacks this required file")
            )
        }
        if !tables.contains("calendar"), !tables.contains("calendar_dates") {
            diagnostics.report(
                Finding(
                    .incomplete, "missing_file", file: "calendar.txt",
                    message: "the feed has neither calendar.txt nor calendar_dates.txt"))
        }
    }
}
