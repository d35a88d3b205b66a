extension RecordWriter {
    /// Writes a JSON string when every byte is plain ASCII that needs no escape; otherwise writes nothing.
    ///
    /// One pass checks and copies, eight bytes at a time; for texts that are nearly always ids and names.
    /// - Returns: whether the string was written.
    @inlinable @inline(__always)
    public func plainString(_ start: UnsafeRawPointer, _ length: Int) -> Bool {
        reserve(length &+ 2)
        let target = base + used
        target.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        let content = target + 1
        if length >= 8 {
            var position = 0
            while position &+ 8 <= length {
                let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: position, as: UInt64.self))
                if JSONText.specials(word) | (word & JSONText.highs) != 0 { return false }
                content.storeBytes(of: word.littleEndian, toByteOffset: position, as: UInt64.self)
                position &+= 8
            }
            let word = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self))
            if JSONText.specials(word) | (word & JSONText.highs) != 0 { return false }
            content.storeBytes(of: word.littleEndian, toByteOffset: length &- 8, as: UInt64.self)
        } else {
            var position = 0
            while position < length {
                let byte = start.load(fromByteOffset: position, as: UInt8.self)
                if byte &- 0x20 >= 0x60 || byte == 0x22 || byte == 0x5C { return false }
                content.storeBytes(of: byte, toByteOffset: position, as: UInt8.self)
                position &+= 1
            }
        }
        content.storeBytes(of: UInt8(ascii: "\""), toByteOffset: length, as: UInt8.self)
        used &+= length &+ 2
        return true
    }
}
