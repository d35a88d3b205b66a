import Contract
import NDJSON

extension TableFormat {
    /// CSV; features have no place in it.
    public static let csv = TableFormat("csv", title: "CSV", isText: true) { CSVWriter($0, $1) }
}

/// Turns records of one table into rows of CSV (RFC 4180, lines ended by LF): text as it is, quoted where it must be;
/// null and absent as nothing; arrays and objects as JSON.
///
/// Memory: a block of 128 KiB.
package final class CSVWriter: TableWriter {
    private static let block = 1 << 17

    private let columns: [FileColumn]
    private let guardsFormulas: Bool
    private let scanner: RecordScanner
    private let write: (UnsafeRawBufferPointer) throws -> Void
    private let rows = RecordWriter(capacity: 1 << 12)

    init(_ shape: TableShape, _ output: TableOutput) {
        columns = FileColumn.all(shape.columns)
        guardsFormulas = output.guardsFormulas
        write = output.write
        scanner = RecordScanner(fields: shape.columns.map(\.name))
        for (index, column) in columns.enumerated() {
            if index > 0 { rows.append(UInt8(ascii: ",")) }
            var name = column.description.name
            name.withUTF8 {
                CSVWriter.cell(UnsafeRawBufferPointer($0), guardsFormulas: guardsFormulas, into: rows)
            }
        }
        rows.newline()
    }

    package func append(_ line: UnsafeRawBufferPointer) throws {
        let start = rows.count
        // The record is our own, so it scans.
        try? scanner.scan(line)
        for (place, column) in columns.enumerated() {
            if place > 0 { rows.append(UInt8(ascii: ",")) }
            let index = column.source
            let value = scanner[index]
            switch value.kind {
            case .absent, .null: break
            case .string:
                if let text = scanner.text(index) {
                    CSVWriter.cell(
                        column.isLocalTime ? FileColumn.localTime(text) : text, guardsFormulas: guardsFormulas,
                        into: rows)
                }
            case .array, .object: CSVWriter.cell(value.inside, into: rows)
            case .number, .bool: rows.append(value.inside)
            }
        }
        // Readers of CSV pass over blank lines, and the row with them.
        if columns.count == 1, rows.count == start { rows.append("\"\"") }
        rows.newline()
        if rows.count >= CSVWriter.block { try flush() }
    }

    package func flush() throws {
        guard rows.count > 0 else { return }
        defer { rows.removeAll() }
        try write(rows.bytes)
    }

    package func finish() throws { try flush() }

    /// Whether a cell holds a comma, a quote, a line end, or blanks at its ends.
    package static func mustQuote(_ text: UnsafeRawBufferPointer) -> Bool {
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
    package static func cell(
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
