/// The key values of a group as bytes that sort like a report: numbers by value, text by its bytes, null last.
public struct GroupKeyBytes {
    private static let null: UInt8 = 0xFF
    private static let integer: UInt8 = 1
    private static let text: UInt8 = 2

    private let buffer = Buffer()

    public init() {}

    /// Valid until the next value is appended.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: buffer.start, count: buffer.count) }

    public func removeAll() { buffer.count = 0 }

    @inline(__always)
    public func appendNull() { buffer.append(GroupKeyBytes.null) }

    @inline(__always)
    public func append(_ value: Int) {
        buffer.append(GroupKeyBytes.integer)
        var big = (UInt64(bitPattern: Int64(value)) ^ 1 << 63).bigEndian
        withUnsafeBytes(of: &big) { buffer.append($0) }
    }

    /// Text ends with two zeros; a zero in it is followed by 0xFF.
    @inline(__always)
    public func append(_ value: UnsafeRawBufferPointer) {
        buffer.append(GroupKeyBytes.text)
        if value.contains(0) {
            for byte in value {
                buffer.append(byte)
                if byte == 0 { buffer.append(0xFF) }
            }
        } else {
            buffer.append(value)
        }
        buffer.append(0)
        buffer.append(0)
    }

    @inline(__always)
    public func append(_ value: Int?) { if let value { append(value) } else { appendNull() } }

    @inline(__always)
    public func append(_ text: UnsafeRawBufferPointer?) { if let text { append(text) } else { appendNull() } }

    @inline(__always)
    public func append(_ text: String?) {
        guard var text else { return appendNull() }
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Values that were laid out before.
    @inline(__always)
    public func append(values: UnsafeRawBufferPointer) { buffer.append(values) }

    public enum Value: Equatable, Sendable {
        case null
        case integer(Int)
        case text(String)
    }

    /// The values that were appended.
    public static func values(_ bytes: UnsafeRawBufferPointer) -> [Value] {
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

    private final class Buffer {
        var start = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 8)
        var count = 0
        private var capacity = 256

        deinit { start.deallocate() }

        @inline(__always)
        func append(_ byte: UInt8) {
            if count == capacity { grow(1) }
            start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
            count &+= 1
        }

        @inline(__always)
        func append(_ bytes: UnsafeRawBufferPointer) {
            guard let base = bytes.baseAddress else { return }
            if count + bytes.count > capacity { grow(bytes.count) }
            (start + count).copyMemory(from: base, byteCount: bytes.count)
            count &+= bytes.count
        }

        private func grow(_ extra: Int) {
            capacity = max(capacity * 2, count + extra)
            let fresh = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
            fresh.copyMemory(from: start, byteCount: count)
            start.deallocate()
            start = fresh
        }
    }
}
