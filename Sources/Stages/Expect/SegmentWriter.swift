import Contract
import Reports
import StageKit

/// Writes `typical_segments` records.
struct SegmentWriter {
    private let rows: RowSink<Tables.TypicalSegments>
    private let options: ExpectOptions
    /// Days after 1970-01-01.
    private let valid: ClosedRange<Int>
    private(set) var written = 0
    private var thin = 0

    init(_ options: ExpectOptions, valid: ClosedRange<Int>, _ context: StageContext) {
        rows = context.rows(of: Tables.TypicalSegments.self)
        self.options = options
        self.valid = valid
    }

    /// Writes a segment, unless it was driven on too few days, which is counted.
    mutating func write(_ key: SegmentKey, _ figures: SegmentRow) throws {
        guard figures.days >= options.minimumDays, let p50 = figures.runTimes.percentile(50),
            let p85 = figures.runTimes.percentile(85)
        else {
            thin += 1
            return
        }
        written += 1
        try rows.write { row, columns in
            row[columns.routeID] = key.routeID
            row[columns.directionID] = key.directionID
            row[columns.patternID] = key.patternID
            row[columns.fromStopID] = key.fromStopID
            row[columns.toStopID] = key.toStopID
            row[columns.dayType] = ReportKey.dayTypes[key.dayType]
            row[columns.hour] = key.hour
            row[columns.days] = figures.days
            row[columns.observations] = figures.runTimes.count
            row[columns.runTimeP50] = p50
            row[columns.runTimeP85] = p85
            row[columns.dwellP50] = figures.dwellDays >= options.minimumDays ? figures.dwells.percentile(50) : nil
            row[columns.firstDate] = figures.first
            row[columns.lastDate] = figures.last
            row[columns.validFrom] = valid.lowerBound
            row[columns.validUntil] = valid.upperBound
        }
    }

    func report(_ diagnostics: Diagnostics) {
        guard thin > 0 else { return }
        diagnostics.report(
            Finding(
                .surprise, "segment_on_too_few_days",
                message:
                    counted(thin, "segment was", plural: "segments were") + " driven in an hour on fewer than "
                    + "\(counted(options.minimumDays, "day")) of one type; no record was written"))
    }
}
