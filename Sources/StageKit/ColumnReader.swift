import Contract
import NDJSON

/// Reads columns of records as typed values, inside arrays and objects too; a value that breaks its type is reported and
/// taken as absent.
public final class ColumnReader {
    private let diagnostics: Diagnostics
    private var record: Record?
    private var file = ""
    private var line: Int?

    public init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

    /// Tells which record the values belong to.
    public func begin(_ record: Record) {
        self.record = record
        file = record.file == "-" ? "standard input" : record.file
        line = record.line
    }

    /// The same for a row of a schedule, which may come from an archive: there it has no line of its own.
    public func begin(_ record: Record, table: String, isFile: Bool) {
        self.record = record
        file = isFile ? record.file : table + ".txt"
        line = isFile ? record.line : nil
    }

    /// Reports something about the record.
    public func report(_ kind: Finding.Kind, _ code: String, field: String? = nil, _ message: String) {
        diagnostics.report(Finding(kind, code, file: file, line: line, field: field, message: message))
    }

    /// The value of a column of the record; nil if it is absent, says nothing, or breaks its type.
    public subscript<M, V, P>(column: Column<M, V, P>) -> V.Value? {
        record.flatMap { read($0[column], as: column) }
    }

    /// The same of an object inside the record.
    public func value<M, V, P>(of column: Column<M, V, P>, in object: ColumnScanner) -> V.Value? {
        read(object[column], as: column)
    }

    private func read<M, V, P>(_ value: JSONValue, as column: Column<M, V, P>) -> V.Value? {
        guard value.isPresent, !V.isBlank(value) else { return nil }
        if let read = V.read(value, column.cases) { return read }
        let name = column.name
        diagnostics.report(
            .null, "invalid_\(name)", file: file, line: line, field: name, value: value.inside
        ) { "\($0) is no \(V.kind.map { "\($0)" } ?? name) (taken as absent)" }
        return nil
    }
}

extension Diagnostics {
    /// Reports something about the values of a table's column.
    public func report<T: Table, V, P>(
        _ kind: Finding.Kind, _ code: String, of column: Column<T, V, P>, value: UnsafeRawBufferPointer,
        _ message: (_ quoted: String) -> String
    ) { report(kind, code, file: T.name, field: column.name, value: value, message) }
}
