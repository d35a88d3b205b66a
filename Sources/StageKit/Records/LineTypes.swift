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
        let name: String
        let type: ColumnType
        /// Whether the column accepts names instead of numbers.
        let hasNames: Bool
        /// Whether this pass is the first one that reads the column in the file.
        var isNew = true
    }

    /// What each line is checked for. The other facts about a column (`Typed`) are needed only for a wrong value.
    private struct Check {
        let place: Int
        let type: Kind
    }

    private enum Kind { case text, time, integer, named, number, date }

    private let context: StageContext
    private let scanner: RecordScanner
    private let listener: (any FindingListener)?
    private let columns: Set<String>
    /// The columns of all tables, and the check of each.
    private var typed: [Typed] = []
    private var checks: [Check] = []
    /// The places of each table's columns in both lists, by the router's number for the table; nil before the table's first
    /// record.
    private var tables: [Range<Int>?] = []

    /// Returns nil for a stage that reads no column of a timetable.
    init?(_ context: StageContext, _ record: Record, columns: [any AnyColumn], _ listener: (any FindingListener)?) {
        guard !columns.isEmpty else { return nil }
        self.context = context
        self.listener = listener
        self.columns = Set(columns.map(\.name))
        scanner = record.scanner.scanner
    }

    /// Begins another file, whose columns may have been read before.
    func begin() {
        tables.removeAll(keepingCapacity: true)
        typed.removeAll(keepingCapacity: true)
        checks.removeAll(keepingCapacity: true)
    }

    /// Checks a record of the table with this number.
    @inline(__always)
    func check(_ record: Record, place: Int, _ lent: Unmanaged<TableFigures>) {
        if place >= tables.count || tables[place] == nil { meet(record, place, lent.takeUnretainedValue().table) }
        guard let range = tables[place] else { return }
        for column in range {
            let value = scanner[checks[column].place]
            guard value.isPresent, !LineTypes.fits(value, checks[column].type) else { continue }
            refuse(record, value, column, lent.takeUnretainedValue().table)
        }
    }

    private func meet(_ record: Record, _ place: Int, _ table: String) {
        while tables.count <= place { tables.append(nil) }
        let first = checks.count
        for field in TableDefinition.named(table)?.fields ?? [] {
            let hasNames = field.type == .enumeration
            guard columns.contains(field.name), let index = scanner.place(of: field.name),
                field.type != .latitude, field.type != .longitude, !field.name.hasSuffix("_sequence"),
                let kind = LineTypes.kind(of: field.type.columnType, hasNames: hasNames)
            else { continue }
            checks.append(Check(place: index, type: kind))
            typed.append(
                Typed(
                    name: field.name, type: field.type.columnType, hasNames: hasNames,
                    isNew: context.readColumns.insert(record.file + "\0" + table + "\0" + field.name).inserted))
        }
        tables[place] = first..<checks.count
    }

    /// What a value of a column is checked for; nil for a type that takes any value.
    private static func kind(of type: ColumnType, hasNames: Bool) -> Kind? {
        switch type {
        case .string: .text
        case .time: .time
        case .integer: hasNames ? .named : .integer
        case .number: .number
        case .date: .date
        default: nil
        }
    }

    @inline(__always)
    private static func fits(_ value: JSONValue, _ type: Kind) -> Bool {
        switch type {
        case .text: value.kind == .string || value.kind == .number
        case .time: value.kind == .string
        case .integer, .named:
            value.kind == .number ? value.integer != nil : value.kind == .string && mayBeName(value, type)
        case .number:
            value.kind == .number ? !isHuge(value) : value.kind == .string && value.inside.isEmpty
        case .date:
            value.kind == .string && value.inside.isEmpty
                || (value.kind == .string || value.kind == .number) && CivilDate(compact: value.inside) != nil
        }
    }

    /// Whether a number exceeds the range of binary64.
    @inline(__always)
    private static func isHuge(_ value: JSONValue) -> Bool {
        value.inside.contains { $0 | 0x20 == UInt8(ascii: "e") } && value.double?.isFinite != true
    }

    /// Whether a text is empty, or may be a name for a number. The stages that know the names check them.
    private static func mayBeName(_ value: JSONValue, _ type: Kind) -> Bool {
        guard let first = value.inside.first else { return true }
        return type == .named && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first)
    }

    @inline(never)
    private func refuse(_ record: Record, _ value: JSONValue, _ number: Int, _ table: String) {
        defer { scanner.forget(checks[number].place) }
        let column = typed[number]
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
