extension Rule {
    static let shapes = RuleGroup(
        "Shapes",
        [
            .singleShapePoint,
            .decreasingShapeDistance,
            .equalShapeDistanceSameCoordinates,
            .equalShapeDistanceDiffCoordinates,
            .equalShapeDistanceDiffCoordinatesDistanceBelowThreshold,
            .tripDistanceExceedsShapeDistance,
            .tripDistanceExceedsShapeDistanceBelowThreshold,
            .tripWithShapeDistTraveledButNoShapeDistances,
            .stopTooFarFromShape,
            .stopTooFarFromShapeUsingUserDistance,
            .stopHasTooManyMatchesForShape,
            .stopsMatchShapeOutOfOrder,
        ])

    static let singleShapePoint = Rule(
        "single_shape_point", .warning,
        "A shape has only one point.",
        remedy: "Add the other points of the shape, or remove the shape.",
        breaks: "remove shapes.txt 3 && remove shapes.txt 2",
        passes: "remove shapes.txt 2")

    static let decreasingShapeDistance = Rule(
        "decreasing_shape_distance", .error,
        "shape_dist_traveled decreases from one point of a shape to the next.",
        remedy: "Compute shape_dist_traveled again along the shape, in the order of shape_pt_sequence.",
        breaks: "edit shapes.txt 3: shape_dist_traveled=1.2",
        passes: "edit shapes.txt 3: shape_dist_traveled=1.4")

    static let equalShapeDistanceSameCoordinates = Rule(
        "equal_shape_distance_same_coordinates", .warning,
        "Two consecutive shape points have the same shape_dist_traveled and the same coordinates.",
        remedy: "Remove one of the two points.",
        breaks: "add shapes.txt SH,48.8800,2.3600,4,2.6",
        passes: "add shapes.txt SH,48.8800,2.3600,4,2.7")

    static let equalShapeDistanceDiffCoordinates = Rule(
        "equal_shape_distance_diff_coordinates", .error,
        "Two consecutive shape points have the same shape_dist_traveled and are at least 1.11 m apart.",
        remedy: "Compute shape_dist_traveled again along the shape.",
        breaks: "add shapes.txt SH,48.8801,2.3600,4,2.6",
        passes: "add shapes.txt SH,48.8801,2.3600,4,2.7")

    static let equalShapeDistanceDiffCoordinatesDistanceBelowThreshold = Rule(
        "equal_shape_distance_diff_coordinates_distance_below_threshold", .warning,
        "Two consecutive shape points have the same shape_dist_traveled and are less than 1.11 m apart.",
        remedy: "Remove one of the two points, or give shape_dist_traveled more decimals.",
        breaks: "add shapes.txt SH,48.880005,2.3600,4,2.6",
        passes: "add shapes.txt SH,48.880005,2.3600,4,2.7")

    static let tripDistanceExceedsShapeDistance = Rule(
        "trip_distance_exceeds_shape_distance", .error,
        "A stop time's shape_dist_traveled exceeds the shape's maximum, and the stop is more than 11.1 m beyond the shape's end.",
        remedy: "Extend the shape to the trip's last stop, and give both files distances of the same unit and origin.",
        breaks: "edit stop_times.txt 3: shape_dist_traveled=2.7 && edit stops.txt 6: stop_lat=48.8802",
        passes: "edit stop_times.txt 3: shape_dist_traveled=2.6 && edit stops.txt 6: stop_lat=48.8802"
    )

    static let tripDistanceExceedsShapeDistanceBelowThreshold = Rule(
        "trip_distance_exceeds_shape_distance_below_threshold", .warning,
        "A stop time's shape_dist_traveled exceeds the shape's maximum, and the stop is at most 11.1 m beyond the shape's end.",
        remedy: "Extend the shape to the trip's last stop, and give both files distances of the same unit and origin.",
        breaks: "edit stop_times.txt 3: shape_dist_traveled=2.7",
        passes: "edit stop_times.txt 3: shape_dist_traveled=2.6"
    )

    static let tripWithShapeDistTraveledButNoShapeDistances = Rule(
        "trip_with_shape_dist_traveled_but_no_shape_distances", .info,
        "Stop times of a trip have shape_dist_traveled, but not all points of its shape do.",
        remedy: "Fill in shape_dist_traveled in shapes.txt, or remove it from stop_times.txt.",
        breaks: "head shapes.txt shape_dist_traveled=shape_dist",
        passes: "edit stop_times.txt 1: shape_dist_traveled=")

    static let stopTooFarFromShape = Rule(
        "stop_too_far_from_shape", .warning,
        "A stop is more than 100 m from the shape of a trip that calls there, or 400 m from that of a train; each stop and shape counts once.",
        remedy: "Correct the coordinates of the stop, or lead the shape past the stop.",
        breaks: "edit stops.txt 5: stop_lat=48.8720",
        passes: "edit stops.txt 5: stop_lat=48.8705")

    static let stopTooFarFromShapeUsingUserDistance = Rule(
        "stop_too_far_from_shape_using_user_distance", .warning,
        "A stop near the shape of its trip is more than 100 m from the place on it where shape_dist_traveled puts the stop.",
        remedy: "Compute shape_dist_traveled again in both files, from the same start and in the same unit.",
        breaks: "edit stop_times.txt 2: shape_dist_traveled=1.1",
        passes: "edit stop_times.txt 2: shape_dist_traveled=1.25")

    static let stopHasTooManyMatchesForShape = Rule(
        "stop_has_too_many_matches_for_shape", .warning,
        "The shape of a trip passes a stop more than 20 times.",
        remedy: "Remove loops from the shape that the vehicle does not drive.",
        differs: "Passes less than 50 m apart along the shape are one.",
        breaks:
            "remove shapes.txt 3 && add shapes.txt SH,48.8730,2.3500,4, && add shapes.txt SH,48.8700,2.3500,5, && add shapes.txt SH,48.8730,2.3500,6, && add shapes.txt SH,48.8700,2.3500,7, && add shapes.txt SH,48.8730,2.3500,8, && add shapes.txt SH,48.8700,2.3500,9, && add shapes.txt SH,48.8730,2.3500,10, && add shapes.txt SH,48.8700,2.3500,11, && add shapes.txt SH,48.8730,2.3500,12, && add shapes.txt SH,48.8700,2.3500,13, && add shapes.txt SH,48.8730,2.3500,14, && add shapes.txt SH,48.8700,2.3500,15, && add shapes.txt SH,48.8730,2.3500,16, && add shapes.txt SH,48.8700,2.3500,17, && add shapes.txt SH,48.8730,2.3500,18, && add shapes.txt SH,48.8700,2.3500,19, && add shapes.txt SH,48.8730,2.3500,20, && add shapes.txt SH,48.8700,2.3500,21, && add shapes.txt SH,48.8730,2.3500,22, && add shapes.txt SH,48.8700,2.3500,23, && add shapes.txt SH,48.8730,2.3500,24, && add shapes.txt SH,48.8700,2.3500,25, && add shapes.txt SH,48.8730,2.3500,26, && add shapes.txt SH,48.8700,2.3500,27, && add shapes.txt SH,48.8730,2.3500,28, && add shapes.txt SH,48.8700,2.3500,29, && add shapes.txt SH,48.8730,2.3500,30, && add shapes.txt SH,48.8700,2.3500,31, && add shapes.txt SH,48.8730,2.3500,32, && add shapes.txt SH,48.8700,2.3500,33, && add shapes.txt SH,48.8730,2.3500,34, && add shapes.txt SH,48.8700,2.3500,35, && add shapes.txt SH,48.8730,2.3500,36, && add shapes.txt SH,48.8700,2.3500,37, && add shapes.txt SH,48.8730,2.3500,38, && add shapes.txt SH,48.8700,2.3500,39, && add shapes.txt SH,48.8730,2.3500,40, && add shapes.txt SH,48.8700,2.3500,41, && add shapes.txt SH,48.8730,2.3500,42, && add shapes.txt SH,48.8700,2.3500,43, && add shapes.txt SH,48.8800,2.3600,44,",
        passes:
            "remove shapes.txt 3 && add shapes.txt SH,48.8730,2.3500,4, && add shapes.txt SH,48.8700,2.3500,5, && add shapes.txt SH,48.8730,2.3500,6, && add shapes.txt SH,48.8700,2.3500,7, && add shapes.txt SH,48.8730,2.3500,8, && add shapes.txt SH,48.8700,2.3500,9, && add shapes.txt SH,48.8730,2.3500,10, && add shapes.txt SH,48.8700,2.3500,11, && add shapes.txt SH,48.8730,2.3500,12, && add shapes.txt SH,48.8700,2.3500,13, && add shapes.txt SH,48.8730,2.3500,14, && add shapes.txt SH,48.8700,2.3500,15, && add shapes.txt SH,48.8730,2.3500,16, && add shapes.txt SH,48.8700,2.3500,17, && add shapes.txt SH,48.8730,2.3500,18, && add shapes.txt SH,48.8700,2.3500,19, && add shapes.txt SH,48.8730,2.3500,20, && add shapes.txt SH,48.8700,2.3500,21, && add shapes.txt SH,48.8730,2.3500,22, && add shapes.txt SH,48.8700,2.3500,23, && add shapes.txt SH,48.8730,2.3500,24, && add shapes.txt SH,48.8700,2.3500,25, && add shapes.txt SH,48.8730,2.3500,26, && add shapes.txt SH,48.8700,2.3500,27, && add shapes.txt SH,48.8730,2.3500,28, && add shapes.txt SH,48.8700,2.3500,29, && add shapes.txt SH,48.8730,2.3500,30, && add shapes.txt SH,48.8700,2.3500,31, && add shapes.txt SH,48.8730,2.3500,32, && add shapes.txt SH,48.8700,2.3500,33, && add shapes.txt SH,48.8730,2.3500,34, && add shapes.txt SH,48.8700,2.3500,35, && add shapes.txt SH,48.8730,2.3500,36, && add shapes.txt SH,48.8700,2.3500,37, && add shapes.txt SH,48.8730,2.3500,38, && add shapes.txt SH,48.8700,2.3500,39, && add shapes.txt SH,48.8730,2.3500,40, && add shapes.txt SH,48.8700,2.3500,41, && add shapes.txt SH,48.8800,2.3600,42,"
    )

    static let stopsMatchShapeOutOfOrder = Rule(
        "stops_match_shape_out_of_order", .warning,
        "The stops of a trip, all of which are near its shape, lie along it in a different order than in the trip; trips of the same shape, stops and distances count once.",
        remedy:
            "Correct the order of the stops or of the shape's points, or assign the shape of this direction to the trip.",
        differs: "Stops may lie up to 50 m behind each other, since a vehicle that turns at a stop passes it twice.",
        breaks: "edit stop_times.txt 1: stop_id=S2 && edit stop_times.txt 2: stop_id=P1",
        passes: "edit stop_times.txt 2: stop_id=P1")
}
