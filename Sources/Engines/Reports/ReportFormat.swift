import StageKit

/// The output formats of a report besides table formats.
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

/// The output format of a report.
package typealias ReportFormat = StageFormat<ReportForm>

extension StageFormat where Own == ReportForm {
    package static var ndjson: ReportFormat { .own(.ndjson) }
    package static var markdown: ReportFormat { .own(.markdown) }
    package static var html: ReportFormat { .own(.html) }
    package static var svg: ReportFormat { .own(.svg) }
    package static var png: ReportFormat { .own(.png) }

    /// Whether the format is a picture or a page.
    package var isPicture: Bool { self == .html || self == .svg || self == .png }

    /// The conflict of the format with --pass-through, as a message; nil without one.
    package func problem(with common: CommonOptions) -> String? {
        guard common.passThrough, self != .ndjson else { return nil }
        return "--pass-through needs --format ndjson"
    }
}

extension TextTable {
    /// Writes the table in a format; its rows count as written.
    package func write(as format: ReportFormat, _ table: TableFigures, _ context: StageContext) throws {
        if format == .markdown { try writeMarkdown(context.sink) } else { try writeAligned(context.sink) }
        table.written += rowCount
    }
}
