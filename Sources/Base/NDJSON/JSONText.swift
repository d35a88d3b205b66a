/// The text side of JSON: what may stand in a string as it is, UTF-8, and escapes (RFC 8259 §7, §8.1).
public enum JSONText {
    @usableFromInline static let ones: UInt64 = 0x0101_0101_0101_0101
    @usableFromInline static let highs: UInt64 = 0x8080_8080_8080_8080

    /// Marks the bytes of a word that end a run of plain string bytes: controls, `"` and `\`.
    /// Only the lowest mark is exact, which is the one that is used.
    @inlinable @inline(__always)
    static func specials(_ word: UInt64) -> UInt64 {
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        return (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | control) & highs
    }

    /// Whether every byte of a text is plain ASCII that needs no escape.
    @inlinable @inline(__always)
    public static func isPlain(_ start: UnsafeRawPointer, _ length: Int) -> Bool {
        if length >= 8 {
            var position = 0
            while position &+ 8 <= length {
                guard isPlain(start.loadUnaligned(fromByteOffset: position, as: UInt64.self)) else { return false }
                position &+= 8
            }
            return position == length
                || isPlain(start.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
        }
        if length >= 4 {
            return isPlain(
                start.loadUnaligned(as: UInt32.self), start.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self))
        }
        for position in 0..<length where !isPlain(start.load(fromByteOffset: position, as: UInt8.self)) { return false }
        return true
    }

    @inlinable @inline(__always)
    static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x20 < 0x60 && byte != 0x22 && byte != 0x5C }

    /// The same of eight bytes, in any order.
    @inlinable @inline(__always)
    static func isPlain(_ word: UInt64) -> Bool { specials(word) | (word & highs) == 0 }

    /// The same of two words of four bytes, in any order.
    @inlinable @inline(__always)
    static func isPlain(_ first: UInt32, _ last: UInt32) -> Bool { isPlain(UInt64(first) | UInt64(last) << 32) }

    /// The number of leading bytes that need no escape.
    @inlinable
    static func plainPrefix(_ start: UnsafeRawPointer, _ length: Int) -> Int {
        var position = 0
        while position &+ 8 <= length {
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            let marks = specials(word)
            if marks != 0 { return position &+ marks.trailingZeroBitCount / 8 }
            position &+= 8
        }
        while position < length {
            let byte = start.load(fromByteOffset: position, as: UInt8.self)
            if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
            position &+= 1
        }
        return position
    }

    @usableFromInline
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }

    static func hexValue(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x37)
        case 0x61...0x66: UInt32(byte - 0x57)
        default: nil
        }
    }

    /// The length of the well-formed UTF-8 sequence at `start` (Unicode 15, table 3-7), or 0.
    /// - Parameter available: bytes that may be read; at least 1.
    @inlinable
    public static func sequenceLength(_ start: UnsafeRawPointer, available: Int) -> Int {
        @inline(__always) func at(_ offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }
        @inline(__always) func continues(_ offset: Int) -> Bool { at(offset) & 0xC0 == 0x80 }
        let first = at(0)
        switch first {
        case 0..<0x80: return 1
        case 0xC2...0xDF: return available >= 2 && continues(1) ? 2 : 0
        case 0xE0...0xEF:
            guard available >= 3, continues(1), continues(2) else { return 0 }
            if first == 0xE0, at(1) < 0xA0 { return 0 }
            if first == 0xED, at(1) > 0x9F { return 0 }
            return 3
        case 0xF0...0xF4:
            guard available >= 4, continues(1), continues(2), continues(3) else { return 0 }
            if first == 0xF0, at(1) < 0x90 { return 0 }
            if first == 0xF4, at(1) > 0x8F { return 0 }
            return 4
        default: return 0
        }
    }

    /// The offset of the first byte that is not well-formed UTF-8, or nil.
    @inlinable
    public static func invalidUTF8(_ bytes: UnsafeRawBufferPointer) -> Int? {
        guard let start = bytes.baseAddress else { return nil }
        let length = bytes.count
        var position = 0
        while position < length {
            while position &+ 8 <= length,
                start.loadUnaligned(fromByteOffset: position, as: UInt64.self) & highs == 0
            { position &+= 8 }
            guard position < length else { return nil }
            let step = sequenceLength(start + position, available: length - position)
            if step == 0 { return position }
            position &+= step
        }
        return nil
    }

    /// Appends the text of a JSON string's inside, escapes resolved, to `writer` as UTF-8.
    /// The bytes must have passed `RecordScanner`, so escapes are well formed and surrogates paired.
    public static func unescape(_ bytes: UnsafeRawBufferPointer, into writer: RecordWriter) {
        guard let start = bytes.baseAddress else { return }
        var position = 0
        while position < bytes.count {
            let plain = bytes[position...].firstIndex(of: 0x5C) ?? bytes.count
            writer.append(start + position, plain - position)
            position = plain
            guard position < bytes.count else { return }
            let kind = bytes[position + 1]
            position += 2
            switch kind {
            case UInt8(ascii: "n"): writer.append(0x0A)
            case UInt8(ascii: "t"): writer.append(0x09)
            case UInt8(ascii: "r"): writer.append(0x0D)
            case UInt8(ascii: "b"): writer.append(0x08)
            case UInt8(ascii: "f"): writer.append(0x0C)
            case UInt8(ascii: "u"):
                var scalar = codeUnit(bytes, position)
                position += 4
                if scalar & 0xFC00 == 0xD800 {
                    scalar = 0x10000 + ((scalar & 0x3FF) << 10) + (codeUnit(bytes, position + 2) & 0x3FF)
                    position += 6
                }
                writer.append(atMost: 4) { put(scalar: scalar, at: $0) }
            default: writer.append(kind)
            }
        }
    }

    /// Writes one Unicode scalar value as UTF-8, of four bytes at most, and returns its length.
    @inlinable @inline(__always)
    public static func put(scalar: UInt32, at target: UnsafeMutableRawPointer) -> Int {
        @inline(__always) func put(_ bits: UInt32, _ mark: UInt8, _ offset: Int) {
            target.storeBytes(of: mark | UInt8(truncatingIfNeeded: bits), toByteOffset: offset, as: UInt8.self)
        }
        if scalar < 0x80 {
            put(scalar, 0, 0)
            return 1
        }
        if scalar < 0x800 {
            put(scalar >> 6, 0xC0, 0)
            put(scalar & 0x3F, 0x80, 1)
            return 2
        }
        if scalar < 0x10000 {
            put(scalar >> 12, 0xE0, 0)
            put(scalar >> 6 & 0x3F, 0x80, 1)
            put(scalar & 0x3F, 0x80, 2)
            return 3
        }
        put(scalar >> 18, 0xF0, 0)
        put(scalar >> 12 & 0x3F, 0x80, 1)
        put(scalar >> 6 & 0x3F, 0x80, 2)
        put(scalar & 0x3F, 0x80, 3)
        return 4
    }

    private static func codeUnit(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt32 {
        var value: UInt32 = 0
        for offset in 0..<4 { value = value << 4 | (hexValue(bytes[position + offset]) ?? 0) }
        return value
    }
}
