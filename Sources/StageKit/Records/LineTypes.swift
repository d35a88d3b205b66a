import Contract
import NDJSON
import TimeZones

/// Checks the values of a timetable's lines against the types of their columns.
///
/// A value of the wrong type is reported once, however often the file is read, and the stage sees it as missing. Rows
/// of archives and databases are not checked here, because their readers check the types. Positions and sequence
/// numbers are not checked here either, because the stages reject rows without them.
///
/// Cost: a comparison for each column that a stage reads.
final class LineTypes {
    private struct Typed {
        let place: Int
        let name: String
        let type: ColumnType
        /// Whether the column accepts names instead of numbers.
        let hasNames: Bool
        /// Whether this pass is the first one that reads the column in the file.
        var isNew = true
    }

    private let context: StageContext
    private let scanner: RecordScanner
    private let listener: (any FindingListener)?
    private let columns: Set<String>
    /// The columns of each table, by the router's number for the table; nil before the table's first record.
    private var tables: [[Typed]?] = []

    /// Returns nil for a stage that reads no column of a timetable.
    init?(_ context: StageContext, _ record: Record, columns: [any AnyColumn], _ listener: (any FindingListener)?) {
        guard !columns.isEmpty else { return nil }
        self.context = context
        self.listener = listener
        self.columns = Set(columns.map(\.name))
        scanner = record.scanner.scanner
    }

    /// Begins another file, whose columns may have been read before.
    func begin() { tables.removeAll(keepingCapacity: true) }

    /// Checks a record of the table with this number.
    @inline(__always)
    func check(_ record: Record, place: Int, table: TableFigures) {
        if place >= tables.count || tables[place] == nil { meet(record, place, table.table) }
        guard let typed = tables[place] else { return }
        for column in typed {
            let value = scanner[column.place]
            guard value.isPresent, !LineTypes.fits(value, column) else { continue }
            refuse(record, value, column, table.table)
        }
    }

    private func meet(_ record: Record, _ place: Int, _ table: String) {
        while tables.count <= place { tables.append(nil) }
        let fields = TableDefinition.named(table)?.fields ?? []
        tables[place] = fields.compactMap { field in
            guard columns.contains(field.name), let index = scanner.place(of: field.name),
                field.type != .latitude, field.type != .longitude, !field.name.hasSuffix("_sequence")
            else { return nil }
            return Typed(
                place: index, name: field.name, type: field.type.columnType, hasNames: field.type == .enumeration,
                isNew: context.readColumns.insert(record.file + "\0" + table + "\0" + field.name).inserted)
        }
    }

    @inline(__always)
    private static func fits(_ value: JSONValue, _ column: Typed) -> Bool {
        switch column.type {
        case .string: value.kind == .string || value.kind == .number
        case .time: value.kind == .string
        case .integer: value.kind == .number ? value.integer != nil : value.kind == .string && mayBeName(value, column)
        case .number:
            value.kind == .number ? !isHuge(value) : value.kind == .string && value.inside.isEmpty
        case .date:
            value.kind == .string && value.inside.isEmpty
                || (value.kind == .string || value.kind == .number) && CivilDate(compact: value.inside) != nil
        default: true
        }
    }

    /// Whether a number exceeds the range of binary64.
    @inline(__always)
    private static func isHuge(_ value: JSONValue) -> Bool {
        value.inside.contains { $0 | 0x20 == UInt8(ascii: "e") } && value.double?.isFinite != true
    }

    /// Whether a text is empty, or may be a name for a number. The stages that know the names check them.
    private static func mayBeName(_ value: JSONValue, _ column: Typed) -> Bool {
        guard let first = value.inside.first else { return true }
        return column.hasNames && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }

    @inline(never)
    private func refuse(_ record: Record, _ value: JSONValue, _ column: Typed, _ table: String) {
        defer { scanner.forget(column.place) }
        guard column.isNew else { return }
        let (code, kind): (String, StaticString?) =
            switch column.type {
            case .time: ("invalid_time", ServiceTime.kind)
            case .integer: ("invalid_integer", column.hasNames ? nil : Whole.kind)
            case .number: ("invalid_number", Real.kind)
            case .date: ("invalid_date", Day.kind)
            default: ("not_text", Text.kind)
            }
        let diagnostics = context.rowDiagnostics
        diagnostics.diverting(to: listener) {
            diagnostics.report(
                .null, listener == nil ? "invalid_\(column.name)" : code,
                file: listener == nil ? record.displayName : Tables.file(of: table), line: record.line,
                field: column.name, value: value.inside
            ) { "\($0) is not \(kind.map { "\($0)" } ?? "a known \(column.name)"); treated as absent" }
        }
    }
}
