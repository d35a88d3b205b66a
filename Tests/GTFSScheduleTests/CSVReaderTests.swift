import NDJSON
import TestSupport
import XCTest

@testable import GTFSSchedule

final class CSVReaderTests: XCTestCase {
    private func rows(_ text: String, chunk: Int = 1 << 18, piece: Int = .max) throws -> [ReadRow] {
        let (rows, last) = try CSVReader(PieceSource(text, piece: piece), chunk: chunk).rows()
        XCTAssertEqual(last, .end)
        return rows
    }

    func testLineEndsOfAllKindsEndRowsAndCountAsOneLine() throws {
        let expected = [ReadRow(1, ["a", "b"]), ReadRow(2, ["1", "2"]), ReadRow(4, ["3", "4"])]
        for end in ["\n", "\r\n", "\r", "\r\r\n"] {
            XCTAssertEqual(try rows(["a,b", "1,2", "", "3,4"].joined(separator: end)), expected, end.debugDescription)
            XCTAssertEqual(try rows(["a,b", "1,2", "", "3,4", ""].joined(separator: end)), expected)
        }
    }

    func testQuotedLineEndsBelongToTheCellAndAreCounted() throws {
        let text = "a,b\n\"x\r\ny\nz\rw\",\"1\"\n2,3\n"
        XCTAssertEqual(
            try rows(text), [ReadRow(1, ["a", "b"]), ReadRow(2, ["x\r\ny\nz\rw", "1"]), ReadRow(6, ["2", "3"])])
    }

    func testQuotes() throws {
        let cases: [(String, [String])] = [
            ("\"a\"\"b\",c", ["a\"b", "c"]), ("  \"a,b\" ,c", ["a,b", "c"]), ("\"ab\"cd,e", ["abcd", "e"]),
            ("\"ab\" cd,e", ["ab cd", "e"]), ("a\"b\",c", ["a\"b\"", "c"]), ("\"\",\"\"", ["", ""]),
            ("\" a \",\tb\t", ["a", "b"]), ("\"\"\"\",x", ["\"", "x"]), ("\"a\",\"b\"", ["a", "b"]),
            ("\t\"x\"\t,y", ["x", "y"]), ("\u{A0}a,b\u{3000}", ["\u{A0}a", "b\u{3000}"]),
        ]
        for (text, cells) in cases {
            XCTAssertEqual(try rows(text), [ReadRow(1, cells)], text)
            XCTAssertEqual(try rows(text + "\r\n"), [ReadRow(1, cells)], text)
        }
    }

    func testBlankLinesArePassedOverAndQuotedEmptyOnesAreRows() throws {
        XCTAssertEqual(try rows("\n\na\n   \n\t\nb\n\n"), [ReadRow(3, ["a"]), ReadRow(6, ["b"])])
        XCTAssertEqual(try rows("a\n\"\"\nb"), [ReadRow(1, ["a"]), ReadRow(2, [""]), ReadRow(3, ["b"])])
        XCTAssertEqual(try rows(",\n"), [ReadRow(1, ["", ""])])
        XCTAssertEqual(try rows(""), [])
    }

    func testCellsBeyondTheHeaderAreCountedNotKept() throws {
        let reader = CSVReader(PieceSource("a,b,, ,\"\"\nc,d,\"x\"\n"))
        reader.cellLimit = 2
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertEqual(reader.row.cells, ["a", "b"])
        XCTAssertEqual(reader.extraCells, 3)
        XCTAssertFalse(reader.extraHasContent)
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertEqual(reader.extraCells, 1)
        XCTAssertTrue(reader.extraHasContent)
    }

    func testTrimmedCellsAreCounted() throws {
        let reader = CSVReader(PieceSource("a, b,c ,\"d\" ,\" e\",f\n"))
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertEqual(reader.row.cells, ["a", "b", "c", "d", "e", "f"])
        XCTAssertEqual(reader.trimmedCells, 4)
        XCTAssertEqual(reader.firstTrimmed, 1)
    }

    func testAnUnclosedQuoteNamesItsLineAndWhatItTook() throws {
        let reader = CSVReader(PieceSource("a,b\n1,\"x\ny\n2,3\n4,5\n"))
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertEqual(try reader.next(), .unterminated(openedAt: 2, lines: 4))
        XCTAssertEqual(try reader.next(), .end)
        let late = CSVReader(PieceSource("\"p\nq\",\"x\ny"))
        XCTAssertEqual(try late.next(), .unterminated(openedAt: 2, lines: 2))
    }

    func testARowThatIsTooLongIsPassedOver() throws {
        for chunk in [256, 1 << 18] {
            for end in ["\n", "\r\n", "\r"] {
                let long = "x" + String(repeating: "y,\"a\"\"\n\",", count: 4000) + "z"
                let text = ["a,b", "1,2", long, "3,4"].joined(separator: end)
                let reader = CSVReader(PieceSource(text), limit: 1000, chunk: chunk)
                XCTAssertEqual(try reader.next(), .row)
                XCTAssertEqual(try reader.next(), .row)
                XCTAssertEqual(try reader.next(), .tooLong(bytes: long.utf8.count, openedAt: nil))
                XCTAssertEqual(reader.line, 3)
                XCTAssertEqual(try reader.next(), .row)
                XCTAssertEqual(reader.row, ReadRow(4004, ["3", "4"]))
                XCTAssertEqual(try reader.next(), .end)
            }
        }
    }

    func testAQuoteThatTakesTheWholeRestOfALongFileIsNamed() throws {
        let text = "a\n\"" + String(repeating: "line\n", count: 10_000)
        let reader = CSVReader(PieceSource(text), limit: 1000, chunk: 256)
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertEqual(try reader.next(), .tooLong(bytes: 50_001, openedAt: 2))
        XCTAssertEqual(try reader.next(), .end)
    }

    func testALineOf100MegabytesTakesNoMoreMemoryThanTheLimit() throws {
        let reader = CSVReader(EndlessSource(count: 100 << 20), limit: 1 << 20)
        XCTAssertEqual(try reader.next(), .tooLong(bytes: 100 << 20, openedAt: nil))
        XCTAssertLessThan(reader.capacity, 3 << 20)
        XCTAssertEqual(try reader.next(), .end)
    }

    /// The same rows whatever the size of the buffer and of the pieces that arrive.
    func testChunksDoNotMatter() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("ab,,\"\"\n\r \té😀\u{0}")
        for _ in 0..<400 {
            let text = String(
                (0..<Int.random(in: 0..<600, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "a"
                })
            let whole = try CSVReader(PieceSource(text)).rows()
            for (chunk, piece) in [(256, 1), (256, 64), (300, 7), (1 << 12, 3)] {
                let parts = try CSVReader(PieceSource(text, piece: piece), chunk: chunk).rows()
                XCTAssertEqual(parts.rows, whole.rows, text.debugDescription)
                XCTAssertEqual(parts.last, whole.last, text.debugDescription)
            }
        }
    }

    /// Cells are those that were written, wherever delimiters stand among the 64 bytes that are examined together.
    func testDelimitersAtAnyPlace() throws {
        var random = SeededGenerator(seed: 64)
        func cell() -> String {
            let count = [0, 1, 5, 15, 30, 61, 62, 63, 64, 65, 66, 130].randomElement(using: &random)!
            let alphabet = Array(["ab", "a,\"\n\r", "é,x"].randomElement(using: &random)!)
            return String((0..<count).map { _ in alphabet.randomElement(using: &random)! })
        }
        for _ in 0..<600 {
            let rows = (0..<4).map { _ in (0..<Int.random(in: 1...5, using: &random)).map { _ in "x" + cell() + "y" } }
            let end = ["\n", "\r\n", "\r"].randomElement(using: &random)!
            let text = rows.map { cells in
                cells.map { cell in
                    let isPlain = !cell.contains { ",\"\n\r\r\n".contains($0) } && Bool.random(using: &random)
                    return isPlain ? cell : "\"" + cell.replacing("\"", with: "\"\"") + "\""
                }.joined(separator: ",") + end
            }.joined()
            XCTAssertEqual(try CSVReader(PieceSource(text)).rows().rows.map(\.cells), rows, text.debugDescription)
        }
    }

    func testNULIsNoticedInItsRow() throws {
        let reader = CSVReader(PieceSource("a\nb\u{0}c\nd\n"))
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertFalse(reader.hasNUL)
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertTrue(reader.hasNUL)
        XCTAssertEqual(reader.row.cells, ["b\u{0}c"])
        XCTAssertEqual(try reader.next(), .row)
        XCTAssertFalse(reader.hasNUL)
    }

    func testCSVSpectrum() throws {
        let files = RealData.files(in: "bad/csv-spectrum/csvs", suffix: ".csv")
        if files.isEmpty { throw XCTSkip("the real feeds are not here") }
        for file in files {
            let reader = CSVReader(PieceSource(try XCTUnwrap(TemporaryFolder.bytes(of: file))))
            let (rows, last) = try reader.rows()
            XCTAssertEqual(last, .end, file)
            let header = rows[0].cells
            let json = file.replacing("/csvs/", with: "/json/").replacing(".csv", with: ".json")
            var expected = try SpectrumJSON.rows(try XCTUnwrap(TemporaryFolder.text(of: json)))
            var found = rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0.cells)) }
            if file.hasSuffix("/location_coordinates.csv") {
                // The published JSON has another telephone number than the published CSV.
                for index in expected.indices { expected[index]["Contact Phone Number"] = nil }
                for index in found.indices { found[index]["Contact Phone Number"] = nil }
            }
            XCTAssertFalse(expected.isEmpty)
            XCTAssertEqual(found, expected, file)
        }
    }
}

/// One row of a single cell, without an end.
private final class EndlessSource: ByteSource {
    private var left: Int
    init(count: Int) { left = count }
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(left, buffer.count)
        buffer.initializeMemory(as: UInt8.self, repeating: 0x41)
        left -= count
        return count
    }
}
