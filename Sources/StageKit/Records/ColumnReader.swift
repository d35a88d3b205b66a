import Contract
import NDJSON

/// Reads columns of records as typed values, inside arrays and objects too; a value that breaks its type is reported and
/// taken as absent.
public final class ColumnReader {
    private let diagnostics: Diagnostics
    private var record: Record?
    /// The table whose rows have neither file nor line of their own.
    private var archived: String?

    private var file: String {
        if let archived { return Tables.file(of: archived) }
        return record?.displayName ?? ""
    }

    private var line: Int? { record?.lineInSource }

    public init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Tells which record the values belong to.
    public func begin(_ record: Record) {
        if self.record !== record { self.record = record }
        if archived != nil { archived = nil }
    }

    /// The same for a row of a schedule. In an archive its place is the line of the table's file.
    public func begin(_ record: Record, table: String) {
        if self.record !== record { self.record = record }
        archived = record.isLine ? nil : table
    }

    /// Reports something about the record.
    public func report(_ kind: Finding.Kind, _ code: String, field: String? = nil, _ message: String) {
        diagnostics.report(kind, code, file: file, line: line, field: field, message: message)
    }

    /// The same about a value of the record, for what may be wrong with millions of them.
    public func report(
        _ kind: Finding.Kind, _ code: String, field: String, value: JSONValue, _ message: (_ value: String) -> String
    ) {
        diagnostics.report(kind, code, file: file, line: line, field: field, value: value.inside, message)
    }

    /// The value of a column of the record; nil if it is absent, says nothing, or breaks its type.
    public subscript<M, V: ColumnValue, P: RecordPresence>(column: Column<M, V, P>) -> V.Value? {
        record.flatMap { read($0[column], as: V.self, column) }
    }

    /// The same with the value read as another type: for a date that is only shown, for a number with closer bounds.
    public subscript<M, V, P, T: ColumnValue>(column: Column<M, V, P>, as type: T.Type) -> T.Value? {
        record.flatMap { read($0[column], as: type, column) }
    }

    /// The same of an object inside the record.
    public func value<M, V: ColumnValue, P: RecordPresence>(of column: Column<M, V, P>, in object: ColumnScanner) -> V
        .Value?
    {
        read(object[column], as: V.self, column)
    }

    public func value<M, V, P, T: ColumnValue>(
        of column: Column<M, V, P>, as type: T.Type, in object: ColumnScanner
    ) -> T.Value? { read(object[column], as: type, column) }

    /// The values of an array's elements; those that are blank or break their type are left out.
    public func values<M, E: ColumnValue, P>(of column: Column<M, List<E>, P>, in object: ColumnScanner) -> [E.Value] {
        var values: [E.Value] = []
        object[column].forEachElement { if let value = read($0, as: E.self, column) { values.append(value) } }
        return values
    }

    /// The same with the elements read as another type.
    public func values<M, E, P, T: ColumnValue>(
        of column: Column<M, List<E>, P>, as type: T.Type, in object: ColumnScanner
    ) -> [T.Value] {
        var values: [T.Value] = []
        object[column].forEachElement { if let value = read($0, as: type, column) { values.append(value) } }
        return values
    }

    /// The number of an enumeration that has so many, as the reference has it; another one is reported and counts as
    /// absent.
    package func value<M, P: RecordPresence>(
        _ column: Column<M, Whole, P>, in known: ClosedRange<Int>
    ) -> Int? {
        guard let number = self[column], let record else { return nil }
        if known.contains(number) { return number }
        refuse(record[column], Enumerated.kind, column.name)
        return nil
    }

    /// The bytes of a text, escapes resolved, or of a number as it is written; nil if the column is absent, empty, or
    /// holds anything else, which is reported.
    ///
    /// They are valid until the next text with escapes is asked for.
    package func bytes<M, P: RecordPresence>(_ column: Column<M, Text, P>) -> UnsafeRawBufferPointer? {
        guard let record else { return nil }
        let value = record[column]
        switch value.kind {
        case .absent, .null: return nil
        case .string: return record.text(column).flatMap { $0.isEmpty ? nil : $0 }
        case .number: return value.inside
        case .bool, .array, .object:
            refuse(value, Text.kind, column.name)
            return nil
        }
    }

    /// The text of a column of the record whatever its type.
    public func text(_ column: any AnyColumn) -> String? {
        guard let value = record?.values[untyped: column], value.isPresent, !Text.isBlank(value) else { return nil }
        if let text = Text.read(value, nil) { return text }
        refuse(value, Text.kind, column.name)
        return nil
    }

    private func read<M, V, P, T: ColumnValue>(
        _ value: JSONValue, as type: T.Type, _ column: Column<M, V, P>
    ) -> T.Value? {
        guard value.isPresent, !T.isBlank(value) else { return nil }
        if let read = T.read(value, column.cases) {
            if let scale = T.scale(of: value) {
                diagnostics.reportTime(in: scale, value, column.name, file: file, line: line)
            }
            return read
        }
        refuse(value, T.kind, column.name)
        return nil
    }

    private func refuse(_ value: JSONValue, _ kind: StaticString?, _ name: String) {
        diagnostics.report(
            .null, "invalid_\(name)", file: file, line: line, field: name, value: value.inside
        ) { "\($0) is not \(kind.map { "\($0)" } ?? "a known \(name)"); treated as absent" }
    }
}

extension Diagnostics {
    /// Reports something about the values of a table's column.
    public func report<T: Table, V, P>(
        _ kind: Finding.Kind, _ code: String, of column: Column<T, V, P>, value: UnsafeRawBufferPointer,
        _ message: (_ quoted: String) -> String
    ) { report(kind, code, file: T.name, field: column.name, value: value, message) }
}
