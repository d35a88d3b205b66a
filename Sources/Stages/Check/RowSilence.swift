import Containers
import Contract
import NDJSON
import Schedule
import StageKit

/// The mark of a row on which no rule has anything to report. The mark of a plain stop time or shape point also contains
/// everything that `check` keeps of it.
struct QuietRow: BitwiseCopyable {
    private let mark: RowMark
    private static let silent: UInt64 = 1

    /// - Returns: nil if a rule may have something to say.
    init?(_ mark: RowMark?) {
        guard let mark, mark.first & QuietRow.silent != 0 else { return nil }
        self.mark = mark
    }

    /// The mark of a row that is not plain.
    static var notPlain: RowMark { RowMark(silent, 0) }

    /// Writes the mark of a plain row.
    @inline(__always)
    static func write(_ row: PlainRow, to mark: inout RowMark) {
        mark.first = silent | UInt64(row.sequence) << 32
        mark.second = UInt64(UInt32(bitPattern: row.pair.0)) | UInt64(UInt32(bitPattern: row.pair.1)) << 32
        mark.third = row.owner.word | row.stop.word << 32
        mark.fourth = row.distance.bitPattern
        mark.standsForValues = true
    }

    /// Everything that is kept of the row; nil if that must be read from its values.
    var plain: PlainRow? {
        guard mark.standsForValues else { return nil }
        return PlainRow(
            owner: TextRange(word: mark.third), stop: TextRange(word: mark.third >> 32),
            sequence: UInt32(mark.first >> 32),
            pair: (Int32(truncatingIfNeeded: mark.second), Int32(truncatingIfNeeded: mark.second >> 32)),
            distance: Double(bitPattern: mark.fourth))
    }
}

/// What is kept of a plain stop time or point of a shape.
struct PlainRow {
    /// Where its trip_id or shape_id is.
    let owner: TextRange
    /// Where its stop_id is; empty for none.
    let stop: TextRange
    let sequence: UInt32
    /// Arrival and departure in seconds, or latitude and longitude in ten-millionths of a degree.
    let pair: (Int32, Int32)
    /// NaN where not given.
    let distance: Double
}

/// Finds the rows of a table of which no column or rule has anything to say by itself.
final class RowSilence {
    private let glances: GrowingColumn<TableChecks.Glance>
    /// The numbers of the columns that must have a value.
    private let required: GrowingColumn<Int>
    private let rules: PlacedRules
    /// The columns of features that had no value so far.
    private var unfilled: TableChecks.FeatureColumns

    init(glances: [TableChecks.Glance], required: [Int], rules: PlacedRules, unfilled: TableChecks.FeatureColumns) {
        self.glances = GrowingColumn(capacity: max(glances.count, 1))
        self.required = GrowingColumn(capacity: max(required.count, 1))
        for glance in glances { self.glances.append(glance) }
        for number in required { self.required.append(number) }
        self.rules = rules
        self.unfilled = unfilled
    }

    func isSilent(_ row: ColumnScanner) -> Bool {
        for glance in glances.values where glance.needsLook(row) { return false }
        for number in required.values where row[number: number].kind == .absent { return false }
        var isSilent = true
        rules.check(row) { _ in isSilent = false }
        return isSilent
    }

    /// Whether the row has a value in a feature's column that had none so far. The column is then forgotten, so this row must
    /// reach `TableChecks`.
    func showsFeature(_ row: ColumnScanner) -> Bool { unfilled.fill(from: row) }
}

/// Marks the rows of a table of which no rule has anything to say.
final class SilenceMarker: RowMarker {
    private let silence: RowSilence
    private let markPlain: ((Record, inout RowMark) -> Bool)?

    var maySpareRecords: Bool { markPlain != nil }

    /// - Parameter markPlain: `FeedChecker.markingPlainRows(of:)`
    init(_ silence: RowSilence, _ markPlain: ((Record, inout RowMark) -> Bool)?) {
        self.silence = silence
        self.markPlain = markPlain
    }

    func mark(_ record: Record, _ mark: inout RowMark) {
        let row = record.values
        guard silence.isSilent(row) else { return }
        guard record[Tables.AnyRecord.columns.feedID].kind == .absent, markPlain?(record, &mark) == true,
            !silence.showsFeature(row)
        else {
            mark = QuietRow.notPlain
            return
        }
    }
}
