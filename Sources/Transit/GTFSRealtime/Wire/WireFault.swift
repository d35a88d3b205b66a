/// Where and why bytes are not the protocol buffers wire format.
///
/// Unchecked: the position is only compared with and subtracted from the memory it points into, never sent elsewhere.
struct WireFault: Error, @unchecked Sendable {
    enum Reason: UInt8 {
        case truncated, pastEnd, badVarint, fieldNumberZero, fieldNumberTooLarge, wireType, unbalancedGroup, tooDeep,
            messageTooDeep, tooLarge, tooManyFields, notAFeed, notBase64, outOfStep
    }

    let reason: Reason
    /// The first byte of the field that is wrong.
    let position: UnsafeRawPointer
}

/// Reading primitives of the wire format over memory.
enum Wire {
    /// Groups nested deeper than this are taken for rubbish.
    static let groupDepth = 64
    /// Messages nested deeper than this, which only those that hold themselves can be, are taken for rubbish, as by
    /// other readers.
    static let messageDepth = 100

    @inline(__always)
    static func varint(
        _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(WireFault) -> UInt64 {
        guard cursor < end else { throw WireFault(reason: .truncated, position: cursor) }
        let first = cursor.load(as: UInt8.self)
        if first < 0x80 {
            cursor += 1
            return UInt64(first)
        }
        return try longVarint(&cursor, end)
    }

    /// At most ten bytes; bits beyond the 64th are dropped, as other readers do.
    static func longVarint(
        _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(WireFault) -> UInt64 {
        if end - cursor >= 8 {
            let word = UInt64(littleEndian: cursor.loadUnaligned(as: UInt64.self))
            let ends = ~word & 0x8080_8080_8080_8080
            if ends != 0 {
                cursor += ends.trailingZeroBitCount / 8 + 1
                return joinedSevens(word & (ends ^ (ends &- 1)))
            }
        }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        let from = cursor
        while cursor < end {
            let byte = cursor.load(as: UInt8.self)
            cursor += 1
            value |= UInt64(byte & 0x7F) &<< shift
            if byte < 0x80 { return value }
            shift += 7
            if shift == 70 { throw WireFault(reason: .badVarint, position: from) }
        }
        throw WireFault(reason: .truncated, position: from)
    }

    /// Joins the lower seven bits of each byte of a word.
    @inline(__always)
    private static func joinedSevens(_ word: UInt64) -> UInt64 {
        var bits = word & 0x7F7F_7F7F_7F7F_7F7F
        bits = bits & 0x007F_007F_007F_007F | (bits & 0x7F00_7F00_7F00_7F00) >> 1
        bits = bits & 0x0000_3FFF_0000_3FFF | (bits & 0x3FFF_0000_3FFF_0000) >> 2
        return bits & 0x0FFF_FFFF | (bits & 0x0FFF_FFFF_0000_0000) >> 4
    }

    /// Reads a tag: a field number from 1 to 2²⁹ − 1 and a wire type from 0 to 5.
    @inline(__always)
    static func tag(
        _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer
    ) throws(WireFault) -> UInt64 {
        let from = cursor
        let tag = try varint(&cursor, end)
        if tag < 8 || tag > 0xFFFF_FFFF {
            throw WireFault(reason: tag < 8 ? .fieldNumberZero : .fieldNumberTooLarge, position: from)
        }
        if tag & 7 > 5 { throw WireFault(reason: .wireType, position: from) }
        return tag
    }

    /// Passes over a group's content; returns where its end tag begins.
    static func skipGroup(
        _ number: UInt64, _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer, depth: Int
    ) throws(WireFault) -> UnsafeRawPointer {
        let from = cursor
        guard depth < groupDepth else { throw WireFault(reason: .tooDeep, position: from) }
        while cursor < end {
            let at = cursor
            let tag = try tag(&cursor, end)
            if tag & 7 == 4 {
                guard tag >> 3 == number else { throw WireFault(reason: .unbalancedGroup, position: at) }
                return at
            }
            _ = try skipValue(tag, at: at, &cursor, end, depth: depth + 1)
        }
        throw WireFault(reason: .truncated, position: from)
    }

    /// Passes over a value; returns its content: a length-delimited one without its length, a group without its
    /// tags.
    static func skipValue(
        _ tag: UInt64, at field: UnsafeRawPointer, _ cursor: inout UnsafeRawPointer, _ end: UnsafeRawPointer,
        depth: Int
    ) throws(WireFault) -> UnsafeRawBufferPointer {
        let from = cursor
        switch tag & 7 {
        case 0: _ = try varint(&cursor, end)
        case 1: cursor = try advance(cursor, 8, end, field)
        case 5: cursor = try advance(cursor, 4, end, field)
        case 2:
            let length = try varint(&cursor, end)
            let content = cursor
            cursor = try advance(cursor, length, end, field)
            return UnsafeRawBufferPointer(start: content, count: cursor - content)
        case 3:
            let stop = try skipGroup(tag >> 3, &cursor, end, depth: depth)
            return UnsafeRawBufferPointer(start: from, count: stop - from)
        default: throw WireFault(reason: .unbalancedGroup, position: field)
        }
        return UnsafeRawBufferPointer(start: from, count: cursor - from)
    }

    @inline(__always)
    static func advance(
        _ cursor: UnsafeRawPointer, _ length: UInt64, _ end: UnsafeRawPointer, _ field: UnsafeRawPointer
    ) throws(WireFault) -> UnsafeRawPointer {
        guard length <= UInt64(bitPattern: Int64(end - cursor)) else {
            throw WireFault(reason: .pastEnd, position: field)
        }
        return cursor + Int(length)
    }
}
