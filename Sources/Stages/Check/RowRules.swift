extension RowRule {
    private static let window = RowCondition.hasAny("start_pickup_drop_off_window", "end_pickup_drop_off_window")
    private static let area = RowCondition.hasAny("location_group_id", "location_id")
    private static let isStopLike = RowCondition.any([.lacks("location_type"), .isOne(of: [0, 1, 2], "location_type")])

    /// Every rule that is broken by a row alone, beyond presence and types of single fields.
    static let all: [RowRule] =
        network + service + stopTimes + fares + bookings

    private static let network: [RowRule] = [
        RowRule(
            "feed_info", .missingFeedInfoDate, .hasOnlyOne("feed_start_date", "feed_end_date"),
            shows: "feed_start_date", "feed_end_date"),
        RowRule(
            "feed_info", .missingFeedContactEmailAndUrl,
            .all([.lacks("feed_contact_email"), .lacks("feed_contact_url")])),
        RowRule(
            "feed_info", .startAndEndRangeOutOfOrder, .isLess("feed_end_date", than: "feed_start_date"),
            shows: "feed_start_date", "feed_end_date"),
        RowRule("stops", .missingStopName, .all([isStopLike, .lacks("stop_name")]), shows: "location_type"),
        RowRule(
            "stops", .stopWithoutLocation, .all([isStopLike, .any([.lacks("stop_lat"), .lacks("stop_lon")])]),
            shows: "location_type", "stop_lat", "stop_lon"),
        RowRule(
            "stops", .stationWithParentStation, .all([.isOne(of: [1], "location_type"), .has("parent_station")]),
            shows: "parent_station"),
        RowRule(
            "stops", .locationWithoutParentStation,
            .all([.isOne(of: [2, 3, 4], "location_type"), .lacks("parent_station")]), shows: "location_type"),
        RowRule(
            "stops", .platformWithoutParentStation,
            .all([.not(.isOne(of: [1, 2, 3, 4], "location_type")), .has("platform_code"), .lacks("parent_station")]),
            shows: "platform_code"),
        RowRule(
            "stops", .sameNameAndDescriptionForStop, .same("stop_name", "stop_desc"), shows: "stop_name", "stop_desc"),
        RowRule(
            "stops", .stopAccessSpecifiedForIncorrectLocation,
            .all([.has("stop_access"), .isOne(of: [1, 2, 3, 4], "location_type")]), shows: "location_type",
            "stop_access"),
        RowRule(
            "stops", .stopAccessSpecifiedForStopWithNoParentStation,
            .all([.has("stop_access"), .not(.isOne(of: [1, 2, 3, 4], "location_type")), .lacks("parent_station")]),
            shows: "stop_access"),
        RowRule(
            "routes", .routeBothShortAndLongNameMissing, .all([.lacks("route_short_name"), .lacks("route_long_name")])),
        RowRule(
            "routes", .sameNameAndDescriptionForRoute,
            .any([.same("route_desc", "route_short_name"), .same("route_desc", "route_long_name")]), shows: "route_desc"
        ),
        RowRule(
            "attributions", .attributionWithoutRole,
            .not(
                .any([.isOne(of: [1], "is_producer"), .isOne(of: [1], "is_operator"), .isOne(of: [1], "is_authority")])),
            shows: "organization_name"),
        RowRule(
            "translations", .translationUnexpectedValue,
            .any([
                .all([.has("field_value"), .hasAny("record_id", "record_sub_id")]),
                .all([.has("record_sub_id"), .not(.isText("table_name", ["stop_times"]))]),
            ]), shows: "record_id", "record_sub_id", "field_value"),
        RowRule(
            "translations", .missingRequiredField,
            .all([.lacks("record_id"), .lacks("field_value"), .not(.isText("table_name", ["feed_info"]))]),
            shows: "record_id", "field_value"),
        RowRule(
            "pathways", .bidirectionalExitGate,
            .all([.isOne(of: [7], "pathway_mode"), .isOne(of: [1], "is_bidirectional")]), shows: "pathway_mode",
            "is_bidirectional"),
        RowRule(
            "transfers", .missingRequiredField,
            .all([.not(.isOne(of: [4, 5], "transfer_type")), .any([.lacks("from_stop_id"), .lacks("to_stop_id")])]),
            shows: "from_stop_id", "to_stop_id", "transfer_type"),
        RowRule(
            "transfers", .missingRequiredField,
            .all([.isOne(of: [4, 5], "transfer_type"), .any([.lacks("from_trip_id"), .lacks("to_trip_id")])]),
            shows: "from_trip_id", "to_trip_id", "transfer_type"),
    ]

    private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    private static let service: [RowRule] = [
        RowRule("calendar", .serviceHasNoActiveDayOfTheWeek, .all(weekdays.map { .isOne(of: [0], $0) })),
        RowRule(
            "calendar", .startAndEndRangeOutOfOrder, .isLess("end_date", than: "start_date"), shows: "start_date",
            "end_date"),
        RowRule("frequencies", .startAndEndRangeOutOfOrder, .isLess("end_time", than: "start_time"), shows: "end_time"),
        RowRule("frequencies", .startAndEndRangeEqual, .isEqual("end_time", "start_time"), shows: "end_time"),
        RowRule("timeframes", .timeframeOnlyStartOrEndTimeSpecified, .hasOnlyOne("start_time", "end_time")),
        RowRule("timeframes", .startAndEndRangeOutOfOrder, .isLess("end_time", than: "start_time")),
        RowRule("timeframes", .startAndEndRangeEqual, .isEqual("end_time", "start_time")),
    ]

    private static let stopTimes: [RowRule] = [
        RowRule(
            "stop_times", .missingRequiredField,
            .all([.lacks("stop_id"), .lacks("location_group_id"), .lacks("location_id")]), shows: "stop_id"),
        RowRule(
            "stop_times", .stopTimeWithOnlyArrivalOrDepartureTime, .hasOnlyOne("arrival_time", "departure_time"),
            shows: "arrival_time", "departure_time"),
        RowRule(
            "stop_times", .startAndEndRangeOutOfOrder, .isLess("departure_time", than: "arrival_time"),
            shows: "arrival_time", "departure_time"),
        RowRule(
            "stop_times", .stopTimeTimepointWithoutTimes,
            .all([.isOne(of: [1], "timepoint"), .any([.lacks("arrival_time"), .lacks("departure_time")])]),
            shows: "arrival_time", "departure_time", "timepoint"),
        RowRule(
            "stop_times", .missingTimepointValue,
            .all([.hasColumn("timepoint"), .lacks("timepoint"), .hasAny("arrival_time", "departure_time")]),
            shows: "arrival_time", "departure_time", "timepoint"),
        RowRule(
            "stop_times", .forbiddenGeographyId,
            .any([.all([.has("stop_id"), area]), .all([.has("location_group_id"), .has("location_id")])]),
            shows: "stop_id", "location_group_id", "location_id"),
        RowRule(
            "stop_times", .forbiddenArrivalOrDepartureTime, .all([window, .hasAny("arrival_time", "departure_time")]),
            shows: "arrival_time", "departure_time", "start_pickup_drop_off_window", "end_pickup_drop_off_window"),
        RowRule(
            "stop_times", .missingPickupOrDropOffWindow,
            .any([
                .hasOnlyOne("start_pickup_drop_off_window", "end_pickup_drop_off_window"), .all([area, .not(window)]),
            ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window"),
        RowRule(
            "stop_times", .invalidPickupDropOffWindow,
            .any([
                .isLess("end_pickup_drop_off_window", than: "start_pickup_drop_off_window"),
                .isEqual("end_pickup_drop_off_window", "start_pickup_drop_off_window"),
            ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window"),
        RowRule(
            "stop_times", .forbiddenPickupType,
            .all([window, .any([.lacks("pickup_type"), .isOne(of: [0, 3], "pickup_type")])]), shows: "pickup_type"),
        RowRule(
            "stop_times", .forbiddenDropOffType,
            .all([window, .any([.lacks("drop_off_type"), .isOne(of: [0], "drop_off_type")])]), shows: "drop_off_type"),
        RowRule(
            "stop_times", .forbiddenContinuousPickupDropOff,
            .all([
                window,
                .any([.isOne(of: [0, 2, 3], "continuous_pickup"), .isOne(of: [0, 2, 3], "continuous_drop_off")]),
            ]), shows: "continuous_pickup", "continuous_drop_off"),
        RowRule(
            "stop_times", .forbiddenShapeDistTraveled, .all([area, .has("shape_dist_traveled")]),
            shows: "shape_dist_traveled"),
        RowRule(
            "stop_times", .missingPickupDropOffBookingRuleId,
            .all([
                window,
                .any([
                    .all([.isOne(of: [2], "pickup_type"), .lacks("pickup_booking_rule_id")]),
                    .all([.isOne(of: [2], "drop_off_type"), .lacks("drop_off_booking_rule_id")]),
                ]),
            ]), shows: "pickup_type", "drop_off_type"),
    ]

    private static let fares: [RowRule] = [
        RowRule(
            "fare_transfer_rules", .fareTransferRuleDurationLimitWithoutType,
            .all([.has("duration_limit"), .lacks("duration_limit_type")]), shows: "duration_limit"),
        RowRule(
            "fare_transfer_rules", .fareTransferRuleInvalidTransferCount, .isBelow(-1, "transfer_count"),
            shows: "transfer_count"),
        RowRule(
            "fare_transfer_rules", .fareTransferRuleMissingTransferCount,
            .all([.isSameID("from_leg_group_id", "to_leg_group_id"), .lacks("transfer_count")]),
            shows: "from_leg_group_id", "to_leg_group_id"),
        RowRule(
            "fare_transfer_rules", .fareTransferRuleWithForbiddenTransferCount,
            .all([
                .not(.isSameID("from_leg_group_id", "to_leg_group_id")),
                .hasAny("from_leg_group_id", "to_leg_group_id"),
                .has("transfer_count"),
            ]), shows: "transfer_count"),
    ]

    private static let sameDay = RowCondition.isOne(of: [1], "booking_type")
    private static let priorDay = RowCondition.isOne(of: [2], "booking_type")
    private static let bookings: [RowRule] = [
        RowRule("booking_rules", .missingPriorNoticeDurationMin, .all([sameDay, .lacks("prior_notice_duration_min")])),
        RowRule("booking_rules", .missingPriorNoticeLastDay, .all([priorDay, .lacks("prior_notice_last_day")])),
        RowRule("booking_rules", .missingPriorNoticeLastTime, .all([priorDay, .lacks("prior_notice_last_time")])),
        RowRule(
            "booking_rules", .missingPriorNoticeStartTime,
            .all([.has("prior_notice_start_day"), .lacks("prior_notice_start_time")]), shows: "prior_notice_start_day"),
        RowRule(
            "booking_rules", .forbiddenPriorNoticeStartTime,
            .all([.lacks("prior_notice_start_day"), .has("prior_notice_start_time")]), shows: "prior_notice_start_time"),
        RowRule(
            "booking_rules", .forbiddenRealTimeBookingFieldValue,
            .all([
                .isOne(of: [0], "booking_type"),
                .hasAny(
                    "prior_notice_duration_min", "prior_notice_duration_max", "prior_notice_last_day",
                    "prior_notice_last_time", "prior_notice_start_day", "prior_notice_start_time",
                    "prior_notice_service_id"),
            ])),
        RowRule(
            "booking_rules", .forbiddenSameDayBookingFieldValue,
            .all([sameDay, .hasAny("prior_notice_last_day", "prior_notice_last_time", "prior_notice_service_id")])),
        RowRule(
            "booking_rules", .forbiddenPriorDayBookingFieldValue,
            .all([priorDay, .hasAny("prior_notice_duration_min", "prior_notice_duration_max")])),
        RowRule(
            "booking_rules", .priorNoticeLastDayAfterStartDay,
            .all([priorDay, .isLess("prior_notice_start_day", than: "prior_notice_last_day")]),
            shows: "prior_notice_last_day", "prior_notice_start_day"),
    ]
}
