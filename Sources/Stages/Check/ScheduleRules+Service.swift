// Rules of days, stop times, shapes, fares and bookings.

extension Rule {
    // Service
    static let startAndEndRangeOutOfOrder = Rule(
        "start_and_end_range_out_of_order", .error,
        "The end of a range is before its start: dates, times of a frequency, arrival and departure at a stop.")
    static let startAndEndRangeEqual = Rule(
        "start_and_end_range_equal", .error,
        "A range of times that may not be empty ends when it starts.")
    static let serviceHasNoActiveDayOfTheWeek = Rule(
        "service_has_no_active_day_of_the_week", .warning,
        "A row of calendar.txt has no day of the week.")
    static let serviceNeverActive = Rule(
        "service_never_active", .warning,
        "A service runs on no day at all.")
    static let expiredCalendar = Rule(
        "expired_calendar", .warning,
        "The last day of a service is before today.")
    static let tripCoverageNotActiveForNext7Days = Rule(
        "trip_coverage_not_active_for_next7_days", .warning,
        "The days on which trips run do not reach from today to a week from now.")
    static let bigGapInService = Rule(
        "big_gap_in_service", .info,
        "Between two days with service lie 14 or more without any.")
    static let overlappingFrequency = Rule(
        "overlapping_frequency", .error,
        "Two frequencies of a trip overlap.")
    static let blockTripsWithOverlappingStopTimes = Rule(
        "block_trips_with_overlapping_stop_times", .error,
        "A trip of a block begins before another of it ends, on a day on which both run.")
}

extension Rule {
    // Stop times
    static let missingTripEdge = Rule(
        "missing_trip_edge", .error,
        "The first or the last stop of a trip lacks arrival_time or departure_time.")
    static let stopTimeWithOnlyArrivalOrDepartureTime = Rule(
        "stop_time_with_only_arrival_or_departure_time", .error,
        "A stop time has one of arrival_time and departure_time.")
    static let stopTimeWithArrivalBeforePreviousDepartureTime = Rule(
        "stop_time_with_arrival_before_previous_departure_time", .error,
        "A trip arrives before it has left the stop before.")
    static let stopTimeTimepointWithoutTimes = Rule(
        "stop_time_timepoint_without_times", .error,
        "timepoint is 1 and a time is not there.")
    static let missingTimepointValue = Rule(
        "missing_timepoint_value", .warning,
        "A stop time with times does not say timepoint, though its column is there.")
    static let decreasingOrEqualStopTimeDistance = Rule(
        "decreasing_or_equal_stop_time_distance", .error,
        "shape_dist_traveled does not grow from a stop of a trip to the next.")
    static let fastTravelBetweenConsecutiveStops = Rule(
        "fast_travel_between_consecutive_stops", .warning,
        "From a stop to the next a vehicle would be faster than its kind is.")
    static let fastTravelBetweenFarStops = Rule(
        "fast_travel_between_far_stops", .warning,
        "Over more than 10 km a vehicle would be faster than its kind is.")
    static let locationWithUnexpectedStopTime = Rule(
        "location_with_unexpected_stop_time", .error,
        "A trip calls at a station, an entrance, a node or a boarding area.")
    static let unsortedStopTimes = Rule(
        "unsorted_stop_times", .info,
        "The stop times of a trip are not in order of stop_sequence, or not together.")
    static let forbiddenGeographyId = Rule(
        "forbidden_geography_id", .error,
        "A stop time has more than one of stop_id, location_group_id and location_id.")
    static let forbiddenArrivalOrDepartureTime = Rule(
        "forbidden_arrival_or_departure_time", .error,
        "A stop time has a time and a window for pickup and drop-off.")
    static let missingPickupOrDropOffWindow = Rule(
        "missing_pickup_or_drop_off_window", .error,
        "Only one end of a window is there, or a location or group is without one.")
    static let invalidPickupDropOffWindow = Rule(
        "invalid_pickup_drop_off_window", .error,
        "A window ends when it starts, or before.")
    static let forbiddenPickupType = Rule(
        "forbidden_pickup_type", .error,
        "A stop time with a window has pickup_type 0 or 3.")
    static let forbiddenDropOffType = Rule(
        "forbidden_drop_off_type", .error,
        "A stop time with a window has drop_off_type 0.")
    static let forbiddenContinuousPickupDropOff = Rule(
        "forbidden_continuous_pickup_drop_off", .error,
        "A stop time with a window, or the route of a trip with one, has continuous_pickup or"
            + " continuous_drop_off other than 1.")
    static let forbiddenShapeDistTraveled = Rule(
        "forbidden_shape_dist_traveled", .error,
        "A stop time at a location or a group of stops has shape_dist_traveled.")
    static let missingPickupDropOffBookingRuleId = Rule(
        "missing_pickup_drop_off_booking_rule_id", .warning,
        "pickup_type or drop_off_type is 2 in a window, and no booking rule says how.")
}

extension Rule {
    // Shapes
    static let singleShapePoint = Rule(
        "single_shape_point", .warning,
        "A shape has one point.")
    static let decreasingShapeDistance = Rule(
        "decreasing_shape_distance", .error,
        "shape_dist_traveled falls from a point of a shape to the next.")
    static let equalShapeDistanceSameCoordinates = Rule(
        "equal_shape_distance_same_coordinates", .warning,
        "Two points of a shape after each other have the same distance and coordinates.")
    static let equalShapeDistanceDiffCoordinates = Rule(
        "equal_shape_distance_diff_coordinates", .error,
        "Two points of a shape after each other have the same distance and lie 1.11 m or more apart.")
    static let equalShapeDistanceDiffCoordinatesDistanceBelowThreshold = Rule(
        "equal_shape_distance_diff_coordinates_distance_below_threshold", .warning,
        "Two points of a shape after each other have the same distance and lie less than 1.11 m apart.")
    static let tripDistanceExceedsShapeDistance = Rule(
        "trip_distance_exceeds_shape_distance", .error,
        "A stop time's shape_dist_traveled is beyond the shape's last, and the stop is more than 11.1 m past it.")
    static let tripDistanceExceedsShapeDistanceBelowThreshold = Rule(
        "trip_distance_exceeds_shape_distance_below_threshold", .warning,
        "The same by 11.1 m or less.")
    static let tripWithShapeDistTraveledButNoShapeDistances = Rule(
        "trip_with_shape_dist_traveled_but_no_shape_distances", .info,
        "Stop times of a trip have shape_dist_traveled, and its shape has none.")
    static let stopTooFarFromShape = Rule(
        "stop_too_far_from_shape", .warning,
        "A stop is more than 100 m from the shape of a trip that calls there.")
    static let stopsMatchShapeOutOfOrder = Rule(
        "stops_match_shape_out_of_order", .warning,
        "Stops of a trip lie along its shape in another order than they are called at.")
}

extension Rule {
    // Fares, frequencies and bookings
    static let fareTransferRuleDurationLimitWithoutType = Rule(
        "fare_transfer_rule_duration_limit_without_type", .error,
        "duration_limit is there without duration_limit_type.")
    static let fareTransferRuleInvalidTransferCount = Rule(
        "fare_transfer_rule_invalid_transfer_count", .error,
        "transfer_count is below -1.")
    static let fareTransferRuleMissingTransferCount = Rule(
        "fare_transfer_rule_missing_transfer_count", .error,
        "Both leg groups are the same and transfer_count is not there.")
    static let fareTransferRuleWithForbiddenTransferCount = Rule(
        "fare_transfer_rule_with_forbidden_transfer_count", .error,
        "The leg groups differ and transfer_count is there.")
    static let fareProductWithMultipleDefaultRiderCategories = Rule(
        "fare_product_with_multiple_default_rider_categories", .error,
        "A fare product is for more than one rider category that is a default.")
    static let timeframeOnlyStartOrEndTimeSpecified = Rule(
        "timeframe_only_start_or_end_time_specified", .error,
        "A timeframe has one of start_time and end_time.")
    static let timeframeOverlap = Rule(
        "timeframe_overlap", .error,
        "Two timeframes of a group and service overlap.")
    static let missingPriorNoticeDurationMin = Rule(
        "missing_prior_notice_duration_min", .error,
        "A booking rule of the same day has no prior_notice_duration_min.")
    static let missingPriorNoticeLastDay = Rule(
        "missing_prior_notice_last_day", .error,
        "A booking rule of an earlier day has no prior_notice_last_day.")
    static let missingPriorNoticeLastTime = Rule(
        "missing_prior_notice_last_time", .error,
        "A booking rule of an earlier day has no prior_notice_last_time.")
    static let missingPriorNoticeStartTime = Rule(
        "missing_prior_notice_start_time", .error,
        "prior_notice_start_day is there without prior_notice_start_time.")
    static let forbiddenPriorNoticeStartTime = Rule(
        "forbidden_prior_notice_start_time", .error,
        "prior_notice_start_time is there without prior_notice_start_day.")
    static let forbiddenRealTimeBookingFieldValue = Rule(
        "forbidden_real_time_booking_field_value", .error,
        "A booking rule for right away has a field about time before.")
    static let forbiddenSameDayBookingFieldValue = Rule(
        "forbidden_same_day_booking_field_value", .error,
        "A booking rule of the same day has a field about days before.")
    static let forbiddenPriorDayBookingFieldValue = Rule(
        "forbidden_prior_day_booking_field_value", .error,
        "A booking rule of an earlier day has a field about minutes before.")
    static let priorNoticeLastDayAfterStartDay = Rule(
        "prior_notice_last_day_after_start_day", .error,
        "prior_notice_last_day is more days ahead than prior_notice_start_day.")
}
