extension Tables {
    /// How punctual departures or arrivals were.
    public struct Punctuality: Table {
        public static let columns = Punctuality()
        public static let about = About<Punctuality>(
            "punctuality", "How punctual visits were, by group.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let events = whole("events", .always, "Number of visits with a scheduled and an actual time.")
        public let early = whole("early", .always)
        public let onTime = whole("on_time", .always, "Number of visits at most --early early and at most --late late.")
        public let late = whole("late", .always)
        public let shareOnTime = number("share_on_time", .nullable, decimals: 4, "on_time divided by events, 0 to 1.")
        public let delayP10 = seconds(
            "delay_p10", .nullable, "Percentile of the delay, nearest rank; negative if early.")
        public let delayP50 = seconds(
            "delay_p50", .nullable, "Percentile of the delay, nearest rank; negative if early.")
        public let delayP90 = seconds(
            "delay_p90", .nullable, "Percentile of the delay, nearest rank; negative if early.")
        public let delayMean = number(
            "delay_mean", .nullable, decimals: 1, unit: .seconds, "Mean delay in seconds; negative if early.")
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// How evenly vehicles came.
    public struct Headways: Table {
        public static let columns = Headways()
        public static let about = About<Headways>(
            "headways", "How evenly departures were spaced, by group.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let events = whole("events", .always, "Number of headways between consecutive observed departures.")
        public let scheduledHeadwayMean = number(
            "scheduled_headway_mean", .nullable, decimals: 1, unit: .seconds,
            "Headways between consecutive departures in the timetable, if both were observed, up to --max-headway.")
        public let headwayMean = number(
            "headway_mean", .nullable, decimals: 1, unit: .seconds,
            "Headways between consecutive observed departures, if the later one is due at most --max-headway after its "
                + "predecessor in the timetable.")
        public let headwayCV = number(
            "headway_cv", .nullable, decimals: 4, "Population standard deviation divided by the mean.")
        public let scheduledWait = number(
            "scheduled_wait", .nullable, decimals: 1, unit: .seconds, "Σh² / 2Σh of the scheduled headways.")
        public let observedWait = number("observed_wait", .nullable, decimals: 1, unit: .seconds, "Σh² / 2Σh.")
        public let excessWaitTime = number(
            "excess_wait_time", .nullable, decimals: 1, unit: .seconds, "observed_wait minus scheduled_wait.")
        public let bunched = whole(
            "bunched", .always, "Number of headways below --bunched times the scheduled headway of the later run.")
        public let gapped = whole(
            "gapped", .always, "Number of headways above --gapped times the scheduled headway of the later run.")
        public let brokenByNoData = whole(
            "broken_by_no_data", .always,
            "Number of headways not counted because a run due within them was not observed.")
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// How fast vehicles were between two stops: a GeoJSON Feature along the way.
    public struct Segments: Table {
        public static let columns = Segments()
        public static let about = About<Segments>(
            "segments", isFeature: true, mayLackPlace: true,
            "Run times and speeds between consecutive stops, by group.",
            from: "performance-report"
        ) { columns in
            PerformanceKeys<Self>.naturalKey(columns.keys, and: [columns.fromStopID, columns.toStopID])
        }

        public let keys = PerformanceKeys<Self>()
        public let fromStopID = text("from_stop_id", .always)
        public let toStopID = text("to_stop_id", .always)
        public let samples = whole("samples", .always, "Number of runs observed at both stops.")
        public let distance = number(
            "distance_m", .nullable, decimals: 0, unit: .metres, "Median distance along the path.")
        public let runTimeP20 = whole(
            "run_time_p20", .nullable, unit: .seconds, "Percentile of the time from departure to arrival.")
        public let runTimeP50 = whole("run_time_p50", .nullable, unit: .seconds)
        public let runTimeP80 = whole("run_time_p80", .nullable, unit: .seconds)
        public let speedP20 = number(
            "speed_kph_p20", .nullable, decimals: 1, "Percentile of the speed, kilometres per hour.")
        public let speedP50 = number(
            "speed_kph_p50", .nullable, decimals: 1, "Percentile of the speed, kilometres per hour.")
        public let speedP80 = number(
            "speed_kph_p80", .nullable, decimals: 1, "Percentile of the speed, kilometres per hour.")
        public let scheduledRunTimeP50 = whole("scheduled_run_time_p50", .nullable, unit: .seconds)
        public let dwellP50 = whole("dwell_p50", .nullable, unit: .seconds, "Median dwell time at from_stop_id.")
        public let timeLostSamples = whole(
            "time_lost_samples", .always, "Number of samples with a scheduled run time.")
        public let timeLostP50 = whole(
            "time_lost_p50", .nullable, unit: .seconds,
            "Percentile of actual minus scheduled run time, nearest rank; negative if faster than scheduled.")
        public let timeLostTotal = whole(
            "time_lost_total", .nullable, unit: .seconds,
            "Sum of actual minus scheduled run time over time_lost_samples runs.")
        public let fromStopName = text("from_stop_name", .ifKnown)
        public let toStopName = text("to_stop_name", .ifKnown)
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// How full vehicles were along their way; pattern_id, stop_sequence and stop_id are keys, asked for or not.
    public struct LoadProfiles: Table {
        public static let columns = LoadProfiles()
        public static let about = About<LoadProfiles>(
            "load_profiles", "How full vehicles were when they left each stop of a pattern.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let trips = whole("trips", .always, "Number of performed trips observed at this stop.")
        public let samples = whole(
            "samples", .always, "Number of visits with an occupancy status from 0 to 6 or a percentage.")
        public let percentageObservations = whole(
            "percentage_observations", .always,
            "Number of visits with a percentage; the percentage columns are computed from these.")
        public let percentageP50 = whole(
            "percentage_p50", .nullable, unit: .perCent, "Percentile of the occupancy percentage, nearest rank.")
        public let percentageP90 = whole(
            "percentage_p90", .nullable, unit: .perCent, "Percentile of the occupancy percentage, nearest rank.")
        public let percentageMax = whole("percentage_max", .nullable, unit: .perCent)
        public let statusObservations = whole(
            "status_observations", .always,
            "Number of visits with a status from 0 to 6; the share columns are computed from these.")
        public let shareLow = number("share_low", .nullable, decimals: 4)
        public let shareModerate = number("share_moderate", .nullable, decimals: 4)
        public let shareHigh = number("share_high", .nullable, decimals: 4)
        public let shareVeryCrowded = number("share_very_crowded", .nullable, decimals: 4)
        public let crowdedMinutes = number(
            "crowded_minutes", .always, decimals: 1,
            "Total minutes from visits at --crowded or worse to the next observed stop.")
        public let isMaxLoadPoint = flag(
            "is_max_load_point", .always,
            "Whether this is the stop with the highest load of its group and pattern; with --load-point route, of its group."
        )
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// What of the service ran, and what nobody can tell.
    public struct ServiceDelivered: Table {
        public static let columns = ServiceDelivered()
        public static let about = About<ServiceDelivered>(
            "service_delivered", "How many scheduled trips were observed to run.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let tripsScheduled = whole(
            "trips_scheduled", .nullable,
            "Number of scheduled trips. This and the other nullable columns are null unless the input lists every run that was due: "
                + "a match_reports record with lists_missing true.")
        public let tripsObserved = whole("trips_observed", .always)
        public let tripsCanceled = whole("trips_canceled", .always)
        public let tripsAdded = whole("trips_added", .always)
        public let tripsNoData = whole(
            "trips_no_data", .nullable, "Number of trips covered by the archive but never observed.")
        public let tripsNotCovered = whole(
            "trips_not_covered", .nullable,
            "Number of unobserved trips for which the archive has no snapshot in over half of the scheduled span.")
        public let stopsSkipped = whole("stops_skipped", .always)
        public let shareObserved = number(
            "share_observed", .nullable, decimals: 4, "trips_observed divided by (scheduled − canceled − not covered).")
        public let positionAgeP50 = whole("position_age_p50", .nullable, unit: .seconds)
        public let positionAgeMax = whole("position_age_max", .nullable, unit: .seconds)
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// Whether predictions held.
    public struct PredictionAccuracy: Table {
        public static let columns = PredictionAccuracy()
        public static let about = About<PredictionAccuracy>(
            "prediction_accuracy", "How many predictions were accurate, by how far ahead they were made.",
            from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys, and: [$0.horizon]) }

        public let keys = PerformanceKeys<Self>()
        public let horizon = text(
            "horizon", .always, "Minutes ahead: 0-3, 3-6, 6-10 or 10-15; the lower bound is included.")
        public let predictions = whole(
            "predictions", .always, "Number of predictions; of each minute, trip and stop only the latest counts.")
        public let accurate = whole(
            "accurate", .always, "Number of predictions with −60·ln(t+1.3) < actual − predicted < 60·ln(t+1.5).")
        public let shareAccurate = number("share_accurate", .nullable, decimals: 4)
        public let errorP50 = seconds(
            "error_p50", .nullable, "Percentile of actual minus predicted time, nearest rank.")
        public let errorP90 = seconds(
            "error_p90", .nullable, "Percentile of actual minus predicted time, nearest rank.")
        public let actualsExcluded = whole(
            "actuals_excluded", .always,
            "Number of predictions for visits whose actual time is itself a prediction or unknown.")
        public let timezone = text("timezone", .ifKnown, "IANA time zone of the time keys.")
    }

    /// A part of a performance report, for `--merge`.
    public struct PerformancePartials: Table {
        public static let columns = PerformancePartials()
        public static let about = About<PerformancePartials>(
            "performance_partials", "A partial performance report for --merge.", from: "performance-report"
        ) { _ in .wholeRecord }

        public let partialVersion = whole("partial_version", .always)
        public let of = text(
            "of", .always, "Kind of report: punctuality, headways, segments, load, delivery or predictions.")
        public let by = texts("by", .always, "The grouping keys; --merge refuses parts with other keys.")
        public let parameters = json("parameters", .object([]), .always, "The options that the part was made with.")
        public let timezone = text("timezone", .ifKnown)
        public let keys = json(
            "keys", .array(.any), .always,
            "Key values of the group, in the order of by; empty in a part without figures.")
        public let values = json("values", .any, .always, "Intermediate values for exact merging.")
    }
}

extension Tables {
    /// What groups of a performance report are told apart by; a record has those that it was asked for, in that order.
    public struct PerformanceKeys<M: Members>: Sendable {
        public let routeID = M.text(
            "route_id", .whereAsked, "This and the following keys are present only when --by names them.")
        public let directionID = M.whole("direction_id", .whereAsked)
        public let patternID = M.text("pattern_id", .whereAsked)
        public let tripID = M.text("trip_id", .whereAsked)
        public let stopID = M.text("stop_id", .whereAsked)
        public let stopSequence = M.whole(
            "stop_sequence", .whereAsked, "trip_stop_sequence of the visits in the group.")
        public let vehicleID = M.text("vehicle_id", .whereAsked)
        public let hour = M.whole("hour", .whereAsked, "Hour 0 to 23, local time in timezone.")
        public let timeBin = M.text("time_bin", .whereAsked, "Start of the bin, HH:MM, local time in timezone.")
        public let weekday = M.text("weekday", .whereAsked, "monday to sunday, from the service day.")
        public let dayType = M.text("day_type", .whereAsked, "weekday, saturday or sunday, from the service day.")
        public let serviceDate = M.day("service_date", .whereAsked)
        public let feedID = M.text("feed_id", .whereAsked, "Name of the feed, if the input holds several feeds.")
        public let routeShortName = M.text(
            "route_short_name", .whereAsked, "Follows the keys, if route_id is a key and the name is known.")
        public let stopName = M.text(
            "stop_name", .whereAsked, "Follows the keys, if stop_id is a key and the name is known.")

        /// Groups that hold a day are the day's figures, and a later report corrects them; others have no end.
        static func naturalKey(_ keys: PerformanceKeys, and more: [any AnyColumn] = []) -> NaturalKey {
            let groups: [any AnyColumn] = [
                keys.routeID, keys.directionID, keys.patternID, keys.tripID, keys.stopID, keys.stopSequence,
                keys.vehicleID, keys.hour, keys.timeBin, keys.weekday, keys.dayType,
            ]
            return .ladder([[keys.serviceDate] + groups + more], time: [keys.serviceDate], conflict: .last)
        }
    }
}
