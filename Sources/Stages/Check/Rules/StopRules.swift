extension Rule {
    static let stops = RuleGroup(
        "Stops",
        [
            Rule(
                "missing_stop_name", .error,
                "A stop, station or entrance has no name.",
                remedy: "Fill in stop_name as riders know the stop.",
                breaks: "edit stops.txt 5: stop_name=",
                passes: "edit stops.txt 4: stop_name=",
                .row(of: "stops", .all([.isStopLike, .lacks("stop_name")]), shows: "location_type")),
            Rule(
                "stop_without_location", .error,
                "A stop, station or entrance has no coordinates.",
                remedy: "Fill in stop_lat and stop_lon.",
                breaks: "edit stops.txt 5: stop_lat=",
                passes: "edit stops.txt 4: stop_lat=; stop_lon=",
                .row(
                    of: "stops", .all([.isStopLike, .any([.lacks("stop_lat"), .lacks("stop_lon")])]),
                    shows: "location_type", "stop_lat", "stop_lon")),
            .pointNearOrigin,
            .pointNearPole,
            Rule(
                "station_with_parent_station", .error,
                "A station has a parent_station.",
                remedy: "Remove parent_station, or set location_type to 0 if the row is a platform.",
                breaks: "edit stops.txt 1: parent_station=ST",
                passes: "edit stops.txt 1: parent_station=",
                .row(
                    of: "stops", .all([.isOne(of: [1], "location_type"), .has("parent_station")]),
                    shows: "parent_station")),
            Rule(
                "location_without_parent_station", .error,
                "An entrance, generic node or boarding area has no parent_station.",
                remedy: "Set parent_station to the station that the location belongs to.",
                breaks: "edit stops.txt 3: parent_station=",
                passes: "edit stops.txt 2: parent_station=; platform_code=",
                .row(
                    of: "stops", .all([.isOne(of: [2, 3, 4], "location_type"), .lacks("parent_station")]),
                    shows: "location_type")),
            .wrongParentLocationType,
            Rule(
                "platform_without_parent_station", .info,
                "A stop has a platform_code but no parent_station.",
                remedy: "Set parent_station to the station that the platform belongs to, or remove platform_code.",
                breaks: "edit stops.txt 5: platform_code=2",
                passes: "edit stops.txt 5: platform_code=2; parent_station=ST",
                .row(
                    of: "stops",
                    .all([
                        .not(.isOne(of: [1, 2, 3, 4], "location_type")), .has("platform_code"),
                        .lacks("parent_station"),
                    ]),
                    shows: "platform_code")),
            Rule(
                "same_name_and_description_for_stop", .warning,
                "stop_desc repeats stop_name.",
                remedy: "Describe the stop in other words than its name, or remove stop_desc.",
                breaks: "edit stops.txt 5: stop_desc=mill",
                passes: "edit stops.txt 5: stop_desc=the mill",
                .row(of: "stops", .same("stop_name", "stop_desc"), shows: "stop_name", "stop_desc")),
            .sameStopAndAgencyUrl,
            .sameStopAndRouteUrl,
            .stopWithoutZoneId,
            Rule(
                "stop_access_specified_for_incorrect_location", .error,
                "A location that is not a stop has stop_access.",
                remedy: "Remove stop_access, or set location_type to 0 if the location is a stop.",
                breaks: "edit stops.txt 3: stop_access=1",
                passes: "edit stops.txt 2: stop_access=1",
                .row(
                    of: "stops", .all([.has("stop_access"), .isOne(of: [1, 2, 3, 4], "location_type")]),
                    shows: "location_type",
                    "stop_access")),
            Rule(
                "stop_access_specified_for_stop_with_no_parent_station", .error,
                "A stop without parent_station has stop_access.",
                remedy: "Remove stop_access, or set parent_station.",
                breaks: "edit stops.txt 5: stop_access=1",
                passes: "edit stops.txt 2: stop_access=0",
                .row(
                    of: "stops",
                    .all([
                        .has("stop_access"), .not(.isOne(of: [1, 2, 3, 4], "location_type")), .lacks("parent_station"),
                    ]),
                    shows: "stop_access")),
            .stopsTooClose,
        ])

    static let pointNearOrigin = Rule(
        "point_near_origin", .error,
        "A point lies within a degree of 0° N 0° E.",
        remedy: "Replace the coordinates with those of the place; a missing coordinate must not be written as 0.",
        breaks: "edit stops.txt 7: stop_lat=1; stop_lon=-1",
        passes: "edit stops.txt 7: stop_lat=1.1; stop_lon=0")

    static let pointNearPole = Rule(
        "point_near_pole", .error,
        "A point lies within a degree of a pole.",
        remedy: "Correct the coordinates, and check that latitude and longitude are not swapped.",
        breaks: "edit stops.txt 7: stop_lat=-89",
        passes: "edit stops.txt 7: stop_lat=-88.9")

    static let wrongParentLocationType = Rule(
        "wrong_parent_location_type", .error,
        "The location_type of a parent_station does not fit the location_type of the row.",
        remedy: "Set parent_station to a station, or for a boarding area to its platform.",
        breaks: "edit stops.txt 3: parent_station=P1",
        passes: "edit stops.txt 3: parent_station=ST")

    static let sameStopAndAgencyUrl = Rule(
        "same_stop_and_agency_url", .warning,
        "stop_url equals an agency_url.",
        remedy: "Link to a page about the stop, or remove stop_url.",
        breaks: "edit stops.txt 5: stop_url=https://harbour.example.com",
        passes: "edit stops.txt 5: stop_url=https://harbour.example.com/mill")

    static let sameStopAndRouteUrl = Rule(
        "same_stop_and_route_url", .warning,
        "stop_url equals a route_url.",
        remedy: "Link to a page about the stop, or remove stop_url.",
        breaks:
            "edit stops.txt 5: stop_url=https://harbour.example.com/1 && edit routes.txt 1: route_url=https://harbour.example.com/1",
        passes:
            "edit stops.txt 5: stop_url=https://harbour.example.com/mill && edit routes.txt 1: route_url=https://harbour.example.com/1"
    )

    static let stopWithoutZoneId = Rule(
        "stop_without_zone_id", .info,
        "A stop has no zone_id, although a route that serves it has fares by zone in fare_rules.txt.",
        remedy: "Fill in zone_id, so that fares from and to the stop can be computed.",
        breaks: "edit stops.txt 5: zone_id=",
        passes: "edit stops.txt 7: zone_id=")

    static let stopsTooClose = Rule(
        "stops_too_close", .warning,
        "Two stops without parent_station lie within a metre of each other.",
        remedy: "Merge the two stops, or correct the coordinates of one of them.",
        differs: "The canonical validator has no such rule; such stops are mostly one stop that was entered twice.",
        breaks: "edit stops.txt 7: stop_lat=48.8800; stop_lon=2.3600",
        passes: "edit stops.txt 7: stop_lat=48.8801; stop_lon=2.3600")
}
