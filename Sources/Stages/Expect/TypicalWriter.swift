import Contract
import Expectations
import NDJSON
import Occupancy
import Reports
import StageKit

/// Writes `typical` records.
struct TypicalWriter {
    private let rows: RowSink<Tables.Typical>
    private let options: ExpectOptions
    /// Days after 1970-01-01.
    private let valid: ClosedRange<Int>

    init(_ options: ExpectOptions, valid: ClosedRange<Int>, _ context: StageContext) {
        rows = context.rows(of: Tables.Typical.self)
        self.options = options
        self.valid = valid
    }

    func write(_ key: TypicalKey, _ figures: TypicalRow) throws {
        let crowding = figures.statusDays >= options.minimumDays ? figures.crowding : nil
        let delays = figures.delayDays >= options.minimumDays ? figures.delays : nil
        try rows.write { row, columns in
            row[columns.routeID] = key.routeID
            row[columns.directionID] = key.directionID
            row[columns.tripID] = key.tripID
            row[columns.startTime] = key.startTime
            if let bin = key.timeBin {
                row[columns.timeBin] = ReportKey.timeBin.cell(.integer(bin)).words
                row[columns.bin] = options.bin.length
            }
            row[columns.stopSequence] = key.stopSequence
            row[columns.stopID] = key.stopID
            row[columns.dayType] = ReportKey.dayTypes[key.dayType]
            row[columns.days] = figures.days
            row[columns.observations] = figures.observations
            row[columns.statusDays] = figures.statusDays
            row[columns.statusObservations] = figures.crowding.withStatus
            let shares = zip(
                [columns.shareLow, columns.shareModerate, columns.shareHigh, columns.shareVeryCrowded],
                OccupancyLevel.allCases)
            for (column, level) in shares {
                let share = crowding.map { ReportCell($0.count(of: level), of: $0.withStatus) } ?? .null
                row.json(column) { share.write(to: $0) }
            }
            row[columns.occupancyStatus] = crowding?.modeStatus?.code
            row[columns.occupancyLevel] = crowding?.modeStatus?.level?.rawValue
            row[columns.delayDays] = figures.delayDays
            row[columns.delayObservations] = figures.delays.count
            row[columns.delayP50] = delays?.percentile(50)
            row[columns.delayP85] = delays?.percentile(85)
            row[columns.firstDate] = figures.first
            row[columns.lastDate] = figures.last
            row[columns.validFrom] = valid.lowerBound
            row[columns.validUntil] = valid.upperBound
        }
    }
}
