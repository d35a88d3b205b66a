import NDJSON
import Occupancy
import TimeZones

/// One row of a report: the group's keys, names from the schedule, figures.
struct OccupancyRow {
    let keys: [GroupKeyBytes.Value]
    /// As many as the columns have schedule names; nil where the schedule has none.
    let scheduleNames: [String?]
    let figures: CrowdingFigures

    /// A value of the row, as it is shown and sorted by.
    enum Cell: Equatable {
        case null
        case integer(Int)
        /// A number in ten-thousandths.
        case share(Int)
        case text(String)
    }

    /// What a key's value is in the record: weekdays and dates are kept as numbers to sort by.
    static func cell(_ key: OccupancyKey, _ value: GroupKeyBytes.Value) -> Cell {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let number):
            switch key {
            case .weekday: .text(OccupancyKey.weekdays[number])
            case .dayType: .text(OccupancyKey.dayTypes[number])
            case .date, .serviceDate: .text(String(number, digits: 8))
            default: .integer(number)
            }
        }
    }

    /// The value in a column.
    func cell(_ column: OccupancyColumn, zone: String) -> Cell {
        switch column.figure {
        case .key(let key, let place): OccupancyRow.cell(key, keys[place])
        case .scheduleName(let place): scheduleNames[place].map { .text($0) } ?? .null
        case .observations: .integer(figures.observations)
        case .vehicles: .integer(figures.vehicles)
        case .trips: .integer(figures.trips)
        case .withStatus: .integer(figures.withStatus)
        case .count(let place): .integer(figures.counts[place])
        case .share(let level):
            CrowdingFigures.tenThousandths(figures.count(of: level), of: figures.withStatus).map { .share($0) } ?? .null
        case .mode: OccupancyRow.optional(figures.modeStatus?.code)
        case .worst: OccupancyRow.optional(figures.worstStatus?.code)
        case .percentageObservations: .integer(figures.percentageObservations)
        case .percentile(let share): OccupancyRow.optional(figures.percentile(share))
        case .percentageMaximum: OccupancyRow.optional(figures.percentageMaximum)
        case .zone: .text(zone)
        }
    }

    private static func optional(_ value: Int?) -> Cell { value.map { .integer($0) } ?? .null }
}

extension OccupancyRow.Cell {
    /// The value as JSON.
    func write(to writer: RecordWriter) {
        switch self {
        case .null: writer.null()
        case .integer(let value): writer.integer(value)
        case .share(let value): writer.rounded(Double(value) / 10_000, decimals: 4)
        case .text(let text): writer.string(text)
        }
    }

    /// Whether the cell comes first in ascending order; null is not asked about.
    func precedes(_ other: OccupancyRow.Cell) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)), (.share(let left), .share(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        default: false
        }
    }
}
