import NDJSON
import Occupancy

/// A value in a row of a report, for writing, display and sorting.
package enum ReportCell: Equatable, Sendable {
    case null
    case integer(Int)
    /// A number, written with a fixed number of decimals, rounded half away from zero; -1 for as many as needed.
    case number(Double, decimals: Int)
    /// A share in ten-thousandths.
    case share(Int)
    case text(String)
    case flag(Bool)

    package init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }

    package init(_ value: String?) { self = value.map { .text($0) } ?? .null }

    package init(_ value: Double?, decimals: Int) { self = value.map { .number($0, decimals: decimals) } ?? .null }

    /// Creates the share of `count` in `total`; null if the total is 0.
    package init(_ count: Int, of total: Int) {
        self = CrowdingFigures.tenThousandths(count, of: total).map { .share($0) } ?? .null
    }

    /// A key value for sorting: weekdays start on Monday.
    init(sorted value: GroupKeyBytes.Value) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .integer(number)
            case .text(let text): .text(text)
            }
    }

    /// Returns whether the cell sorts before another; not called for null.
    package func precedes(_ other: ReportCell) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)), (.share(let left), .share(let right)): left < right
        case (.number(let left, _), .number(let right, _)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.flag(let left), .flag(let right)): !left && right
        default: false
        }
    }

    /// The value as JSON.
    package func write(to writer: RecordWriter) {
        switch self {
        case .null: writer.null()
        case .integer(let value): writer.integer(value)
        case .number(let value, let decimals):
            if decimals < 0 { writer.double(value) } else { writer.rounded(value, decimals: decimals) }
        case .share(let value): writer.rounded(Double(value) / 10_000, decimals: 4)
        case .text(let text): writer.string(text)
        case .flag(let value): writer.bool(value)
        }
    }

    package var json: String {
        let writer = RecordWriter(capacity: 32)
        write(to: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The value as text for people; null is `-`.
    package var words: String {
        switch self {
        case .null: "-"
        case .integer(let value): String(value)
        case .number(let value, let decimals): ReportCell.decimal(value, decimals)
        case .share(let part): CrowdingFigures.percent(part, of: 10_000) ?? "-"
        case .text(let text): text
        case .flag(let value): String(value)
        }
    }

    /// Formats a number with a fixed number of decimals, rounded half away from zero.
    private static func decimal(_ value: Double, _ decimals: Int) -> String {
        var scale = 1
        for _ in 0..<decimals { scale *= 10 }
        guard (value * Double(scale)).magnitude < 9e15 else { return String(value) }
        let digits = Int((value * Double(scale)).rounded())
        let text =
            String(digits.magnitude / UInt(scale))
            + (decimals > 0 ? "." + String(Int(digits.magnitude) % scale, digits: decimals) : "")
        return digits < 0 ? "-" + text : text
    }
}
