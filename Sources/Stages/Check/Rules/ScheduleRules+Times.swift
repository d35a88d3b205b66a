// Rules of stop times, fares, frequencies and bookings.

extension Rule {
    /// Rules of stop times.
    static let stopTimes: [Rule] = [
        .missingTripEdge,
        Rule(
            "stop_time_with_only_arrival_or_departure_time", .error,
            "A stop time has only one of arrival_time and departure_time.",
            .row(
                of: "stop_times", .hasOnlyOne("arrival_time", "departure_time"),
                shows: "arrival_time", "departure_time")),
        .stopTimeWithArrivalBeforePreviousDepartureTime,
        Rule(
            "stop_time_timepoint_without_times", .error,
            "timepoint is 1, but a time is missing.",
            .row(
                of: "stop_times",
                .all([.isOne(of: [1], "timepoint"), .any([.lacks("arrival_time"), .lacks("departure_time")])]),
                shows: "arrival_time", "departure_time", "timepoint")),
        Rule(
            "missing_timepoint_value", .warning,
            "A stop time with times has no timepoint, although the column is present.",
            .row(
                of: "stop_times",
                .all([.hasColumn("timepoint"), .lacks("timepoint"), .hasAny("arrival_time", "departure_time")]),
                shows: "arrival_time", "departure_time", "timepoint")),
        .decreasingOrEqualStopTimeDistance,
        .fastTravelBetweenConsecutiveStops,
        .fastTravelBetweenFarStops,
        .locationWithUnexpectedStopTime,
        .unsortedStopTimes,
        Rule(
            "forbidden_geography_id", .error,
            "A stop time has more than one of stop_id, location_group_id and location_id.",
            .row(
                of: "stop_times",
                .any([.all([.has("stop_id"), .area]), .all([.has("location_group_id"), .has("location_id")])]),
                shows: "stop_id", "location_group_id", "location_id")),
        Rule(
            "forbidden_arrival_or_departure_time", .error,
            "A stop time has both a time and a pickup/drop-off window.",
            .row(
                of: "stop_times", .all([.window, .hasAny("arrival_time", "departure_time")]),
                shows: "arrival_time", "departure_time", "start_pickup_drop_off_window", "end_pickup_drop_off_window")),
        Rule(
            "missing_pickup_or_drop_off_window", .error,
            "Only one end of a pickup/drop-off window is present, or a location or location group has no window.",
            .row(
                of: "stop_times",
                .any([
                    .hasOnlyOne("start_pickup_drop_off_window", "end_pickup_drop_off_window"),
                    .all([.area, .not(.window)]),
                ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window")),
        Rule(
            "invalid_pickup_drop_off_window", .error,
            "A pickup/drop-off window ends at or before its start.",
            .row(
                of: "stop_times",
                .any([
                    .isLess("end_pickup_drop_off_window", than: "start_pickup_drop_off_window"),
                    .isEqual("end_pickup_drop_off_window", "start_pickup_drop_off_window"),
                ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window")),
        Rule(
            "forbidden_pickup_type", .error,
            "A stop time with a pickup/drop-off window has pickup_type 0 or 3.",
            .row(
                of: "stop_times", .all([.window, .any([.lacks("pickup_type"), .isOne(of: [0, 3], "pickup_type")])]),
                shows: "pickup_type")),
        Rule(
            "forbidden_drop_off_type", .error,
            "A stop time with a pickup/drop-off window has drop_off_type 0.",
            .row(
                of: "stop_times", .all([.window, .any([.lacks("drop_off_type"), .isOne(of: [0], "drop_off_type")])]),
                shows: "drop_off_type")),
        .forbiddenContinuousPickupDropOff,
        Rule(
            "forbidden_shape_dist_traveled", .error,
            "A stop time at a location or location group has shape_dist_traveled.",
            .row(
                of: "stop_times", .all([.area, .has("shape_dist_traveled")]),
                shows: "shape_dist_traveled")),
        Rule(
            "missing_pickup_drop_off_booking_rule_id", .warning,
            "pickup_type or drop_off_type is 2 in a pickup/drop-off window without a booking rule.",
            .row(
                of: "stop_times",
                .all([
                    .window,
                    .any([
                        .all([.isOne(of: [2], "pickup_type"), .lacks("pickup_booking_rule_id")]),
                        .all([.isOne(of: [2], "drop_off_type"), .lacks("drop_off_booking_rule_id")]),
                    ]),
                ]), shows: "pickup_type", "drop_off_type")),
    ]

    static let missingTripEdge = Rule(
        "missing_trip_edge", .error,
        "The first or the last stop of a trip lacks arrival_time or departure_time.")
    static let stopTimeWithArrivalBeforePreviousDepartureTime = Rule(
        "stop_time_with_arrival_before_previous_departure_time", .error,
        "A trip arrives at a stop before it departs from the previous one.")
    static let decreasingOrEqualStopTimeDistance = Rule(
        "decreasing_or_equal_stop_time_distance", .error,
        "shape_dist_traveled does not increase from one stop of a trip to the next.")
    static let fastTravelBetweenConsecutiveStops = Rule(
        "fast_travel_between_consecutive_stops", .warning,
        "The speed between consecutive stops exceeds the maximum for the type of vehicle.")
    static let fastTravelBetweenFarStops = Rule(
        "fast_travel_between_far_stops", .warning,
        "The speed over more than 10 km exceeds the maximum for the type of vehicle.")
    static let locationWithUnexpectedStopTime = Rule(
        "location_with_unexpected_stop_time", .error,
        "A trip calls at a station, an entrance, a node or a boarding area.")
    static let unsortedStopTimes = Rule(
        "unsorted_stop_times", .info,
        "The stop times of a trip are not consecutive in the file, or not sorted by stop_sequence.")
    static let forbiddenContinuousPickupDropOff = Rule(
        "forbidden_continuous_pickup_drop_off", .error,
        "A stop time with a pickup/drop-off window, or the route of its trip, has continuous_pickup or"
            + " continuous_drop_off other than 1.",
        .row(
            of: "stop_times",
            .all([
                .window,
                .any([.isOne(of: [0, 2, 3], "continuous_pickup"), .isOne(of: [0, 2, 3], "continuous_drop_off")]),
            ]), shows: "continuous_pickup", "continuous_drop_off"))
}

extension Rule {
    /// Rules of fares, frequencies and bookings.
    static let fares: [Rule] = [
        Rule(
            "fare_transfer_rule_duration_limit_without_type", .error,
            "duration_limit is present without duration_limit_type.",
            .row(
                of: "fare_transfer_rules", .all([.has("duration_limit"), .lacks("duration_limit_type")]),
                shows: "duration_limit")),
        Rule(
            "fare_transfer_rule_invalid_transfer_count", .error,
            "transfer_count is below -1.",
            .row(
                of: "fare_transfer_rules", .isBelow(-1, "transfer_count"),
                shows: "transfer_count")),
        Rule(
            "fare_transfer_rule_missing_transfer_count", .error,
            "Both leg groups are the same, but transfer_count is missing.",
            .row(
                of: "fare_transfer_rules",
                .all([.isSameID("from_leg_group_id", "to_leg_group_id"), .lacks("transfer_count")]),
                shows: "from_leg_group_id", "to_leg_group_id")),
        Rule(
            "fare_transfer_rule_with_forbidden_transfer_count", .error,
            "The leg groups differ, but transfer_count is present.",
            .row(
                of: "fare_transfer_rules",
                .all([
                    .not(.isSameID("from_leg_group_id", "to_leg_group_id")),
                    .hasAny("from_leg_group_id", "to_leg_group_id"),
                    .has("transfer_count"),
                ]), shows: "transfer_count")),
        .fareProductWithMultipleDefaultRiderCategories,
        Rule(
            "timeframe_only_start_or_end_time_specified", .error,
            "A timeframe has only one of start_time and end_time.",
            .row(of: "timeframes", .hasOnlyOne("start_time", "end_time"))),
        .timeframeOverlap,
        Rule(
            "missing_prior_notice_duration_min", .error,
            "A same-day booking rule has no prior_notice_duration_min.",
            .row(of: "booking_rules", .all([.sameDay, .lacks("prior_notice_duration_min")]))),
        Rule(
            "missing_prior_notice_last_day", .error,
            "A prior-day booking rule has no prior_notice_last_day.",
            .row(of: "booking_rules", .all([.priorDay, .lacks("prior_notice_last_day")]))),
        Rule(
            "missing_prior_notice_last_time", .error,
            "A prior-day booking rule has no prior_notice_last_time.",
            .row(of: "booking_rules", .all([.priorDay, .lacks("prior_notice_last_time")]))),
        Rule(
            "missing_prior_notice_start_time", .error,
            "prior_notice_start_day is present without prior_notice_start_time.",
            .row(
                of: "booking_rules", .all([.has("prior_notice_start_day"), .lacks("prior_notice_start_time")]),
                shows: "prior_notice_start_day")),
        Rule(
            "forbidden_prior_notice_start_time", .error,
            "prior_notice_start_time is present without prior_notice_start_day.",
            .row(
                of: "booking_rules", .all([.lacks("prior_notice_start_day"), .has("prior_notice_start_time")]),
                shows: "prior_notice_start_time")),
        Rule(
            "forbidden_real_time_booking_field_value", .error,
            "A real-time booking rule has a field about prior notice.",
            .row(
                of: "booking_rules",
                .all([
                    .isOne(of: [0], "booking_type"),
                    .hasAny(
                        "prior_notice_duration_min", "prior_notice_duration_max", "prior_notice_last_day",
                        "prior_notice_last_time", "prior_notice_start_day", "prior_notice_start_time",
                        "prior_notice_service_id"),
                ]))),
        Rule(
            "forbidden_same_day_booking_field_value", .error,
            "A same-day booking rule has a field for prior-day booking.",
            .row(
                of: "booking_rules",
                .all([.sameDay, .hasAny("prior_notice_last_day", "prior_notice_last_time", "prior_notice_service_id")]))
        ),
        Rule(
            "forbidden_prior_day_booking_field_value", .error,
            "A prior-day booking rule has a field for same-day booking.",
            .row(
                of: "booking_rules",
                .all([.priorDay, .hasAny("prior_notice_duration_min", "prior_notice_duration_max")]))),
        Rule(
            "prior_notice_last_day_after_start_day", .error,
            "prior_notice_last_day is greater than prior_notice_start_day.",
            .row(
                of: "booking_rules",
                .all([.priorDay, .isLess("prior_notice_start_day", than: "prior_notice_last_day")]),
                shows: "prior_notice_last_day", "prior_notice_start_day")),
    ]

    static let fareProductWithMultipleDefaultRiderCategories = Rule(
        "fare_product_with_multiple_default_rider_categories", .error,
        "A fare product has more than one default rider category.")
    static let timeframeOverlap = Rule(
        "timeframe_overlap", .error,
        "Two timeframes of the same group and service overlap.")
}
