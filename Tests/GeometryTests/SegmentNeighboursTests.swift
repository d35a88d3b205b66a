import TestSupport
import XCTest

@testable import Geometry

final class SegmentNeighboursTests: XCTestCase {
    /// Random segments, short and hundreds of kilometres long, and random pieces: no position of a piece is near a segment
    /// that is not found, or outside the shares that are given.
    func testNoNeighbourIsMissed() {
        var random = SeededGenerator(seed: 11)
        func position(_ extent: Double) -> Coordinate {
            Coordinate(
                latitude: 58 + Double.random(in: -extent...extent, using: &random),
                longitude: 8 + Double.random(in: -extent...extent, using: &random))
        }
        for extent in [0.002, 0.2, 6.0] {
            var index = SegmentIndex()
            for number in 0..<200 {
                let from = position(extent)
                index.append(SegmentIndex.Segment(from: from, to: position(extent), line: 0, vertex: Int32(number)))
            }
            var found = 0
            for number in 0..<20 {
                // Some pieces run along a segment, a few metres beside it.
                let along = index.segments[number]
                let from = number % 2 == 0 ? position(extent) : along.from.toward(along.to, 0.1)
                let to = number % 2 == 0 ? position(extent) : along.from.toward(along.to, 0.8)
                var neighbours: [SegmentIndex.Neighbour] = []
                index.appendNeighbours(of: from, to, within: 30, to: &neighbours)
                XCTAssertEqual(neighbours.map(\.place), neighbours.map(\.place).sorted())
                let shares = Dictionary(uniqueKeysWithValues: neighbours.map { ($0.place, $0.shares) })
                for sample in 0...60 {
                    let share = Double(sample) / 60
                    let here = from.toward(to, share)
                    let plane = LocalPlane(here, latitude: here.latitude)
                    for (place, segment) in index.segments.enumerated() {
                        let piece = PlaneSegment(start: plane.point(segment.from), end: plane.point(segment.to))
                        guard piece.distance(to: PlanePoint(x: 0, y: 0)).distance <= 30 else { continue }
                        found += 1
                        XCTAssertTrue(
                            shares[place].map { $0.lowerBound - 1e-9 <= share && share <= $0.upperBound + 1e-9 }
                                ?? false,
                            "\(extent) \(number) \(sample) \(place)")
                    }
                }
                XCTAssertLessThan(neighbours.count, 200, "a segment that is far away is not a neighbour")
            }
            XCTAssertGreaterThan(found, 300)
        }
    }

    /// The boxes around a long diagonal line all overlap; a piece across it has one neighbour.
    func testALongLineHasFewNeighboursOfAPiece() {
        var index = SegmentIndex()
        let start = Coordinate(latitude: 45, longitude: 5)
        let end = Coordinate(latitude: 49, longitude: 12)
        for number in 0..<1000 {
            index.append(
                SegmentIndex.Segment(
                    from: start.toward(end, Double(number) / 1000), to: start.toward(end, Double(number + 1) / 1000),
                    line: 0, vertex: Int32(number)))
        }
        var neighbours: [SegmentIndex.Neighbour] = []
        index.appendNeighbours(
            of: Coordinate(latitude: 49, longitude: 5.003), Coordinate(latitude: 45, longitude: 12.003), within: 30,
            to: &neighbours)
        XCTAssertLessThanOrEqual(neighbours.count, 2)
        XCTAssertGreaterThanOrEqual(neighbours.count, 1)
    }
}
