import Contract
import GTFSSchedule
import NDJSON
import Reports
import Schedule
import ServiceFigures
import StageKit
import TimeZones

/// Writes rows as records or as text for people.
struct LevelOutput {
    private let timetable: WholeTimetable
    private let keys: [ReportKey]
    private let context: StageContext
    /// nil without `--observed`.
    private let observed: ObservedCount?

    init(_ timetable: WholeTimetable, _ observed: ObservedCount?, by keys: [ReportKey], _ context: StageContext) {
        self.timetable = timetable
        self.observed = observed
        self.keys = keys
        self.context = context
    }

    func writeRecords(_ rows: [LevelRow], as format: RecordFormat) throws {
        let columns = Tables.ServiceLevels.columns
        let heads = keys.compactMap { key in Tables.ServiceLevels.column(named: key.name).map { (key: key, column: $0) }
        }
        let figures: [any AnyColumn] = [
            columns.days, columns.trips, columns.tripsPerDay, columns.kilometres, columns.hours, columns.speedKph,
            columns.firstDeparture, columns.lastDeparture, columns.headwayP50, columns.peakTrips, columns.peakVehicles,
            columns.peakTime,
        ]
        let furtherFigures: [any AnyColumn] = [
            columns.observedDays, columns.observedTrips, columns.unobservedTrips, columns.canceledTrips,
            columns.addedTrips, columns.observedFirstDeparture, columns.observedLastDeparture,
            columns.observedHeadwayP50, columns.comparableHeadwayP50, columns.brokenHeadways,
        ]
        try context.writeTable(
            Tables.ServiceLevels.self, columns: heads.map(\.column) + figures + (observed == nil ? [] : furtherFigures),
            as: format)
        let sink = context.rows(of: Tables.ServiceLevels.self)
        for level in rows {
            try sink.write { row, columns in
                for (key, column) in heads { row.json(column) { write(key, of: level, to: $0) } }
                row[columns.days] = Int(level.dayCount)
                row[columns.trips] = level.trips
                row[columns.tripsPerDay] = level.tripsPerDay
                row[columns.kilometres] = level.kilometres
                row[columns.hours] = level.hours
                row[columns.speedKph] = level.speed
                row[columns.firstDeparture] = level.first
                row[columns.lastDeparture] = level.last
                row[columns.headwayP50] = level.headway
                row[columns.peakTrips] = level.peakTrips
                row[columns.peakVehicles] = level.peakVehicles
                row[columns.peakTime] = level.peakTime
                if let observed { writeObserved(observed.dayCount(of: level), observed.figures(of: level), to: row) }
            }
        }
    }

    /// Writes the observed columns; all have a value or null.
    private func writeObserved(_ days: Int, _ seen: ObservedFigures?, to row: Row<Tables.ServiceLevels>) {
        func write<V: ColumnValue>(_ value: V.Value?, _ column: Column<Tables.ServiceLevels, V, WhereAsked>) {
            row.json(column.json) { writer in
                if let value { V.write(value, 0, to: writer) } else { writer.null() }
            }
        }
        let columns = Tables.ServiceLevels.columns
        write(days, columns.observedDays)
        write(seen?.trips, columns.observedTrips)
        write(seen?.unobserved, columns.unobservedTrips)
        write(seen?.canceled, columns.canceledTrips)
        write(seen?.added, columns.addedTrips)
        write(seen?.first, columns.observedFirstDeparture)
        write(seen?.last, columns.observedLastDeparture)
        write(seen?.headway, columns.observedHeadwayP50)
        write(seen?.comparableHeadway, columns.comparableHeadwayP50)
        write(seen?.broken, columns.brokenHeadways)
    }

    private func write(_ key: ReportKey, of row: LevelRow, to writer: RecordWriter) {
        switch key {
        case .hour where row.cell.hour >= 0: writer.integer(Int(row.cell.hour))
        case .directionID where row.direction >= 0: writer.integer(Int(row.direction))
        default: if let text = text(key, of: row) { writer.string(text) } else { writer.null() }
        }
    }

    /// A key's value as text; nil where there is none.
    func text(_ key: ReportKey, of row: LevelRow) -> String? {
        switch key {
        case .routeID: row.route < 0 ? nil : timetable.frame.routes[Int(row.route)].id
        case .directionID: row.direction < 0 ? nil : String(row.direction)
        case .stopID: row.cell.stop < 0 ? nil : timetable.frame.stops[Int(row.cell.stop)].id
        case .hour: row.cell.hour < 0 ? nil : String(row.cell.hour)
        case .weekday: ReportKey.weekdays[Int(row.days.weekday)]
        case .dayType: row.days.dayType?.name
        default: CivilDate(daysSinceEpoch: Int(row.days.day)).compactText
        }
    }

    /// What figures are called in a table, and whether they are numbers.
    static let figures: [(name: String, words: String, isNumber: Bool)] = [
        ("days", "days", true), ("trips", "trips", true), ("trips_per_day", "a day", true), ("kilometres", "km", true),
        ("hours", "hours", true), ("speed_kph", "km/h", true), ("first_departure", "first", false),
        ("last_departure", "last", false), ("headway_p50", "headway", true), ("peak_trips", "peak", true),
        ("peak_vehicles", "vehicles", true), ("peak_time", "at", false),
    ]

    /// The figures of a row as text, in that order.
    static func texts(_ row: LevelRow) -> [String] {
        [
            String(row.dayCount), String(row.trips), fixed(row.tripsPerDay, 1),
            row.kilometres.map { fixed($0, 1) } ?? "-", fixed(row.hours, 1), row.speed.map { fixed($0, 1) } ?? "-",
            row.first.map(time) ?? "-", row.last.map(time) ?? "-",
            row.headway.map { fixed(Double($0) / 60, 1) + " min" } ?? "-", row.peakTrips.map { String($0) } ?? "-",
            row.peakVehicles.map { String($0) } ?? "-", row.peakTime.map(time) ?? "-",
        ]
    }

    /// What observed figures are called in a table, and whether they are numbers.
    private static let observedFigures: [(name: String, words: String, isNumber: Bool)] = [
        ("observed_days", "seen days", true), ("observed_trips", "seen", true), ("unobserved_trips", "unseen", true),
        ("canceled_trips", "canceled", true), ("added_trips", "added", true),
        ("observed_first_departure", "seen first", false), ("observed_last_departure", "seen last", false),
        ("observed_headway_p50", "seen headway", true), ("comparable_headway_p50", "due headway", true),
        ("broken_headways", "broken", true),
    ]

    /// The observed figures of a row as text, in that order.
    private func observedTexts(_ row: LevelRow) -> [String] {
        guard let observed else { return [] }
        let seen = observed.figures(of: row)
        func number(_ value: Int?) -> String { value.map { String($0) } ?? "-" }
        func minutes(_ value: Int?) -> String { value.map { fixed(Double($0) / 60, 1) + " min" } ?? "-" }
        return [
            String(observed.dayCount(of: row)), number(seen?.trips), number(seen?.unobserved), number(seen?.canceled),
            number(seen?.added), seen?.first.map(LevelOutput.time) ?? "-", seen?.last.map(LevelOutput.time) ?? "-",
            minutes(seen?.headway), minutes(seen?.comparableHeadway), number(seen?.broken),
        ]
    }

    /// Seconds are shown where there are any.
    private static func time(_ second: Int) -> String {
        second % 60 == 0 ? ClockTime.shortText(second) : ClockTime.text(second)
    }

    func table(_ rows: [LevelRow], isMarkdown: Bool) -> TextTable {
        let texts = rows.map { LevelOutput.texts($0) + observedTexts($0) }
        let heads = keys.map { key in
            TextTable.Column(
                title: isMarkdown ? key.name : key.title, isNumber: key == .hour,
                cells: rows.map { text(key, of: $0) ?? "-" })
        }
        // A terminal is narrow: what is the same as another column, or says nothing, is left out there.
        let isOneDay = rows.allSatisfy { $0.dayCount == 1 }
        let named = LevelOutput.figures + (observed == nil ? [] : LevelOutput.observedFigures)
        let figures = named.enumerated().compactMap { place, figure -> TextTable.Column? in
            let cells = texts.map { $0[place] }
            if !isMarkdown {
                if isOneDay, figure.name == "days" || figure.name == "trips_per_day" { return nil }
                if cells.allSatisfy({ $0 == "-" }) { return nil }
            }
            return TextTable.Column(
                title: isMarkdown ? figure.name : figure.words, isNumber: figure.isNumber, cells: cells)
        }
        return TextTable(columns: heads + figures, rowCount: rows.count, zone: nil)
    }
}
