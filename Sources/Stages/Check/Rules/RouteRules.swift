extension Rule {
    static let routes = RuleGroup(
        "Routes",
        [
            Rule(
                "route_both_short_and_long_name_missing", .error,
                "A route has neither route_short_name nor route_long_name.",
                remedy: "Fill in route_short_name, route_long_name or both.",
                breaks: "edit routes.txt 1: route_short_name=; route_long_name=",
                passes: "edit routes.txt 1: route_short_name=",
                .row(of: "routes", .all([.lacks("route_short_name"), .lacks("route_long_name")]))),
            .routeShortNameTooLong,
            .routeLongNameContainsShortName,
            Rule(
                "same_name_and_description_for_route", .warning,
                "route_desc repeats one of the route's names.",
                remedy: "Describe the route in other words than its names, or remove route_desc.",
                breaks: "edit routes.txt 1: route_desc=Harbour to wood",
                passes: "edit routes.txt 1: route_desc=From Harbour to Wood",
                .row(
                    of: "routes",
                    .any([.same("route_desc", "route_short_name"), .same("route_desc", "route_long_name")]),
                    shows: "route_desc")),
            .duplicateRouteName,
            .routeColorContrast,
            .sameRouteAndAgencyUrl,
            .routeNetworksSpecifiedInMoreThanOneFile,
        ])

    static let routeShortNameTooLong = Rule(
        "route_short_name_too_long", .warning,
        "route_short_name has more than 12 characters.",
        remedy: "Shorten route_short_name to the name on the vehicles' signs, and move the rest to route_long_name.",
        breaks: "edit routes.txt 1: route_short_name=Harbour-Wood1",
        passes: "edit routes.txt 1: route_short_name=Harbour-Wood")

    static let routeLongNameContainsShortName = Rule(
        "route_long_name_contains_short_name", .warning,
        "route_long_name equals route_short_name or begins with it as a separate word.",
        remedy: "Remove the short name from route_long_name, because applications show both names.",
        breaks: "edit routes.txt 1: route_long_name=1 Harbour",
        passes: "edit routes.txt 1: route_long_name=100 Harbour")

    static let duplicateRouteName = Rule(
        "duplicate_route_name", .warning,
        "Two routes of one agency and type have the same short and long names.",
        remedy: "Merge the two routes, or give each a name of its own.",
        breaks: "edit routes.txt 2: route_short_name=1; route_long_name=Harbour to Wood",
        passes: "edit routes.txt 2: route_short_name=1; route_long_name=Harbour to Wood; route_type=2")

    static let routeColorContrast = Rule(
        "route_color_contrast", .warning,
        "route_color and route_text_color differ by less than 72 of 255 in luma (ITU-R BT.601).",
        remedy: "Choose white or black for route_text_color, whichever differs more from route_color.",
        breaks: "edit routes.txt 1: route_color=000000; route_text_color=474747",
        passes: "edit routes.txt 1: route_color=000000; route_text_color=484848")

    static let sameRouteAndAgencyUrl = Rule(
        "same_route_and_agency_url", .warning,
        "route_url equals an agency_url.",
        remedy: "Link to a page about the route, or remove route_url.",
        breaks: "edit routes.txt 1: route_url=https://harbour.example.com",
        passes: "edit routes.txt 1: route_url=https://harbour.example.com/1")

    static let routeNetworksSpecifiedInMoreThanOneFile = Rule(
        "route_networks_specified_in_more_than_one_file", .error,
        "routes.txt has network_id, and the feed has networks.txt or route_networks.txt.",
        remedy: "Remove the column network_id from routes.txt, or remove networks.txt and route_networks.txt.",
        breaks: "edit routes.txt 1: network_id=NW && file networks.txt network_id",
        passes: "edit routes.txt 1: network_id=NW")
}
