import CVectors

/// How long a member's last plain value was.
///
/// The next value of the member probably has the same length. The scanner assumes this length, so the processor can start on the
/// next member before it has checked the value. If the length differs, the scanner searches for the value's end.
struct PlainShape {
    /// The number of bytes, without a string's quotes.
    fileprivate var count: Int32 = 0
    /// The place of a number's decimal point; 0 for none.
    fileprivate var point: Int32 = 0
    /// The expected result of comparing the 16 bytes that include the byte after the value, with the bits above that byte
    /// cleared. String: only the bit of the closing quote. Number: the bits of its sign, its point and the byte after it. The
    /// initial value, bit 16, never matches.
    fileprivate var marks: UInt32 = 1 << 16
}

/// Values as programs usually write them, in memory that may be read up to `readable`: strings without escapes and of ASCII only,
/// numbers without an exponent, null, true and false.
///
/// The value may extend past the end of its line. The caller must check that the byte after it is still in the line.
struct PlainValues {
    let readable: UnsafeRawPointer

    /// The value that begins at `first`; nil if it is not plain, or if more than the readable bytes would be needed to decide.
    @inline(__always)
    func value(_ first: UnsafeRawPointer, _ shape: UnsafeMutablePointer<PlainShape>) -> JSONValue? {
        guard first + 17 <= readable else { return nil }
        let byte = first.load(as: UInt8.self)
        if byte == UInt8(ascii: "\"") { return string(first + 1, shape) }
        if byte &- 0x30 < 10 || byte == UInt8(ascii: "-") { return number(first, byte, shape) }
        return word(first)
    }

    // MARK: Strings

    @inline(__always)
    private func string(_ start: UnsafeRawPointer, _ shape: UnsafeMutablePointer<PlainShape>) -> JSONValue? {
        let count = Int(shape.pointee.count)
        let marks = shape.pointee.marks
        var block = start
        var blocks = count >> 4
        while blocks > 0, block + 32 <= readable, linefeed_json_stops(block) == 0 {
            block += 16
            blocks -= 1
        }
        // Only the bits up to the lowest one in `marks` are compared. Marks with several bits come from a number and match no
        // string.
        if blocks == 0, UInt32(linefeed_json_stops(block)) & (marks ^ (marks &- 1)) == marks,
            start.load(fromByteOffset: count, as: UInt8.self) == UInt8(ascii: "\"")
        {
            return JSONValue(kind: .string, hasEscapes: false, start: start, count: count)
        }
        return searchedString(start, shape)
    }

    @inline(never)
    private func searchedString(_ start: UnsafeRawPointer, _ shape: UnsafeMutablePointer<PlainShape>) -> JSONValue? {
        var end = start
        while true {
            guard end + 16 <= readable else { return nil }
            let stops = linefeed_json_stops(end)
            if stops != 0 {
                end += stops.trailingZeroBitCount
                break
            }
            end += 16
        }
        guard end.load(as: UInt8.self) == UInt8(ascii: "\"") else { return nil }
        let count = end - start
        // Behind the line, a string may seem to be longer than any line.
        guard let kept = Int32(exactly: count) else { return nil }
        shape.pointee = PlainShape(count: kept, point: 0, marks: 1 << UInt32(count & 15))
        return JSONValue(kind: .string, hasEscapes: false, start: start, count: count)
    }

    // MARK: Numbers

    @inline(__always)
    private func number(
        _ first: UnsafeRawPointer, _ byte: UInt8, _ shape: UnsafeMutablePointer<PlainShape>
    ) -> JSONValue? {
        let count = Int(shape.pointee.count)
        let point = Int(shape.pointee.point)
        if count > 0, count < 16 {
            // Everything beyond the byte after the number is ignored.
            let others = UInt32(linefeed_nondigits(first)) & ((2 << UInt32(count)) &- 1)
            if others == shape.pointee.marks,
                point == 0 || first.load(fromByteOffset: point, as: UInt8.self) == UInt8(ascii: "."),
                startsWell(first, byte, wholeEnd: point == 0 ? count : point)
            {
                return JSONValue(kind: .number, hasEscapes: false, start: first, count: count)
            }
        }
        return searchedNumber(first, byte, shape)
    }

    /// Whether digits from `first` on, or after a minus sign there, do not begin with a zero that RFC 8259 §6 forbids.
    @inline(__always)
    private func startsWell(_ first: UnsafeRawPointer, _ byte: UInt8, wholeEnd: Int) -> Bool {
        byte == UInt8(ascii: "-")
            ? first.load(fromByteOffset: 1, as: UInt8.self) != 0x30 || wholeEnd == 2 : byte != 0x30 || wholeEnd == 1
    }

    /// `-? (0 | [1-9][0-9]*) (. [0-9]+)?`
    @inline(never)
    private func searchedNumber(
        _ first: UnsafeRawPointer, _ byte: UInt8, _ shape: UnsafeMutablePointer<PlainShape>
    ) -> JSONValue? {
        let digits = byte == UInt8(ascii: "-") ? first + 1 : first
        guard let wholeEnd = afterDigits(digits), wholeEnd > digits,
            startsWell(first, byte, wholeEnd: wholeEnd - first)
        else { return nil }
        var end = wholeEnd
        let hasPoint = wholeEnd.load(as: UInt8.self) == UInt8(ascii: ".")
        if hasPoint {
            guard let after = afterDigits(wholeEnd + 1), after > wholeEnd + 1 else { return nil }
            end = after
        }
        let count = end - first
        guard count <= Int32.max else { return nil }
        if count < 16 {
            shape.pointee = PlainShape(
                count: Int32(count), point: hasPoint ? Int32(wholeEnd - first) : 0,
                marks: UInt32(linefeed_nondigits(first)) & ((2 << UInt32(count)) &- 1))
        }
        return JSONValue(kind: .number, hasEscapes: false, start: first, count: count)
    }

    /// The first byte from `start` on that is no digit; nil if it is not among the readable ones.
    private func afterDigits(_ start: UnsafeRawPointer) -> UnsafeRawPointer? {
        var position = start
        while position + 16 <= readable {
            let others = linefeed_nondigits(position)
            if others != 0 { return position + others.trailingZeroBitCount }
            position += 16
        }
        return nil
    }

    // MARK: Words

    @inline(__always)
    private func word(_ first: UnsafeRawPointer) -> JSONValue? {
        switch UInt32(littleEndian: first.loadUnaligned(as: UInt32.self)) {
        case 0x6C6C_756E: return JSONValue(kind: .null, hasEscapes: false, start: first, count: 4)
        case 0x6575_7274: return JSONValue(kind: .bool, hasEscapes: false, start: first, count: 4)
        case 0x736C_6166 where first.load(fromByteOffset: 4, as: UInt8.self) == UInt8(ascii: "e"):
            return JSONValue(kind: .bool, hasEscapes: false, start: first, count: 5)
        default: return nil
        }
    }
}
