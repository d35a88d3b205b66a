import NDJSON
import Occupancy
import TimeZones

/// One row of a report: the group's keys, names from the schedule, figures.
struct OccupancyRow {
    let keys: [GroupKeyBytes.Value]
    /// As many as the columns have schedule names; nil where the schedule has none.
    let scheduleNames: [String?]
    let figures: CrowdingFigures
    /// That of the keys of time.
    let zone: String

    /// A value of the row, as it is shown and sorted by.
    enum Cell: Equatable {
        case null
        case integer(Int)
        /// A number in ten-thousandths.
        case share(Int)
        case text(String)
    }

    /// What a key's value is in the record: weekdays, dates and the seconds at which bins begin are kept as numbers to
    /// sort by.
    static func cell(_ key: OccupancyKey, _ value: GroupKeyBytes.Value) -> Cell {
        switch value {
        case .null: .null
        case .text(let text): .text(text)
        case .integer(let number):
            switch key {
            case .timeBin: .text(ClockTime.shortText(number))
            case .weekday: .text(OccupancyKey.weekdays[number])
            case .dayType: .text(OccupancyKey.dayTypes[number])
            case .date, .serviceDate: .text(String(number, digits: 8))
            default: .integer(number)
            }
        }
    }

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
