import Contract
import NDJSON
import Schedule
import StageKit

/// What a row's mark says: that no rule has anything to say of the row by itself, and of a stop time or a point of a shape
/// also its numbers.
struct QuietRow: BitwiseCopyable {
    private let mark: RowMark
    private static let silent: UInt64 = 1
    private static let numbered: UInt64 = 2

    /// - Returns: nil if a rule may have something to say.
    init?(_ mark: RowMark?) {
        guard let mark, mark.first & QuietRow.silent != 0 else { return nil }
        self.mark = mark
    }

    /// Whether `sequence` and `pair` are those of the row.
    var hasNumbers: Bool { mark.first & QuietRow.numbered != 0 }
    var sequence: UInt32 { UInt32(mark.first >> 32) }
    /// Arrival and departure in seconds, or latitude and longitude in ten-millionths of a degree.
    var pair: (Int32, Int32) {
        (Int32(truncatingIfNeeded: mark.second), Int32(truncatingIfNeeded: mark.second >> 32))
    }

    /// The mark of a row.
    static func mark(isSilent: Bool, _ numbers: (sequence: UInt32, pair: (Int32, Int32))?) -> RowMark {
        guard isSilent else { return RowMark(0, 0) }
        guard let (sequence, (first, second)) = numbers else { return RowMark(silent, 0) }
        return RowMark(
            silent | numbered | UInt64(sequence) << 32,
            UInt64(UInt32(bitPattern: first)) | UInt64(UInt32(bitPattern: second)) << 32)
    }
}

/// Marks the rows of a table of which no rule has anything to say.
final class SilenceMarker: RowMarker {
    private let check: TableChecks
    private var rules: PlacedRules
    private let numbers: (Record) -> (sequence: UInt32, pair: (Int32, Int32))?

    /// - Parameter numbers: reads the numbers of a row; nil if they need a closer look.
    init(_ check: TableChecks, _ numbers: @escaping (Record) -> (sequence: UInt32, pair: (Int32, Int32))?) {
        self.check = check
        self.numbers = numbers
        rules = check.rules
    }

    func mark(_ record: Record) -> RowMark {
        let isSilent = check.isSilent(record.values, &rules)
        return QuietRow.mark(isSilent: isSilent, isSilent ? numbers(record) : nil)
    }
}
