import NDJSON
import Zip

/// Writes a workbook of one table (ECMA-376, SpreadsheetML) front to back into a stream that cannot seek: a bold header that
/// stays in sight, then rows of typed cells, with texts in the cells themselves.
///
/// Past the rows that a sheet holds the table goes on in another sheet with the header again. Memory: the first rows of a
/// sheet, up to 256 KiB of them, by which columns get their widths; a block of 64 KiB; that of `BlockDeflater`.
final class Workbook {
    /// What spreadsheets hold (Microsoft, "Excel specifications and limits").
    static let rowLimit = 1 << 20
    static let columnLimit = 1 << 14
    /// UTF-16 units of a text.
    static let textLimit = 32_767
    /// Bytes of a sheet's XML, so that no entry of the zip needs 64-bit sizes, which Excel offers to repair.
    private static let sheetBytes = 3_400_000_000
    private static let namesLimit = 31
    /// The bytes of rows by whose cells the columns get their widths.
    private static let sample = 1 << 18
    private static let block = 1 << 16
    private static let widths = 6...60

    /// How a cell is shown: its place among the formats of `styles`.
    enum Style: Int {
        case plain, header, text, date, dateTime, duration
    }

    private let zip: ZipWriter
    private let name: String
    private let columns: [String]
    /// By column what a cell begins with, up to the number of its row: `<c r="AB`.
    private let cellStarts: [[UInt8]]
    private let rowLimit: Int
    private let out = RecordWriter(capacity: 1 << 17)
    private let rowNumber = RecordWriter(capacity: 8)

    private var sheets = 0
    /// Rows of the sheet at hand, its header among them.
    private var rows = 0
    private var sheetCount = 0
    /// Widths of the columns, in characters, as long as the head of the sheet is not written.
    private var sampled: [Int]?

    /// - Parameters:
    ///   - columns: at most `columnLimit`.
    ///   - rowLimit: of a sheet; tests lower it.
    ///   - jobs: the number of threads that compress.
    init(
        _ name: String, columns: [String], rowLimit: Int = Workbook.rowLimit, jobs: Int = 1,
        write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        self.name = name
        self.columns = columns
        self.rowLimit = rowLimit
        cellStarts = columns.indices.map { Array("<c r=\"\(Workbook.letters($0))".utf8) }
        zip = ZipWriter(level: 4, jobs: jobs, write: write)
        try part("[Content_Types].xml", Workbook.contentTypes)
        try part("_rels/.rels", Workbook.packageRelations)
        try part("xl/styles.xml", Workbook.styles)
        try beginSheet()
    }

    // MARK: Rows

    /// Begins a row, on another sheet where this one is full.
    func beginRow() throws {
        if rows == rowLimit || sheetCount >= Workbook.sheetBytes {
            try endSheet()
            try beginSheet()
        }
        startRow()
    }

    private func startRow() {
        rows += 1
        rowNumber.removeAll()
        rowNumber.integer(rows)
        out.append("<row r=\"")
        out.append(rowNumber.bytes)
        out.append("\">")
    }

    func endRow() throws {
        out.append("</row>")
        if sampled != nil {
            if out.count >= Workbook.sample { try writeHead() }
        } else if out.count >= Workbook.block {
            try flush()
        }
    }

    /// A text; nothing for an empty one.
    /// - Returns: whether the whole text has room.
    func text(_ text: UnsafeRawBufferPointer, _ style: Style = .text, at column: Int) -> Bool {
        guard text.count > 0 else { return true }
        let fitting = XMLText.prefix(of: text, units: Workbook.textLimit)
        let shown = UnsafeRawBufferPointer(rebasing: text[..<fitting])
        begin(column, style, width: shown.count)
        out.append(" t=\"inlineStr\"><is><t")
        if XMLText.needsSpace(shown) { out.append(" xml:space=\"preserve\"") }
        out.append(">")
        XMLText.append(shown, to: out)
        out.append("</t></is></c>")
        return fitting == text.count
    }

    /// A number as it is written.
    func number(_ digits: UnsafeRawBufferPointer, at column: Int) {
        value(.plain, width: digits.count, at: column) { $0.append(digits) }
    }

    func flag(_ value: Bool, at column: Int) {
        begin(column, .plain, width: 5)
        if value { out.append(" t=\"b\"><v>1</v></c>") } else { out.append(" t=\"b\"><v>0</v></c>") }
    }

    /// - Parameter days: after 1899-12-30, from `SerialTime.first`.
    func date(_ days: Int, at column: Int) { value(.date, width: 10, at: column) { $0.integer(days) } }

    /// - Parameter seconds: after 1899-12-30.
    func dateTime(_ seconds: Int, at column: Int) {
        value(.dateTime, width: 19, at: column) { $0.double(Double(seconds) / 86_400) }
    }

    /// A length of time, which may be longer than a day.
    /// - Parameter seconds: not negative.
    func duration(_ seconds: Int, at column: Int) {
        value(.duration, width: 8, at: column) { $0.double(Double(seconds) / 86_400) }
    }

    private func value(_ style: Style, width: Int, at column: Int, _ write: (RecordWriter) -> Void) {
        begin(column, style, width: width)
        out.append("><v>")
        write(out)
        out.append("</v></c>")
    }

    private func begin(_ column: Int, _ style: Style, width: Int) {
        if let known = sampled?[column], width > known { sampled?[column] = width }
        cellStarts[column].withUnsafeBytes { out.append($0) }
        out.append(rowNumber.bytes)
        out.append(UInt8(ascii: "\""))
        guard style != .plain else { return }
        out.append(" s=\"")
        out.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: style.rawValue))
        out.append(UInt8(ascii: "\""))
    }

    // MARK: Sheets

    private func beginSheet() throws {
        sheets += 1
        rows = 0
        sheetCount = 0
        try zip.begin("xl/worksheets/sheet\(sheets).xml", atMost: Workbook.sheetBytes + 1 << 26)
        sampled = columns.map { _ in 0 }
        startRow()
        for (column, name) in columns.enumerated() {
            var copy = name
            // Its letters are bold, and a name that no value is as long as is still to be read.
            _ = copy.withUTF8 { text(UnsafeRawBufferPointer($0), .header, at: column) }
            sampled?[column] += 1
        }
        try endRow()
    }

    /// Writes what stands before the rows, now that widths are known, and the rows so far.
    private func writeHead() throws {
        let head = RecordWriter(capacity: 1 << 12)
        head.append(Workbook.declaration)
        head.append("<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetViews>")
        head.append(
            sheets == 1 ? "<sheetView tabSelected=\"1\" workbookViewId=\"0\">" : "<sheetView workbookViewId=\"0\">")
        head.append("<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView>")
        head.append("</sheetViews><sheetFormatPr defaultRowHeight=\"15\"/>")
        if let sampled, !sampled.isEmpty {
            head.append("<cols>")
            for (column, width) in sampled.enumerated() {
                let shown = min(max(width + 1, Workbook.widths.lowerBound), Workbook.widths.upperBound)
                head.append("<col min=\"\(column + 1)\" max=\"\(column + 1)\" width=\"\(shown)\" customWidth=\"1\"/>")
            }
            head.append("</cols>")
        }
        head.append("<sheetData>")
        sampled = nil
        try zip.append(head.bytes)
        try flush()
    }

    private func endSheet() throws {
        if sampled != nil { try writeHead() }
        out.append("</sheetData>")
        if !columns.isEmpty {
            // Ids are text although they are digits: no warning in the corner of each.
            let last = Workbook.letters(columns.count - 1) + String(rows)
            out.append("<ignoredErrors><ignoredError sqref=\"A1:\(last)\" numberStoredAsText=\"1\"/></ignoredErrors>")
        }
        out.append("</worksheet>")
        try flush()
    }

    private func flush() throws {
        sheetCount += out.count
        try zip.append(out.bytes)
        out.removeAll()
    }

    /// Ends the last sheet and writes what names them; nothing may follow.
    func finish() throws {
        try endSheet()
        var list = ""
        var relations = ""
        for number in 1...sheets {
            list += "<sheet name=\"\(sheetName(number))\" sheetId=\"\(number)\" r:id=\"rId\(number)\"/>"
            relations +=
                "<Relationship Id=\"rId\(number)\" Type=\"\(Workbook.relation)/worksheet\" "
                + "Target=\"worksheets/sheet\(number).xml\"/>"
        }
        try part(
            "xl/workbook.xml",
            "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
                + "xmlns:r=\"\(Workbook.relation)\"><sheets>\(list)</sheets></workbook>")
        try part(
            "xl/_rels/workbook.xml.rels",
            Workbook.relations(
                relations + "<Relationship Id=\"rId0\" Type=\"\(Workbook.relation)/styles\" Target=\"styles.xml\"/>"))
        try zip.finish()
    }

    /// The table's name as a sheet may have it: 31 UTF-16 units, none of seven characters, and not a name that Excel keeps
    /// for itself.
    private func sheetName(_ number: Int) -> String {
        let suffix = number == 1 ? "" : " (\(number))"
        var text = ""
        for character in name {
            let isForbidden = "[]:*?/\\'".contains(character) || character.unicodeScalars.contains { $0.value < 0x20 }
            let next = isForbidden ? "_" : character
            guard text.utf16.count + next.utf16.count + suffix.utf16.count <= Workbook.namesLimit else { break }
            text.append(next)
        }
        if text.isEmpty || text.lowercased() == "history" { text += "_" }
        let out = RecordWriter(capacity: 64)
        text += suffix
        text.withUTF8 { XMLText.append(UnsafeRawBufferPointer($0), to: out) }
        return String(decoding: out.bytes, as: UTF8.self).replacing("\"", with: "&quot;")
    }

    /// `A` for 0, `AB` for 27.
    private static func letters(_ column: Int) -> String {
        var rest = column + 1
        var letters: [UInt8] = []
        while rest > 0 {
            letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
            rest = (rest - 1) / 26
        }
        return String(decoding: letters.reversed(), as: UTF8.self)
    }

    // MARK: Parts

    private func part(_ name: String, _ body: String) throws {
        var text = Workbook.declaration + body
        try zip.begin(name, atMost: text.utf8.count)
        try text.withUTF8 { try zip.append(UnsafeRawBufferPointer($0)) }
    }

    private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private static let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    /// Sheets are what ends with `.xml` and is nothing else, so that they need not be counted before they are written.
    private static let contentTypes =
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        + "<Default Extension=\"xml\" ContentType=\"\(kind).worksheet+xml\"/>"
        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(kind).sheet.main+xml\"/>"
        + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(kind).styles+xml\"/></Types>"

    private static let packageRelations = relations(
        "<Relationship Id=\"rId1\" Type=\"\(relation)/officeDocument\" Target=\"xl/workbook.xml\"/>")

    private static func relations(_ list: String) -> String {
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\(list)</Relationships>"
    }

    /// The formats of cells, in the order of `Style`.
    private static let styles =
        "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">"
        + "<numFmts count=\"3\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>"
        + "<numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/>"
        + "<numFmt numFmtId=\"166\" formatCode=\"[h]:mm:ss\"/></numFmts>"
        + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
        + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
        + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
        + "<cellXfs count=\"6\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
        + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" applyFont=\"1\"/>"
        + [49, 164, 165, 166].map {
            "<xf numFmtId=\"\($0)\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
        }.joined()
        + "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
        + "</styleSheet>"
}
