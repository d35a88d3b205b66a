import Geometry
import TestSupport
import XCTest

/// The code in the articles of Geometry.docc, run.
final class ArticleTests: XCTestCase {
    func testLinesAndPositions() {
        var (along, beside) = (0.0, 0.0)

        let line = Polyline([
            Coordinate(latitude: -27.4698, longitude: 153.0251),
            Coordinate(latitude: -27.4690, longitude: 153.0252),
            Coordinate(latitude: -27.4682, longitude: 153.0253),
            Coordinate(latitude: -27.4675, longitude: 153.0270),
        ])
        let metres = line.length
        let simple = line.unwrapped.simplified(metres: 5)
        let text = EncodedPolyline.encode(simple.coordinates)
        XCTAssertEqual(metres, 363, accuracy: 1)
        XCTAssertEqual(simple.coordinates.count, 3)
        XCTAssertEqual(EncodedPolyline.decode(text.utf8)?.count, 3)

        let measured = MeasuredLine(line.coordinates)
        let vehicle = Coordinate(latitude: -27.4685, longitude: 153.0254)
        if let foot = measured.nearest(to: vehicle) {
            along = foot.along
            beside = foot.offset
        }
        let halfway = measured.coordinate(at: measured.length / 2)
        XCTAssertTrue((100...200).contains(along), "\(along)")
        XCTAssertTrue((5...20).contains(beside), "\(beside)")
        XCTAssertNotNil(halfway)
    }

    func testTiles() {
        var names: [String] = []

        let tile = Tile(Coordinate(latitude: -27.4698, longitude: 153.0251), z: 14)
        let name = tile.quadkey
        let box = tile.bounds
        let parent = tile.parent
        XCTAssertEqual(name.count, 14)
        XCTAssertTrue(box.contains(Coordinate(latitude: -27.4698, longitude: 153.0251)))
        XCTAssertEqual(parent?.z, 13)

        var cover = TileCover(z: 14)
        let line = Polyline([
            Coordinate(latitude: -27.4698, longitude: 153.0251),
            Coordinate(latitude: -27.4350, longitude: 153.1270),
        ])
        cover.insert(line.unwrapped, buffer: 8)
        cover.forEachTile { tile in names.append("\(tile.z)/\(tile.x)/\(tile.y)") }
        XCTAssertTrue(names.contains("14/\(tile.x)/\(tile.y)"))
        XCTAssertEqual(names.count, cover.count)
    }

    func testArticlesShowThisCode() throws {
        let source = try XCTUnwrap(TemporaryFolder.text(of: #filePath))
        for name in ["LinesAndPositions", "TilesOfAMap"] {
            let path = Checkout.root + "/Sources/Base/Geometry/Geometry.docc/\(name).md"
            let article = try XCTUnwrap(TemporaryFolder.text(of: path))
            XCTAssertFalse(ArticleCode.blocks(in: article).isEmpty, name)
            XCTAssertEqual(ArticleCode.missing(in: article, from: [source]), [], name)
        }
    }
}
