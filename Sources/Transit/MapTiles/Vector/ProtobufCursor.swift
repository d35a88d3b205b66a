/// Why bytes are no protobuf message of the expected kind.
struct ProtobufFault: Error {
    /// Bytes from the start of the whole message.
    let offset: Int
    let reason: String
}

/// Reads the fields of a protobuf message one after the other (https://protobuf.dev/programming-guides/encoding).
///
/// No length or count is believed before the bytes are there. Groups, which proto3 no longer has, are faults.
struct ProtobufCursor {
    enum WireType: UInt8 {
        case varint = 0
        case fixed64 = 1
        case bytes = 2
        case fixed32 = 5
    }

    struct Field {
        let number: UInt32
        let type: WireType
        /// Where its tag begins.
        let offset: Int
    }

    private let start: UnsafeRawPointer
    /// Bytes from the start of the whole message.
    private(set) var position: Int
    private let end: Int

    /// The bytes must outlive the cursor.
    init(_ bytes: UnsafeRawBufferPointer) {
        start = bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 8)!
        position = 0
        end = bytes.count
    }

    private init(start: UnsafeRawPointer, position: Int, end: Int) {
        self.start = start
        self.position = position
        self.end = end
    }

    var isAtEnd: Bool { position >= end }

    /// What has not been read.
    var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start + position, count: end - position) }

    /// The next field's tag; nil at the end of the message.
    mutating func field() throws(ProtobufFault) -> Field? {
        guard position < end else { return nil }
        let offset = position
        let tag = try varint()
        guard tag <= UInt64(UInt32.max), tag >> 3 > 0 else {
            throw ProtobufFault(offset: offset, reason: "\(tag >> 3) is not a valid field number")
        }
        guard let type = WireType(rawValue: UInt8(tag & 7)) else {
            throw ProtobufFault(offset: offset, reason: "field \(tag >> 3) has the wire type \(tag & 7)")
        }
        return Field(number: UInt32(tag >> 3), type: type, offset: offset)
    }

    @inline(__always)
    mutating func varint() throws(ProtobufFault) -> UInt64 {
        if position < end {
            let byte = start.load(fromByteOffset: position, as: UInt8.self)
            if byte < 0x80 {
                position &+= 1
                return UInt64(byte)
            }
        }
        return try longVarint()
    }

    private mutating func longVarint() throws(ProtobufFault) -> UInt64 {
        let offset = position
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < end {
            let byte = start.load(fromByteOffset: position, as: UInt8.self)
            position &+= 1
            // The tenth byte has room for one bit.
            guard shift < 63 || byte <= 1 else {
                throw ProtobufFault(offset: offset, reason: "a number is longer than 64 bits")
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw ProtobufFault(offset: offset, reason: "the data ends within a number")
    }

    /// A number of 32 bits at the most.
    @inline(__always)
    mutating func varint32() throws(ProtobufFault) -> UInt32 {
        let offset = position
        let value = try varint()
        guard let short = UInt32(exactly: value) else {
            throw ProtobufFault(offset: offset, reason: "\(value) exceeds 32 bits")
        }
        return short
    }

    mutating func fixed32() throws(ProtobufFault) -> UInt32 {
        try need(4)
        defer { position += 4 }
        return UInt32(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt32.self))
    }

    mutating func fixed64() throws(ProtobufFault) -> UInt64 {
        try need(8)
        defer { position += 8 }
        return UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }

    /// What a field of bytes has inside.
    mutating func message() throws(ProtobufFault) -> ProtobufCursor {
        let offset = position
        let length = try varint()
        guard length <= UInt64(end - position) else {
            throw ProtobufFault(
                offset: offset, reason: "a field claims \(length) bytes, but only \(end - position) remain")
        }
        defer { position += Int(length) }
        return ProtobufCursor(start: start, position: position, end: position + Int(length))
    }

    mutating func string() throws(ProtobufFault) -> String {
        let inside = try message()
        guard let text = String(validating: inside.rest, as: UTF8.self) else {
            throw ProtobufFault(offset: inside.position, reason: "a string is not UTF-8")
        }
        return text
    }

    mutating func skip(_ field: Field) throws(ProtobufFault) {
        switch field.type {
        case .varint: _ = try varint()
        case .fixed64: _ = try fixed64()
        case .bytes: _ = try message()
        case .fixed32: _ = try fixed32()
        }
    }

    /// - Throws: where a field does not have the type that its number demands.
    @inline(__always)
    static func expect(_ type: WireType, _ field: Field, _ name: StaticString) throws(ProtobufFault) {
        if field.type != type {
            throw ProtobufFault(
                offset: field.offset,
                reason: "the field '\(name)' has the wire type \(field.type.rawValue) instead of \(type.rawValue)")
        }
    }

    private func need(_ count: Int) throws(ProtobufFault) {
        if end - position < count { throw ProtobufFault(offset: position, reason: "the data ends within a number") }
    }
}
