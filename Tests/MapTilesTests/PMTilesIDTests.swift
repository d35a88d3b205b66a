import Geometry
import TestSupport
import XCTest

@testable import MapTiles

final class PMTilesIDTests: XCTestCase {
    /// Zoom, column, row, number: the table of the specification (§4.1), then `zxy_to_tileid` of PyPI's pmtiles 3.8.1.
    private static let known: [(Int, Int, Int, UInt64)] = [
        (0, 0, 0, 0), (1, 0, 0, 1), (1, 0, 1, 2), (1, 1, 1, 3), (1, 1, 0, 4), (2, 0, 0, 5),
        (12, 3423, 1763, 19_078_479),
        (2, 0, 3, 10), (3, 6, 1, 82), (5, 15, 5, 443), (8, 217, 30, 83986), (11, 507, 914, 2_189_854),
        (14, 2027, 12998, 175_045_158), (14, 1624, 7244, 154_761_349), (17, 12211, 34910, 9_589_568_432),
        (20, 607_354, 878_998, 994_187_487_789), (22, 1_210_099, 988_112, 8_044_105_630_202),
        (24, 10_350_932, 6_064_171, 331_359_219_944_650), (26, 13_831_903, 25_215_622, 2_399_526_382_866_712),
        (26, 49_982_352, 13_076_910, 5_459_276_455_468_203), (26, 8_427_393, 7_999_533, 1_735_837_195_344_455),
        (26, 0, 0, 1_501_199_875_790_165), (26, 67_108_863, 0, 6_004_799_503_160_660),
    ]

    /// Zoom 3 row by row, from the same.
    private static let zoom3: [UInt64] = [
        0, 3, 4, 5, 58, 59, 60, 63, 1, 2, 7, 6, 57, 56, 61, 62, 14, 13, 8, 9, 54, 55, 50, 49, 15, 12, 11, 10, 53, 52,
        51, 48, 16, 17, 30, 31, 32, 33, 46, 47, 19, 18, 29, 28, 35, 34, 45, 44, 20, 23, 24, 27, 36, 39, 40, 43, 21, 22,
        25, 26, 37, 38, 41, 42,
    ]

    func testNumbersAreThoseOfOthers() {
        for (z, x, y, id) in PMTilesIDTests.known {
            XCTAssertEqual(PMTilesID.id(Tile(z: z, x: x, y: y)), id, "\(z)/\(x)/\(y)")
            XCTAssertEqual(PMTilesID.tile(id), Tile(z: z, x: x, y: y), "\(id)")
        }
        for place in 0..<64 {
            XCTAssertEqual(
                PMTilesID.id(Tile(z: 3, x: place % 8, y: place / 8)), 21 + PMTilesIDTests.zoom3[place])
        }
    }

    func testEveryNumberIsATileAndNeighboursTouch() throws {
        var last: Tile?
        for id in 0..<PMTilesID.first(z: 8) {
            let tile = try XCTUnwrap(PMTilesID.tile(id))
            XCTAssertTrue(tile.isValid)
            XCTAssertEqual(PMTilesID.id(tile), id)
            XCTAssertEqual(PMTilesID.zoom(id), tile.z)
            if let last, last.z == tile.z { XCTAssertEqual(abs(last.x - tile.x) + abs(last.y - tile.y), 1) }
            last = tile
        }
    }

    func testDeepTilesComeBack() {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<5000 {
            let z = Int.random(in: 0...26, using: &random)
            let tile = Tile(
                z: z, x: Int.random(in: 0..<1 << z, using: &random), y: Int.random(in: 0..<1 << z, using: &random))
            XCTAssertEqual(PMTilesID.id(tile).flatMap(PMTilesID.tile), tile)
        }
    }

    func testWhatIsNoTileHasNoNumber() {
        for tile in [
            Tile(z: -1, x: 0, y: 0), Tile(z: 0, x: 1, y: 0), Tile(z: 3, x: 0, y: 8), Tile(z: 3, x: -1, y: 0),
            Tile(z: 27, x: 0, y: 0), Tile(z: 64, x: 0, y: 0),
        ] { XCTAssertNil(PMTilesID.id(tile)) }
        XCTAssertEqual(PMTilesID.count, 6_004_799_503_160_661)
        XCTAssertNil(PMTilesID.tile(PMTilesID.count))
        XCTAssertNil(PMTilesID.tile(.max))
        XCTAssertEqual(PMTilesID.tile(PMTilesID.count - 1), Tile(z: 26, x: (1 << 26) - 1, y: 0))
    }
}
