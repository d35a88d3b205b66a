extension Tables {
    /// What a feed breaks: a rule and a file each.
    public struct Notices: Table {
        public static let columns = Notices()
        public static let about = About<Notices>(
            "notices", "A rule that one file of a feed breaks: how often, with samples.", from: "check"
        ) { _ in .wholeRecord }

        public let code = text(
            "code", .always, "Code of the rule, spelled as in the canonical GTFS validator if that has the rule.")
        public let severity = text("severity", .always, "Severity: ERROR, WARNING or INFO.")
        public let file = text("file", .always, "The GTFS file, for example `stop_times.txt`, or the realtime file.")
        public let count = whole("count", .always, "How often the file breaks the rule.")
        public let newCount = whole(
            "new_count", .ifKnown, "How many of them are not in the baseline; absent without --baseline.")
        public let samples = json(
            "samples", .array(.any), .always,
            "Up to five samples, each with `line` (from 1, if the row has one) and the fields concerned.")
    }
}
