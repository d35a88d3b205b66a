import TestSupport
import XCTest

@testable import Drawing

final class DrawingTests: XCTestCase {
    private var sample: Picture {
        var picture = Picture(
            width: 60, height: 40, background: .white, title: "A <title>", description: "Says \"what\" & why")
        picture.add(.begin(title: "a & b"))
        picture.add(.lines([[Point(5, 20), Point(55, 20)]], .init(Color(255, 0, 0), 4)))
        picture.add(.end)
        picture.add(.clip(Frame(0, 0, 30, 40)))
        picture.add(.disc(Point(30, 20), radius: 8, fill: Color(0, 0, 255), outline: nil))
        picture.add(.end)
        picture.add(.text("]]> Łódź", at: Point(2, 10), size: 8, color: .black, halo: .white))
        picture.rectangle(Frame(50, 30, 6, 6), fill: nil, outline: .init(.black, 1))
        return picture
    }

    private func pixel(_ rows: [UInt8], _ x: Int, _ y: Int, width: Int) -> [UInt8] {
        Array(rows[(y * width + x) * 3..<(y * width + x) * 3 + 3])
    }

    func testSVGIsWellFormedAndSaysWhatItShows() throws {
        var text = ""
        try SVGPainter.write(sample) { text += $0 }
        let checker = XMLChecker(text)
        XCTAssertNil(checker.fault)
        XCTAssertEqual(checker.texts.filter { $0.contains("title") || $0.contains("why") || $0 == "a & b" }.count, 3)
        XCTAssertEqual(checker.elements["clipPath"], 1)
        XCTAssertEqual(checker.elements["text"], 2, "the halo and the letters")
    }

    func testCairoDrawsWhatTheMarksSay() throws {
        let canvas = try Canvas(width: 60, height: 40, background: .white)
        try canvas.draw(sample)
        let rows = canvas.rows()
        XCTAssertEqual(pixel(rows, 1, 38, width: 60), [255, 255, 255])
        XCTAssertEqual(pixel(rows, 10, 20, width: 60), [255, 0, 0])
        XCTAssertEqual(pixel(rows, 25, 20, width: 60), [0, 0, 255])
        XCTAssertEqual(pixel(rows, 34, 20, width: 60), [255, 0, 0], "the disc is cut at the clip, and the clip ends")
    }

    func testTheUnitScales() throws {
        let picture = Picture(width: 60, height: 40, unit: 2, background: .white, title: "", description: "")
        var marks = picture
        marks.rectangle(Frame(10, 5, 5, 5), fill: .black)
        let canvas = try Canvas(width: 60, height: 40, unit: 2, background: .white)
        try canvas.draw(marks)
        XCTAssertEqual(pixel(canvas.rows(), 25, 15, width: 60), [0, 0, 0])
        XCTAssertEqual(pixel(canvas.rows(), 12, 7, width: 60), [255, 255, 255])
    }

    func testHatchesClimbingTextAndFadedMarks() throws {
        var picture = Picture(width: 60, height: 40, background: .white, title: "", description: "")
        picture.add(.hatch(Frame(0, 0, 20, 20), outline: .init(.black, 1)))
        picture.add(.fade(0.5, within: Frame(30, 0, 10, 10)))
        picture.add(.named("s0 e", .box(Frame(30, 0, 10, 10), fill: .black, outline: nil)))
        picture.add(.end)
        picture.add(.text("IIII", at: Point(30, 40), size: 10, isBold: true, color: .black, climbs: true))
        let canvas = try Canvas(width: 60, height: 40, background: .white)
        try canvas.draw(picture)
        let rows = canvas.rows()
        XCTAssertTrue(pixel(rows, 35, 5, width: 60).allSatisfy { (126...129).contains($0) })
        XCTAssertNotEqual(pixel(rows, 6, 6, width: 60), [255, 255, 255], "x and y add up to 12")
        XCTAssertEqual(pixel(rows, 13, 8, width: 60), [255, 255, 255], "between two lines")
        let ink = (0..<40).flatMap { y in (0..<60).map { (x: $0, y: y) } }
            .filter { $0.y > 21 && pixel(rows, $0.x, $0.y, width: 60)[0] < 128 }
        XCTAssertTrue(!ink.isEmpty && ink.allSatisfy { (22...30).contains($0.x) }, "\(ink)")
    }

    /// What a page's style sheet is to change has its names, and what has the picture's ink says no colour.
    func testAPictureOfAPageHasClasses() throws {
        var picture = Picture(width: 60, height: 40, background: .white, title: "", description: "")
        picture.sheet = Picture.Sheet(names: "chart", ink: Color(1, 2, 3), id: "two")
        picture.add(.named("muted", .text("a", at: Point(0, 0), size: 9, color: Color(9, 9, 9))))
        picture.add(.text("b", at: Point(0, 0), size: 9, color: Color(1, 2, 3)))
        picture.add(.clip(Frame(0, 0, 5, 5)))
        picture.add(.end)
        var text = ""
        try SVGPainter.write(picture) { text += $0 }
        XCTAssertNil(XMLChecker(text).fault)
        for piece in [
            "class=\"chart\"", "fill=\"#010203\"", "class=\"muted\">a<", "font-size=\"9\">b<", "id=\"lf-two-clip-1\"",
            "id=\"lf-two-hatch\"", "aria-labelledby=\"lf-two-title\"",
        ] { XCTAssertTrue(text.contains(piece), piece) }
    }

    /// The PNG's chunks are whole, its size is right, and the same picture gives the same bytes.
    func testPNG() throws {
        func encoded() throws -> [UInt8] {
            let canvas = try Canvas(width: 60, height: 40, background: .white)
            try canvas.draw(sample)
            return try PNGEncoder.encode(canvas)
        }
        let png = try encoded()
        XCTAssertEqual(Array(png.prefix(8)), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        XCTAssertEqual(Array(png[16..<26]), [0, 0, 0, 60, 0, 0, 0, 40, 8, 2])
        XCTAssertEqual(Array(png.suffix(8).prefix(4)), Array("IEND".utf8))
        XCTAssertEqual(png, try encoded())
    }

    func testSizesThatCannotBeAreFaults() {
        XCTAssertThrowsError(try Canvas(width: 40_000, height: 10, background: .white))
        XCTAssertThrowsError(try PNGEncoder.encode(rows: [], width: 0, height: 10))
    }

    func testWhatIsNotFiniteIsDrawnSomewhere() throws {
        var picture = Picture(width: 10, height: 10, background: .white, title: "", description: "")
        picture.add(.lines([[Point(.nan, .infinity), Point(-.infinity, 1e300)]], .init(.black, 1)))
        picture.add(.disc(Point(.infinity, .nan), radius: 2, fill: .black, outline: nil))
        let canvas = try Canvas(width: 10, height: 10, background: .white)
        XCTAssertNoThrow(try canvas.draw(picture))
        var text = ""
        try SVGPainter.write(picture) { text += $0 }
        XCTAssertNil(XMLChecker(text).fault)
        XCTAssertFalse(text.contains("nan") || text.contains("inf"))
    }

    func testNumbersHaveTwoDecimalsAtMost() {
        for (value, text) in [
            (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (1.005, "1"), (-0.001, "0"), (10.099, "10.1"), (0.01, "0.01"),
        ] as [(Double, String)] { XCTAssertEqual(SVGPainter.number(value), text) }
    }

    func testColors() {
        XCTAssertEqual(Color(hex: "1F5FBF"), Color(0x1F, 0x5F, 0xBF))
        XCTAssertEqual(Color(hex: "1f5fbf")?.hex, "#1f5fbf")
        for text in ["", "12345", "1234567", "+12345", "-12345", "gggggg", "#12345"] {
            XCTAssertNil(Color(hex: text), text)
        }
        XCTAssertEqual(Color.white.contrast(with: .black), 21, accuracy: 1e-9)
    }
}
