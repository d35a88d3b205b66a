extension Rule {
    static let references = RuleGroup(
        "Keys and references",
        [
            .duplicateKey,
            .foreignKeyViolation,
            .moreThanOneEntity,
            .translationForeignKeyViolation,
            .translationUnknownTableName,
            Rule(
                "translation_unexpected_value", .error,
                "A translation has both record_id and field_value, or an id that its table does not need.",
                remedy:
                    "Identify the translated text either by record_id or by field_value. Only stop_times.txt needs record_sub_id too; feed_info.txt needs no id.",
                breaks: "edit translations.txt 1: field_value=Mill",
                passes: "edit translations.txt 1: record_id=; field_value=Mill",
                .row(
                    of: "translations",
                    .any([
                        .all([.has("field_value"), .hasAny("record_id", "record_sub_id")]),
                        .all([.has("record_sub_id"), .not(.isText("table_name", ["stop_times"]))]),
                        .all([.has("record_id"), .isText("table_name", ["feed_info"])]),
                    ]), shows: "table_name", "record_id", "record_sub_id", "field_value")),
            .unusedTrip,
            .unusableTrip,
            .unusedShape,
            .unusedRoute,
            .unusedService,
            .stopWithoutStopTime,
            .unusedStation,
        ])

    static let duplicateKey = Rule(
        "duplicate_key", .error,
        "Two rows have the same key.",
        remedy: "Remove one of the rows, or give the second row a key of its own.",
        breaks: "add levels.txt L0,1",
        passes: "add levels.txt L1,1")

    static let foreignKeyViolation = Rule(
        "foreign_key_violation", .error,
        "An id refers to a row that does not exist.",
        remedy: "Correct the id, or add the row that the id refers to.",
        differs:
            "Ids that refer to a missing file are not checked. Only `check` checks ids in location_group_stops.txt.",
        breaks: "edit trips.txt 1: route_id=R9",
        passes: "edit trips.txt 1: route_id=R2")

    static let moreThanOneEntity = Rule(
        "more_than_one_entity", .warning,
        "feed_info.txt has more than one row.",
        remedy: "Keep one row of feed_info.txt.",
        breaks:
            "add feed_info.txt Harbour,https://harbour.example.com,fr,20260101,20261231,1,,https://harbour.example.com",
        passes: "edit feed_info.txt 1: feed_version=2")

    static let translationForeignKeyViolation = Rule(
        "translation_foreign_key_violation", .error,
        "The record_id of a translation does not exist in the translated table.",
        remedy: "Correct record_id and record_sub_id, or remove the translation.",
        breaks: "edit translations.txt 1: record_id=S9",
        passes: "edit translations.txt 1: record_id=S3")

    static let translationUnknownTableName = Rule(
        "translation_unknown_table_name", .warning,
        "The table_name of a translation is not a file in the GTFS reference.",
        remedy: "Write the table's name without .txt, as the reference lists it.",
        breaks: "edit translations.txt 1: table_name=stop",
        passes: "edit translations.txt 1: table_name=pathways; record_id=W1; field_name=signposted_as")

    static let unusedTrip = Rule(
        "unused_trip", .warning,
        "A trip has no stop times.",
        remedy: "Add the stop times of the trip, or remove the trip.",
        breaks: "add trips.txt R1,WK,T9,Wood,0,,",
        passes: "add trips.txt R1,WK,T9,Wood,0,, && add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,,")

    static let unusableTrip = Rule(
        "unusable_trip", .warning,
        "A trip has fewer than two stops, and no demand-responsive time window.",
        remedy: "Add the missing stop times of the trip, or remove the trip.",
        breaks: "add trips.txt R1,WK,T9,Wood,0,, && add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,,",
        passes:
            "add trips.txt R1,WK,T9,Wood,0,, && add stop_times.txt T9,08:00:00,08:00:00,P1,,1,,,,,,,1,, && add stop_times.txt T9,08:05:00,08:05:00,S2,,2,,,,,,,1,,"
    )

    static let unusedShape = Rule(
        "unused_shape", .warning,
        "A shape is not used by any trip.",
        remedy: "Assign the shape to the trips that follow it, or remove the shape.",
        breaks: "add shapes.txt SX,48.86,2.34,1,0 && add shapes.txt SX,48.87,2.35,2,1",
        passes:
            "edit trips.txt 3: shape_id=SX && add shapes.txt SX,48.8601,2.3401,1,0 && add shapes.txt SX,48.88,2.36,2,2.6"
    )

    static let unusedRoute = Rule(
        "unused_route", .info,
        "A route has no trips.",
        remedy: "Add the trips of the route, or remove the route.",
        differs: "The canonical validator has no such rule; a route that no trip serves confuses riders all the same.",
        breaks: "add routes.txt R9,A1,9,Ninth,,3,,,,,",
        passes: "add routes.txt R9,A1,9,Ninth,,3,,,,, && edit trips.txt 3: route_id=R9")

    static let unusedService = Rule(
        "unused_service", .info,
        "A service has no trips.",
        remedy: "Assign the service to its trips, or remove the service.",
        differs: "The canonical validator has no such rule; a service without trips is mostly a mistake of an export.",
        breaks: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20261231",
        passes: "add calendar.txt WX,1,1,1,1,1,1,1,20260101,20261231 && edit trips.txt 3: service_id=WX")

    static let stopWithoutStopTime = Rule(
        "stop_without_stop_time", .warning,
        "A stop is not served by any trip.",
        remedy: "Remove the stop if no trip calls there, or add the missing stop times.",
        breaks: "add stops.txt S9,Hill,,48.90,2.38,Z2,,0,,,,",
        passes: "add stops.txt S9,Hill,,48.90,2.38,Z2,,1,,,,")

    static let unusedStation = Rule(
        "unused_station", .info,
        "A station has no stops.",
        remedy: "Set parent_station of the station's stops, or remove the station.",
        breaks: "add stops.txt S9,Hill,,48.90,2.38,,,1,,,,",
        passes: "add stops.txt S9,Hill,,48.90,2.38,,,1,,,, && edit stops.txt 7: parent_station=S9")
}
