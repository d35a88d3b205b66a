extension Rule {
    static let pathways = RuleGroup(
        "Pathways",
        [
            .pathwayLoop,
            .pathwayToWrongLocationType,
            .pathwayToPlatformWithBoardingAreas,
            .pathwayDanglingGenericNode,
            .pathwayUnreachableLocation,
            .pathwayToStopWithAccessOutsideOfStationPathways,
            .missingLevelId,
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
        passes:
            "add stops.txt B1,Quay A,,48.8601,2.3401,,,4,P1,,, && edit pathways.txt 2: to_stop_id=B1 && edit pathways.txt 3: from_stop_id=B1"
    )

    static let pathwayDanglingGenericNode = Rule(
        "pathway_dangling_generic_node", .warning,
        "A generic node has only one pathway.",
        remedy: "Add the missing pathway of the node, or remove the node.",
        breaks: "remove pathways.txt 3 && remove pathways.txt 2",
        passes: "edit pathways.txt 2: pathway_mode=1")

    static let pathwayUnreachableLocation = Rule(
        "pathway_unreachable_location", .error,
        "A platform, generic node or boarding area of a station with pathways cannot be reached from an entrance, or no exit"
            + " can be reached from it.",
        remedy: "Add the missing pathways, or make a pathway bidirectional.",
        breaks: "remove pathways.txt 3",
        passes: "remove pathways.txt 3 && edit pathways.txt 2: pathway_mode=1; is_bidirectional=1")

    static let pathwayToStopWithAccessOutsideOfStationPathways = Rule(
        "pathway_to_stop_with_access_outside_of_station_pathways", .error,
        "A pathway begins or ends at a stop whose stop_access is 1: riders reach it without the station's pathways.",
        remedy: "Remove the pathway, or set stop_access to 0.",
        breaks: "edit stops.txt 2: stop_access=1",
        passes: "edit stops.txt 2: stop_access=0")

    static let missingLevelId = Rule(
        "missing_level_id", .error,
        "A location where an elevator begins or ends has no level_id.",
        remedy: "Fill in level_id, so that applications can tell riders the level.",
        breaks: "edit pathways.txt 1: pathway_mode=5",
        passes: "edit pathways.txt 1: pathway_mode=5 && edit stops.txt 3: level_id=L0")
}
