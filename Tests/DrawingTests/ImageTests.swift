import TestSupport
import XCTest

@testable import Drawing

/// Pictures in files, and parts of them scaled.
final class ImageTests: XCTestCase {
    private func decoded(_ bytes: [UInt8], _ codec: ImageCodec) throws -> Raster {
        try bytes.withUnsafeBytes { try codec.decode($0) }
    }

    /// A picture of 8 x 8 in soft colours, with alpha where that is wished.
    private func sample(alpha: Bool) -> Raster {
        var samples: [UInt8] = []
        for y in 0..<8 {
            for x in 0..<8 {
                samples += [UInt8(60 + x * 10), UInt8(90 + y * 8), 120, alpha ? UInt8(255 - x * 30) : 255]
            }
        }
        return Raster(width: 8, height: 8, samples: samples)
    }

    private func difference(_ one: Raster, _ other: Raster) -> Int {
        zip(one.samples(channels: 4), other.samples(channels: 4)).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }

    func testRoundTrips() throws {
        for alpha in [false, true] {
            let raster = sample(alpha: alpha)
            XCTAssertEqual(try decoded(ImageCodec.png.encode(raster), .png), raster, "PNG loses nothing")
            let webp = try decoded(ImageCodec.webp.encode(raster), .webp)
            XCTAssertLessThan(zip(webp.pixels, raster.pixels).map { abs(Int($0 >> 24) - Int($1 >> 24)) }.max() ?? 0, 3)
            if !alpha { XCTAssertLessThan(difference(webp, raster), 24) }
        }
        let jpeg = try decoded(ImageCodec.jpeg.encode(sample(alpha: false)), .jpeg)
        XCTAssertLessThan(difference(jpeg, sample(alpha: false)), 12)
        XCTAssertTrue(jpeg.isOpaque)
    }

    func testPNGsOfEveryKind() throws {
        func pixel(_ depth: UInt8, _ colour: UInt8, _ row: [UInt8], _ palette: [UInt8] = [], lace: Bool = false) throws
            -> [UInt8]
        {
            let bytes = SampleTiles.png(
                width: 1, height: 1, depth: depth, colour: colour, interlaced: lace, rows: [0] + row, palette: palette)
            return try decoded(bytes, .png).samples(channels: 4)
        }
        XCTAssertEqual(try pixel(1, 0, [0x80]), [255, 255, 255, 255])
        XCTAssertEqual(try pixel(4, 0, [0x30]), [0x33, 0x33, 0x33, 255])
        XCTAssertEqual(try pixel(8, 0, [0x66]), [0x66, 0x66, 0x66, 255])
        XCTAssertEqual(try pixel(16, 0, [0x66, 0x66]), [0x66, 0x66, 0x66, 255])
        XCTAssertEqual(try pixel(8, 2, [0x33, 0x66, 0x99]), [0x33, 0x66, 0x99, 255])
        XCTAssertEqual(try pixel(8, 2, [0x33, 0x66, 0x99], lace: true), [0x33, 0x66, 0x99, 255])
        XCTAssertEqual(try pixel(16, 2, [0x33, 0x33, 0x66, 0x66, 0x99, 0x99]), [0x33, 0x66, 0x99, 255])
        XCTAssertEqual(try pixel(2, 3, [0x40], [0, 0, 0, 0x33, 0x66, 0x99]), [0x33, 0x66, 0x99, 255])
        XCTAssertEqual(try pixel(8, 4, [0x66, 0xFF]), [0x66, 0x66, 0x66, 255])
        XCTAssertEqual(try pixel(8, 6, [255, 255, 255, 0x80]), [255, 255, 255, 0x80])
    }

    func testDamagedPictures() throws {
        var random = SeededGenerator(seed: 11)
        for codec in ImageCodec.allCases {
            let whole = try codec.encode(sample(alpha: false))
            XCTAssertNoThrow(try decoded(whole, codec))
            for count in [0, 1, 8, 20, whole.count / 2] {
                XCTAssertThrowsError(try decoded(Array(whole.prefix(count)), codec), "\(codec) cut to \(count)")
            }
            // Whatever the bytes, it ends with a picture or an error.
            for _ in 0..<300 {
                var bytes = whole
                for _ in 0..<3 {
                    bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
                if let raster = try? decoded(bytes, codec) {
                    XCTAssertEqual(raster.pixels.count, raster.width * raster.height)
                }
            }
            for other in ImageCodec.allCases where other != codec { XCTAssertThrowsError(try decoded(whole, other)) }
        }
        XCTAssertThrowsError(try decoded(SampleTiles.brokenPicture, .png))
        XCTAssertNoThrow(try decoded(SampleTiles.png(), .png))
    }

    func testAGiantPictureIsNotDecoded() throws {
        // 50,000 x 50,000 pixels by its header; its checksum is right, so that the size is believed.
        var bytes = SampleTiles.png(0, size: 1)
        bytes.replaceSubrange(8..<33, with: SampleTiles.header(width: 50_000, height: 50_000))
        XCTAssertThrowsError(try decoded(bytes, .png)) { XCTAssertTrue("\($0)".contains("50000x50000"), "\($0)") }
    }

    // MARK: Scaling

    private func grey(_ values: [UInt8], width: Int) -> Raster {
        Raster(width: width, height: values.count / width, samples: values.flatMap { [$0, $0, $0, 255] })
    }

    private func values(_ raster: Raster) -> [UInt8] { raster.pixels.map { UInt8($0 & 0xFF) } }

    func testTheWholeAtItsSizeIsItself() {
        let raster = sample(alpha: true)
        XCTAssertEqual(raster.scaled(x: 0, y: 0, side: 8, to: 8), raster)
        let part = raster.scaled(x: 2, y: 4, side: 4, to: 4)
        for (y, x) in [(0, 0), (3, 3), (1, 2)] {
            XCTAssertEqual(part.pixels[y * 4 + x], raster.pixels[(y + 4) * 8 + x + 2])
        }
    }

    /// The left upper pixel of four, twice as large: middles of the new pixels lie a quarter from the old ones'.
    func testBetweenPixels() {
        let raster = grey([0, 100, 200, 40], width: 2)
        // New middles at -0.25 and 0.25 of the old ones: x -0.25 is held at the edge, 0.25 has a quarter of the neighbour.
        // Upper row: 0, 25. Lower row: a quarter of the row below, 0*.75+200*.25 = 50, and (0*.75+100*.25)*.75+(200*.75+40*.25)*.25 = 58.75.
        XCTAssertEqual(values(raster.scaled(x: 0, y: 0, side: 1, to: 2)), [0, 25, 50, 59])
        // The right lower one: its left upper new pixel is at 0.75, 0.75.
        // (0*.25+100*.75)*.25+(200*.25+40*.75)*.75 = 78.75; then 100*.25+40*.75 = 55; 200*.25+40*.75 = 80; 40.
        XCTAssertEqual(values(raster.scaled(x: 1, y: 1, side: 1, to: 2)), [79, 55, 80, 40])
    }

    func testMeans() {
        let raster = grey([0, 100, 10, 20, 200, 100, 30, 40, 1, 2, 50, 50, 3, 4, 50, 50], width: 4)
        // 0+100+200+100, 10+20+30+40, 1+2+3+4 and 200, by four, halves away from zero.
        XCTAssertEqual(values(raster.scaled(x: 0, y: 0, side: 4, to: 2)), [100, 25, 3, 50])
        XCTAssertEqual(values(raster.scaled(x: 2, y: 2, side: 2, to: 1)), [50])
    }

    func testTransparentNeighboursDoNotDarken() {
        // A white pixel beside one of which nothing is seen: between them it stays white.
        let raster = Raster(width: 2, height: 1, samples: [255, 255, 255, 255, 0, 0, 0, 0])
        let samples = raster.scaled(x: 0, y: 0, side: 2, to: 4).samples(channels: 4)
        XCTAssertEqual(Array(samples[4..<8]), [255, 255, 255, 191])
        XCTAssertEqual(Array(samples[8..<12]), [255, 255, 255, 64])
    }

    func testTinyParts() {
        // A part of a part of a pixel, as many zooms below.
        let raster = grey([10, 20, 30, 40], width: 2)
        let part = raster.scaled(x: 1.5, y: 1.5, side: 1.0 / 65_536, to: 256)
        XCTAssertEqual(Set(values(part)), [40])
        XCTAssertEqual([part.width, part.height], [256, 256])
        XCTAssertTrue(Raster(width: 1, height: 1).isTransparent)
        XCTAssertTrue(part.isOpaque)
    }

    func testMargins() {
        let raster = grey([10, 20, 30, 40, 50, 60], width: 3)
        let outer = raster.withMargin(2)
        XCTAssertEqual([outer.width, outer.height], [7, 6])
        let row = outer.samples(channels: 4)[(4 * 16)..<(4 * 19)]
        XCTAssertEqual(Array(row), Array(raster.samples(channels: 4)[..<12]))
        XCTAssertEqual(outer.pixels.count { $0 == 0 }, 7 * 6 - 6)
        XCTAssertEqual(outer.withoutMargin(2), raster)
    }
}
