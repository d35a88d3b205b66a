import Foundation
import Geometry
import XCTest

@testable import LineGraph

/// A network whose least number of crossings is known: eight routes along one street, from north to south 1 to 8 in the
/// west and 4, 1, 5, 8, 2, 7 in the east; half way 3 leaves to the north and 6 to the south.
///
/// Two routes whose ends lie in opposite orders cross at least once, whatever is done: these are 4 with 1 and 2, 5 and 8
/// with 2, 8 with 7, which are 5, and 3 with 1 and 2, 6 with 7 and 8, which are 4. All others can stay as they are.
final class EightRoutesTests: XCTestCase {
    private static let optimum = 9

    private func paths() throws -> [WayPath] {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "eight-routes.csv")
        var paths: [WayPath] = (0..<8).map { WayPath(line: $0, coordinates: [], tripCount: $0 + 1) }
        for row in try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst() {
            let cells = row.split(separator: ",")
            let route = try XCTUnwrap(Int(cells[0]))
            paths[route - 1].coordinates.append(
                Coordinate(
                    latitude: try XCTUnwrap(Double(cells[2])), longitude: try XCTUnwrap(Double(cells[1]))))
        }
        return paths
    }

    func testCrossingsEqualTheOptimum() throws {
        var paths = try paths()
        for index in paths.indices { paths[index].line = index * 3 % 8 }
        var graph = LineGraphBuilder(paths, tolerance: 20).graph
        XCTAssertGreaterThan(graph.crossings.crossings, EightRoutesTests.optimum)
        graph.order()
        XCTAssertEqual(graph.crossings.crossings, EightRoutesTests.optimum)
        XCTAssertEqual(graph.crossings.crossings, CountedCrossings.of(graph))
    }

    /// Whichever way and in whichever order routes come, and whether some come twice.
    func testTheOptimumDoesNotDependOnHowRoutesAreGiven() throws {
        let paths = try paths()
        for shift in 1..<8 {
            var turned = paths
            for index in turned.indices {
                turned[index].line = (index * 3 + shift) % 8
                if (index + shift) % 2 == 0 { turned[index].coordinates.reverse() }
            }
            turned.sort { $0.line < $1.line }
            var graph = LineGraphBuilder(turned, tolerance: 20).graph
            graph.order()
            XCTAssertEqual(graph.crossings.crossings, EightRoutesTests.optimum, "shift \(shift)")
        }
    }

    func testTheStreetIsThereOnceWithAllItsRoutes() throws {
        let builder = LineGraphBuilder(try paths(), tolerance: 20)
        let edges = builder.graph.edges
        XCTAssertEqual(edges.map(\.lines.count).sorted(by: >).prefix(2), [8, 6])
        for line in 0..<8 {
            let length = edges.filter { $0.lines.contains(line) }.reduce(0) { $0 + MeasuredLine($1.coordinates).length }
            let whole = MeasuredLine(try paths()[line].coordinates).length
            // Where the fans begin, routes lie so near to each other that some follow their neighbour a little.
            XCTAssertEqual(length, whole, accuracy: 150, "route \(line + 1)")
        }
        let street = try XCTUnwrap(edges.firstIndex { $0.lines.count == 8 })
        XCTAssertEqual(builder.services[street].map(\.tripCount), [1, 2, 3, 4, 5, 6, 7, 8])
    }

    /// Two stops in one place at the end of a line, and a line all of whose stops are in one place.
    func testNoEdgeIsASinglePosition() {
        func path(_ line: Int, _ places: [(Double, Double)]) -> WayPath {
            WayPath(line: line, coordinates: places.map { Coordinate(latitude: $0.1, longitude: $0.0) }, tripCount: 1)
        }
        let end = (-46.415826, -23.54186)
        let graph = LineGraphBuilder(
            [
                path(0, [(-46.40911, -23.541252), (-46.415108, -23.54187), end]),
                path(1, [end, (end.0 + 2e-7, end.1), (end.0, end.1 - 3e-7)]), path(1, [(-46.415108, -23.54187), end]),
            ], tolerance: 20
        ).graph
        for edge in graph.edges {
            let places = Set(edge.coordinates.map { "\($0.rounded(decimals: 6))" })
            XCTAssertGreaterThan(places.count, 1, "\(edge)")
        }
        XCTAssertEqual(Set(graph.edges.flatMap(\.lines)), [0, 1])
    }

    /// A wrong position on the other side of the earth: what is looked at does not grow with its metres.
    func testStraightPiecesOfAnyLength() {
        let far = [(25.0, 60.0), (0.0, 0.0), (25.0, 60.05)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
        let near = [(25.0, 60.0), (25.0, 60.05)].map { Coordinate(latitude: $0.1, longitude: $0.0) }
        let paths = (0..<30).map { WayPath(line: $0, coordinates: $0 < 29 ? far : near, tripCount: 1) }
        let graph = LineGraphBuilder(paths, tolerance: 20).graph
        // All 29 on each of their ways, and the one on its own but for where they part.
        for edge in graph.edges {
            let metres = Polyline(edge.coordinates).length
            switch edge.lines.count {
            case 29: XCTAssertGreaterThan(metres, 10_000)
            case 1: XCTAssertEqual(metres, 5_570, accuracy: 200)
            default: XCTAssertLessThan(metres, 200)
            }
        }
        XCTAssertTrue(graph.edges.contains { $0.lines == [29] })
        XCTAssertTrue(graph.edges.contains { $0.lines.count == 29 })
    }
}
