import NDJSON

/// A group's key values as bytes whose order is the report's: numbers by value, text by its bytes, null last.
struct GroupKeyBytes {
    private static let null: UInt8 = 0xFF
    private static let integer: UInt8 = 1
    private static let text: UInt8 = 2

    private let writer = RecordWriter(capacity: 256)

    var bytes: UnsafeRawBufferPointer { writer.bytes }

    func removeAll() { writer.removeAll() }

    @inline(__always)
    func appendNull() { writer.append(GroupKeyBytes.null) }

    @inline(__always)
    func append(_ value: Int) {
        writer.append(GroupKeyBytes.integer)
        var big = (UInt64(bitPattern: Int64(value)) ^ 1 << 63).bigEndian
        withUnsafeBytes(of: &big) { writer.append($0) }
    }

    /// Text ends with two zeros; a zero in it is followed by 0xFF.
    @inline(__always)
    func append(_ value: UnsafeRawBufferPointer) {
        writer.append(GroupKeyBytes.text)
        if value.contains(0) {
            for byte in value {
                writer.append(byte)
                if byte == 0 { writer.append(0xFF) }
            }
        } else {
            writer.append(value)
        }
        writer.append(0)
        writer.append(0)
    }

    enum Value: Equatable {
        case null
        case integer(Int)
        case text(String)
    }

    /// The values that were appended.
    static func values(_ bytes: UnsafeRawBufferPointer) -> [Value] {
        var values: [Value] = []
        var position = 0
        while position < bytes.count {
            let tag = bytes[position]
            position += 1
            switch tag {
            case null: values.append(.null)
            case integer:
                let big = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
                values.append(.integer(Int(Int64(bitPattern: UInt64(bigEndian: big) ^ 1 << 63))))
                position += 8
            default:
                var text: [UInt8] = []
                while !(bytes[position] == 0 && bytes[position + 1] == 0) {
                    text.append(bytes[position])
                    position += bytes[position] == 0 ? 2 : 1
                }
                position += 2
                values.append(.text(String(decoding: text, as: UTF8.self)))
            }
        }
        return values
    }
}
