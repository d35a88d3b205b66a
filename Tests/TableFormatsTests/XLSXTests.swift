import Contract
import TestSupport
import XCTest

@testable import TableFormats

/// Records as rows of a workbook. `scripts/check-xlsx` has other programs read such files.
final class XLSXTests: XCTestCase {
    private struct Written {
        let bytes: [UInt8]
        let parts: [String: String]
        let problems: [String]

        /// The cells of a sheet by their places: all between the brackets of `<c …>` and `</c>`, as it stands.
        func cells(_ sheet: Int = 1) -> [String: String] {
            let text = parts["xl/worksheets/sheet\(sheet).xml"] ?? ""
            return Dictionary(
                text.matches(of: #/<c r="([A-Z]+[0-9]+)"([^>]*)>(.*?)</c>/#.dotMatchesNewlines()).map {
                    (String($0.1), String($0.2) + ">" + String($0.3))
                }, uniquingKeysWith: { _, last in "twice: " + last })
        }
    }

    private func write(
        named table: String = "stops", _ columns: [ColumnDescription], _ lines: [String],
        rowLimit: Int = Workbook.rowLimit
    ) throws -> Written {
        var bytes: [UInt8] = []
        var problems: [String] = []
        let output = TableOutput(
            tell: { problems.append("\($0.code) \($0.column)") }, write: { bytes.append(contentsOf: $0) })
        let writer = try XLSXTable(TableShape(table, columns), output, rowLimit: rowLimit)
        for line in lines {
            var copy = line
            try copy.withUTF8 { try writer.append(UnsafeRawBufferPointer($0)) }
        }
        try writer.finish()
        let parts = try ZipContents(bytes).entries.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
        return Written(bytes: bytes, parts: Dictionary(uniqueKeysWithValues: parts), problems: problems)
    }

    private func text(_ text: String, style: Int = 2) -> String {
        " s=\"\(style)\" t=\"inlineStr\"><is><t>\(text)</t></is>"
    }

    func testEveryKindOfCell() throws {
        let written = try write(
            [
                ColumnDescription("id", .string), ColumnDescription("count", .integer),
                ColumnDescription("share", .number),
                ColumnDescription("day", .date), ColumnDescription("at", .time), ColumnDescription("seen", .dateTime),
                ColumnDescription("stamp", .integer, unit: .posixSeconds), ColumnDescription("open", .boolean),
                ColumnDescription("other", .any), ColumnDescription("ids", .array(.string)),
                ColumnDescription("own_local", .string),
            ],
            [
                #"{"id":"0059","count":3,"share":0.5,"day":"20260302","at":"25:30:00","seen":"2026-03-02T07:00:00+10:00","#
                    + #""stamp":1772398800,"open":true,"other":7,"ids":["p","q"],"own_local":"2026-03-02T07:00:00+10:00"}"#,
                #"{"id":59,"count":"x","day":"soon","at":"late","seen":"then","stamp":1.5,"open":null,"own_local":"7:00"}"#,
                #"{"count":1234567890123456,"share":-1.5e2,"day":"18991231","other":"01","open":false}"#,
            ])
        let cells = written.cells()
        XCTAssertEqual(cells["A1"], text("id", style: 1))
        XCTAssertEqual(cells["G1"], text("seen_local", style: 1))
        let expected = [
            "A2": text("0059"), "B2": "><v>3</v>", "C2": "><v>0.5</v>", "D2": " s=\"3\"><v>46083</v>",
            "E2": " s=\"5\"><v>1.0625</v>", "F2": text("2026-03-02T07:00:00+10:00"),
            "G2": " s=\"4\"><v>46083.291666666664</v>", "H2": " s=\"4\"><v>46082.875</v>", "I2": " t=\"b\"><v>1</v>",
            "J2": "><v>7</v>", "K2": text("[\"p\",\"q\"]"), "L2": " s=\"4\"><v>46083.291666666664</v>",
            "L3": text("7:00"),
            // What does not fit its column's type stays as it is written.
            "A3": text("59"), "B3": text("x"), "D3": text("soon"), "E3": text("late"), "F3": text("then"),
            "H3": "><v>1.5</v>",
            // Sixteen digits are more than a spreadsheet keeps; 1899 is before its time.
            "B4": text("1234567890123456"), "C4": "><v>-1.5e2</v>", "D4": text("18991231"), "I4": " t=\"b\"><v>0</v>",
            "J4": text("01"),
        ]
        for (place, cell) in expected { XCTAssertEqual(cells[place], cell, place) }
        XCTAssertEqual(cells.count, expected.count + 12)
        XCTAssertEqual(written.problems, [])
    }

    func testTextIsTextWhateverItHolds() throws {
        let written = try write(
            [ColumnDescription("t", .string)],
            [
                #"{"t":"=SUM(A1)"}"#, #"{"t":"a<b>&\"'"}"#, #"{"t":"a\u0000\u001f\rb"}"#, #"{"t":"_x0041_ _x004"}"#,
                #"{"t":" a\nb\tc "}"#, "{\"t\":\"\u{FFFF}é😀\"}", #"{"t":""}"#, #"{"t":"x_x000a_"}"#,
            ])
        let cells = written.cells()
        XCTAssertEqual(cells["A2"], text("=SUM(A1)"))
        XCTAssertEqual(cells["A3"], text("a&lt;b&gt;&amp;\"'"))
        XCTAssertEqual(cells["A4"], text("a_x0000__x001F__x000D_b"))
        XCTAssertEqual(cells["A5"], text("_x005F_x0041_ _x004"))
        XCTAssertEqual(cells["A6"], text(" a\nb\tc ").replacing("<t>", with: "<t xml:space=\"preserve\">"))
        XCTAssertEqual(cells["A7"], text("_xFFFF_é😀"))
        XCTAssertNil(cells["A8"])
        XCTAssertEqual(cells["A9"], text("x_x005F_x000a_"))
    }

    func testTheHeadOfASheet() throws {
        let written = try write(
            [
                ColumnDescription("id", .string), ColumnDescription("name_of_it", .string),
                ColumnDescription("s", .string),
            ],
            [#"{"id":"1","s":"\#(String(repeating: "long", count: 50))"}"#])
        let sheet = try XCTUnwrap(written.parts["xl/worksheets/sheet1.xml"])
        XCTAssertTrue(
            sheet.contains("<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"))
        XCTAssertEqual(sheet.matches(of: #/ width="([0-9]+)"/#).map { String($0.1) }, ["6", "12", "60"])
        XCTAssertTrue(
            sheet.hasSuffix("<ignoredError sqref=\"A1:C2\" numberStoredAsText=\"1\"/></ignoredErrors></worksheet>"))
        XCTAssertEqual(Array(written.parts.keys).sorted().first, "[Content_Types].xml")
    }

    func testATableThatOutgrowsASheetGoesOnInAnother() throws {
        let lines = (1...7).map { #"{"n":\#($0)}"# }
        let written = try write(named: "stop_times", [ColumnDescription("n", .integer)], lines, rowLimit: 4)
        XCTAssertEqual(written.cells(1).count, 4)
        XCTAssertEqual(written.cells(2)["A1"], text("n", style: 1))
        XCTAssertEqual(written.cells(2)["A2"], "><v>4</v>")
        XCTAssertEqual(written.cells(3)["A2"], "><v>7</v>")
        XCTAssertEqual(written.cells(3).count, 2)
        let book = try XCTUnwrap(written.parts["xl/workbook.xml"])
        XCTAssertEqual(
            book.matches(of: #/<sheet name="([^"]*)"/#).map { String($0.1) },
            ["stop_times", "stop_times (2)", "stop_times (3)"])
    }

    func testNamesOfSheets() throws {
        for (table, name) in [
            ("a/b:c[d]*'?", "a_b_c_d____"), (String(repeating: "é", count: 40), String(repeating: "é", count: 31)),
            ("History", "History_"), ("a<\"&", "a&lt;&quot;&amp;"), ("", "_"),
        ] {
            let book = try write(named: table, [ColumnDescription("n", .integer)], []).parts["xl/workbook.xml"]
            XCTAssertTrue(book?.contains("<sheet name=\"\(name)\"") == true, book ?? table)
        }
    }

    func testALongTextIsCutAndTold() throws {
        // An emoji counts twice, and is not cut in two.
        let long = String(repeating: "x", count: 32_766) + "😀"
        let written = try write(
            [ColumnDescription("t", .string)], [#"{"t":"\#(long)"}"#, #"{"t":"\#(long.dropFirst())"}"#])
        XCTAssertEqual(written.cells()["A2"], text(String(repeating: "x", count: 32_766)))
        XCTAssertEqual(written.cells()["A3"], text(String(long.dropFirst())))
        XCTAssertEqual(written.problems, ["cell_too_long t"])
    }

    func testTooManyColumnsAreRefused() throws {
        let columns = (0...Workbook.columnLimit).map { ColumnDescription("c\($0)", .string) }
        XCTAssertThrowsError(try write(columns, [])) { XCTAssertTrue($0 is TableFault) }
        let written = try write(Array(columns.dropLast()), [#"{"c16383":"last","c701":"ZZ"}"#])
        XCTAssertEqual(written.cells()["XFD2"], text("last"))
        XCTAssertEqual(written.cells()["ZZ2"], text("ZZ"))
    }

    func testManyRowsAreWholeAndTheSameBytes() throws {
        let lines = (0..<6_000).map { #"{"id":"stop \#($0)","n":\#($0)}"# }
        let columns = [ColumnDescription("id", .string), ColumnDescription("n", .integer)]
        let written = try write(columns, lines)
        XCTAssertEqual(written.bytes, try write(columns, lines).bytes)
        let cells = written.cells()
        XCTAssertEqual(cells.count, 12_002)
        XCTAssertEqual(cells["A6001"], text("stop 5999"))
        XCTAssertEqual(cells["B6001"], "><v>5999</v>")
    }
}
