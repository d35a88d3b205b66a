import Geometry
import MapTiles
import XCTest

final class TileTemplateTests: XCTestCase {
    private func address(_ template: String, _ z: Int, _ x: Int, _ y: Int, frame: String? = nil) throws -> String {
        try TileTemplate(template).address(of: Tile(z: z, x: x, y: y), frame: frame)
    }

    func testPlaceholders() throws {
        XCTAssertEqual(try address("http://h/{z}/{x}/{y}.png", 3, 5, 2), "http://h/3/5/2.png")
        XCTAssertEqual(try address("{x}{y}{z}", 3, 5, 2), "523")
        XCTAssertEqual(try address("{z}/{x}/{-y}", 3, 5, 2), "3/5/5")
        XCTAssertEqual(try address("{z}/{x}/{-y}", 0, 0, 0), "0/0/0")
        // Microsoft's example: tile 3, 5 of zoom 3 is 213.
        XCTAssertEqual(try address("{quadkey}", 3, 3, 5), "213")
        XCTAssertEqual(try address("{q}", 3, 3, 5), "213")
        XCTAssertEqual(try address("a{quadkey}b", 0, 0, 0), "ab")
        XCTAssertEqual(try address("{frame}/{quadkey}/{frame}", 1, 1, 1, frame: "07"), "07/3/07")
        XCTAssertEqual(try address("{z}/{x}/{y}?}", 1, 1, 1), "1/1/1?}")
        XCTAssertEqual(try address("ü{z}/{x}/{y}é", 29, (1 << 29) - 1, 0), "ü29/536870911/0é")
    }

    func testServersAreTheSameForATile() throws {
        let names = try (0..<6).map { try address("{s}.{quadkey}", 4, $0, 1).prefix(1) }
        XCTAssertEqual(names, ["b", "c", "a", "b", "c", "a"])
        let template = try TileTemplate("{s}{quadkey}{frame}")
        XCTAssertTrue(template.hasFrame)
        XCTAssertFalse(try TileTemplate("{quadkey}").hasFrame)
    }

    func testWhatIsNoTemplate() {
        for (text, reason) in [
            ("", "all tiles would have the same address"), ("http://h/tiles", "all tiles would have the same address"),
            ("{z}/{x}", "would have the same address"),
            ("{x}/{y}", "would have the same address"), ("{z}/{y}", "would have the same address"),
            ("{z}/{x}/{y", "without a '}'"), ("{", "without a '}'"),
            ("{}{quadkey}", "'{}'"), ("{Z}/{x}/{y}", "'{Z}'"), ("{{z}}/{x}/{y}", "'{{z}'"),
            ("{ratio}{quadkey}", "'{ratio}'"),
            ("{" + String(repeating: "a", count: 1000) + "}", "'{" + String(repeating: "a", count: 20) + "}'"),
        ] {
            XCTAssertThrowsError(try TileTemplate(text), text) { error in
                XCTAssertTrue((error as? TileProblem)?.reason.contains(reason) == true, "\(text): \(error)")
            }
        }
    }
}
