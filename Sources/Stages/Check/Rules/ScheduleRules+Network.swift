// Rules of agencies, stops and routes.

extension Rule {
    /// Rules of agencies and the feed.
    static let agencies: [Rule] = [
        .inconsistentAgencyTimezone,
        .inconsistentAgencyLang,
        .missingRequiredAgencyId,
        .feedInfoLangAndAgencyLangMismatch,
        Rule(
            "missing_feed_info_date", .warning,
            "Only one of feed_start_date and feed_end_date is present.",
            .row(
                of: "feed_info", .hasOnlyOne("feed_start_date", "feed_end_date"),
                shows: "feed_start_date", "feed_end_date")),
        Rule(
            "missing_feed_contact_email_and_url", .warning,
            "feed_info.txt has neither feed_contact_email nor feed_contact_url.",
            .row(of: "feed_info", .all([.lacks("feed_contact_email"), .lacks("feed_contact_url")]))),
        .feedExpirationDate7Days,
        .feedExpirationDate30Days,
        Rule(
            "attribution_without_role", .warning,
            "An attribution is marked neither as producer nor as operator nor as authority.",
            .row(
                of: "attributions",
                .not(
                    .any([
                        .isOne(of: [1], "is_producer"), .isOne(of: [1], "is_operator"), .isOne(of: [1], "is_authority"),
                    ])),
                shows: "organization_name")),
    ]

    static let inconsistentAgencyTimezone = Rule(
        "inconsistent_agency_timezone", .error,
        "The agencies of the feed have different time zones.")
    static let inconsistentAgencyLang = Rule(
        "inconsistent_agency_lang", .warning,
        "The agencies of the feed have different languages.")
    static let missingRequiredAgencyId = Rule(
        "missing_required_agency_id", .error,
        "The feed has several agencies, and a row has no agency_id.")
    static let feedInfoLangAndAgencyLangMismatch = Rule(
        "feed_info_lang_and_agency_lang_mismatch", .warning,
        "feed_lang is neither the agency's language nor mul.")
    static let feedExpirationDate7Days = Rule(
        "feed_expiration_date7_days", .warning,
        "The feed has ended, or ends within seven days.")
    static let feedExpirationDate30Days = Rule(
        "feed_expiration_date30_days", .warning,
        "The feed ends in seven to thirty days.")
}

extension Rule {
    /// Rules of stops.
    static let stops: [Rule] = [
        Rule(
            "missing_stop_name", .error,
            "A stop, station or entrance has no name.",
            .row(of: "stops", .all([.isStopLike, .lacks("stop_name")]), shows: "location_type")),
        Rule(
            "stop_without_location", .error,
            "A stop, station or entrance has no coordinates.",
            .row(
                of: "stops", .all([.isStopLike, .any([.lacks("stop_lat"), .lacks("stop_lon")])]),
                shows: "location_type", "stop_lat", "stop_lon")),
        .pointNearOrigin,
        .pointNearPole,
        Rule(
            "station_with_parent_station", .error,
            "A station has a parent_station.",
            .row(
                of: "stops", .all([.isOne(of: [1], "location_type"), .has("parent_station")]),
                shows: "parent_station")),
        Rule(
            "location_without_parent_station", .error,
            "An entrance, generic node or boarding area has no parent_station.",
            .row(
                of: "stops", .all([.isOne(of: [2, 3, 4], "location_type"), .lacks("parent_station")]),
                shows: "location_type")),
        .wrongParentLocationType,
        Rule(
            "platform_without_parent_station", .info,
            "A stop has a platform_code but no parent_station.",
            .row(
                of: "stops",
                .all([
                    .not(.isOne(of: [1, 2, 3, 4], "location_type")), .has("platform_code"), .lacks("parent_station"),
                ]),
                shows: "platform_code")),
        Rule(
            "same_name_and_description_for_stop", .warning,
            "stop_desc repeats stop_name.",
            .row(of: "stops", .same("stop_name", "stop_desc"), shows: "stop_name", "stop_desc")),
        .sameStopAndAgencyUrl,
        .sameStopAndRouteUrl,
        .stopWithoutZoneId,
        Rule(
            "stop_access_specified_for_incorrect_location", .error,
            "A location that is not a stop has stop_access.",
            .row(
                of: "stops", .all([.has("stop_access"), .isOne(of: [1, 2, 3, 4], "location_type")]),
                shows: "location_type",
                "stop_access")),
        Rule(
            "stop_access_specified_for_stop_with_no_parent_station", .error,
            "A stop without parent_station has stop_access.",
            .row(
                of: "stops",
                .all([.has("stop_access"), .not(.isOne(of: [1, 2, 3, 4], "location_type")), .lacks("parent_station")]),
                shows: "stop_access")),
        .stopsTooClose,
    ]

    static let pointNearOrigin = Rule(
        "point_near_origin", .error,
        "A point lies within a degree of 0° N 0° E.")
    static let pointNearPole = Rule(
        "point_near_pole", .error,
        "A point lies within a degree of a pole.")
    static let wrongParentLocationType = Rule(
        "wrong_parent_location_type", .error,
        "The location_type of a parent_station does not fit the location_type of the row.")
    static let sameStopAndAgencyUrl = Rule(
        "same_stop_and_agency_url", .warning,
        "stop_url equals an agency_url.")
    static let sameStopAndRouteUrl = Rule(
        "same_stop_and_route_url", .warning,
        "stop_url equals a route_url.")
    static let stopWithoutZoneId = Rule(
        "stop_without_zone_id", .info,
        "A stop has no zone_id, although fare_rules.txt uses zones.")
    static let stopsTooClose = Rule(
        "stops_too_close", .warning, "Two stops without parent_station lie within a metre of each other.")
}

extension Rule {
    /// Rules of routes.
    static let routes: [Rule] = [
        Rule(
            "route_both_short_and_long_name_missing", .error,
            "A route has neither route_short_name nor route_long_name.",
            .row(of: "routes", .all([.lacks("route_short_name"), .lacks("route_long_name")]))),
        .routeShortNameTooLong,
        .routeLongNameContainsShortName,
        Rule(
            "same_name_and_description_for_route", .warning,
            "route_desc repeats one of the route's names.",
            .row(
                of: "routes", .any([.same("route_desc", "route_short_name"), .same("route_desc", "route_long_name")]),
                shows: "route_desc")),
        .duplicateRouteName,
        .routeColorContrast,
        .sameRouteAndAgencyUrl,
        .routeNetworksSpecifiedInMoreThanOneFile,
    ]

    static let routeShortNameTooLong = Rule(
        "route_short_name_too_long", .warning,
        "route_short_name has more than 12 characters.")
    static let routeLongNameContainsShortName = Rule(
        "route_long_name_contains_short_name", .warning,
        "route_long_name equals route_short_name or begins with it as a separate word.")
    static let duplicateRouteName = Rule(
        "duplicate_route_name", .warning,
        "Two routes of one agency and type have the same short and long names.")
    static let routeColorContrast = Rule(
        "route_color_contrast", .warning,
        "route_color and route_text_color differ by less than 72 of 255 in luma (ITU-R BT.601).")
    static let sameRouteAndAgencyUrl = Rule(
        "same_route_and_agency_url", .warning,
        "route_url equals an agency_url.")
    static let routeNetworksSpecifiedInMoreThanOneFile = Rule(
        "route_networks_specified_in_more_than_one_file", .error,
        "routes.txt has network_id, and the feed has networks.txt or route_networks.txt.")
}
