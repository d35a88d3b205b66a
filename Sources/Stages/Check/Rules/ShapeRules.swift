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
        "Stop times of a trip have shape_dist_traveled, but its shape does not.",
        remedy: "Fill in shape_dist_traveled in shapes.txt, or remove it from stop_times.txt.",
        breaks: "head shapes.txt shape_dist_traveled=shape_dist",
        passes: "edit stop_times.txt 1: shape_dist_traveled=")

    static let stopTooFarFromShape = Rule(
        "stop_too_far_from_shape", .warning,
        "A stop is more than 100 m from the shape of a trip that calls there.",
        remedy: "Correct the coordinates of the stop, or lead the shape past the stop.",
        breaks: "edit stops.txt 5: stop_lat=48.8720",
        passes: "edit stops.txt 5: stop_lat=48.8705")

    static let stopsMatchShapeOutOfOrder = Rule(
        "stops_match_shape_out_of_order", .warning,
        "The stops of a trip lie along its shape in a different order than in the trip.",
        remedy:
            "Correct the order of the stops or of the shape's points, or assign the shape of this direction to the trip.",
        breaks: "edit stop_times.txt 1: stop_id=S2 && edit stop_times.txt 2: stop_id=P1",
        passes: "edit stop_times.txt 2: stop_id=P1")
}
