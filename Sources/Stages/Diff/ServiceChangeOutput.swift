import Charts
import Contract
import NDJSON
import Reports
import ServiceFigures
import StageKit

/// Writes what riders have otherwise: as records, as a text for people, as a page.
struct ServiceChangeOutput {
    private let format: DiffOptions.Format
    private let keys: [ReportKey]
    private let context: StageContext

    init(_ options: DiffOptions, by keys: [ReportKey], _ context: StageContext) {
        format = options.format
        self.keys = keys
        self.context = context
    }

    /// Whether it is read by people, who want types of day told apart.
    var isForPeople: Bool { format.ofRecords == nil }

    func write(_ changes: [ServiceChange], _ comparison: ServiceComparison) throws {
        switch format {
        case .own(.table): try ServiceChangeText(changes, comparison, by: keys).write(to: context.sink)
        case .own(.html): try picture(changes, comparison).writePage(to: context.sink)
        case .own(.svg): try picture(changes, comparison).write(as: .svg, to: context.sink)
        case .own(.png): try picture(changes, comparison).write(as: .png, to: context.sink)
        case .own(.ndjson): return try writeRecords(changes, comparison, as: .ndjson)
        case .table(let format): return try writeRecords(changes, comparison, as: .table(format))
        }
        context.summary.table(Tables.ServiceChanges.name).written += changes.count
    }

    private func picture(_ changes: [ServiceChange], _ comparison: ServiceComparison) -> ServiceChangePicture {
        ServiceChangePicture(changes, comparison, by: keys)
    }

    private func writeRecords(
        _ changes: [ServiceChange], _ comparison: ServiceComparison, as format: RecordFormat
    ) throws {
        let columns = Tables.ServiceChanges.columns
        let heads = keys.compactMap { key in
            Tables.ServiceChanges.column(named: key.name).map { (key: key, column: $0) }
        }
        let figures: [any AnyColumn] = [
            columns.days, columns.tripsPerDayOld, columns.tripsPerDayNew, columns.firstDepartureOld,
            columns.firstDepartureNew, columns.lastDepartureOld, columns.lastDepartureNew, columns.headwayP50Old,
            columns.headwayP50New, columns.kilometresPerDayOld, columns.kilometresPerDayNew, columns.runsAdded,
            columns.runsRemoved, columns.departuresAdded, columns.departuresRemoved, columns.stopsAdded,
            columns.stopsRemoved,
        ]
        try context.writeTable(
            Tables.ServiceChanges.self, columns: heads.map(\.column) + figures, as: format)
        let sink = context.rows(of: Tables.ServiceChanges.self)
        for change in changes {
            let (old, new) = (change.old, change.new)
            try sink.write { row, columns in
                for (key, column) in heads {
                    row.json(column) { write(key, of: change, comparison, to: $0) }
                }
                row[columns.days] = change.days
                row[columns.tripsPerDayOld] = old?.tripsPerDay ?? 0
                row[columns.tripsPerDayNew] = new?.tripsPerDay ?? 0
                row[columns.firstDepartureOld] = old?.first
                row[columns.firstDepartureNew] = new?.first
                row[columns.lastDepartureOld] = old?.last
                row[columns.lastDepartureNew] = new?.last
                row[columns.headwayP50Old] = old?.headway
                row[columns.headwayP50New] = new?.headway
                row[columns.kilometresPerDayOld] = old.map(\.kilometresPerDay) ?? 0
                row[columns.kilometresPerDayNew] = new.map(\.kilometresPerDay) ?? 0
                row[columns.runsAdded] = change.counts.runsAdded
                row[columns.runsRemoved] = change.counts.runsRemoved
                row[columns.departuresAdded] = change.counts.departuresAdded
                row[columns.departuresRemoved] = change.counts.departuresRemoved
                row.texts(columns.stopsAdded, change.stopsAdded)
                row.texts(columns.stopsRemoved, change.stopsRemoved)
            }
        }
    }

    private func write(
        _ key: ReportKey, of change: ServiceChange, _ comparison: ServiceComparison, to writer: RecordWriter
    ) {
        func write(_ text: String?) { if let text { writer.string(text) } else { writer.null() } }
        func write(_ number: Int) { if number >= 0 { writer.integer(number) } else { writer.null() } }
        switch key {
        case .routeID: write(change.bundle.route)
        case .directionID: write(change.bundle.direction)
        case .stopID: write(change.cell.stop < 0 ? nil : comparison.stops.ids[Int(change.cell.stop)])
        case .dayType: write(change.dayType?.name)
        case .hour: write(Int(change.cell.hour))
        default: writer.null()
        }
    }
}
