import XCTest

@testable import GTFSSchedule

final class TextSourceTests: XCTestCase {
    private func read(
        _ bytes: [UInt8], _ encoding: TextEncoding = .auto, piece: Int = .max, space: Int = 4096
    ) throws -> (text: String, source: TextSource) {
        let source = TextSource(PieceSource(bytes, piece: piece), encoding: encoding) { PieceSource(bytes, piece: 5) }
        let decoded = try drain(source, space: space)
        return (String(decoding: decoded, as: UTF8.self), source)
    }

    private func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
        ([0xFEFF] + text.utf16).flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? bytes : bytes.reversed()
        }
    }

    private let text = "stop_id,naïve\nA,Zürich 日本 😀 \u{0}\r\nB,é"

    func testEveryEncodingInPiecesOfEverySize() throws {
        let forms: [[UInt8]] = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), utf16(text, bigEndian: true),
            utf16(text, bigEndian: false),
        ]
        for form in forms {
            for piece in [1, 2, 3, 5, 1000] {
                for space in [16, 17, 4096] {
                    let (read, source) = try read(form, piece: piece, space: space)
                    XCTAssertEqual(read, text)
                    XCTAssertEqual(source.replaced, 0)
                    XCTAssertNil(source.guessedFromLine)
                }
            }
        }
        for short in ["", "a", "ab", "é"] { XCTAssertEqual(try read(Array(short.utf8)).text, short) }
        XCTAssertEqual(try read([0xEF, 0xBB, 0xBF]).text, "")
        XCTAssertEqual(try read([0xFF, 0xFE]).text, "")
    }

    func testAFileThatIsNotUTF8IsWindows1252FromItsStart() throws {
        let bytes = Array("a\nGare de \u{1}".utf8) + [0xC3, 0xA9, 0x0A, 0xE9, 0x80, 0x81, 0x9F]
        let (read, source) = try read(bytes, piece: 3)
        XCTAssertEqual(read, "a\nGare de \u{1}Ã©\né€\u{81}Ÿ")
        XCTAssertEqual(source.guessedFromLine, 3)
    }

    func testAGuessIsMadeOnTheWholeFileNotOnItsStart() throws {
        let valid = String(repeating: "Zürich\n", count: 40_000)
        let (read, source) = try read(Array(valid.utf8) + [0xFC])
        XCTAssertTrue(read.hasPrefix("ZÃ¼rich\n"))
        XCTAssertEqual(source.guessedFromLine, 40_001)
    }

    func testAllOfWindows1252RoundTripsThroughUTF8() throws {
        let (text, _) = try read(Array(0...255), .windows1252)
        XCTAssertEqual(text.unicodeScalars.count, 256)
        XCTAssertEqual(Array(text.unicodeScalars)[0x80], "€")
        XCTAssertEqual(Array(text.unicodeScalars)[0xFF], "ÿ")
    }

    func testForcedUTF8ReplacesWhatIsNot() throws {
        for piece in [1, 3, 1000] {
            let (read, source) = try read(
                Array("aé\nb".utf8) + [0xE9, 0x2C] + Array("é".utf8) + [0xF0, 0x9F], .utf8, piece: piece)
            XCTAssertEqual(read, "aé\nb\u{FFFD},é\u{FFFD}\u{FFFD}")
            XCTAssertEqual(source.replaced, 3)
            XCTAssertEqual(source.firstReplacedLine, 2)
        }
    }

    func testLonelySurrogatesAndHalfUnitsAreReplaced() throws {
        let (read, source) = try read([0xFF, 0xFE, 0x41, 0, 0x00, 0xD8, 0x0A, 0, 0x00, 0xDC, 0x42, 0, 0x43])
        XCTAssertEqual(read, "A\u{FFFD}\n\u{FFFD}B\u{FFFD}")
        XCTAssertEqual(source.replaced, 3)
        XCTAssertEqual(source.firstReplacedLine, 1)
    }

    func testTheCheckFindsTheFirstInvalidLineWhateverTheChunks() throws {
        for length in (65_530...65_540) {
            let bytes = [UInt8](repeating: 0x61, count: length) + Array("😀\n".utf8)
            XCTAssertNil(try UTF8Check.firstInvalidLine(of: PieceSource(bytes)))
            XCTAssertEqual(try UTF8Check.firstInvalidLine(of: PieceSource(bytes + [0xC3])), 2)
        }
    }
}
