extension Tables {
    /// How punctual departures or arrivals were.
    public struct Punctuality: Table {
        public static let columns = Punctuality()
        public static let about = About<Punctuality>(
            "punctuality", "How punctual the visits of a group were.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let events = whole("events", .always, "Visits with a scheduled and an actual time.")
        public let early = whole("early", .always)
        public let onTime = whole("on_time", .always, "Between --early and --late, both included.")
        public let late = whole("late", .always)
        public let shareOnTime = number("share_on_time", .nullable, decimals: 4, "on_time of events, 0 to 1.")
        public let delayP10 = seconds("delay_p10", .nullable, "Seconds late, nearest rank.")
        public let delayP50 = seconds("delay_p50", .nullable, "Seconds late, nearest rank.")
        public let delayP90 = seconds("delay_p90", .nullable, "Seconds late, nearest rank.")
        public let delayMean = number("delay_mean", .nullable, decimals: 1, unit: .seconds, "Seconds late.")
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// How evenly vehicles came.
    public struct Headways: Table {
        public static let columns = Headways()
        public static let about = About<Headways>(
            "headways", "How evenly departures of a group followed each other.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let events = whole("events", .always, "Headways between consecutive observed departures.")
        public let scheduledHeadwayMean = number(
            "scheduled_headway_mean", .nullable, decimals: 1, unit: .seconds,
            "Between neighbours in the timetable that were both observed, up to --max-headway.")
        public let headwayMean = number(
            "headway_mean", .nullable, decimals: 1, unit: .seconds,
            "Between consecutive observed departures, if the later one is due at most --max-headway after its "
                + "predecessor in the timetable.")
        public let headwayCV = number(
            "headway_cv", .nullable, decimals: 4, "Standard deviation of the population over the mean.")
        public let scheduledWait = number(
            "scheduled_wait", .nullable, decimals: 1, unit: .seconds, "Σh² / 2Σh of the scheduled headways.")
        public let observedWait = number("observed_wait", .nullable, decimals: 1, unit: .seconds, "Σh² / 2Σh.")
        public let excessWaitTime = number(
            "excess_wait_time", .nullable, decimals: 1, unit: .seconds, "observed_wait less scheduled_wait.")
        public let bunched = whole(
            "bunched", .always, "Headways below --bunched of the scheduled headway of the run that ends them.")
        public let gapped = whole(
            "gapped", .always, "Headways above --gapped of the scheduled headway of the run that ends them.")
        public let brokenByNoData = whole(
            "broken_by_no_data", .always, "Headways left out: a run was due within them that was not observed.")
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// How fast vehicles were between two stops: a GeoJSON Feature along the way.
    public struct Segments: Table {
        public static let columns = Segments()
        public static let about = About<Segments>(
            "segments", isFeature: true, mayLackPlace: true, "How fast the way from a stop to the next was.",
            from: "performance-report"
        ) { columns in
            PerformanceKeys<Self>.naturalKey(columns.keys, and: [columns.fromStopID, columns.toStopID])
        }

        public let keys = PerformanceKeys<Self>()
        public let fromStopID = text("from_stop_id", .always)
        public let toStopID = text("to_stop_id", .always)
        public let samples = whole("samples", .always, "Runs observed at both stops.")
        public let distance = number("distance_m", .nullable, decimals: 0, unit: .metres, "Along the way, the median.")
        public let runTimeP20 = whole("run_time_p20", .nullable, unit: .seconds, "From departure to arrival.")
        public let runTimeP50 = whole("run_time_p50", .nullable, unit: .seconds)
        public let runTimeP80 = whole("run_time_p80", .nullable, unit: .seconds)
        public let speedP20 = number("speed_kph_p20", .nullable, decimals: 1, "Kilometres an hour.")
        public let speedP50 = number("speed_kph_p50", .nullable, decimals: 1, "Kilometres an hour.")
        public let speedP80 = number("speed_kph_p80", .nullable, decimals: 1, "Kilometres an hour.")
        public let scheduledRunTimeP50 = whole("scheduled_run_time_p50", .nullable, unit: .seconds)
        public let dwellP50 = whole("dwell_p50", .nullable, unit: .seconds, "At from_stop_id.")
        public let timeLostSamples = whole(
            "time_lost_samples", .always, "Of the samples those with a scheduled run time.")
        public let timeLostP50 = whole(
            "time_lost_p50", .nullable, unit: .seconds,
            "Actual less scheduled run time of the same run, nearest rank; negative where runs were faster.")
        public let timeLostTotal = whole(
            "time_lost_total", .nullable, unit: .seconds,
            "Actual less scheduled run time, summed over time_lost_samples runs.")
        public let fromStopName = text("from_stop_name", .ifKnown)
        public let toStopName = text("to_stop_name", .ifKnown)
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// How full vehicles were along their way; pattern_id, stop_sequence and stop_id are keys, asked for or not.
    public struct LoadProfiles: Table {
        public static let columns = LoadProfiles()
        public static let about = About<LoadProfiles>(
            "load_profiles", "How full vehicles left a stop of a pattern.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let trips = whole("trips", .always, "Performed trips that were observed here.")
        public let samples = whole("samples", .always, "Visits with an occupancy status from 0 to 6 or a percentage.")
        public let percentageObservations = whole(
            "percentage_observations", .always, "Visits with a percentage, which the percentages are of.")
        public let percentageP50 = whole("percentage_p50", .nullable, unit: .perCent, "Nearest rank.")
        public let percentageP90 = whole("percentage_p90", .nullable, unit: .perCent, "Nearest rank.")
        public let percentageMax = whole("percentage_max", .nullable, unit: .perCent)
        public let statusObservations = whole(
            "status_observations", .always, "Visits with a status from 0 to 6, which the shares are of.")
        public let shareLow = number("share_low", .nullable, decimals: 4)
        public let shareModerate = number("share_moderate", .nullable, decimals: 4)
        public let shareHigh = number("share_high", .nullable, decimals: 4)
        public let shareVeryCrowded = number("share_very_crowded", .nullable, decimals: 4)
        public let crowdedMinutes = number(
            "crowded_minutes", .always, decimals: 1,
            "Minutes from visits at --crowded or worse to the next observed stop, added up.")
        public let isMaxLoadPoint = flag(
            "is_max_load_point", .always, "Of the keys and the pattern; with --load-point route of the keys.")
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// What of the service ran, and what nobody can tell.
    public struct ServiceDelivered: Table {
        public static let columns = ServiceDelivered()
        public static let about = About<ServiceDelivered>(
            "service_delivered", "How many scheduled trips were seen to run.", from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys) }

        public let keys = PerformanceKeys<Self>()
        public let tripsScheduled = whole(
            "trips_scheduled", .nullable,
            "Null, as the other columns that may be, where the input does not say that it has every run that was due: "
                + "no match_reports record with lists_missing true.")
        public let tripsObserved = whole("trips_observed", .always)
        public let tripsCanceled = whole("trips_canceled", .always)
        public let tripsAdded = whole("trips_added", .always)
        public let tripsNoData = whole("trips_no_data", .nullable, "Covered by the archive, and never seen.")
        public let tripsNotCovered = whole(
            "trips_not_covered", .nullable, "Not seen, and no snapshot in over half of the scheduled span.")
        public let stopsSkipped = whole("stops_skipped", .always)
        public let shareObserved = number(
            "share_observed", .nullable, decimals: 4, "trips_observed of (scheduled − canceled − not covered).")
        public let positionAgeP50 = whole("position_age_p50", .nullable, unit: .seconds)
        public let positionAgeMax = whole("position_age_max", .nullable, unit: .seconds)
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// Whether predictions held.
    public struct PredictionAccuracy: Table {
        public static let columns = PredictionAccuracy()
        public static let about = About<PredictionAccuracy>(
            "prediction_accuracy", "How many predictions held, by how far ahead they were made.",
            from: "performance-report"
        ) { PerformanceKeys<Self>.naturalKey($0.keys, and: [$0.horizon]) }

        public let keys = PerformanceKeys<Self>()
        public let horizon = text("horizon", .always, "Minutes ahead: 0-3, 3-6, 6-10 or 10-15, the lower one included.")
        public let predictions = whole("predictions", .always, "One a minute, trip and stop: the latest.")
        public let accurate = whole("accurate", .always, "−60·ln(t+1.3) < actual − predicted < 60·ln(t+1.5).")
        public let shareAccurate = number("share_accurate", .nullable, decimals: 4)
        public let errorP50 = seconds("error_p50", .nullable, "Actual less predicted, nearest rank.")
        public let errorP90 = seconds("error_p90", .nullable, "Actual less predicted, nearest rank.")
        public let actualsExcluded = whole(
            "actuals_excluded", .always, "Predictions of visits whose actual time is itself a prediction, or unknown.")
        public let timezone = text("timezone", .ifKnown, "Of the clock that keys of time are read off.")
    }

    /// A part of a performance report, for `--merge`.
    public struct PerformancePartials: Table {
        public static let columns = PerformancePartials()
        public static let about = About<PerformancePartials>(
            "performance_partials", "A part of a performance report, for --merge.", from: "performance-report"
        ) { _ in .wholeRecord }

        public let partialVersion = whole("partial_version", .always)
        public let of = text("of", .always, "punctuality, headways, segments, load, delivery or predictions.")
        public let by = texts("by", .always, "The keys; parts with other keys are refused.")
        public let parameters = json("parameters", .object([]), .always, "What the part was made with.")
        public let timezone = text("timezone", .ifKnown)
        public let keys = json(
            "keys", .array(.any), .always, "The group's keys, in the order of by; empty in a part that has no figures.")
        public let values = json("values", .any, .always, "What exact merging needs.")
    }
}

extension Tables {
    /// What groups of a performance report are told apart by; a record has those that it was asked for, in that order.
    public struct PerformanceKeys<M: Members>: Sendable {
        public let routeID = M.text("route_id", .whereAsked, "Present when grouped by it, as are the keys after it.")
        public let directionID = M.whole("direction_id", .whereAsked)
        public let patternID = M.text("pattern_id", .whereAsked)
        public let tripID = M.text("trip_id", .whereAsked)
        public let stopID = M.text("stop_id", .whereAsked)
        public let stopSequence = M.whole("stop_sequence", .whereAsked, "trip_stop_sequence of the visits.")
        public let vehicleID = M.text("vehicle_id", .whereAsked)
        public let hour = M.whole("hour", .whereAsked, "0 to 23 on the clock of timezone.")
        public let timeBin = M.text("time_bin", .whereAsked, "The bin's beginning on the clock of timezone, HH:MM.")
        public let weekday = M.text("weekday", .whereAsked, "monday to sunday, of the service day.")
        public let dayType = M.text("day_type", .whereAsked, "weekday, saturday or sunday, of the service day.")
        public let serviceDate = M.day("service_date", .whereAsked)
        public let feedID = M.text("feed_id", .whereAsked, "Where records of several feeds share a pipe.")
        public let routeShortName = M.text(
            "route_short_name", .whereAsked, "After the keys, where route_id is one and the name is known.")
        public let stopName = M.text(
            "stop_name", .whereAsked, "After the keys, where stop_id is one and the name is known.")

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
