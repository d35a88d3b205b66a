extension Tables {
    /// What a feed breaks: a rule and a file each.
    public struct Notices: Table {
        public static let columns = Notices()
        public static let about = About<Notices>(
            "notices", "A rule that a feed breaks in one of its files, how often, and where.", from: "check"
        ) { _ in .wholeRecord }

        public let code = text(
            "code", .always, "The rule, as the canonical GTFS validator spells it where it has the rule.")
        public let severity = text("severity", .always, "ERROR, WARNING or INFO.")
        public let file = text("file", .always, "The file of the feed, `stop_times.txt`; of realtime the message's.")
        public let count = whole("count", .always, "How often the rule is broken there.")
        public let samples = json(
            "samples", .array(.any), .always,
            "Up to five breaches, each with `line` (from 1, where the row has one) and the fields that make it one.")
    }
}
