import Geometry
import TestSupport
import XCTest

@testable import MapTiles

extension VectorTile.Feature {
    fileprivate func clipped(to box: VectorTile.Box) -> VectorTile.Feature? {
        var clipper = TileClipper(box)
        return clipper.feature(self)
    }
}

final class VectorTileClipTests: XCTestCase {
    private typealias Samples = VectorTileSamples
    private let box = VectorTile.Box(minX: 0, minY: 0, maxX: 100, maxY: 100)

    private func clipped(_ type: VectorTile.GeometryType, _ parts: [(Int32, Int32)]...) -> [[TilePosition]]? {
        VectorTile.Feature(type: type, parts: parts.map(Samples.positions)).clipped(to: box)?.parts
    }

    func testPoints() {
        XCTAssertEqual(
            clipped(.point, [(0, 0), (-1, 50), (100, 100), (50, 101), (3, 4)]),
            [Samples.positions([(0, 0), (100, 100), (3, 4)])])
        XCTAssertNil(clipped(.point, [(101, 0)]))
    }

    func testLinesThatCross() {
        // In at the west, out at the east: a rise of 10 over 200, so 2.5 and 7.5 up at the borders.
        XCTAssertEqual(clipped(.line, [(-50, 0), (150, 10)]), [Samples.positions([(0, 3), (100, 8)])])
        XCTAssertEqual(clipped(.line, [(150, 10), (-50, 0)]), [Samples.positions([(100, 8), (0, 3)])])
        XCTAssertEqual(clipped(.line, [(-10, 30), (30, -10)]), [Samples.positions([(0, 20), (20, 0)])])
        XCTAssertEqual(clipped(.line, [(40, 50), (40, 500)]), [Samples.positions([(40, 50), (40, 100)])])
        XCTAssertNil(clipped(.line, [(-10, 5), (5, -20)]))
        XCTAssertNil(clipped(.line, [(-10, 0), (-10, 100)]))
        // Halves go east and south on both sides of 0.
        let wide = VectorTile.Box(minX: -100, minY: -100, maxX: 100, maxY: 100)
        let line = VectorTile.Feature(type: .line, parts: [Samples.positions([(-101, -1), (-99, -2)])])
        XCTAssertEqual(line.clipped(to: wide)?.parts, [Samples.positions([(-100, -1), (-99, -2)])])
    }

    func testLinesThatComeBack() {
        XCTAssertEqual(
            clipped(.line, [(50, 50), (150, 50), (150, 60), (50, 60), (50, 150), (60, 150), (60, 90)]),
            [
                Samples.positions([(50, 50), (100, 50)]), Samples.positions([(100, 60), (50, 60), (50, 100)]),
                Samples.positions([(60, 100), (60, 90)]),
            ])
        // Out and in again at the same place.
        XCTAssertEqual(
            clipped(.line, [(90, 50), (110, 50), (90, 50)]),
            [Samples.positions([(90, 50), (100, 50)]), Samples.positions([(100, 50), (90, 50)])])
    }

    func testLinesAtTheBorder() {
        XCTAssertEqual(
            clipped(.line, [(0, 10), (0, 90), (-5, 90), (0, 95), (5, 95)]),
            [Samples.positions([(0, 10), (0, 90)]), Samples.positions([(0, 95), (5, 95)])])
        // A corner alone is no line.
        XCTAssertNil(clipped(.line, [(-10, 10), (10, -10)]))
        // Positions that repeat, and one that stands still.
        XCTAssertEqual(
            clipped(.line, [(5, 5), (5, 5), (6, 6), (6, 6)], [(7, 7), (7, 7)]), [Samples.positions([(5, 5), (6, 6)])])
    }

    func testPolygons() {
        XCTAssertEqual(
            clipped(.polygon, [(-50, -50), (50, -50), (50, 50), (-50, 50)]),
            [Samples.positions([(0, 0), (50, 0), (50, 50), (0, 50)])].map(rotated))
        // All around the box.
        XCTAssertEqual(
            clipped(.polygon, [(-500, -500), (900, -500), (900, 900), (-500, 900)])?.map(rotated),
            [Samples.positions([(0, 0), (100, 0), (100, 100), (0, 100)])])
        // A corner cut off: the diagonal from (80, 0) to (120, 40) meets the east border at 20.
        XCTAssertEqual(
            clipped(.polygon, [(80, 0), (120, 40), (80, 40)])?.map(rotated),
            [Samples.positions([(80, 0), (100, 20), (100, 40), (80, 40)])].map(rotated))
        XCTAssertNil(clipped(.polygon, [(100, 0), (150, 0), (150, 50), (100, 50)]))
        XCTAssertNil(clipped(.polygon, [(200, 0), (250, 0), (250, 50)]))
    }

    /// The same ring, begun at its smallest position.
    private func rotated(_ ring: [TilePosition]) -> [TilePosition] {
        let least = ring.indices.min { (ring[$0].x, ring[$0].y) < (ring[$1].x, ring[$1].y) } ?? 0
        return Array(ring[least...] + ring[..<least])
    }

    func testHolesGoWithTheirExteriorRing() {
        let parts = clipped(
            .polygon, [(0, 0), (60, 0), (60, 60), (0, 60)], [(10, 10), (10, 20), (20, 20), (20, 10)],
            [(200, 0), (290, 0), (290, 90), (200, 90)], [(210, 10), (210, 20), (220, 20), (220, 10)],
            [(90, 0), (190, 0), (190, 90), (90, 90)], [(95, 10), (95, 20), (120, 20), (120, 10)])
        XCTAssertEqual(
            parts?.map(rotated),
            [
                Samples.positions([(0, 0), (60, 0), (60, 60), (0, 60)]),
                Samples.positions([(10, 10), (10, 20), (20, 20), (20, 10)]),
                Samples.positions([(90, 0), (100, 0), (100, 90), (90, 90)]),
                Samples.positions([(95, 10), (95, 20), (100, 20), (100, 10)]),
            ])
    }

    func testATileWithABuffer() {
        let tile = Samples.tile(
            VectorTile.Feature(id: 1, type: .point, parts: [Samples.positions([(-64, 4160), (-65, 0)])]),
            VectorTile.Feature(id: 2, type: .point, parts: [Samples.positions([(4161, 0)])]))
        XCTAssertEqual(
            tile.clipped(buffer: 64),
            Samples.tile(VectorTile.Feature(id: 1, type: .point, parts: [Samples.positions([(-64, 4160)])])))
        XCTAssertEqual(tile.clipped(buffer: -5000), VectorTile())
        XCTAssertEqual(tile.clipped(buffer: .max), tile)
        XCTAssertEqual(tile.clipped(buffer: .min), VectorTile())
    }

    // MARK: Deeper tiles

    func testAChildShowsAQuarter() {
        let tile = Samples.tile(
            VectorTile.Feature(id: 1, type: .line, parts: [Samples.positions([(1024, 1024), (3072, 3072)])]),
            VectorTile.Feature(id: 2, type: .point, parts: [Samples.positions([(2049, 2050)])]),
            VectorTile.Feature(
                id: 3, type: .polygon, parts: [Samples.positions([(0, 0), (4096, 0), (4096, 4096), (0, 4096)])]),
            VectorTile.Feature(id: 4, type: .unknown, parts: [], uninterpreted: [9, 2, 2]))
        let parent = Tile(z: 5, x: 10, y: 12)
        let child = tile.child(of: parent, Tile(z: 6, x: 21, y: 25), buffer: 100)
        let features = child.layers[0].features
        XCTAssertEqual(child.layers[0].extent, 4096)
        XCTAssertEqual(features.map(\.id), [1, 2, 3])
        XCTAssertEqual(features[0].parts, [Samples.positions([(-100, -100), (2048, 2048)])])
        XCTAssertEqual(features[1].parts, [Samples.positions([(2, 4)])])
        XCTAssertEqual(
            features[2].parts.map(rotated),
            [Samples.positions([(-100, -100), (4096, -100), (4096, 4096), (-100, 4096)])])
        // To the north-east only the line's touch at the corner, and the area.
        let other = tile.child(of: parent, Tile(z: 6, x: 21, y: 24), buffer: 0)
        XCTAssertEqual(other.layers[0].features.map(\.id), [3])
        XCTAssertEqual(
            tile.child(of: parent, parent, buffer: 0).layers[0].features, Array(tile.layers[0].features.prefix(3)))
    }

    func testDeepTilesAreExact() {
        let tile = Samples.tile(
            VectorTile.Feature(type: .line, parts: [Samples.positions([(0, 1), (4096, 4095)])]),
            VectorTile.Feature(type: .point, parts: [Samples.positions([(4095, 4095)])]))
        // 24 levels: a unit of the parent is 4096 tiles wide. x = 4095 × 2^24 is where tile 4095 × 2^12 begins.
        let deep = Tile(z: 24, x: 4095 << 12, y: 4095 << 12)
        let child = tile.child(of: Tile(z: 0, x: 0, y: 0), deep, buffer: 8)
        XCTAssertEqual(child.layers[0].features.map(\.parts), [[Samples.positions([(0, 0)])]])
        // The line: y = 1 + x × 4094 / 4096, so 2048 lies on 2048.
        let middle = tile.child(of: Tile(z: 0, x: 0, y: 0), Tile(z: 24, x: 1 << 23, y: 1 << 23), buffer: 0)
        XCTAssertEqual(middle.layers[0].features.map(\.parts), [[Samples.positions([(0, 0), (4096, 4094)])]])
    }

    func testTilesElsewhereHaveNothing() {
        let tile = Samples.tile(VectorTile.Feature(type: .point, parts: [Samples.positions([(1, 1)])]))
        let parent = Tile(z: 5, x: 10, y: 12)
        for other in [
            Tile(z: 6, x: 22, y: 25), Tile(z: 4, x: 5, y: 6), Tile(z: 6, x: -1, y: 25), Tile(z: 70, x: 20, y: 25),
        ] { XCTAssertEqual(tile.child(of: parent, other, buffer: 10), VectorTile()) }
    }

    /// Whatever the features: what is kept lies in the box, is sound, and is all of it where the box has all of it;
    /// and the lines cut at a tile's middle are as long as before.
    func testRandomFeatures() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<3000 {
            let feature = Samples.feature(&random)
            let box = VectorTile.Box(extent: 4096, buffer: Int.random(in: 0...300, using: &random))
            let kept = feature.clipped(to: box)
            for position in kept?.parts.joined() ?? [].joined() {
                XCTAssert((box.minX...box.maxX).contains(position.x) && (box.minY...box.maxY).contains(position.y))
            }
            if let kept { XCTAssertNil(Samples.tile(kept).problem) }
            XCTAssertEqual(kept?.clipped(to: box).map { length($0) }, kept.map { length($0) })
            let all = VectorTile.Box(minX: .min, minY: .min, maxX: .max, maxY: .max)
            if feature.type != .unknown { XCTAssertEqual(feature.clipped(to: all), feature) }
            guard feature.type == .line else { continue }
            var west = box
            var east = box
            west.maxX = 2000
            east.minX = 2000
            let halves = [west, east].compactMap { feature.clipped(to: $0) }.map(length).reduce(0, +)
            let cuts = Double(feature.parts.joined().count) * 4
            XCTAssertEqual(halves, kept.map(length) ?? 0, accuracy: cuts)
        }
    }

    private func length(_ feature: VectorTile.Feature) -> Double {
        var sum = 0.0
        for part in feature.parts {
            for (from, to) in zip(part, part.dropFirst()) {
                let (x, y) = (Double(to.x) - Double(from.x), Double(to.y) - Double(from.y))
                sum += (x * x + y * y).squareRoot()
            }
        }
        return sum
    }
}
