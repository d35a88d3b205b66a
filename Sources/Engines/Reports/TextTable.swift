import StageKit

/// A report as text: aligned for a terminal, or as a Markdown table.
public struct TextTable {
    public struct Column {
        public let title: String
        /// Whether the column is right-aligned, as for numbers.
        public let isNumber: Bool
        public let cells: [String]

        public init(title: String, isNumber: Bool, cells: [String]) {
            self.title = title
            self.isNumber = isNumber
            self.cells = cells
        }
    }

    private let columns: [Column]
    let rowCount: Int
    /// The time zone of keys of time; nil without such keys.
    private let zone: String?

    public init(columns: [Column], rowCount: Int, zone: String?) {
        self.columns = columns
        self.rowCount = rowCount
        self.zone = zone
    }

    /// - Parameter limit: the number of characters after which a cell is cut.
    public func writeAligned(_ sink: RecordSink, limit: Int = 32) throws {
        let columns = columns.map { column in
            Column(
                title: column.title, isNumber: column.isNumber,
                cells: column.cells.map { Finding.printable($0, limit: limit) })
        }
        let widths = columns.map { column in
            column.cells.reduce(column.title.unicodeScalars.count) { max($0, $1.unicodeScalars.count) }
        }
        func line(_ cell: (Column) -> String) -> String {
            var line = ""
            for (place, column) in columns.enumerated() {
                if place > 0 { line += "  " }
                let text = cell(column)
                let blanks = String(repeating: " ", count: widths[place] - text.unicodeScalars.count)
                line += column.isNumber ? blanks + text : text + blanks
            }
            while line.hasSuffix(" ") { line.removeLast() }
            return line + "\n"
        }
        try sink.text(line { $0.title })
        for row in 0..<rowCount { try sink.text(line { $0.cells[row] }) }
        if let zone { try sink.text("times: \(Finding.printable(zone))\n") }
    }

    public func writeMarkdown(_ sink: RecordSink) throws {
        try sink.text("| " + columns.map(\.title).joined(separator: " | ") + " |\n")
        try sink.text("|" + columns.map { $0.isNumber ? "---:" : "---" }.joined(separator: "|") + "|\n")
        for row in 0..<rowCount {
            let cells = columns.map { TextTable.escaped(Finding.printable($0.cells[row], limit: 200)) }
            try sink.text("| " + cells.joined(separator: " | ") + " |\n")
        }
        if let zone { try sink.text("\nTimes: \(TextTable.escaped(Finding.printable(zone)))\n") }
    }

    /// The characters with a meaning in Markdown (GFM §4.10 and §2.4).
    private static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if "\\|*_`<>[]&".unicodeScalars.contains(scalar), text.unicodeScalars.count > 1 {
                // Between letters and digits an underscore is one.
                if scalar != "_" && scalar != "-" { result += "\\" }
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
