import NDJSON

/// Writes structures in Thrift's compact protocol (thrift/doc/specs/thrift-compact-protocol.md), which Parquet's headers
/// and footer are in: as much of it as they need.
struct ThriftWriter {
    enum Kind: UInt8 { case yes = 1, no, byte, int16, int32, int64, double, binary, list, set, map, structure }

    let out: RecordWriter
    private var last: [Int] = [0]

    init(_ out: RecordWriter) { self.out = out }

    mutating func field(_ id: Int, _ value: Int32) {
        header(id, .int32)
        zigzag(Int64(value))
    }

    mutating func field(_ id: Int, _ value: Int) {
        header(id, .int64)
        zigzag(Int64(value))
    }

    mutating func field(_ id: Int, _ value: Bool) { header(id, value ? .yes : .no) }

    mutating func field(_ id: Int, _ text: String) {
        var copy = text
        copy.withUTF8 { field(id, UnsafeRawBufferPointer($0)) }
    }

    mutating func field(_ id: Int, _ bytes: UnsafeRawBufferPointer) {
        header(id, .binary)
        out.varint(UInt64(bytes.count))
        out.append(bytes)
    }

    mutating func field(_ id: Int, _ body: (inout ThriftWriter) -> Void) {
        header(id, .structure)
        structure(body)
    }

    mutating func list<Element>(
        _ id: Int, of kind: Kind, _ elements: [Element], _ body: (inout ThriftWriter, Element) -> Void
    ) {
        list(id, of: kind, count: elements.count) { thrift in for element in elements { body(&thrift, element) } }
    }

    /// A list whose elements `body` writes, as many as it says.
    mutating func list(_ id: Int, of kind: Kind, count: Int, _ body: (inout ThriftWriter) -> Void) {
        header(id, .list)
        if count < 15 {
            out.append(UInt8(count) << 4 | kind.rawValue)
        } else {
            out.append(0xF0 | kind.rawValue)
            out.varint(UInt64(count))
        }
        body(&self)
    }

    /// A structure that is an element of a list, or stands alone.
    mutating func structure(_ body: (inout ThriftWriter) -> Void) {
        last.append(0)
        body(&self)
        last.removeLast()
        out.append(0)
    }

    /// An element of a list of numbers.
    mutating func element(_ value: Int32) { zigzag(Int64(value)) }

    /// An element of a list of texts.
    mutating func element(_ text: String) {
        out.varint(UInt64(text.utf8.count))
        out.append(text)
    }

    private mutating func header(_ id: Int, _ kind: Kind) {
        let delta = id - last[last.count - 1]
        last[last.count - 1] = id
        if 1...15 ~= delta {
            out.append(UInt8(delta) << 4 | kind.rawValue)
        } else {
            out.append(kind.rawValue)
            zigzag(Int64(id))
        }
    }

    private func zigzag(_ value: Int64) { out.zigzag(value) }
}
