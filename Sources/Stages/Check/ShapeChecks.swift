import Geometry

extension Rule {
    /// Rules of shapes.
    static let shapes: [Rule] = [
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
    ]

    static let singleShapePoint = Rule(
        "single_shape_point", .warning,
        "A shape has only one point.")
    static let decreasingShapeDistance = Rule(
        "decreasing_shape_distance", .error,
        "shape_dist_traveled decreases from one point of a shape to the next.")
    static let equalShapeDistanceSameCoordinates = Rule(
        "equal_shape_distance_same_coordinates", .warning,
        "Two consecutive shape points have the same shape_dist_traveled and the same coordinates.")
    static let equalShapeDistanceDiffCoordinates = Rule(
        "equal_shape_distance_diff_coordinates", .error,
        "Two consecutive shape points have the same shape_dist_traveled and are at least 1.11 m apart.")
    static let equalShapeDistanceDiffCoordinatesDistanceBelowThreshold = Rule(
        "equal_shape_distance_diff_coordinates_distance_below_threshold", .warning,
        "Two consecutive shape points have the same shape_dist_traveled and are less than 1.11 m apart.")
    static let tripDistanceExceedsShapeDistance = Rule(
        "trip_distance_exceeds_shape_distance", .error,
        "A stop time's shape_dist_traveled exceeds the shape's maximum, and the stop is more than 11.1 m beyond the shape's end."
    )
    static let tripDistanceExceedsShapeDistanceBelowThreshold = Rule(
        "trip_distance_exceeds_shape_distance_below_threshold", .warning,
        "A stop time's shape_dist_traveled exceeds the shape's maximum, and the stop is at most 11.1 m beyond the shape's end."
    )
    static let tripWithShapeDistTraveledButNoShapeDistances = Rule(
        "trip_with_shape_dist_traveled_but_no_shape_distances", .info,
        "Stop times of a trip have shape_dist_traveled, but its shape does not.")
    static let stopTooFarFromShape = Rule(
        "stop_too_far_from_shape", .warning,
        "A stop is more than 100 m from the shape of a trip that calls there.")
    static let stopsMatchShapeOutOfOrder = Rule(
        "stops_match_shape_out_of_order", .warning,
        "The stops of a trip lie along its shape in a different order than in the trip.")
}

/// Compares the points of each shape with each other.
struct ShapeChecks {
    let checker: FeedChecker

    func run() {
        let feed = checker.feed
        let file = checker.file("shapes")
        var positions: [Int] = []
        let areTripsReadable = checker.isComplete("trips")
        feed.shapeIDs.forEachDefined { id in
            feed.shapePoints.positions(of: id, into: &positions)
            let shape: (name: String, value: NoticeSample.Value) = ("shape_id", .text(feed.shapeIDs.text(id)))
            let first = positions.first.map { feed.shapePoints.value(at: $0) }
            if areTripsReadable, !feed.shapeIDs.has(id, CheckedFeed.used) {
                checker.book.add(.unusedShape, file: file, line: first.flatMap { CheckedFeed.line($0.line) }, [shape])
            }
            if positions.count == 1 {
                checker.book.add(
                    .singleShapePoint, file: file, line: first.flatMap { CheckedFeed.line($0.line) }, [shape])
            }
            for (before, after) in zip(positions, positions.dropFirst()) {
                let (from, to) = (feed.shapePoints.value(at: before), feed.shapePoints.value(at: after))
                guard let rule = broken(from, to, isSameSequence: isSame(before, after)) else { continue }
                checker.book.add(
                    rule, file: file, line: CheckedFeed.line(to.line),
                    [shape, ("shape_pt_sequence", .whole(Int(feed.shapePoints.sequence(at: after))))]
                        + (to.distance.isNaN || rule == .duplicateKey
                            ? []
                            : [
                                ("shape_dist_traveled", .number(to.distance, decimals: -1)),
                                ("previous_shape_dist_traveled", .number(from.distance, decimals: -1)),
                            ]))
            }
        }
    }

    private func isSame(_ before: Int, _ after: Int) -> Bool {
        checker.feed.shapePoints.sequence(at: before) == checker.feed.shapePoints.sequence(at: after)
    }

    private func broken(
        _ from: CheckedFeed.ShapePoint, _ to: CheckedFeed.ShapePoint, isSameSequence: Bool
    ) -> Rule? {
        if isSameSequence { return .duplicateKey }
        guard !from.distance.isNaN, !to.distance.isNaN else { return nil }
        if to.distance < from.distance { return .decreasingShapeDistance }
        guard to.distance == from.distance else { return nil }
        if from.latitude == to.latitude, from.longitude == to.longitude { return .equalShapeDistanceSameCoordinates }
        // Coordinates of five decimals are exact to some metre.
        return Ellipsoid.distance(from.coordinate, to.coordinate) >= 1.11
            ? .equalShapeDistanceDiffCoordinates : .equalShapeDistanceDiffCoordinatesDistanceBelowThreshold
    }
}
