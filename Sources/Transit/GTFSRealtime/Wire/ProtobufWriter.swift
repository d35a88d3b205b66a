import NDJSON

/// Writes the protocol buffers wire format (https://protobuf.dev/programming-guides/encoding) into a byte buffer.
public final class ProtobufWriter {
    private let writer = RecordWriter(capacity: 1 << 14)

    public init() {}

    /// What has been written; valid until the next write.
    public var bytes: UnsafeRawBufferPointer { writer.bytes }
    public var count: Int { writer.count }
    public func removeAll() { writer.removeAll() }

    public func varint(_ value: UInt64) { writer.varint(value) }

    public func tag(_ number: Int, _ wireType: Int) { varint(UInt64(number) << 3 | UInt64(wireType)) }

    /// uint32, uint64, bool and enum fields.
    public func unsigned(_ number: Int, _ value: UInt64) {
        tag(number, 0)
        varint(value)
    }

    /// int32 and int64 fields: a negative number takes ten bytes, as the format has it.
    public func signed(_ number: Int, _ value: Int64) { unsigned(number, UInt64(bitPattern: value)) }

    public func float(_ number: Int, _ value: Float) {
        fixed32(number, value.bitPattern)
    }

    public func double(_ number: Int, _ value: Double) {
        fixed64(number, value.bitPattern)
    }

    public func bytes(_ number: Int, _ value: UnsafeRawBufferPointer) {
        tag(number, 2)
        varint(UInt64(value.count))
        writer.append(value)
    }

    public func string(_ number: Int, _ value: String) {
        var copy = value
        copy.withUTF8 { bytes(number, UnsafeRawBufferPointer($0)) }
    }

    /// The bits of a 32-bit float.
    func fixed32(_ number: Int, _ bits: UInt32) {
        tag(number, 5)
        fixed(UInt64(bits), bytes: 4)
    }

    /// The bits of a 64-bit float.
    func fixed64(_ number: Int, _ bits: UInt64) {
        tag(number, 1)
        fixed(bits, bytes: 8)
    }

    /// A message written by `body`, its length put before it afterwards.
    public func message(_ number: Int, _ body: (ProtobufWriter) throws -> Void) rethrows {
        let start = beginMessage(number)
        try body(self)
        endMessage(start)
    }

    /// Begins a message; returns what `endMessage` needs.
    func beginMessage(_ number: Int) -> Int {
        tag(number, 2)
        return writer.count
    }

    /// Puts the length of what was written since `beginMessage` before it.
    func endMessage(_ start: Int) {
        var prefix: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &prefix) { prefix in
            guard let bytes = prefix.baseAddress else { return }
            let count = RecordWriter.storeVarint(UInt64(writer.count - start), at: bytes)
            writer.insert(UnsafeRawBufferPointer(start: bytes, count: count), at: start)
        }
    }

    /// Takes back everything written after `count` was `position`.
    public func truncate(to position: Int) { writer.truncate(to: position) }

    /// Bytes that are encoded fields already.
    public func raw(_ value: UnsafeRawBufferPointer) { writer.append(value) }

    /// The lowest `bytes` bytes of a value, least significant first.
    public func fixed(_ value: UInt64, bytes: Int) { writer.little(value, bytes: bytes) }
}
