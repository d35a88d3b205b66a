/// Rules of alerts.
extension Rule {
    static let alertTripOfOtherRoute = Rule(
        "realtime_alert_trip_of_other_route", .error,
        "An informed entity names a trip and a route, and the timetable has the trip on another route (E030).",
        remedy: "Name the trip's route, or leave route_id out.",
        breaks: #"edit realtime.ndjson 6: informed_entity=[{"route_id":"R2","trip":{"trip_id":"T1"}}]"#,
        passes: #"edit realtime.ndjson 6: informed_entity=[{"route_id":"R1","trip":{"trip_id":"T1"}}]"#)

    static let alertRoutesDiffer = Rule(
        "realtime_alert_routes_differ", .error,
        "An informed entity and the trip in it name different routes (E031).",
        remedy: "Name the route once, or name the same route in both places.",
        breaks: #"edit realtime.ndjson 6: informed_entity=[{"route_id":"R2","trip":{"route_id":"R1"}}]"#,
        passes: #"edit realtime.ndjson 6: informed_entity=[{"route_id":"R1","trip":{"route_id":"R1"}}]"#)

    static let entityWithoutSpecifier = Rule(
        "realtime_entity_without_specifier", .error,
        "An informed entity names no agency, route, route type, trip or stop (E033).",
        remedy: "Name what the alert is about, or remove the informed entity.",
        breaks: #"edit realtime.ndjson 6: informed_entity=[{"direction_id":1}]"#,
        passes: #"edit realtime.ndjson 6: informed_entity=[{"route_id":"R1","direction_id":1}]"#)

    static let unknownAgencyID = Rule(
        "realtime_unknown_agency_id", .error,
        "An agency is not in the timetable (E034).",
        remedy: "Send the agency_id of the published timetable.",
        breaks: #"edit realtime.ndjson 6: informed_entity=[{"agency_id":"A9"}]"#,
        passes: #"edit realtime.ndjson 6: informed_entity=[{"agency_id":"A1"}]"#)
}
