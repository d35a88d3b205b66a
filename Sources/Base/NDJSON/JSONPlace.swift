/// Where a value stands in a line, for lines that are copied.
package struct JSONPlace: Sendable {
    private let kind: JSONValue.Kind
    private let hasEscapes: Bool
    private let offset: Int32
    private let count: Int32

    /// - Parameter line: the one that the value stands in; less than 2 GiB.
    package init(_ value: JSONValue, in line: UnsafeRawBufferPointer) {
        kind = value.kind
        hasEscapes = value.hasEscapes
        guard kind != .absent, let base = line.baseAddress else {
            offset = 0
            count = 0
            return
        }
        offset = Int32(value.start - base)
        count = Int32(value.count)
    }

    /// The value in a copy of the line, valid as long as that.
    package func value(in line: UnsafeRawBufferPointer) -> JSONValue {
        guard kind != .absent, let base = line.baseAddress else { return .absent }
        return JSONValue(kind: kind, hasEscapes: hasEscapes, start: base + Int(offset), count: Int(count))
    }
}
