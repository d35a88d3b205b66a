import Geometry
import Hashing
import XCTest

@testable import LineGraph

final class PieceSamplesTests: XCTestCase {
    private let tolerance = 20.0
    private let radius = 31.0

    /// Drawn ways between random places, and paths among them: stations far apart or near each other.
    private func ways(_ random: inout SplitMix64, extent: Double, stations: Int) -> (UnionLines, [MeasuredLine]) {
        let places = (0..<stations).map { _ in
            Coordinate(
                latitude: 62 + Double.random(in: -extent...extent, using: &random),
                longitude: 10 + Double.random(in: -extent...extent, using: &random))
        }
        var union = WayUnion(tolerance: tolerance)
        var paths: [[Coordinate]] = []
        for _ in 0..<10 {
            var path: [Coordinate] = []
            for _ in 0..<5 {
                // Some are a few metres off, as where stops have two platforms.
                var place = places[Int.random(in: 0..<stations, using: &random)]
                place.latitude += Double.random(in: -0.0002...0.0002, using: &random)
                path.append(place)
            }
            paths.append(path)
            union.add(path)
        }
        let lines = UnionLines(union.ways, reference: 10)
        return (lines, paths.map(lines.course))
    }

    /// A sample that is looked at finds all that is near it; one that is not would find one place, on the piece on which
    /// the samples around it have theirs, and further along.
    func testWhatIsSkippedSaysNothing() {
        var random = SplitMix64(seed: 5)
        for (extent, stations) in [(0.01, 12), (0.4, 12), (3.0, 14)] {
            let (union, paths) = ways(&random, extent: extent, stations: stations)
            let all = Array(union.index.segments.indices)
            var samples = PieceSamples(union, within: radius)
            var (looked, skipped) = (0, 0)
            for path in paths {
                for vertex in 0..<(path.coordinates.count - 1) {
                    let metres = path.distances[vertex + 1] - path.distances[vertex]
                    let piece = PieceSamples.Piece(
                        from: path.coordinates[vertex], to: path.coordinates[vertex + 1], metres: metres,
                        parts: max(1, Int(min((metres / 20).rounded(.up), 300))),
                        hasEnd: vertex == path.coordinates.count - 2)
                    func feet(_ sample: Int, on pieces: [Int]) -> [UnionLines.Foot] {
                        var feet: [UnionLines.Foot] = []
                        let here = piece.coordinate(sample)
                        union.appendFeet(
                            of: here, on: pieces, Ellipsoid.metresPerDegree(atLatitude: here.latitude), within: radius,
                            to: &feet)
                        return feet
                    }
                    var seen: [Int: [UnionLines.Foot]] = [:]
                    samples.forEach(of: piece) { sample, near in
                        XCTAssertNil(seen[sample])
                        seen[sample] = feet(sample, on: near)
                    }
                    var alongs: [Double] = []
                    for sample in 0...(piece.hasEnd ? piece.parts : piece.parts - 1) {
                        let expected = feet(sample, on: all)
                        if let found = seen[sample] {
                            looked += 1
                            XCTAssertEqual(found.map(\.place), expected.map(\.place))
                            XCTAssertEqual(found.map(\.offset), expected.map(\.offset))
                            alongs = found.count == 1 ? [found[0].place.along] : []
                        } else if !expected.isEmpty {
                            skipped += 1
                            XCTAssertEqual(expected.count, 1)
                            XCTAssertFalse(alongs.isEmpty)
                            alongs.append(expected[0].place.along)
                            XCTAssertTrue(alongs == alongs.sorted() || alongs.reversed() == alongs.sorted())
                        }
                    }
                }
            }
            XCTAssertGreaterThan(looked, 100)
            if extent > 1 { XCTAssertGreaterThan(skipped, looked, "long lines are hardly looked at") }
        }
    }
}
