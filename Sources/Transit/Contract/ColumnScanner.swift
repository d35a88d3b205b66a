import NDJSON

/// Reads records, or objects inside records, by column: the place of each wanted column is determined before the first
/// line.
///
/// Reading a column that was not requested traps, because its value would wrongly appear to be absent.
public final class ColumnScanner {
    public let scanner: RecordScanner
    /// The index of each column among the scanner's values, by the number of its name; -1 for columns that are not
    /// wanted.
    @usableFromInline let places: UnsafeMutablePointer<Int16>
    @usableFromInline let placeCount: Int

    /// - Parameter columns: the wanted columns, of any tables; columns with the same name share an index.
    public init(_ columns: [any AnyColumn]) {
        var all: [String] = []
        var numbers: [Int] = []
        for column in columns where !numbers.contains(column.number) {
            numbers.append(column.number)
            all.append(column.name)
        }
        placeCount = (numbers.max() ?? -1) + 1
        var places = [Int16](repeating: -1, count: placeCount)
        for (place, number) in numbers.enumerated() { places[number] = Int16(place) }
        self.places = .allocate(capacity: max(placeCount, 1))
        for (number, place) in places.enumerated() { self.places[number] = place }
        scanner = RecordScanner(fields: all)
    }

    deinit { places.deallocate() }

    /// Scans one line.
    /// - Parameter readable: see `RecordScanner.scan`.
    /// - Throws: `JSONFault` with the offset of the first invalid byte.
    @inlinable public func scan(_ line: UnsafeRawBufferPointer, readable: Int = 0) throws(JSONFault) {
        try scanner.scan(line, readable: readable)
    }

    /// Scans an object inside a scanned line; other values have no members.
    public func scan(_ object: JSONValue) {
        // The line was checked, so its objects are sound.
        if object.kind == .object { try? scanner.scan(object.inside) } else { scanner.reset() }
    }

    /// The value of a column in the last scanned line.
    @inlinable public subscript<M, V, P>(column: Column<M, V, P>) -> JSONValue {
        @inline(__always) get { scanner[place(column.number)] }
    }

    /// The value of a column, without its type.
    public subscript(untyped column: any AnyColumn) -> JSONValue { scanner[place(column.number)] }

    /// The value of a column, by the number of its name.
    @inlinable public subscript(number number: Int) -> JSONValue {
        @inline(__always) get { scanner[place(number)] }
    }

    /// The text of a string with escapes resolved; nil if the column is absent or not a string.
    ///
    /// The bytes are valid until the next line is scanned or the next `text` with escapes is read.
    @inlinable public func text<M, V, P>(_ column: Column<M, V, P>) -> UnsafeRawBufferPointer? {
        scanner.text(place(column.number))
    }

    public func text(untyped column: any AnyColumn) -> UnsafeRawBufferPointer? { scanner.text(place(column.number)) }

    /// The text of an id, by the number of its column's name: a string with escapes resolved, or a number as written;
    /// nil for other values.
    public func idText(number: Int) -> UnsafeRawBufferPointer? {
        let value = self[number: number]
        switch value.kind {
        case .string: return value.hasEscapes ? scanner.text(place(number)) : value.inside
        case .number: return value.inside
        default: return nil
        }
    }

    /// The column's value; nil if it is absent, blank or of the wrong type.
    public func value<M, V: ColumnValue, P: RecordPresence>(_ column: Column<M, V, P>) -> V.Value? {
        let value = self[column]
        return value.isPresent && !V.isBlank(value) ? V.read(value, column.info.pointee.cases) : nil
    }

    @inlinable @inline(__always)
    func place(_ number: Int) -> Int {
        precondition(isWanted(number), "the stage reads a column that it did not request")
        return Int(places[number])
    }

    @inlinable @inline(__always)
    func isWanted(_ number: Int) -> Bool { number < placeCount && places[number] >= 0 }
}
