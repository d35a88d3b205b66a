extension Rule {
    static let stopTimes = RuleGroup(
        "Stop times",
        [
            .missingTripEdge,
            Rule(
                "stop_time_with_only_arrival_or_departure_time", .error,
                "A stop time has only one of arrival_time and departure_time.",
                remedy: "Fill in both times; if a vehicle does not wait, they are the same.",
                breaks: "edit stop_times.txt 2: arrival_time=; timepoint=0",
                passes: "edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=0",
                .row(
                    of: "stop_times", .hasOnlyOne("arrival_time", "departure_time"),
                    shows: "arrival_time", "departure_time")),
            .stopTimeWithArrivalBeforePreviousDepartureTime,
            Rule(
                "stop_time_timepoint_without_times", .error,
                "timepoint is 1, but a time is missing; each missing time counts.",
                remedy: "Fill in both times, or set timepoint to 0.",
                breaks: "edit stop_times.txt 2: arrival_time=; departure_time=",
                passes: "edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=0",
                .row(
                    of: "stop_times", .all([.isOne(of: [1], "timepoint"), .lacks("arrival_time")]),
                    shows: "arrival_time", "timepoint"),
                .row(
                    of: "stop_times", .all([.isOne(of: [1], "timepoint"), .lacks("departure_time")]),
                    shows: "departure_time", "timepoint")),
            Rule(
                "missing_timepoint_value", .warning,
                "A stop time with times has no timepoint, although the column is present.",
                remedy: "Set timepoint to 1 if the times are exact, and to 0 if they are approximate.",
                breaks: "edit stop_times.txt 2: timepoint=",
                passes: "edit stop_times.txt 2: timepoint=0",
                .row(
                    of: "stop_times",
                    .all([.hasColumn("timepoint"), .lacks("timepoint"), .hasAny("arrival_time", "departure_time")]),
                    shows: "arrival_time", "departure_time", "timepoint")),
            .decreasingOrEqualStopTimeDistance,
            .fastTravelBetweenConsecutiveStops,
            .fastTravelBetweenFarStops,
            .locationWithUnexpectedStopTime,
            .unsortedStopTimes,
            .missingStopTimesRecord,
            .overlappingZoneAndPickupDropOffWindow,
            .tripHeadsignMatchesIntermediateStop,
            .missingBikeAllowance,
            Rule(
                "forbidden_geography_id", .error,
                "A stop time has more than one of stop_id, location_group_id and location_id.",
                remedy: "Keep one of stop_id, location_group_id and location_id.",
                breaks: "edit stop_times.txt 9: stop_id=S4",
                passes: "edit stop_times.txt 9: stop_id=",
                .row(
                    of: "stop_times",
                    .any([.all([.has("stop_id"), .area]), .all([.has("location_group_id"), .has("location_id")])]),
                    shows: "stop_id", "location_group_id", "location_id")),
            Rule(
                "forbidden_arrival_or_departure_time", .error,
                "A stop time has both a time and a pickup/drop-off window.",
                remedy: "Remove the times, or remove the pickup/drop-off window.",
                breaks: "edit stop_times.txt 9: arrival_time=09:00:00; departure_time=09:00:00",
                passes:
                    "edit stop_times.txt 9: start_pickup_drop_off_window=; end_pickup_drop_off_window=; location_group_id=; stop_id=S4; arrival_time=09:00:00; departure_time=09:00:00",
                .row(
                    of: "stop_times", .all([.window, .hasAny("arrival_time", "departure_time")]),
                    shows: "arrival_time", "departure_time", "start_pickup_drop_off_window",
                    "end_pickup_drop_off_window")),
            Rule(
                "missing_pickup_or_drop_off_window", .error,
                "Only one end of a pickup/drop-off window is present, or a location or location group has no window.",
                remedy: "Fill in start_pickup_drop_off_window and end_pickup_drop_off_window.",
                differs: "The canonical validator does not report a location or location group without any window.",
                breaks: "edit stop_times.txt 9: end_pickup_drop_off_window=",
                passes: "edit stop_times.txt 9: end_pickup_drop_off_window=09:00:01",
                .row(
                    of: "stop_times",
                    .any([
                        .hasOnlyOne("start_pickup_drop_off_window", "end_pickup_drop_off_window"),
                        .all([.area, .not(.window)]),
                    ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window")),
            Rule(
                "invalid_pickup_drop_off_window", .error,
                "A pickup/drop-off window ends at or before its start.",
                remedy:
                    "Move the end of the window behind its start; a time after midnight is written as 24:00:00 or more.",
                breaks: "edit stop_times.txt 9: end_pickup_drop_off_window=09:00:00",
                passes: "edit stop_times.txt 9: end_pickup_drop_off_window=09:00:01",
                .row(
                    of: "stop_times",
                    .any([
                        .isLess("end_pickup_drop_off_window", than: "start_pickup_drop_off_window"),
                        .isEqual("end_pickup_drop_off_window", "start_pickup_drop_off_window"),
                    ]), shows: "start_pickup_drop_off_window", "end_pickup_drop_off_window")),
            Rule(
                "forbidden_pickup_type", .error,
                "A stop time with a pickup/drop-off window has pickup_type 0 or 3.",
                remedy: "Set pickup_type to 1 or 2.",
                breaks: "edit stop_times.txt 9: pickup_type=3",
                passes: "edit stop_times.txt 9: pickup_type=1",
                .row(
                    of: "stop_times",
                    .all([.window, .any([.lacks("pickup_type"), .isOne(of: [0, 3], "pickup_type")])]),
                    shows: "pickup_type")),
            Rule(
                "forbidden_drop_off_type", .error,
                "A stop time with a pickup/drop-off window has drop_off_type 0.",
                remedy: "Set drop_off_type to 1, 2 or 3.",
                breaks: "edit stop_times.txt 10: drop_off_type=0",
                passes: "edit stop_times.txt 10: drop_off_type=3",
                .row(
                    of: "stop_times",
                    .all([.window, .any([.lacks("drop_off_type"), .isOne(of: [0], "drop_off_type")])]),
                    shows: "drop_off_type")),
            .forbiddenContinuousPickupDropOff,
            Rule(
                "forbidden_shape_dist_traveled", .error,
                "A stop time at a location or location group has shape_dist_traveled.",
                remedy: "Remove shape_dist_traveled from the row.",
                breaks: "edit stop_times.txt 9: shape_dist_traveled=1",
                passes: "edit stop_times.txt 2: shape_dist_traveled=1",
                .row(
                    of: "stop_times", .all([.lacks("stop_id"), .area, .has("shape_dist_traveled")]),
                    shows: "shape_dist_traveled")),
            Rule(
                "missing_pickup_drop_off_booking_rule_id", .warning,
                "pickup_type or drop_off_type is 2 in a pickup/drop-off window without a booking rule.",
                remedy: "Set pickup_booking_rule_id or drop_off_booking_rule_id, so that riders know how to book.",
                differs: "Reported in a feed without booking_rules.txt as well, which lacks the rule.",
                breaks: "edit stop_times.txt 9: pickup_booking_rule_id=",
                passes: "edit stop_times.txt 9: pickup_booking_rule_id=; pickup_type=1",
                .row(
                    of: "stop_times",
                    .all([
                        .isOne(of: [2], "pickup_type"), .has("start_pickup_drop_off_window"),
                        .lacks("pickup_booking_rule_id"),
                    ]), shows: "pickup_type", "pickup_booking_rule_id"),
                .row(
                    of: "stop_times",
                    .all([
                        .isOne(of: [2], "drop_off_type"), .has("end_pickup_drop_off_window"),
                        .lacks("drop_off_booking_rule_id"),
                    ]), shows: "drop_off_type", "drop_off_booking_rule_id")),
        ])

    static let missingTripEdge = Rule(
        "missing_trip_edge", .error,
        "The first or the last stop time of a trip lacks a time and has no pickup/drop-off window; each missing time counts.",
        remedy: "Fill in arrival_time and departure_time at the first and the last stop of the trip.",
        breaks: "edit stop_times.txt 3: arrival_time=; departure_time=; timepoint=",
        passes: "edit stop_times.txt 2: arrival_time=; departure_time=; timepoint=")

    static let stopTimeWithArrivalBeforePreviousDepartureTime = Rule(
        "stop_time_with_arrival_before_previous_departure_time", .error,
        "A trip arrives at a stop before it departs from the previous one.",
        remedy: "Correct the times or stop_sequence; a time after midnight is written as 24:00:00 or more.",
        breaks: "edit stop_times.txt 2: arrival_time=07:59:00; departure_time=08:05:00",
        passes: "edit stop_times.txt 2: arrival_time=08:00:00; departure_time=08:05:00")

    static let decreasingOrEqualStopTimeDistance = Rule(
        "decreasing_or_equal_stop_time_distance", .error,
        "shape_dist_traveled does not increase from one stop of a trip to the next.",
        remedy: "Compute shape_dist_traveled again along the trip's shape, in the order of stop_sequence.",
        breaks: "edit stop_times.txt 2: shape_dist_traveled=0",
        passes: "edit stop_times.txt 2: shape_dist_traveled=0.1")

    static let fastTravelBetweenConsecutiveStops = Rule(
        "fast_travel_between_consecutive_stops", .warning,
        "The speed from one stop with a time to the next stop with a time exceeds the maximum for the type of vehicle.",
        remedy: "Correct the times, the coordinates of the two stops, or the route_type.",
        breaks: "edit stop_times.txt 2: arrival_time=08:00:30; departure_time=08:00:30",
        passes: "edit stop_times.txt 2: arrival_time=08:01:00; departure_time=08:01:00")

    static let fastTravelBetweenFarStops = Rule(
        "fast_travel_between_far_stops", .warning,
        "The speed over more than 10 km exceeds the maximum for the type of vehicle.",
        remedy: "Correct the times, the coordinates of the stops, or the route_type.",
        breaks:
            "add stops.txt S9,Castle,,49.30,2.34,Z2,,0,,,, && add trips.txt R1,WK,T9,Castle,0,, && add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,, && add stop_times.txt T9,08:18:00,08:18:00,S9,,2,,,,,,,1,,",
        passes:
            "add stops.txt S9,Castle,,49.30,2.34,Z2,,0,,,, && add trips.txt R1,WK,T9,Castle,0,, && add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,, && add stop_times.txt T9,08:19:00,08:19:00,S9,,2,,,,,,,1,,"
    )

    static let locationWithUnexpectedStopTime = Rule(
        "location_with_unexpected_stop_time", .error,
        "Trips call at a station, an entrance, a generic node or a boarding area; each such location counts once (E010).",
        remedy: "Replace stop_id with a stop or platform of the station.",
        breaks: "edit stop_times.txt 1: stop_id=ST",
        passes: "edit stop_times.txt 1: stop_id=S3")

    static let unsortedStopTimes = Rule(
        "unsorted_stop_times", .info,
        "The stop times of a trip are not consecutive in the file, or not sorted by stop_sequence.",
        remedy: "Sort stop_times.txt by trip_id and stop_sequence.",
        breaks:
            "edit stop_times.txt 1: stop_sequence=4; arrival_time=08:20:00; departure_time=08:20:00; shape_dist_traveled=",
        passes: "edit stop_times.txt 1: stop_sequence=0")

    static let forbiddenContinuousPickupDropOff = Rule(
        "forbidden_continuous_pickup_drop_off", .error,
        "A stop time with a pickup/drop-off window, or the route of its trip, has continuous_pickup or continuous_drop_off other than 1.",
        remedy: "Leave continuous_pickup and continuous_drop_off empty or set them to 1.",
        differs: "The canonical validator looks at the values of the route only, not at those of the stop time.",
        breaks: "edit stop_times.txt 9: continuous_pickup=0",
        passes: "edit stop_times.txt 9: continuous_pickup=1",
        .row(
            of: "stop_times",
            .all([
                .window,
                .any([.isOne(of: [0, 2, 3], "continuous_pickup"), .isOne(of: [0, 2, 3], "continuous_drop_off")]),
            ]), shows: "continuous_pickup", "continuous_drop_off"))

    static let missingStopTimesRecord = Rule(
        "missing_stop_times_record", .error,
        "The only stop time of a trip has a pickup/drop-off window, pickup_type 2 and drop_off_type 2.",
        remedy: "Add a second stop time, which may name the same zone: riders board at one and alight at the other.",
        breaks: "remove stop_times.txt 10 && edit stop_times.txt 9: drop_off_type=2; drop_off_booking_rule_id=BS",
        passes: "edit stop_times.txt 9: drop_off_type=2; drop_off_booking_rule_id=BS")

    static let overlappingZoneAndPickupDropOffWindow = Rule(
        "overlapping_zone_and_pickup_drop_off_window", .error,
        "Two stop times of a trip are at zones that partly overlap, in windows that overlap, with the same pickup_type or"
            + " drop_off_type; each such pair counts.",
        remedy: "Change the zones or the windows, so that a place and a time belong to one stop time.",
        differs: "The first 100 stop times of a trip at zones are compared.",
        breaks:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"A","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.9],[2.3,48.8]]]}},{"type":"Feature","id":"B","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.35,48.8],[2.5,48.8],[2.5,48.9],[2.35,48.9],[2.35,48.8]]]}}]} && column stop_times.txt location_id= && edit stop_times.txt 9: location_group_id=; location_id=A && edit stop_times.txt 10: location_group_id=; location_id=B; pickup_type=2; pickup_booking_rule_id=BS"#,
        passes:
            #"file locations.geojson {"type":"FeatureCollection","features":[{"type":"Feature","id":"A","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.3,48.8],[2.4,48.8],[2.4,48.9],[2.3,48.9],[2.3,48.8]]]}},{"type":"Feature","id":"B","properties":{},"geometry":{"type":"Polygon","coordinates":[[[2.4,48.8],[2.5,48.8],[2.5,48.9],[2.4,48.9],[2.4,48.8]]]}}]} && column stop_times.txt location_id= && edit stop_times.txt 9: location_group_id=; location_id=A && edit stop_times.txt 10: location_group_id=; location_id=B; pickup_type=2; pickup_booking_rule_id=BS"#
    )

    static let tripHeadsignMatchesIntermediateStop = Rule(
        "trip_headsign_matches_intermediate_stop", .info,
        "trip_headsign is the name of a stop before the trip's last stop; each such stop time counts.",
        remedy: "Set trip_headsign to the destination, and use stop_headsign where the sign changes during the trip.",
        differs:
            "Trips that end where they began are passed over one by one; the canonical validator stops at the first.",
        breaks: "edit trips.txt 1: trip_headsign=mill",
        passes: "edit trips.txt 1: trip_headsign=Wood")

    static let missingBikeAllowance = Rule(
        "missing_bike_allowance", .warning,
        "A trip of a ferry (route_type 4) does not say in bikes_allowed whether bicycles are allowed.",
        remedy: "Set bikes_allowed to 1 or 2.",
        breaks: "edit routes.txt 1: route_type=4 && column trips.txt bikes_allowed=0",
        passes: "edit routes.txt 1: route_type=4 && column trips.txt bikes_allowed=2")
}
