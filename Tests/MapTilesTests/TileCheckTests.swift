import MapTiles
import TestSupport
import XCTest

/// Whether bytes are a whole tile.
final class TileCheckTests: XCTestCase {
    private func check(_ bytes: [UInt8]) -> Result<TileFormat, TileProblem> {
        bytes.withUnsafeBytes { TileCheck.format(of: $0) }
    }

    private func reason(_ bytes: [UInt8]) -> String? {
        if case .failure(let problem) = check(bytes) { problem.reason } else { nil }
    }

    private let samples: [(bytes: [UInt8], format: TileFormat)] = [
        (SampleTiles.png(), .png), (SampleTiles.jpeg, .jpeg), (SampleTiles.webp, .webp), (SampleTiles.vector, .mvt),
        (SampleTiles.gzip(SampleTiles.vector), .mvt),
    ]

    func testWholeOnes() {
        for (bytes, format) in samples {
            XCTAssertEqual(check(bytes), .success(format))
            // What follows does not matter but in a vector tile.
            if format != .mvt { XCTAssertEqual(check(bytes + [0, 0]), .success(format)) }
        }
        XCTAssertEqual(check(SampleTiles.gzip([])), .success(.mvt), "an empty vector tile")
    }

    func testEveryCutIsFound() {
        for (bytes, format) in samples {
            for count in 0..<bytes.count {
                guard case .failure = check(Array(bytes.prefix(count))) else {
                    // A vector tile of plain bytes is a list without an end, and nothing at all is an end too.
                    XCTFail("\(format) cut to \(count)")
                    continue
                }
            }
        }
    }

    /// Each bit of a PNG but for its signature is under a checksum or is one, or a length.
    func testEveryFlippedBitOfAPNGIsFound() {
        let png = SampleTiles.png()
        for place in png.indices {
            for bit in 0..<8 {
                var bytes = png
                bytes[place] ^= 1 << bit
                XCTAssertNotNil(reason(bytes), "bit \(bit) of byte \(place)")
            }
        }
    }

    func testWhatIsSaidOfPages() {
        for (text, expected) in [
            ("<!DOCTYPE html>", "it is an HTML page, not a tile"),
            (" \n<HTML lang=x>", "it is an HTML page, not a tile"),
            ("<?xml version='1.0'?>", "it is XML, not a tile"), ("{\"a\":1}", "it is JSON, not a tile"),
            ("[]", "it is JSON, not a tile"), ("", "it is empty"),
            ("hello", "it is neither PNG, JPEG, WebP nor a vector tile"),
            ("\u{0}\u{0}", "it is neither PNG, JPEG, WebP nor a vector tile"),
        ] { XCTAssertEqual(reason(Array(text.utf8)), expected, text) }
    }

    func testHostileNumbers() {
        let header = Array(SampleTiles.png().prefix(33))
        XCTAssertEqual(
            reason(header + [0xFF, 0xFF, 0xFF, 0xFF] + Array("IDAT".utf8) + [0, 0, 0, 0]), "the PNG is cut off")
        XCTAssertEqual(reason(header + Array(SampleTiles.png().suffix(12))), "the PNG has no picture")
        XCTAssertEqual(
            reason(Array(SampleTiles.png().prefix(8)) + Array(SampleTiles.png().suffix(12))), "the PNG has no picture")
        XCTAssertEqual(
            reason(Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0]),
            "the WebP is cut off")
        for bytes: [UInt8] in [
            [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x1A, 0x80],
            SampleTiles.vector + [0x09, 1, 2, 3], SampleTiles.vector + [0x0D], SampleTiles.vector + [0x08],
        ] { XCTAssertEqual(reason(bytes), "the vector tile is cut off", "\(bytes)") }
        XCTAssertEqual(reason(SampleTiles.vector + [0x0B]), "it is not a vector tile: no field begins at byte 7")
        XCTAssertEqual(
            reason(SampleTiles.gzip(Array("<html>".utf8))), "it is not a vector tile: no field begins at byte 0")
    }

    func testNames() {
        for format in TileFormat.allCases {
            XCTAssertEqual(TileFormat(name: format.name), format)
            for name in format.extensions { XCTAssertEqual(TileFormat(name: name.uppercased()), format) }
        }
        XCTAssertNil(TileFormat(name: "gif"))
    }
}
