import Drawing
import TestSupport
import XCTest
import YAML

@testable import RenderTilesStage
@testable import TileFiles

/// The file of `--style`.
final class MapStyleTests: XCTestCase {
    func testWhatIsSaidCountsAndTheRestStays() throws {
        let style = try MapStyleFile.style(
            Array(
                """
                background: "#102030"
                lines:
                  width: {10: 1, 14: 5}
                  casing: 0
                  casing_color: auto
                  color: "#ff0000"
                  opacity: 0.8
                pins:
                  from_zoom: 12
                  radius: 3
                  fill: "#000000"
                  labels_from_zoom: 15
                vehicles:
                  radius: {12: 4}
                """.utf8))
        XCTAssertEqual(style.background, Color(0x10, 0x20, 0x30))
        XCTAssertEqual(style.lines.width[12], 3)
        XCTAssertEqual(style.lines.casing[12], 0)
        XCTAssertNil(style.lines.casingColor)
        XCTAssertEqual(style.lines.color, Color(0xFF, 0, 0))
        XCTAssertEqual(style.lines.opacity, 0.8)
        XCTAssertEqual(style.pins.fromZoom, 12)
        XCTAssertEqual(style.pins.radius[9], 3)
        XCTAssertEqual(style.pins.labelsFromZoom, 15)
        XCTAssertEqual(style.pins.outline, MapStyle().pins.outline)
        XCTAssertEqual(style.vehicles.radius[20], 4)
        XCTAssertEqual(try MapStyleFile.style(Array("lines: {}\n".utf8)), MapStyle())
    }

    func testFaultsSayTheLine() {
        for (text, line, reason) in [
            ("lines:\n  widht: 3\n", 2, "'widht' is not a key here; the keys are casing, casing_color"),
            ("lines:\n  width: wide\n", 2, "'wide' is not a number"),
            ("lines:\n  width: {a: 1}\n", 2, "'a' is not a zoom"),
            ("lines:\n  width: -1\n", 2, "-1.0 is not from 0.0 to 200.0"),
            ("pins:\n  fill: blue\n", 2, "'blue' is not a colour such as"),
            ("pins: 3\n", 1, "expected a mapping, not text"),
            ("lines:\n  width: {}\n", 2, "the mapping has no zooms"),
        ] {
            XCTAssertThrowsError(try MapStyleFile.style(Array(text.utf8))) { error in
                guard let fault = error as? YAMLFault else { return XCTFail("\(text): \(error)") }
                XCTAssertEqual(fault.line, line, text)
                XCTAssertTrue(fault.reason.contains(reason), "\(text): \(fault.reason)")
            }
        }
    }

    /// The file that the documents give is the style that counts where none is given.
    func testTheDocumentsGiveTheDefaults() throws {
        let text = try XCTUnwrap(TemporaryFolder.text(of: Checkout.root + "/docs/tiles.md"))
        let block = try XCTUnwrap(text.firstRange(of: "```yaml\n"))
        let rest = text[block.upperBound...]
        let end = try XCTUnwrap(rest.firstRange(of: "\n```"))
        XCTAssertEqual(try MapStyleFile.style(Array(rest[..<end.lowerBound].utf8)), MapStyle())
    }
}
