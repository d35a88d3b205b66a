extension Rule {
    static let transfers = RuleGroup(
        "Transfers",
        [
            .transferDistanceTooLarge,
            .transferDistanceAbove2Km,
            .inconsistentRouteTypeForInSeatTransfer,
            .transferWithSuspiciousMidTripInSeat,
            .transferWithInvalidStopLocationType,
            .transferWithInvalidTripAndRoute,
            .transferWithInvalidTripAndStop,
        ])

    static let transferDistanceTooLarge = Rule(
        "transfer_distance_too_large", .warning,
        "Two stops of a transfer are more than 10 km apart.",
        remedy: "Correct the stops of the transfer, or their coordinates.",
        breaks: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.961",
        passes: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.955")

    static let transferWithInvalidStopLocationType = Rule(
        "transfer_with_invalid_stop_location_type", .error,
        "A transfer refers to a location that is neither a stop nor a station, or an in-seat transfer refers to a station.",
        remedy: "Replace the location with the stop, platform or station where riders change.",
        breaks: "edit transfers.txt 1: to_stop_id=E1",
        passes: "edit transfers.txt 1: to_stop_id=ST")

    static let transferWithInvalidTripAndRoute = Rule(
        "transfer_with_invalid_trip_and_route", .error,
        "A transfer names a trip and a route, but the trip belongs to another route.",
        remedy: "Set the route to the trip's route, or remove it.",
        breaks: "edit transfers.txt 2: from_route_id=R2",
        passes: "edit transfers.txt 2: from_route_id=R1")

    static let transferWithInvalidTripAndStop = Rule(
        "transfer_with_invalid_trip_and_stop", .error,
        "A transfer names a trip that does not call at the named stop or station.",
        remedy: "Set the stop to one where the trip calls, or correct the trip.",
        breaks: "edit transfers.txt 2: from_stop_id=S4",
        passes: "edit transfers.txt 2: from_stop_id=S2")

    static let transferDistanceAbove2Km = Rule(
        "transfer_distance_above_2_km", .info,
        "Two stops of a transfer are more than 2 km and at most 10 km apart.",
        remedy: "Check the stops of the transfer and their coordinates.",
        breaks: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.888",
        passes: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.880")

    static let inconsistentRouteTypeForInSeatTransfer = Rule(
        "inconsistent_route_type_for_in_seat_transfer", .warning,
        "The routes of an in-seat transfer (transfer_type 4) have different route_types.",
        remedy:
            "Correct the routes of the transfer or their route_type; riders cannot stay seated from a bus into a train.",
        breaks: "edit transfers.txt 2: to_route_id=R2; to_trip_id=T4; to_stop_id= && edit routes.txt 2: route_type=2",
        passes: "edit transfers.txt 2: to_route_id=R2; to_trip_id=T4; to_stop_id=")

    static let transferWithSuspiciousMidTripInSeat = Rule(
        "transfer_with_suspicious_mid_trip_in_seat", .warning,
        "An in-seat transfer (transfer_type 4 or 5) does not lead from the last stop of a trip to the first stop of a trip.",
        remedy: "Set from_stop_id to the last stop of from_trip_id and to_stop_id to the first stop of to_trip_id.",
        breaks: "edit transfers.txt 2: from_stop_id=S2",
        passes: "edit transfers.txt 2: from_stop_id=S3")
}
