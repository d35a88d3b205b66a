/// Base64 as RFC 4648 has it.
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each character, of both alphabets of RFC 4648; 255 for none.
    private static let values: [UInt8] = {
        var table = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(value) }
        table[Int(UInt8(ascii: "-"))] = 62
        table[Int(UInt8(ascii: "_"))] = 63
        return table
    }()

    /// Appends the standard alphabet's text of some bytes, padded.
    public static func encode(_ bytes: UnsafeRawBufferPointer, into writer: RecordWriter) {
        var position = 0
        while position < bytes.count {
            let left = bytes.count - position
            let group =
                UInt32(bytes[position]) << 16 | (left > 1 ? UInt32(bytes[position + 1]) << 8 : 0)
                | (left > 2 ? UInt32(bytes[position + 2]) : 0)
            writer.append(alphabet[Int(group >> 18)])
            writer.append(alphabet[Int(group >> 12 & 63)])
            writer.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            writer.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
            position += 3
        }
    }

    /// The standard alphabet's text of some bytes, padded.
    public static func text(of bytes: UnsafeRawBufferPointer) -> String {
        let writer = RecordWriter(capacity: bytes.count / 3 * 4 + 8)
        encode(bytes, into: writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    public static func isCharacter(_ byte: UInt8) -> Bool { values[Int(byte)] != 255 }

    /// The part of a damaged text before the damage that can be decoded: its whole groups of four.
    public static func validPrefix(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let count = text.prefix { isCharacter($0) }.count
        return UnsafeRawBufferPointer(rebasing: text[0..<(count / 4 * 4)])
    }

    /// The bytes of a text, padded or not; nil if it is not base64.
    public static func bytes(of text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { text in
            let target = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count + 4, alignment: 1)
            defer { target.deallocate() }
            guard let start = target.baseAddress, let count = decode(UnsafeRawBufferPointer(text), into: start) else {
                return nil
            }
            return Array(target[..<count])
        }
    }

    /// Decodes a text, padded or not, into `target`, which has room for three quarters of it.
    /// - Returns: the number of bytes, or nil when a character or the length is wrong.
    public static func decode(_ text: UnsafeRawBufferPointer, into target: UnsafeMutableRawPointer) -> Int? {
        var length = text.count
        while length > 0, length > text.count - 2, text[length - 1] == UInt8(ascii: "=") { length -= 1 }
        guard length % 4 != 1, length == text.count || text.count % 4 == 0 else { return nil }
        var group: UInt32 = 0
        var written = 0
        for position in 0..<length {
            let value = values[Int(text[position])]
            guard value != 255 else { return nil }
            group = group << 6 | UInt32(value)
            if position & 3 == 3 {
                target.storeBytes(of: UInt8(truncatingIfNeeded: group >> 16), toByteOffset: written, as: UInt8.self)
                target.storeBytes(of: UInt8(truncatingIfNeeded: group >> 8), toByteOffset: written + 1, as: UInt8.self)
                target.storeBytes(of: UInt8(truncatingIfNeeded: group), toByteOffset: written + 2, as: UInt8.self)
                written += 3
                group = 0
            }
        }
        switch length & 3 {
        case 2:
            target.storeBytes(of: UInt8(truncatingIfNeeded: group >> 4), toByteOffset: written, as: UInt8.self)
            written += 1
        case 3:
            target.storeBytes(of: UInt8(truncatingIfNeeded: group >> 10), toByteOffset: written, as: UInt8.self)
            target.storeBytes(of: UInt8(truncatingIfNeeded: group >> 2), toByteOffset: written + 1, as: UInt8.self)
            written += 2
        default: break
        }
        return written
    }

    /// A line without the blanks around it and without a byte order mark.
    public static func trimmed(_ line: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var rest = line[...]
        while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D { rest.removeLast() }
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        return UnsafeRawBufferPointer(rebasing: rest)
    }
}
