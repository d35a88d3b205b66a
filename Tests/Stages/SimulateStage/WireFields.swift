/// The fields of a protocol buffers message, read without a schema and without the code under test.
struct WireFields {
    enum Value {
        case number(UInt64)
        case bytes(ArraySlice<UInt8>)
    }
    private(set) var fields: [(number: Int, value: Value)] = []

    /// Nil where the bytes are not a message.
    init?(_ bytes: ArraySlice<UInt8>) {
        var position = bytes.startIndex
        func varint() -> UInt64? {
            var value: UInt64 = 0
            var shift: UInt64 = 0
            while position < bytes.endIndex, shift < 64 {
                let byte = bytes[position]
                position += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
            return nil
        }
        while position < bytes.endIndex {
            guard let tag = varint() else { return nil }
            switch tag & 7 {
            case 0:
                guard let value = varint() else { return nil }
                fields.append((Int(tag >> 3), .number(value)))
            case 2:
                guard let length = varint(), position + Int(length) <= bytes.endIndex else { return nil }
                fields.append((Int(tag >> 3), .bytes(bytes[position..<(position + Int(length))])))
                position += Int(length)
            case let kind where kind == 1 || kind == 5:
                let width = kind == 1 ? 8 : 4
                guard position + width <= bytes.endIndex else { return nil }
                let value = (0..<width).reduce(UInt64(0)) { $0 | UInt64(bytes[position + $1]) << (8 * UInt64($1)) }
                fields.append((Int(tag >> 3), .number(value)))
                position += width
            default: return nil
            }
        }
    }

    func number(_ number: Int) -> Int? {
        for field in fields where field.number == number {
            if case .number(let value) = field.value { return Int(truncatingIfNeeded: value) }
        }
        return nil
    }

    /// A field of 32 bits, as the float it is.
    func float(_ number: Int) -> Float? { self.number(number).map { Float(bitPattern: UInt32($0)) } }

    func text(_ number: Int) -> String? {
        for field in fields where field.number == number {
            if case .bytes(let bytes) = field.value { return String(decoding: bytes, as: UTF8.self) }
        }
        return nil
    }

    func messages(_ number: Int) -> [WireFields] {
        fields.compactMap { field in
            guard field.number == number, case .bytes(let bytes) = field.value else { return nil }
            return WireFields(bytes)
        }
    }

    func message(_ number: Int) -> WireFields? { messages(number).first }
}
