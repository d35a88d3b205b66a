import Contract
import StageKit

/// What a report is written as beside the formats of tables.
package enum ReportForm: String, OutputFormat {
    case ndjson, markdown, table, html, svg, png

    package var gloss: String? {
        switch self {
        case .html: "a page"
        case .svg, .png: "a picture"
        default: nil
        }
    }
}

/// What a report is written as.
package typealias ReportFormat = StageFormat<ReportForm>

extension StageFormat where Own == ReportForm {
    package static var ndjson: ReportFormat { .own(.ndjson) }
    package static var markdown: ReportFormat { .own(.markdown) }
    package static var html: ReportFormat { .own(.html) }
    package static var svg: ReportFormat { .own(.svg) }
    package static var png: ReportFormat { .own(.png) }

    /// Whether it is drawn.
    package var isPicture: Bool { self == .html || self == .svg || self == .png }

    /// What is wrong with the format beside --pass-through; nil when nothing is.
    package func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, self != .ndjson else { return nil }
        return "--pass-through needs --format ndjson"
    }
}

extension TextTable {
    /// Writes the table as a format has it, whose rows count as written.
    package func write(as format: ReportFormat, _ table: TableFigures, _ context: StageContext) throws {
        if format == .markdown { try writeMarkdown(context.sink) } else { try writeAligned(context.sink) }
        table.written += rowCount
    }
}
