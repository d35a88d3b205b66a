import Geometry

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
