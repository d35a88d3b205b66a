import Contract
import NDJSON
import StageKit

/// A row of a table with typed access to its columns: `stop.stopName`, `stop[Tables.Stops.columns.stopName]`.
///
/// A column is nil if the row lacks it, if it is blank, or if its value has the wrong type, which is reported as a
/// finding. Texts are strings, dates are days since 1970-01-01, times of a timetable are seconds after noon minus 12
/// hours of the service day, instants are POSIX seconds, and coordinates are degrees on WGS 84.
@dynamicMemberLookup
public struct TableRow<T: Members>: Sendable {
    private let line: [UInt8]
    private let places: [JSONPlace]
    private let layout: RowLayout<T>

    init(_ values: ColumnScanner, _ bytes: UnsafeRawBufferPointer, _ layout: RowLayout<T>) {
        line = Array(bytes)
        places = layout.columns.map { JSONPlace(values[untyped: $0], in: bytes) }
        self.layout = layout
    }

    private func read<Answer>(_ column: some AnyColumn, _ body: (JSONValue) -> Answer) -> Answer {
        line.withUnsafeBytes { body(places[layout.place(of: column)].value(in: $0)) }
    }

    // MARK: Values

    public subscript<V: ColumnValue, P>(column: Column<T, V, P>) -> V.Value? where V.Value: Sendable {
        read(column) { $0.isPresent && !V.isBlank($0) ? V.read($0, column.cases) : nil }
    }

    public subscript<V: ColumnValue, P>(dynamicMember path: KeyPath<T, Column<T, V, P>>) -> V.Value?
    where V.Value: Sendable {
        self[T.columns[keyPath: path]]
    }

    // MARK: Lists and objects

    public subscript<P>(column: Column<T, List<Text>, P>) -> [String] {
        read(column) { value in
            var texts: [String] = []
            value.forEachElement { if let text = Text.read($0, nil) { texts.append(text) } }
            return texts
        }
    }

    public subscript<P>(column: Column<T, List<Real>, P>) -> [Double] {
        read(column) { value in
            var numbers: [Double] = []
            value.forEachElement { if let number = Real.read($0, nil) { numbers.append(number) } }
            return numbers
        }
    }

    public subscript<M: Members, P>(column: Column<T, List<M>, P>) -> [TableRow<M>] {
        read(column) { value in
            let layout = RowLayout<M>()
            let scanner = ColumnScanner(layout.columns)
            var rows: [TableRow<M>] = []
            value.forEachElement { element in
                guard element.kind == .object else { return }
                scanner.scan(element)
                rows.append(TableRow<M>(scanner, element.raw, layout))
            }
            return rows
        }
    }

    public subscript<M: Members, P>(column: Column<T, Object<M>, P>) -> TableRow<M>? {
        read(column) { value in
            guard value.kind == .object else { return nil }
            let layout = RowLayout<M>()
            let scanner = ColumnScanner(layout.columns)
            scanner.scan(value)
            return TableRow<M>(scanner, value.raw, layout)
        }
    }

    public subscript<P>(dynamicMember path: KeyPath<T, Column<T, List<Text>, P>>) -> [String] {
        self[T.columns[keyPath: path]]
    }

    public subscript<P>(dynamicMember path: KeyPath<T, Column<T, List<Real>, P>>) -> [Double] {
        self[T.columns[keyPath: path]]
    }

    public subscript<M: Members, P>(dynamicMember path: KeyPath<T, Column<T, List<M>, P>>) -> [TableRow<M>] {
        self[T.columns[keyPath: path]]
    }

    public subscript<M: Members, P>(dynamicMember path: KeyPath<T, Column<T, Object<M>, P>>) -> TableRow<M>? {
        self[T.columns[keyPath: path]]
    }

    /// Returns the JSON text of a column without a Swift type, such as the fields of an extension; nil if the row lacks
    /// it.
    public func json(_ column: some AnyColumn) -> String? {
        read(column) { $0.isPresent ? String(decoding: $0.raw, as: UTF8.self) : nil }
    }
}

/// Where a row keeps each of its table's columns.
final class RowLayout<T: Members>: Sendable {
    let columns: [any AnyColumn]
    /// By the number of the column's name.
    private let places: [Int16]

    init() {
        let columns = T.all
        var places = [Int16](repeating: -1, count: (columns.map(\.number).max() ?? -1) + 1)
        for (place, column) in columns.enumerated() { places[column.number] = Int16(place) }
        self.columns = columns
        self.places = places
    }

    func place(of column: some AnyColumn) -> Int { Int(places[column.number]) }
}

/// Takes the rows of a table.
struct RowTaking<T: Table>: RecordStage {
    let tables = [T.name]
    let columns: [any AnyColumn]
    private let layout = RowLayout<T>()
    private let take: (TableRow<T>) throws -> Void

    init(_ take: @escaping (TableRow<T>) throws -> Void) {
        columns = layout.columns
        self.take = take
    }

    func process(_ record: Record) throws { try take(TableRow(record.values, record.bytes, layout)) }
    func finish() {}
}
