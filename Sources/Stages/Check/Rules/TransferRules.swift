extension Rule {
    static let transfers = RuleGroup(
        "Transfers and pathways",
        [
            .transferDistanceTooLarge,
            .transferWithInvalidStopLocationType,
            .transferWithInvalidTripAndRoute,
            .transferWithInvalidTripAndStop,
            .pathwayLoop,
            .pathwayToWrongLocationType,
            .pathwayToPlatformWithBoardingAreas,
            .pathwayDanglingGenericNode,
            Rule(
                "bidirectional_exit_gate", .error,
                "An exit gate is bidirectional.",
                remedy: "Set is_bidirectional to 0, or set pathway_mode to 6 (fare gate).",
                breaks: "edit pathways.txt 2: is_bidirectional=1",
                passes: "edit pathways.txt 2: is_bidirectional=1; pathway_mode=6",
                .row(
                    of: "pathways", .all([.isOne(of: [7], "pathway_mode"), .isOne(of: [1], "is_bidirectional")]),
                    shows: "pathway_mode",
                    "is_bidirectional")),
        ])

    static let transferDistanceTooLarge = Rule(
        "transfer_distance_too_large", .warning,
        "Two stops of a transfer are more than 10 km apart.",
        remedy: "Correct the stops of the transfer, or their coordinates.",
        breaks: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.961",
        passes: "edit transfers.txt 1: to_stop_id=S4 && edit stops.txt 7: stop_lat=48.955")

    static let transferWithInvalidStopLocationType = Rule(
        "transfer_with_invalid_stop_location_type", .error,
        "A transfer refers to a location that is neither a stop nor a station.",
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
        passes: "edit transfers.txt 2: from_stop_id=ST")

    static let pathwayLoop = Rule(
        "pathway_loop", .warning,
        "A pathway begins and ends at the same location.",
        remedy: "Correct from_stop_id or to_stop_id, or remove the pathway.",
        breaks: "edit pathways.txt 1: to_stop_id=E1",
        passes: "edit pathways.txt 1: to_stop_id=P1")

    static let pathwayToWrongLocationType = Rule(
        "pathway_to_wrong_location_type", .error,
        "A pathway begins or ends at a station.",
        remedy: "Let the pathway begin and end at a platform, entrance, generic node or boarding area.",
        breaks: "edit pathways.txt 1: to_stop_id=ST",
        passes: "edit pathways.txt 1: to_stop_id=P1")

    static let pathwayToPlatformWithBoardingAreas = Rule(
        "pathway_to_platform_with_boarding_areas", .error,
        "A pathway begins or ends at a platform that has boarding areas.",
        remedy: "Let the pathway begin or end at a boarding area of the platform.",
        breaks: "add stops.txt B1,Quay A,,48.8601,2.3401,,,4,P1,,,",
        passes: "add stops.txt B1,Quay A,,48.8601,2.3401,,,4,P1,,, && edit pathways.txt 2: to_stop_id=B1")

    static let pathwayDanglingGenericNode = Rule(
        "pathway_dangling_generic_node", .warning,
        "A generic node has only one pathway.",
        remedy: "Add the missing pathway of the node, or remove the node.",
        breaks: "remove pathways.txt 2",
        passes: "edit pathways.txt 2: pathway_mode=1")
}
