// Rules of agencies, stops, routes, transfers and pathways.

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
