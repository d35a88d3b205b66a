import NDJSON

/// Reads records, or objects inside records, by column: each wanted column's place is found before the first line.
///
/// Asking for a column that was not wanted is a bug of the caller and traps: its value would be a wrong "absent".
public final class ColumnScanner {
    public let scanner: RecordScanner
    /// The place of each column among the scanner's values, by the number of its name; -1 for one that is not wanted.
    @usableFromInline let places: UnsafeMutablePointer<Int16>
    @usableFromInline let placeCount: Int

    /// - Parameter columns: those that are wanted, of any tables; columns of the same name share a place.
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
    /// - Throws: `JSONFault` with the offset of the first byte that is not as JSON has it.
    @inlinable public func scan(_ line: UnsafeRawBufferPointer) throws(JSONFault) { try scanner.scan(line) }

    /// Looks at an object inside a line that was scanned; another kind of value has no members.
    public func scan(_ object: JSONValue) {
        // The line was checked, so its objects are sound.
        if object.kind == .object { try? scanner.scan(object.inside) } else { scanner.reset() }
    }

    /// The value of a column in the last line scanned.
    @inlinable public subscript<M, V, P>(column: Column<M, V, P>) -> JSONValue { scanner[place(column.number)] }

    /// The same of a column whose type does not matter.
    public subscript(untyped column: any AnyColumn) -> JSONValue { scanner[place(column.number)] }

    /// The same by the number of the column's name.
    public subscript(number number: Int) -> JSONValue { scanner[place(number)] }

    /// The text of a string, escapes resolved; nil if the column is absent or not a string.
    ///
    /// The bytes are valid until the next line is scanned or the next `text` with escapes is asked for.
    @inlinable public func text<M, V, P>(_ column: Column<M, V, P>) -> UnsafeRawBufferPointer? {
        scanner.text(place(column.number))
    }

    public func text(untyped column: any AnyColumn) -> UnsafeRawBufferPointer? { scanner.text(place(column.number)) }

    /// The text of an id by the number of its column's name: a string with its escapes resolved, a number as it is
    /// written; nil for anything else.
    public func idText(number: Int) -> UnsafeRawBufferPointer? {
        let value = self[number: number]
        switch value.kind {
        case .string: return value.hasEscapes ? scanner.text(place(number)) : value.inside
        case .number: return value.inside
        default: return nil
        }
    }

    /// The column's value; nil if it is absent, blank or breaks its type.
    public func value<M, V: ColumnValue, P: RecordPresence>(_ column: Column<M, V, P>) -> V.Value? {
        let value = self[column]
        return value.isPresent && !V.isBlank(value) ? V.read(value, column.info.pointee.cases) : nil
    }

    @inlinable @inline(__always)
    func place(_ number: Int) -> Int {
        precondition(isWanted(number), "a column is read that the stage did not ask for")
        return Int(places[number])
    }

    @inlinable @inline(__always)
    func isWanted(_ number: Int) -> Bool { number < placeCount && places[number] >= 0 }
}
