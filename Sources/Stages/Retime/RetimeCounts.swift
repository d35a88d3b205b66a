import StageKit

/// What `retime` left out, changed or estimated, told at the end.
struct RetimeCounts {
    var adjustedTimes = 0
    var earlyTimes = 0
    var filledStops = 0
    var skippedStops = 0
    var replacedStops = 0
    var insertedStops = 0
    var movedStops = 0
    var unknownStops = 0
    var untimedStops = 0
    var canceledRuns = 0
    var unseenTrips = 0
    var keptTrips = 0
    var otherTrips = 0
    var unknownRuns = 0
    var unusableRuns = 0
    var addedRuns = 0
    var repeatedRuns = 0
    var addedRunsLeftOut = 0
    var tripsWithFewDays = 0
    var tripsOfFrequencies = 0
    var partedTrips = 0
    var overlappingTrips = 0
    var references = 0

    func report(_ diagnostics: Diagnostics, minimumDays: Int) {
        func tell(_ kind: Finding.Kind, _ code: String, _ count: Int, _ words: String) {
            guard count > 0 else { return }
            diagnostics.report(kind, code, message: "\(words): \(grouped(count))", count: count)
        }
        tell(.unmatched, "unknown_trip", unknownRuns, "runs were left out because the feed does not have their trips")
        tell(.note, "canceled_run", canceledRuns, "canceled runs were left out")
        tell(
            .note, "unseen_trip", unseenTrips,
            "trips of the day were left out because none of their runs was observed; to keep them, add --keep-unseen")
        tell(
            .note, "kept_unseen", keptTrips, "trips of the day stay as planned, without an observed run")
        tell(.note, "trip_of_another_day", otherTrips, "trips were left out because they do not run on the day")
        tell(.note, "added_run", addedRuns, "runs that the feed does not have were added")
        tell(.note, "repeated_run", repeatedRuns, "further runs of trips became trips with ids of their own")
        tell(
            .surprise, "unusable_run", unusableRuns,
            "observed runs were left out because fewer than two of their stops are known, or their route is not in the "
                + "feed")
        tell(.note, "skipped_stop", skippedStops, "skipped stops were left out")
        tell(.note, "replaced_stop", replacedStops, "stop times were left out because a detour replaced them")
        tell(.note, "inserted_stop", insertedStops, "stops were inserted that the timetable does not have there")
        tell(.note, "moved_stop", movedStops, "stop times were moved to the stop that was served")
        tell(.unmatched, "unknown_stop", unknownStops, "visits name a stop that stops.txt does not have as a stop")
        tell(
            .note, "untimed_stop", untimedStops,
            "added stops were left out because neither their arrival nor their departure was observed")
        tell(.note, "filled_time", filledStops, "stops without an observed time got estimated times")
        tell(
            .note, "times_adjusted", adjustedTimes,
            "observed times ran backwards and were changed as little as possible")
        tell(.note, "time_before_day", earlyTimes, "times before 00:00:00 of the service day became 00:00:00")
        tell(
            .surprise, "too_few_days", tripsWithFewDays,
            "trips stay as planned on some or all types of day because they were observed on fewer than "
                + "\(counted(minimumDays, "day"))" + (minimumDays == 1 ? "" : "; to accept fewer, lower --min-days"))
        tell(
            .surprise, "frequencies_as_planned", tripsOfFrequencies,
            "trips of frequencies.txt stay as planned because percentiles need trips with times of their own")
        tell(.note, "parted_trip", partedTrips, "trips were parted by type of day because their times differ")
        tell(.surprise, "added_runs_ignored", addedRunsLeftOut, "added runs were ignored; a percentile has none")
        tell(
            .note, "block_overlap", overlappingTrips,
            "trips are written without block_id because their block has another trip at the same time")
        tell(
            .note, "reference_left_out", references, "rows were left out because they refer to trips that were left out"
        )
    }
}
