import NDJSON
import Occupancy
import StageKit

/// A value of a report's row.
package enum PerformanceCell: Equatable, Sendable {
    case null
    case integer(Int)
    /// Rounded half away from zero to so many decimals when it is written; -1 for as many as it takes.
    case number(Double, decimals: Int)
    /// A part of a whole in ten-thousandths.
    case share(Int)
    case text(String)
    case flag(Bool)

    init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }

    init(_ value: String?) { self = value.map { .text($0) } ?? .null }

    init(_ value: Double?, decimals: Int) { self = value.map { .number($0, decimals: decimals) } ?? .null }

    /// The part of `total` that `count` is; null without a total.
    init(_ count: Int, of total: Int) {
        self = CrowdingFigures.tenThousandths(count, of: total).map { .share($0) } ?? .null
    }

    /// Whether the cell comes first in ascending order; null is not asked about.
    func precedes(_ other: PerformanceCell) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)), (.share(let left), .share(let right)): left < right
        case (.number(let left, _), .number(let right, _)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.flag(let left), .flag(let right)): !left && right
        default: false
        }
    }

    /// The value as JSON.
    func write(to writer: RecordWriter) {
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
}
