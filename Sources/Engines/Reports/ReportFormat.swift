import Contract
import StageKit

/// What a report is written as.
package enum ReportFormat: String, OutputFormat {
    case ndjson, csv, parquet, markdown, table, html, svg, png

    package var gloss: String? {
        switch self {
        case .html: "a page"
        case .svg, .png: "a picture"
        default: nil
        }
    }

    /// Whether it is drawn.
    package var isPicture: Bool { self == .html || self == .svg || self == .png }

    /// The format of records; nil for what people read.
    package var ofRecords: RecordFormat? { RecordFormat(rawValue: rawValue) }

    /// What is wrong with the format beside --pass-through; nil when nothing is.
    package func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, self != .ndjson else { return nil }
        return "--pass-through forwards records: it needs --format ndjson"
    }
}

extension TextTable {
    /// Writes the table as a format has it, whose rows count as written.
    package func write(as format: ReportFormat, _ table: TableFigures, _ context: StageContext) throws {
        if format == .markdown { try writeMarkdown(context.sink) } else { try writeAligned(context.sink) }
        table.written += rowCount
    }
}
