import Contract
import NDJSON

/// Turns records of one table into rows of CSV (RFC 4180, lines ended by LF): text as it is, quoted where it must be;
/// null and absent as nothing; arrays and objects as JSON.
public final class CSVWriter {
    let table: String
    private let columns: [FileColumn]
    private let guardsFormulas: Bool
    private let scanner: RecordScanner
    private let row = RecordWriter(capacity: 1024)

    /// - Parameter guardsFormulas: whether text that a spreadsheet would take for a formula begins with an apostrophe.
    init(table: String, columns: [ColumnDescription], guardsFormulas: Bool) {
        self.table = table
        self.columns = FileColumn.all(columns)
        self.guardsFormulas = guardsFormulas
        scanner = RecordScanner(fields: columns.map(\.name))
    }

    /// Of columns of which only the names are known.
    convenience init(table: String, columns: [String], guardsFormulas: Bool) {
        self.init(
            table: table, columns: columns.map { ColumnDescription($0, .any) }, guardsFormulas: guardsFormulas)
    }

    func header(into writer: RecordWriter) {
        for (index, column) in columns.enumerated() {
            if index > 0 { writer.append(UInt8(ascii: ",")) }
            var name = column.description.name
            name.withUTF8 {
                CSVWriter.cell(UnsafeRawBufferPointer($0), guardsFormulas: guardsFormulas, into: writer)
            }
        }
        writer.newline()
    }

    /// Replaces the record that begins at `start` with its row.
    func convert(from start: Int, in writer: RecordWriter) {
        row.removeAll()
        // The record is our own, so it scans.
        try? scanner.scan(UnsafeRawBufferPointer(rebasing: writer.bytes[start...]))
        for (place, column) in columns.enumerated() {
            if place > 0 { row.append(UInt8(ascii: ",")) }
            let index = column.source
            let value = scanner[index]
            switch value.kind {
            case .absent, .null: break
            case .string:
                if let text = scanner.text(index) {
                    CSVWriter.cell(
                        column.isLocalTime ? FileColumn.localTime(text) : text, guardsFormulas: guardsFormulas,
                        into: row)
                }
            case .array, .object: CSVWriter.cell(value.inside, into: row)
            case .number, .bool: row.append(value.inside)
            }
        }
        // Readers of CSV pass over blank lines, and the row with them.
        if columns.count == 1, row.count == 0 { row.append("\"\"") }
        row.newline()
        writer.truncate(to: start)
        writer.append(row.bytes)
    }

    /// Whether a cell holds a comma, a quote, a line end, or blanks at its ends.
    public static func mustQuote(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let first = text.first, let last = text.last else { return false }
        for byte in text where byte < 0x2D && (byte == 0x2C || byte == 0x22 || byte == 0x0A || byte == 0x0D) {
            return true
        }
        return first == 0x20 || last == 0x20 || first == 0x09 || last == 0x09
    }

    /// Whether a spreadsheet may take a text for a formula: `=`, `+`, `-`, `@`, a tab or a line end in front (OWASP, CSV
    /// Injection), or one of the four in full width, U+FF1D, U+FF0B, U+FF0D, U+FF20.
    static func mayBeFormula(_ text: UnsafeRawBufferPointer) -> Bool {
        switch text.first {
        case 0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D, 0x0A: true
        case 0xEF: text.count > 2 && text[1] == 0xBC && [0x9D, 0x8B, 0x8D, 0xA0].contains(text[2])
        default: false
        }
    }

    /// Writes a cell, quoted where it must be.
    /// - Parameter guardsFormulas: whether one that may be a formula begins with an apostrophe.
    public static func cell(
        _ text: UnsafeRawBufferPointer, guardsFormulas: Bool = false, into writer: RecordWriter
    ) {
        let isGuarded = guardsFormulas && mayBeFormula(text)
        guard mustQuote(text) else {
            if isGuarded { writer.append(0x27) }
            return writer.append(text)
        }
        writer.append(0x22)
        if isGuarded { writer.append(0x27) }
        for byte in text {
            if byte == 0x22 { writer.append(0x22) }
            writer.append(byte)
        }
        writer.append(0x22)
    }
}
