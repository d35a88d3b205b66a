import Contract
import NDJSON
import XCTest

@testable import TableFormats

/// Text that a spreadsheet would take for a formula.
final class FormulaTests: XCTestCase {
    private func cell(_ text: String, guardsFormulas: Bool) -> String {
        let writer = RecordWriter(capacity: 64)
        var copy = text
        copy.withUTF8 {
            CSVWriter.cell(UnsafeRawBufferPointer($0), guardsFormulas: guardsFormulas, into: writer)
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    func testWhatBeginsAFormulaBeginsWithAnApostrophe() {
        for text in ["=1", "+1", "-1", "@A1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}1", "=", "-"] {
            XCTAssertEqual(cell(text, guardsFormulas: false), text)
            XCTAssertEqual(cell(text, guardsFormulas: true), "'" + text)
        }
        XCTAssertEqual(cell("\t=1", guardsFormulas: true), "\"'\t=1\"")
        XCTAssertEqual(cell("\r=1", guardsFormulas: true), "\"'\r=1\"")
        XCTAssertEqual(cell("\n=1", guardsFormulas: true), "\"'\n=1\"")
        XCTAssertEqual(cell("=a,\"b\"", guardsFormulas: true), "\"'=a,\"\"b\"\"\"")
    }

    func testOtherTextStaysAsItIs() {
        for text in ["", "a", "1", "'=1", "a=1", " =1", "\u{FF1E}", "\u{FF}", "é"] {
            XCTAssertEqual(cell(text, guardsFormulas: true), cell(text, guardsFormulas: false), text)
        }
    }

    /// Numbers are no text: a latitude keeps its sign.
    func testNumbersKeepTheirSigns() throws {
        var written: [UInt8] = []
        let shape = TableShape("t", ["=a", "b", "c", "d", "e"].map { ColumnDescription($0, .any) })
        let csv = try TableFormat.csv.begin(shape, TableOutput(guardsFormulas: true) { written += $0 })
        var line = #"{"table":"t","=a":-1.5,"b":"-1.5","c":[-1],"d":null,"e":true}"#
        try line.withUTF8 { try csv.append(UnsafeRawBufferPointer($0)) }
        try csv.finish()
        XCTAssertEqual(String(decoding: written, as: UTF8.self), "'=a,b,c,d,e\n-1.5,'-1.5,[-1],,true\n")
    }
}
