// The rules that timetables are checked by. Severities follow the canonical GTFS validator where it has the rule.

extension Rule {
    /// Rules of timetables, in the order in which the documents list them.
    public static let schedule: [Rule] = [
        // Files
        .missingRequiredFile,
        .missingCalendarAndCalendarDateFiles,
        .missingRecommendedFile,
        .emptyFile,
        .unknownFile,
        .repeatedFile,
        .csvParsingFailed,
        .malformedJson,
        .missingRequiredColumn,
        .missingRecommendedColumn,
        .unknownColumn,
        .duplicatedColumn,
        .emptyColumnName,
        // Rows and cells
        .invalidRowLength,
        .invalidCharacter,
        .newLineInValue,
        .leadingOrTrailingWhitespaces,
        .missingRequiredField,
        .missingRecommendedField,
        .invalidDate,
        .invalidTime,
        .invalidInteger,
        .invalidFloat,
        .numberOutOfRange,
        .unexpectedEnumValue,
        .invalidColor,
        .invalidUrl,
        .invalidEmail,
        .invalidTimezone,
        .invalidLanguageCode,
        .invalidCurrency,
        .invalidPhoneNumber,
        .nonAsciiOrNonPrintableChar,
        .mixedCaseRecommendedField,
        // Keys and references
        .duplicateKey,
        .foreignKeyViolation,
        .moreThanOneEntity,
        .translationForeignKeyViolation,
        .translationUnknownTableName,
        .translationUnexpectedValue,
        .unusedTrip,
        .unusableTrip,
        .unusedShape,
        .unusedRoute,
        .unusedService,
        .stopWithoutStopTime,
        .unusedStation,
        // Agencies and the feed
        .inconsistentAgencyTimezone,
        .inconsistentAgencyLang,
        .missingRequiredAgencyId,
        .feedInfoLangAndAgencyLangMismatch,
        .missingFeedInfoDate,
        .missingFeedContactEmailAndUrl,
        .feedExpirationDate7Days,
        .feedExpirationDate30Days,
        .attributionWithoutRole,
        // Stops
        .missingStopName,
        .stopWithoutLocation,
        .pointNearOrigin,
        .pointNearPole,
        .stationWithParentStation,
        .locationWithoutParentStation,
        .wrongParentLocationType,
        .platformWithoutParentStation,
        .sameNameAndDescriptionForStop,
        .sameStopAndAgencyUrl,
        .sameStopAndRouteUrl,
        .stopWithoutZoneId,
        .stopAccessSpecifiedForIncorrectLocation,
        .stopAccessSpecifiedForStopWithNoParentStation,
        .stopsTooClose,
        // Routes
        .routeBothShortAndLongNameMissing,
        .routeShortNameTooLong,
        .routeLongNameContainsShortName,
        .sameNameAndDescriptionForRoute,
        .duplicateRouteName,
        .routeColorContrast,
        .sameRouteAndAgencyUrl,
        .routeNetworksSpecifiedInMoreThanOneFile,
        // Service
        .startAndEndRangeOutOfOrder,
        .startAndEndRangeEqual,
        .serviceHasNoActiveDayOfTheWeek,
        .serviceNeverActive,
        .expiredCalendar,
        .tripCoverageNotActiveForNext7Days,
        .bigGapInService,
        .overlappingFrequency,
        .blockTripsWithOverlappingStopTimes,
        // Stop times
        .missingTripEdge,
        .stopTimeWithOnlyArrivalOrDepartureTime,
        .stopTimeWithArrivalBeforePreviousDepartureTime,
        .stopTimeTimepointWithoutTimes,
        .missingTimepointValue,
        .decreasingOrEqualStopTimeDistance,
        .fastTravelBetweenConsecutiveStops,
        .fastTravelBetweenFarStops,
        .locationWithUnexpectedStopTime,
        .unsortedStopTimes,
        .forbiddenGeographyId,
        .forbiddenArrivalOrDepartureTime,
        .missingPickupOrDropOffWindow,
        .invalidPickupDropOffWindow,
        .forbiddenPickupType,
        .forbiddenDropOffType,
        .forbiddenContinuousPickupDropOff,
        .forbiddenShapeDistTraveled,
        .missingPickupDropOffBookingRuleId,
        // Shapes
        .singleShapePoint,
        .decreasingShapeDistance,
        .equalShapeDistanceSameCoordinates,
        .equalShapeDistanceDiffCoordinates,
        .tripDistanceExceedsShapeDistance,
        .tripDistanceExceedsShapeDistanceBelowThreshold,
        .tripWithShapeDistTraveledButNoShapeDistances,
        .stopTooFarFromShape,
        .stopsMatchShapeOutOfOrder,
        // Transfers and pathways
        .transferDistanceTooLarge,
        .transferWithInvalidStopLocationType,
        .transferWithInvalidTripAndRoute,
        .transferWithInvalidTripAndStop,
        .pathwayLoop,
        .pathwayToWrongLocationType,
        .pathwayToPlatformWithBoardingAreas,
        .pathwayDanglingGenericNode,
        .bidirectionalExitGate,
        // Fares, frequencies and bookings
        .fareTransferRuleDurationLimitWithoutType,
        .fareTransferRuleInvalidTransferCount,
        .fareTransferRuleMissingTransferCount,
        .fareTransferRuleWithForbiddenTransferCount,
        .fareProductWithMultipleDefaultRiderCategories,
        .timeframeOnlyStartOrEndTimeSpecified,
        .timeframeOverlap,
        .missingPriorNoticeDurationMin,
        .missingPriorNoticeLastDay,
        .missingPriorNoticeLastTime,
        .missingPriorNoticeStartTime,
        .forbiddenPriorNoticeStartTime,
        .forbiddenRealTimeBookingFieldValue,
        .forbiddenSameDayBookingFieldValue,
        .forbiddenPriorDayBookingFieldValue,
        .priorNoticeLastDayAfterStartDay,
    ]
}

extension Rule {
    // Files
    static let missingRequiredFile = Rule(
        "missing_required_file", .error,
        "A file that every feed needs is not there: agency, routes, trips, stop_times, or stops without"
            + " locations.geojson.")
    static let missingCalendarAndCalendarDateFiles = Rule(
        "missing_calendar_and_calendar_date_files", .error,
        "The feed has neither calendar.txt nor calendar_dates.txt.")
    static let missingRecommendedFile = Rule(
        "missing_recommended_file", .warning,
        "The feed has no feed_info.txt.")
    static let emptyFile = Rule(
        "empty_file", .error,
        "A file has not even a header, or a required one has no row.")
    static let unknownFile = Rule(
        "unknown_file", .info,
        "A file is not one of the reference's, or lies in a folder inside the feed.")
    static let repeatedFile = Rule(
        "repeated_file", .error,
        "The feed has two files of one table with different contents, of which one is read.")
    static let csvParsingFailed = Rule(
        "csv_parsing_failed", .error,
        "A row cannot be told apart: a quote is not closed, or a line is too long, or has more columns than"
            + " are read.")
    static let malformedJson = Rule(
        "malformed_json", .error,
        "locations.geojson is not GeoJSON, or a part of it is not.")
    static let missingRequiredColumn = Rule(
        "missing_required_column", .error,
        "The header lacks a column that is required.")
    static let missingRecommendedColumn = Rule(
        "missing_recommended_column", .warning,
        "The header lacks a column that is recommended.")
    static let unknownColumn = Rule(
        "unknown_column", .info,
        "The reference does not know a column.")
    static let duplicatedColumn = Rule(
        "duplicated_column", .error,
        "The header has a column twice; the first is read.")
    static let emptyColumnName = Rule(
        "empty_column_name", .error,
        "The header has a column without a name.")
}

extension Rule {
    // Rows and cells
    static let invalidRowLength = Rule(
        "invalid_row_length", .error,
        "A row has more or fewer cells than the header.")
    static let invalidCharacter = Rule(
        "invalid_character", .error,
        "A file is not UTF-8, a row has a NUL, or a column is named with a control character.")
    static let newLineInValue = Rule(
        "new_line_in_value", .error,
        "A value has a line break in it.")
    static let leadingOrTrailingWhitespaces = Rule(
        "leading_or_trailing_whitespaces", .warning,
        "A value has blanks around it.")
    static let missingRequiredField = Rule(
        "missing_required_field", .error,
        "A required value is not there, or one that the rest of the row requires.")
    static let missingRecommendedField = Rule(
        "missing_recommended_field", .warning,
        "A recommended value is not there, though its column is.")
    static let invalidDate = Rule(
        "invalid_date", .error,
        "A value is not a date YYYYMMDD that the calendar has.")
    static let invalidTime = Rule(
        "invalid_time", .error,
        "A value is not a time HH:MM:SS, or a local time is after 24:00:00.")
    static let invalidInteger = Rule(
        "invalid_integer", .error,
        "A value is not a whole number.")
    static let invalidFloat = Rule(
        "invalid_float", .error,
        "A value is not a number.")
    static let numberOutOfRange = Rule(
        "number_out_of_range", .error,
        "A number is beyond what its field allows: a latitude of 95, a negative stop_sequence, a headway of 0.")
    static let unexpectedEnumValue = Rule(
        "unexpected_enum_value", .warning,
        "A number is not one of its field's enumeration.")
    static let invalidColor = Rule(
        "invalid_color", .error,
        "A colour is not six hexadecimal digits.")
    static let invalidUrl = Rule(
        "invalid_url", .error,
        "A URL has no scheme http or https, no host, or blanks in it.")
    static let invalidEmail = Rule(
        "invalid_email", .error,
        "An email address has no name or domain around one @, or blanks in it.")
    static let invalidTimezone = Rule(
        "invalid_timezone", .error,
        "A zone is not one of the IANA time zone database.")
    static let invalidLanguageCode = Rule(
        "invalid_language_code", .error,
        "A language is not a code as IETF BCP 47 forms them.")
    static let invalidCurrency = Rule(
        "invalid_currency", .error,
        "A currency is not three capital letters, as ISO 4217 has them.")
    static let invalidPhoneNumber = Rule(
        "invalid_phone_number", .error,
        "A phone number has no digit in it.")
    static let nonAsciiOrNonPrintableChar = Rule(
        "non_ascii_or_non_printable_char", .warning,
        "An id that a row is known by has a character beyond printable ASCII.")
    static let mixedCaseRecommendedField = Rule(
        "mixed_case_recommended_field", .warning,
        "A name of a stop, route or headsign has two words or more of three letters, all in capitals or all in small letters."
    )
}

extension Rule {
    // Keys and references
    static let duplicateKey = Rule(
        "duplicate_key", .error,
        "Two rows have the same key.")
    static let foreignKeyViolation = Rule(
        "foreign_key_violation", .error,
        "An id stands for nothing: no row of the table it refers to has it.")
    static let moreThanOneEntity = Rule(
        "more_than_one_entity", .warning,
        "feed_info.txt has more than one row.")
    static let translationForeignKeyViolation = Rule(
        "translation_foreign_key_violation", .error,
        "record_id of a translation is not there in its table.")
    static let translationUnknownTableName = Rule(
        "translation_unknown_table_name", .warning,
        "table_name of a translation is not a file of the reference.")
    static let translationUnexpectedValue = Rule(
        "translation_unexpected_value", .error,
        "A translation has both a record_id and a field_value, or a record_sub_id without need.")
    static let unusedTrip = Rule(
        "unused_trip", .warning,
        "A trip has no stop time.")
    static let unusableTrip = Rule(
        "unusable_trip", .warning,
        "A trip calls at fewer than two stops, and has no window of demand-responsive service.")
    static let unusedShape = Rule(
        "unused_shape", .warning,
        "No trip goes along a shape.")
    static let unusedRoute = Rule(
        "unused_route", .info,
        "No trip is of a route.")
    static let unusedService = Rule(
        "unused_service", .info,
        "No trip runs by a service.")
    static let stopWithoutStopTime = Rule(
        "stop_without_stop_time", .warning,
        "No trip calls at a stop.")
    static let unusedStation = Rule(
        "unused_station", .info,
        "No stop is in a station.")
}

extension Rule {
    // Agencies and the feed
    static let inconsistentAgencyTimezone = Rule(
        "inconsistent_agency_timezone", .error,
        "Agencies of one feed have different time zones.")
    static let inconsistentAgencyLang = Rule(
        "inconsistent_agency_lang", .warning,
        "Agencies of one feed have different languages.")
    static let missingRequiredAgencyId = Rule(
        "missing_required_agency_id", .error,
        "There are several agencies, and a row does not say which it means.")
    static let feedInfoLangAndAgencyLangMismatch = Rule(
        "feed_info_lang_and_agency_lang_mismatch", .warning,
        "feed_lang is not the agency's language, and not mul.")
    static let missingFeedInfoDate = Rule(
        "missing_feed_info_date", .warning,
        "Only one of feed_start_date and feed_end_date is there.")
    static let missingFeedContactEmailAndUrl = Rule(
        "missing_feed_contact_email_and_url", .warning,
        "feed_info.txt has neither feed_contact_email nor feed_contact_url.")
    static let feedExpirationDate7Days = Rule(
        "feed_expiration_date7_days", .warning,
        "The feed ends before seven days from today are over.")
    static let feedExpirationDate30Days = Rule(
        "feed_expiration_date30_days", .warning,
        "The feed ends within seven to thirty days from today.")
    static let attributionWithoutRole = Rule(
        "attribution_without_role", .warning,
        "An attribution says neither producer nor operator nor authority.")
}

extension Rule {
    // Stops
    static let missingStopName = Rule(
        "missing_stop_name", .error,
        "A stop, station or entrance has no name.")
    static let stopWithoutLocation = Rule(
        "stop_without_location", .error,
        "A stop, station or entrance has no coordinates.")
    static let pointNearOrigin = Rule(
        "point_near_origin", .error,
        "A point lies within a degree of 0° N 0° E.")
    static let pointNearPole = Rule(
        "point_near_pole", .error,
        "A point lies within a degree of a pole.")
    static let stationWithParentStation = Rule(
        "station_with_parent_station", .error,
        "A station is in another.")
    static let locationWithoutParentStation = Rule(
        "location_without_parent_station", .error,
        "An entrance, generic node or boarding area is in no station.")
    static let wrongParentLocationType = Rule(
        "wrong_parent_location_type", .error,
        "A parent_station is not of the type that the row's location_type asks for.")
    static let platformWithoutParentStation = Rule(
        "platform_without_parent_station", .info,
        "A stop has a platform_code and is in no station.")
    static let sameNameAndDescriptionForStop = Rule(
        "same_name_and_description_for_stop", .warning,
        "stop_desc says what stop_name says.")
    static let sameStopAndAgencyUrl = Rule(
        "same_stop_and_agency_url", .warning,
        "stop_url is the agency's.")
    static let sameStopAndRouteUrl = Rule(
        "same_stop_and_route_url", .warning,
        "stop_url is that of a route.")
    static let stopWithoutZoneId = Rule(
        "stop_without_zone_id", .info,
        "A stop has no zone_id while fare_rules.txt goes by zones.")
    static let stopAccessSpecifiedForIncorrectLocation = Rule(
        "stop_access_specified_for_incorrect_location", .error,
        "stop_access stands at something else than a stop.")
    static let stopAccessSpecifiedForStopWithNoParentStation = Rule(
        "stop_access_specified_for_stop_with_no_parent_station", .error,
        "stop_access stands at a stop that is in no station.")
}

extension Rule {
    static let stopsTooClose = Rule(
        "stops_too_close", .warning, "Two stops that are in no station lie within a metre of each other.")
}

extension Rule {
    // Routes
    static let routeBothShortAndLongNameMissing = Rule(
        "route_both_short_and_long_name_missing", .error,
        "A route has neither route_short_name nor route_long_name.")
    static let routeShortNameTooLong = Rule(
        "route_short_name_too_long", .warning,
        "route_short_name has more than 12 characters.")
    static let routeLongNameContainsShortName = Rule(
        "route_long_name_contains_short_name", .warning,
        "route_long_name begins with route_short_name as a word of its own, or is the same.")
    static let sameNameAndDescriptionForRoute = Rule(
        "same_name_and_description_for_route", .warning,
        "route_desc says what one of the names says.")
    static let duplicateRouteName = Rule(
        "duplicate_route_name", .warning,
        "Two routes of one agency and type have the same short and long names.")
    static let routeColorContrast = Rule(
        "route_color_contrast", .warning,
        "route_color and route_text_color differ by less than 72 of 255 in luma (ITU-R BT.601).")
    static let sameRouteAndAgencyUrl = Rule(
        "same_route_and_agency_url", .warning,
        "route_url is the agency's.")
    static let routeNetworksSpecifiedInMoreThanOneFile = Rule(
        "route_networks_specified_in_more_than_one_file", .error,
        "routes.network_id is there beside networks.txt or route_networks.txt.")
}

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
    // Transfers and pathways
    static let transferDistanceTooLarge = Rule(
        "transfer_distance_too_large", .warning,
        "The stops of a transfer are more than 10 km apart.")
    static let transferWithInvalidStopLocationType = Rule(
        "transfer_with_invalid_stop_location_type", .error,
        "A transfer is to or from something else than a stop or station.")
    static let transferWithInvalidTripAndRoute = Rule(
        "transfer_with_invalid_trip_and_route", .error,
        "A transfer names a trip that is not of the route it names.")
    static let transferWithInvalidTripAndStop = Rule(
        "transfer_with_invalid_trip_and_stop", .error,
        "A transfer names a trip that does not call at the stop it names, or in the station.")
    static let pathwayLoop = Rule(
        "pathway_loop", .warning,
        "A pathway leads from a place to itself.")
    static let pathwayToWrongLocationType = Rule(
        "pathway_to_wrong_location_type", .error,
        "A pathway leads to or from a station.")
    static let pathwayToPlatformWithBoardingAreas = Rule(
        "pathway_to_platform_with_boarding_areas", .error,
        "A pathway leads to or from a platform that has boarding areas.")
    static let pathwayDanglingGenericNode = Rule(
        "pathway_dangling_generic_node", .warning,
        "A generic node has only one way in or out.")
    static let bidirectionalExitGate = Rule(
        "bidirectional_exit_gate", .error,
        "An exit gate can be walked both ways.")
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
