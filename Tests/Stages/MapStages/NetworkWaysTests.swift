import Geometry
import XCTest

@testable import Networks

/// Pieces of way: which strand lies where, and where it runs on.
final class NetworkWaysTests: XCTestCase {
    func testWhereRoutesRunOnIsFoundAtBothEnds() {
        let ways = NetworkWays(WaySamples.fork)
        XCTAssertEqual(ways.routes.map(\.facts.routeID), ["N", "E", "S"])
        XCTAssertEqual(ways.pieces[0].strands.map(\.from), [[], [], []])
        XCTAssertEqual(
            ways.pieces[0].strands.map(\.to),
            [
                [NetworkWays.End(piece: 1, isFirst: true)], [NetworkWays.End(piece: 2, isFirst: true)],
                [NetworkWays.End(piece: 3, isFirst: false)],
            ])
        XCTAssertEqual(ways.links.count, 3)
        // South comes to the node on its piece: there its offset counts from the other side.
        let south = ways.links[2]
        XCTAssertEqual(south.place, 2)
        XCTAssertEqual(ways.offset(south.place, arrivingAt: south.one), 1)
        XCTAssertEqual(ways.offset(south.otherPlace, leaving: south.other), 0)
    }

    func testOffsetsAreSymmetricAndNoWiderThanSix() {
        for count in 1...40 {
            let offsets = (0..<count).map { NetworkWays.offset($0, of: count) }
            let width = NetworkWays.width(of: count)
            XCTAssertEqual(offsets.reduce(0, +), 0, accuracy: 1e-9)
            for (left, right) in zip(offsets, offsets.dropFirst()) {
                XCTAssertEqual(right - left, width, accuracy: 1e-9)
            }
            let across = (offsets.last ?? 0) - (offsets.first ?? 0) + width
            XCTAssertEqual(across, Double(min(count, 6)), accuracy: 1e-9, "\(count)")
        }
    }

    func testWhatOnlyOneSideSaysIsNoLink() {
        var lines = WaySamples.fork
        lines[1].routes[0].fromPieces = []
        XCTAssertEqual(NetworkWays(lines).links.count, 2)
        // A piece that was left out of the records.
        lines.remove(at: 2)
        XCTAssertEqual(NetworkWays(lines).links.count, 1)
        // Another feed's pieces have the same names.
        var other = WaySamples.fork
        for place in other.indices { other[place].feedID = "b" }
        XCTAssertEqual(NetworkWays(WaySamples.fork + other).links.count, 6)
        XCTAssertEqual(NetworkWays(WaySamples.fork + other).routes.count, 6)
    }

    func testAPieceThatLeadsBackToItsNode() {
        let lines = [
            WaySamples.piece("a", (1, 2), [(24, 60), (24.01, 60)], [("R", [], ["loop"])]),
            WaySamples.piece(
                "loop", (2, 2), [(24.01, 60), (24.02, 60), (24.02, 60.01), (24.01, 60)], [("R", ["a"], [])]),
        ]
        let ways = NetworkWays(lines)
        XCTAssertEqual(ways.pieces[0].strands[0].to, [NetworkWays.End(piece: 1, isFirst: true)])
    }

    func testARouteTwiceOnAPieceIsOneStrand() {
        let line = WaySamples.piece(
            "a", (1, 2), [(24, 60), (24.01, 60)], [("R", [], []), ("R", [], []), ("S", [], [])])
        XCTAssertEqual(NetworkWays([line]).pieces[0].strands.map(\.route), [0, 1])
    }

    func testAWayThatWasCutAtTheAntimeridianIsOnePiece() {
        var line = WaySamples.piece("a", (1, 2), [(179, -17), (180, -17)], [("R", [], [])])
        line.parts.append(
            Polyline([Coordinate(latitude: -17, longitude: -180), Coordinate(latitude: -18, longitude: -179)]))
        let ways = NetworkWays([line])
        XCTAssertEqual(ways.pieces.count, 1)
        XCTAssertEqual(ways.pieces[0].path.coordinates.map(\.longitude), [179, 180, 181])
        // Parts that do not go on are pieces of their own: no line is drawn between them.
        line.parts[1] = Polyline([Coordinate(latitude: -10, longitude: 5), Coordinate(latitude: -10, longitude: 6)])
        XCTAssertEqual(NetworkWays([line]).pieces.map(\.path.coordinates.count), [2, 2])
    }
}
