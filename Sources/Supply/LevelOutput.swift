import Contract
import GTFSSchedule
import Journeys
import NDJSON
import Reporting
import StageKit
import TimeZones

/// Writes rows as records or as text for people.
struct LevelOutput {
    private let timetable: WholeTimetable
    private let keys: [LevelKey]
    private let context: StageContext

    init(_ timetable: WholeTimetable, by keys: [LevelKey], _ context: StageContext) {
        self.timetable = timetable
        self.keys = keys
        self.context = context
    }

    static let weekdays = CivilDate.weekdayNames.map { $0.lowercased() }
    static let dayTypes = ["weekday", "saturday", "sunday"]

    func writeRecords(_ rows: [LevelRow], as format: RecordFormat) throws {
        let columns = Tables.ServiceLevels.columns
        let figures: [any AnyColumn] = [
            columns.trips, columns.kilometres, columns.firstDeparture, columns.lastDeparture, columns.headwayP50,
            columns.peakVehicles,
        ]
        try context.writeTable(Tables.ServiceLevels.self, columns: keys.map(\.column) + figures, as: format)
        let sink = context.rows(of: Tables.ServiceLevels.self)
        for level in rows {
            try sink.write { row, columns in
                for key in keys { row.json(key.column) { write(key, of: level, to: $0) } }
                row[columns.trips] = level.trips
                row[columns.kilometres] = level.kilometres
                row[columns.firstDeparture] = level.first
                row[columns.lastDeparture] = level.last
                row[columns.headwayP50] = level.headway
                row[columns.peakVehicles] = level.peak
            }
        }
    }

    private func write(_ key: LevelKey, of row: LevelRow, to writer: RecordWriter) {
        switch key {
        case .hour: writer.integer(Int(row.cell.hour))
        case .directionID where row.direction >= 0: writer.integer(Int(row.direction))
        default: if let text = text(key, of: row) { writer.string(text) } else { writer.null() }
        }
    }

    /// A key's value as text; nil where there is none.
    func text(_ key: LevelKey, of row: LevelRow) -> String? {
        switch key {
        case .routeID: row.route < 0 ? nil : timetable.frame.routes[Int(row.route)].id
        case .directionID: row.direction < 0 ? nil : String(row.direction)
        case .stopID: row.cell.stop < 0 ? nil : timetable.frame.stops[Int(row.cell.stop)].id
        case .hour: String(row.cell.hour)
        case .weekday: LevelOutput.weekdays[Int(row.weekday)]
        case .dayType: LevelOutput.dayTypes[Int(row.dayType)]
        case .date: CivilDate(daysSinceEpoch: Int(row.day)).compactText
        }
    }

    /// What figures are called in a table, and whether they are numbers.
    static let figures: [(name: String, words: String, isNumber: Bool)] = [
        ("trips", "trips", true), ("kilometres", "km", true), ("first_departure", "first", false),
        ("last_departure", "last", false), ("headway_p50", "headway", true), ("peak_vehicles", "peak", true),
    ]

    /// The figures of a row as text, in that order.
    static func texts(_ row: LevelRow) -> [String] {
        [
            String(row.trips), row.kilometres.map { fixed($0, 1) } ?? "-", row.first.map(time) ?? "-",
            row.last.map(time) ?? "-", row.headway.map { fixed(Double($0) / 60, 1) + " min" } ?? "-",
            row.peak.map { String($0) } ?? "-",
        ]
    }

    private static func time(_ second: Int) -> String { ClockTime.text(second) }

    func table(_ rows: [LevelRow], isMarkdown: Bool) -> TextTable {
        let texts = rows.map(LevelOutput.texts)
        let heads = keys.map { key in
            TextTable.Column(
                title: isMarkdown ? key.name : LevelOutput.short(key), isNumber: key == .hour,
                cells: rows.map { text(key, of: $0) ?? "-" })
        }
        let figures = LevelOutput.figures.enumerated().map { place, figure in
            TextTable.Column(
                title: isMarkdown ? figure.name : figure.words, isNumber: figure.isNumber,
                cells: texts.map { $0[place] })
        }
        return TextTable(columns: heads + figures, rowCount: rows.count, zone: nil)
    }

    static func short(_ key: LevelKey) -> String {
        switch key {
        case .routeID: "route"
        case .directionID: "dir"
        case .stopID: "stop"
        default: key.name
        }
    }
}
