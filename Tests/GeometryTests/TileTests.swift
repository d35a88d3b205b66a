import Geometry
import TestSupport
import XCTest

/// The arithmetic of tiles against mercantile's figures, and covers against what they are made of, place by place.
final class TileTests: XCTestCase {
    private func lines(_ kind: String) throws -> [[Substring]] {
        let path = Checkout.root + "/Tests/GeometryTests/mercantile.csv"
        let text = try XCTUnwrap(TemporaryFolder.text(of: path))
        return text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .filter { $0[0] == kind }
    }

    func testTilesAreMercantiles() throws {
        let lines = try lines("tile")
        XCTAssertGreaterThan(lines.count, 700)
        for line in lines {
            let numbers = line.map { Double($0) ?? .nan }
            let place = Coordinate(latitude: numbers[2], longitude: numbers[1])
            let tile = Tile(place, z: Int(numbers[3]))
            XCTAssertEqual(tile, Tile(z: Int(numbers[3]), x: Int(numbers[4]), y: Int(numbers[5])), "\(line)")
            XCTAssertEqual(tile.quadkey, String(line[6]))
            XCTAssertEqual(Tile(quadkey: tile.quadkey), tile)
            let bounds = tile.bounds
            for (mine, theirs) in zip([bounds.west, bounds.south, bounds.east, bounds.north], numbers[7...10]) {
                XCTAssertEqual(mine, theirs, accuracy: 1e-12)
            }
            if let parent = tile.parent {
                XCTAssertEqual([parent.z, parent.x, parent.y], [tile.z - 1, Int(numbers[11]), Int(numbers[12])])
                XCTAssertTrue(parent.children.contains(tile))
                XCTAssertEqual(tile.ancestor(z: tile.z - 1), parent)
            }
            XCTAssertEqual(tile.children[2].x, Int(numbers[13]))
            XCTAssertEqual(tile.children[2].y, Int(numbers[14]))
            XCTAssertEqual(Tile(packed: tile.packed), tile)
            XCTAssertEqual(Tile(z: tile.z, x: tile.x, tmsRow: tile.tmsRow), tile)
            // A tile's north-western corner, and its middle, lie in it.
            XCTAssertEqual(Tile(Coordinate(latitude: bounds.north, longitude: bounds.west), z: tile.z), tile)
            XCTAssertEqual(
                Tile(
                    Coordinate(
                        latitude: (bounds.north + bounds.south) / 2, longitude: (bounds.west + bounds.east) / 2),
                    z: tile.z), tile)
        }
    }

    func testBoxesAreMercantiles() throws {
        let lines = try lines("box")
        XCTAssertGreaterThan(lines.count, 900)
        for line in lines {
            let numbers = line.compactMap { Double($0) }
            // A box without size needs a tile to us, and none to mercantile.
            if numbers[0] == numbers[2], numbers[1] == numbers[3] { continue }
            let box = TileBox(
                Bounds(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3]), z: Int(numbers[4]))
            XCTAssertEqual(box.count, Int(numbers[5]), "\(line)")
            var tiles: [Tile] = []
            box.forEachTile { tiles.append($0) }
            XCTAssertEqual(tiles.count, box.count)
            XCTAssertEqual(tiles.map(\.packed), tiles.map(\.packed).sorted(), "by rows, then by columns")
            var code = 0
            for tile in tiles.sorted(by: { ($0.x, $0.y) < ($1.x, $1.y) }) {
                code = (code * 31 + tile.x * 1_000_003 + tile.y) % 1_000_000_007
            }
            XCTAssertEqual(code, Int(numbers[6]), "\(line)")
        }
    }

    func testNamesThatAreNoTiles() {
        XCTAssertNil(Tile(quadkey: "0124"))
        XCTAssertNil(Tile(quadkey: String(repeating: "0", count: 30)))
        XCTAssertEqual(Tile(quadkey: ""), Tile(z: 0, x: 0, y: 0))
        XCTAssertNil(Tile(z: 0, x: 0, y: 0).parent)
        XCTAssertFalse(Tile(z: 3, x: 8, y: 0).isValid)
        XCTAssertFalse(Tile(z: 3, x: 0, y: -1).isValid)
        XCTAssertTrue(Tile(z: 29, x: 1 << 29 - 1, y: 0).isValid)
        XCTAssertFalse(Tile(z: 30, x: 0, y: 0).isValid)
    }

    // MARK: Covers

    private func tiles(_ cover: TileCover) -> Set<Tile> {
        var all: [Tile] = []
        cover.forEachTile { all.append($0) }
        XCTAssertEqual(all.count, cover.count)
        XCTAssertEqual(all.map(\.packed), all.map(\.packed).sorted())
        XCTAssertEqual(Set(all).count, all.count, "each tile once")
        return Set(all)
    }

    /// Pixels between a place and a tile's square, of which a tile has 256.
    private func distance(_ point: WorldPoint, _ tile: Tile) -> Double {
        let side = Double(1 << tile.z)
        func away(_ place: Double, _ low: Int) -> Double {
            max(0, max(Double(low) - place, place - Double(low + 1)))
        }
        let x = away(point.x * side, tile.x)
        let y = away(point.y * side, tile.y)
        return (x * x + y * y).squareRoot() * 256
    }

    func testAStrokeTouchesWhatItTouches() {
        var random = SeededGenerator(seed: 5)
        for round in 0..<30 {
            let zoom = Int.random(in: 6...14, using: &random)
            let reach = 360 / Double(1 << zoom) * Double.random(in: 0.01...3, using: &random)
            var place = Coordinate(
                latitude: .random(in: -70...70, using: &random), longitude: .random(in: -170...170, using: &random))
            var line = Polyline([place])
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                place.latitude += .random(in: -reach...reach, using: &random)
                place.longitude += .random(in: -reach...reach, using: &random)
                line.coordinates.append(place)
            }
            let buffer = round % 3 == 0 ? 0 : Double.random(in: 0...300, using: &random)
            var cover = TileCover(z: zoom)
            cover.insert(line, buffer: buffer)
            let found = tiles(cover)
            // The same by walking along the line on the map.
            var nearest: [Tile: Double] = [:]
            let points = line.coordinates.map(WebMercator.point)
            let steps = 1000
            for (from, to) in zip(points, points.dropFirst()) {
                for step in 0...steps {
                    let share = Double(step) / Double(steps)
                    let at = WorldPoint(x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
                    let middle = Tile(at, z: zoom)
                    for x in (middle.x - 2)...(middle.x + 2) {
                        for y in (middle.y - 2)...(middle.y + 2) {
                            let tile = Tile(z: zoom, x: x, y: y)
                            nearest[tile] = min(nearest[tile] ?? .infinity, distance(at, tile))
                        }
                    }
                }
            }
            for (tile, away) in nearest {
                // What lies within a step of the border may be either.
                if away < buffer - 2 { XCTAssertTrue(found.contains(tile), "\(round) \(tile) \(away) \(buffer)") }
                if away > buffer + 2 { XCTAssertFalse(found.contains(tile), "\(round) \(tile) \(away) \(buffer)") }
            }
            if buffer == 0 {
                for (tile, away) in nearest where away == 0 && !found.contains(tile) {
                    XCTFail("\(round): \(tile) is walked through and not found")
                }
            }
            XCTAssertTrue(found.allSatisfy { nearest[$0] != nil })
        }
    }

    func testAPolygonCoversWhatLiesInIt() {
        var random = SeededGenerator(seed: 9)
        for round in 0..<20 {
            let zoom = Int.random(in: 7...11, using: &random)
            let unit = 360 / Double(1 << zoom)
            let middle = Coordinate(
                latitude: .random(in: -50...50, using: &random), longitude: .random(in: -140...140, using: &random))
            func ring(_ radius: Double) -> Polyline {
                var points = (0..<9).map { corner -> Coordinate in
                    let angle = Double(corner) / 9 * 2 * .pi
                    let reach = radius * Double.random(in: 0.7...1.3, using: &random) * unit
                    return Coordinate(
                        latitude: middle.latitude + 0.6 * reach * sine(angle),
                        longitude: middle.longitude + reach * sine(angle + .pi / 2))
                }
                points.append(points[0])
                return Polyline(points)
            }
            let rings = [ring(6), ring(2.5)]
            var cover = TileCover(z: zoom)
            cover.insert(polygon: rings)
            let found = tiles(cover)
            // Every place of a fine grid that is inside by the even-odd rule is covered.
            let shapes = rings.map { $0.coordinates.map(WebMercator.point) }
            func isInside(_ place: WorldPoint) -> Bool {
                var inside = false
                for shape in shapes {
                    for (one, two) in zip(shape, shape.dropFirst()) where (one.y > place.y) != (two.y > place.y) {
                        let x = one.x + (place.y - one.y) / (two.y - one.y) * (two.x - one.x)
                        if place.x < x { inside.toggle() }
                    }
                }
                return inside
            }
            var inside: Set<Tile> = []
            let side = Double(1 << zoom)
            let origin = WebMercator.point(middle)
            for x in stride(from: -9.0, through: 9, by: 0.1) {
                for y in stride(from: -9.0, through: 9, by: 0.1) {
                    let place = WorldPoint(x: origin.x + x / side, y: origin.y + y / side)
                    if isInside(place) { inside.insert(Tile(place, z: zoom)) }
                }
            }
            XCTAssertTrue(inside.isSubset(of: found), "\(round)")
            // And what is covered beyond that is touched by a ring.
            var touched = TileCover(z: zoom)
            for ring in rings { touched.insert(ring) }
            XCTAssertTrue(found.subtracting(inside).allSatisfy { touched.contains($0) }, "\(round)")
        }
    }

    private func sine(_ angle: Double) -> Double {
        // By its series: no library of mathematics is needed for a figure with corners.
        var rest = angle.truncatingRemainder(dividingBy: 2 * .pi)
        if rest > .pi { rest -= 2 * .pi }
        var term = rest
        var sum = rest
        for step in 1..<12 {
            term *= -rest * rest / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return sum
    }

    func testTheAntimeridianAndTheEndsOfTheWorld() {
        var cover = TileCover(z: 4)
        cover.insert(
            Polyline([Coordinate(latitude: 10, longitude: 170), Coordinate(latitude: 10, longitude: 195)]))
        XCTAssertEqual(tiles(cover), [Tile(z: 4, x: 15, y: 7), Tile(z: 4, x: 0, y: 7)])

        var pole = TileCover(z: 3)
        pole.insert(Coordinate(latitude: 90, longitude: 180))
        pole.insert(Coordinate(latitude: -90, longitude: -180))
        XCTAssertEqual(tiles(pole), [Tile(z: 3, x: 7, y: 0), Tile(z: 3, x: 0, y: 7)])

        var fiji = TileCover(z: 5)
        fiji.insert(polygon: [
            Polyline([
                Coordinate(latitude: -15, longitude: 176), Coordinate(latitude: -15, longitude: 184),
                Coordinate(latitude: -20, longitude: 184), Coordinate(latitude: -20, longitude: 176),
                Coordinate(latitude: -15, longitude: 176),
            ]),
            Polyline([
                Coordinate(latitude: -16, longitude: 177), Coordinate(latitude: -16, longitude: 178),
                Coordinate(latitude: -17, longitude: 178), Coordinate(latitude: -16, longitude: 177),
            ]),
        ])
        XCTAssertEqual(
            tiles(fiji),
            [Tile(z: 5, x: 31, y: 17), Tile(z: 5, x: 0, y: 17)])

        // An edge may be longer than half the globe.
        var wide = TileCover(z: 3)
        wide.insert(polygon: [
            Polyline([
                Coordinate(latitude: -10, longitude: -170), Coordinate(latitude: -10, longitude: 170),
                Coordinate(latitude: 10, longitude: 170), Coordinate(latitude: 10, longitude: -170),
            ])
        ])
        XCTAssertEqual(wide.count, 16)

        var world = TileCover(z: 2)
        world.insert(
            Polyline([Coordinate(latitude: 0, longitude: -180), Coordinate(latitude: 0, longitude: 540)]))
        XCTAssertEqual(world.count, 4)
    }

    func testAViewportHasAZoom() {
        let box = Tile(z: 5, x: 17, y: 11).bounds
        XCTAssertEqual(WebMercator.zoom(fitting: box, width: 256, height: 256, tileSize: 256), 5, accuracy: 1e-9)
        XCTAssertEqual(WebMercator.zoom(fitting: box, width: 1024, height: 512, tileSize: 512), 5, accuracy: 1e-9)
        XCTAssertEqual(WebMercator.zoom(fitting: box, width: 512, height: 1024, tileSize: 256), 6, accuracy: 1e-9)
        let pacific = Bounds(west: 170, south: -10, east: -170, north: 10)
        XCTAssertEqual(
            WebMercator.zoom(fitting: pacific, width: 256, height: 256, tileSize: 256),
            WebMercator.zoom(
                fitting: Bounds(west: -10, south: -10, east: 10, north: 10), width: 256, height: 256, tileSize: 256),
            accuracy: 1e-12)
    }
}
