import Contract

/// The limits of `--where` on rows that are parts of trips, for stages that count or draw trips: a trip without some of
/// its rows would be a different trip.
enum WholeTrips {
    /// The tables whose rows are parts of a whole, and the columns that select the whole.
    private static let parts: [String: [String]] = [
        Tables.StopTimes.name: [Tables.StopTimes.columns.tripID.name],
        Tables.Frequencies.name: [Tables.Frequencies.columns.tripID.name],
        Tables.Shapes.name: [Tables.Shapes.columns.shapeID.name],
        Tables.CalendarDates.name: [Tables.CalendarDates.columns.serviceID.name],
    ]

    /// Whether a condition on a column selects stops whose calls count, while trips stay whole.
    static func isPlace(_ column: String, of table: String) -> Bool {
        table == Tables.StopTimes.name && column == Tables.StopTimes.columns.stopID.name
    }

    /// Whether rows of a table are parts of a whole, of which a condition on a feed's own column must not exclude any.
    static func isPart(_ table: String) -> Bool { parts[table] != nil }

    /// - Throws: `StageFailure` with status 64 for a condition that would exclude parts of a whole.
    static func check(_ condition: Condition, _ tables: ConditionTables) throws(StageFailure) {
        for table in tables.all where condition.table.map({ $0 == table.name }) ?? true {
            guard let whole = parts[table.name], !whole.contains(condition.column),
                !isPlace(condition.column, of: table.name), !ofEveryTable.contains(condition.column)
            else { continue }
            switch table.column(condition.column) {
            case .known: break
            case .perhaps: if condition.table == nil { continue }
            case .none: continue
            }
            throw StageFailure(
                .usage,
                "--where \(Finding.quoted(condition.text)): rows of \(table.name) are parts of \(owners(table.name)), "
                    + "which are always counted or drawn whole; nothing was read; "
                    + advice(table.name))
        }
    }

    private static let ofEveryTable = Tables.AnyRecord.descriptions.map(\.name)

    private static func owners(_ table: String) -> String {
        switch table {
        case Tables.Shapes.name: "shapes"
        case Tables.CalendarDates.name: "services"
        default: "trips"
        }
    }

    private static func advice(_ table: String) -> String {
        switch table {
        case Tables.CalendarDates.name: "choose days with --date"
        case Tables.Shapes.name: "choose whole shapes with --where shape_id=…"
        default:
            "choose a part of the day with --from and --to of service-levels, stops with --where stop_id=…, or trips with "
                + "--where trip_id=…"
        }
    }
}
