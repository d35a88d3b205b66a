extension Rule {
    /// Rules of timetables, in the order in which the documents list them. Severities follow the canonical GTFS validator
    /// where it has the rule.
    ///
    /// A rule that one row breaks by itself is an entry of its subject's list and nothing else; what needs more than a row
    /// has a name there, by which the check reports it.
    public static let schedule: [Rule] =
        files + cells + references + agencies + stops + routes + service + stopTimes + shapes + transfers + fares
}
